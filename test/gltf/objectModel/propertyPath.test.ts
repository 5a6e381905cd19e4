import { expect, it } from "@jest/globals";
import { templateOf } from "../../../src/gltf/util/jsonPointer.js";
import { isTransform, isWeights, toPropertyPath } from "../../../src/gltf/objectModel/propertyPath.js";

it.each([
  {
    pointer: "/nodes/3/translation",
    path: { collection: "nodes", index: 3, extension: null, property: "translation" },
  },
  {
    pointer: "/materials/0/pbrMetallicRoughness/baseColorTexture/extensions/KHR_texture_transform/scale",
    path: {
      collection: "materials",
      index: 0,
      extension: null,
      property: "pbrMetallicRoughness/baseColorTexture/extensions/KHR_texture_transform/scale",
    },
  },
  {
    pointer: "/extensions/KHR_lights_punctual/lights/2/spot/innerConeAngle",
    path: { collection: "extensions/KHR_lights_punctual/lights", index: 2, extension: null, property: "spot/innerConeAngle" },
  },
  {
    pointer: "/materials/1/extensions/KHR_materials_ior/ior",
    path: { collection: "materials", index: 1, extension: "KHR_materials_ior", property: "ior" },
  },
  { pointer: "/asset/extras/a", path: { collection: "", index: -1, extension: null, property: "asset/extras/a" } },
])("the parts of $pointer", ({ pointer, path }) => {
  expect(toPropertyPath(pointer.slice(1).split("/"))).toEqual(path);
});

it.each([
  { pointer: "/nodes/0/rotation", transform: true, weights: false },
  { pointer: "/nodes/0/matrix", transform: true, weights: false },
  { pointer: "/nodes/0/weights", transform: false, weights: true },
  { pointer: "/meshes/0/weights", transform: false, weights: true },
  { pointer: "/meshes/0/rotation", transform: false, weights: false },
  { pointer: "/materials/0/weights", transform: false, weights: false },
  { pointer: "/nodes/0/extensions/VENDOR_more/rotation", transform: false, weights: false },
  { pointer: "/nodes/0/extensions/VENDOR_more/weights", transform: false, weights: false },
])("$pointer: a transform $transform, weights $weights", ({ pointer, transform, weights }) => {
  const path = toPropertyPath(pointer.slice(1).split("/"));
  expect([isTransform(path), isWeights(path)]).toEqual([transform, weights]);
});

it.each([
  { tokens: ["nodes", "3", "scale"], template: "/nodes/{}/scale" },
  { tokens: ["nodes", "03", "scale"], template: "/nodes/03/scale" },
  { tokens: ["nodes", "{}", "scale"], template: "/nodes//scale" },
  { tokens: ["a/b", "m~n"], template: "/a~1b/m~0n" },
])("the template of $tokens is $template", ({ tokens, template }) => {
  expect(templateOf(tokens)).toBe(template);
});
