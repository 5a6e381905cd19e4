/** Documents whose channels are of KHR_animation_pointer and of the draft before it. */
import { cloneDocument } from "@gltf-transform/functions";
import { expect, it } from "@jest/globals";
import { addTriangle, createPointed } from "../../helpers/gltfAsset.js";
import type { Asset, Json } from "../../helpers/gltfPose.js";
import { ruleOf } from "../../helpers/rules.js";
import { compareValues, countChannels, nameByIndex, TestIO } from "../../helpers/transformed.js";

const FACTOR = "/pbrMetallicRoughness/baseColorFactor";

/** A channel of KHR_animation_pointer, followed by others. */
function createMixed(...targets: readonly Json[]): Asset {
  const values = [
    [0, 0, 0, 1],
    [1, 0, 0, 1],
  ];
  const createScene: Parameters<typeof createPointed>[0] = (add) => ({
    extensionsUsed: targets.length > 0 ? ["KHR_animation2"] : [],
    nodes: [0, 1].map((mesh) => ({ mesh })),
    meshes: [0, 1].map((material) => ({ primitives: [{ attributes: addTriangle(add), material }] })),
    materials: [{}, {}],
  });
  const pointer = `/materials/0${FACTOR}`;
  return nameByIndex(createPointed(createScene, [{ pointer, values }, ...targets.map((target) => ({ pointer: "", values, target }))]));
}

const PATH = `/materials/1${FACTOR}`;

it.each<Json>([
  { path: PATH, extensions: { KHR_animation2: {} } },
  { path: "pointer", extensions: { KHR_animation2: { path: PATH } } },
  { node: 0, path: "translation", extensions: { KHR_animation2: { path: PATH } } },
  { pointer: PATH },
])("leaves out a channel of KHR_animation2, with a warning, and keeps the one beside it: %j", async (target) => {
  const io = new TestIO();
  const written = await io.write(cloneDocument(await io.read(createMixed(target))));
  expect(io.warnings.filter((warning) => warning.startsWith("/"))).toEqual([
    `/animations/0/channels/1: ${ruleOf("usePointerNotAnimation2")}`,
  ]);
  expect(countChannels(written)).toBe(1);
  expect(compareValues([createMixed()], written)).toEqual([]);
  expect(written.json["extensionsUsed"]).toEqual(["KHR_animation_pointer"]);
  expect(written.json["accessors"].filter(({ type }: Json) => type === "VEC4")).toHaveLength(1);
});
