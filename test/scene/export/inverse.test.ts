import { expect, it } from "@jest/globals";
import { PROPERTIES } from "../../../src/gltf/objectModel/index.js";
import { allInverses, inversesAt } from "../../../src/scene/export/plan/inverse.js";

/** Why a Babylon property cannot stand for a glTF property: it depends on others, or does not exist. */
const NOT_INVERTIBLE = [
  "/cameras/{}/perspective/aspectRatio",
  "/materials/{}/extensions/KHR_materials_diffuse_transmission/diffuseTransmissionColorFactor",
  "/materials/{}/extensions/KHR_materials_dispersion/dispersion",
  "/nodes/{}/matrix",
  "/nodes/{}/extensions/KHR_node_visibility/visible",
  "/nodes/{}/extensions/KHR_node_selectability/selectable",
  "/nodes/{}/extensions/KHR_node_hoverability/hoverable",
  "/extensions/EXT_lights_image_based/lights/{}/rotation",
  "/extensions/EXT_lights_image_based/lights/{}/intensity",
];

const CLASSES = ["camera", "light", "pbr", "node"] as const;

/** Morph targets are found by themselves. */
const WEIGHTS = ["/nodes/{}/weights", "/meshes/{}/weights"];

it("every property with a target is found again, or known not to be", () => {
  const landed = PROPERTIES.filter(({ babylon }) => typeof babylon !== "string").map(({ pointer }) => pointer);
  const isTurned = (template: string): boolean => CLASSES.some((name) => inversesAt(name, template).length > 0);
  expect(landed.filter((template) => !isTurned(template)).sort()).toEqual([...NOT_INVERTIBLE, ...WEIGHTS].sort());
});

it("components and factors are those of the table", () => {
  const found = (path: string): object[] =>
    CLASSES.flatMap(allInverses)
      .filter((each) => each.path === path)
      .map(({ property, component, isWhole, factor }) => ({ template: property.pointer, component, isWhole, factor }));
  const base = { component: 0, isWhole: false, factor: 1 };
  expect(found("metallic")).toEqual([{ ...base, template: "/materials/{}/pbrMetallicRoughness/metallicFactor" }]);
  expect(found("alpha")).toEqual([{ ...base, component: 3, template: "/materials/{}/pbrMetallicRoughness/baseColorFactor" }]);
  expect(found("orthoLeft")).toEqual([{ ...base, factor: -1, template: "/cameras/{}/orthographic/xmag" }]);
  expect(found("angle")).toEqual([{ ...base, factor: 2, template: "/extensions/KHR_lights_punctual/lights/{}/spot/outerConeAngle" }]);
  expect(found("scaling")).toEqual([{ ...base, isWhole: true, template: "/nodes/{}/scale" }]);
  const offset = "/materials/{}/emissiveTexture/extensions/KHR_texture_transform/offset";
  expect(found("emissiveTexture.vOffset")).toEqual([{ ...base, component: 1, template: offset }]);
});
