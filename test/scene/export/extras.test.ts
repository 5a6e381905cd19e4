import { afterEach, expect, it } from "@jest/globals";
import { RegisterPointer, UnregisterPointer } from "../../../src/index.js";
import { GltfFile, ValidateAnimations } from "../../../src/tools.js";
import { exportScene } from "../../helpers/exported.js";
import { evaluateAll } from "../../helpers/exportedPose.js";
import { addTriangle, createPointed, type PointedChannel } from "../../helpers/gltfAsset.js";
import type { Asset, Json } from "../../helpers/gltfPose.js";
import { createScene, disposeScenes, importAsset } from "../../helpers/scene.js";

afterEach(disposeScenes);

/** A node with a mesh and a material, all with extras. */
function createFile(channels: readonly PointedChannel[], more: Json = {}): Asset {
  return createPointed(
    (add) => ({
      nodes: [{ name: "node", mesh: 0, extras: { glow: 1, parts: [{ size: [1, 2, 3] }], label: "a" } }],
      meshes: [{ primitives: [{ attributes: addTriangle(add), material: 0 }], extras: { tide: 4 } }],
      materials: [{ name: "material", extras: { wear: 2, grain: "fine", "a/b": { __proto__: null, x: 5 } } }],
      extras: { weather: 6 },
      ...more,
    }),
    channels,
  );
}

async function exportFile(asset: Asset): ReturnType<typeof exportScene> {
  const scene = createScene();
  await importAsset(asset, scene);
  return exportScene(scene);
}

const middle = (asset: Asset): Map<string, number[]> => evaluateAll(asset, asset.json["animations"][0], 0.5);

it("animated extras of nodes and materials are in the file, with all other extras and the values at rest", async () => {
  const asset = createFile([
    { pointer: "/nodes/0/extras/glow", values: [[1], [3]] },
    { pointer: "/nodes/0/extras/parts/0/size", values: [[1, 2, 3], [3, 4, 5]] }, // oxfmt-ignore
    { pointer: "/materials/0/extras/wear", values: [[2], [4]] },
    { pointer: "/materials/0/extras/a~1b/x", values: [[5], [7]] },
  ]);
  const exported = await exportFile(asset);
  expect(exported.report.leftOut).toEqual([]);
  expect([...middle(exported)]).toEqual([...middle(asset)].map(([pointer, value]) => [pointer.replace("/nodes/0", "/nodes/1"), value]));
  expect(exported.json["nodes"][1].extras).toEqual({ glow: 1, parts: [{ size: [1, 2, 3] }], label: "a" });
  expect(exported.json["materials"][0].extras).toEqual({ wear: 2, grain: "fine", "a/b": { x: 5 } });
  expect(ValidateAnimations(GltfFile.parse(exported.glb))).toEqual([]);
  const again = createScene();
  const { animationGroups } = await importAsset(exported, again);
  animationGroups[0]!.start(false);
  animationGroups[0]!.pause();
  animationGroups[0]!.goToFrame(30);
  expect((again.materials[0]!.metadata as Json)["gltf"].extras).toEqual({ wear: 3, grain: "fine", "a/b": { x: 6 } });
});

it("animated booleans in extras are in the file as booleans", async () => {
  const node = { name: "node", extras: { open: true, flags: [false, false] } };
  const asset = createFile(
    [
      { pointer: "/nodes/0/extras/open", values: [[0], [1]], interpolation: "STEP" },
      { pointer: "/nodes/0/extras/flags/1", values: [[1], [0]], interpolation: "STEP" },
    ],
    { nodes: [node] },
  );
  const exported = await exportFile(asset);
  expect(exported.report.leftOut).toEqual([]);
  expect([...middle(exported)]).toEqual([...middle(asset)].map(([pointer, value]) => [pointer.replace("/nodes/0", "/nodes/1"), value]));
  const { extras } = (exported.json["nodes"] as Json[]).find(({ name }) => name === "node")!;
  expect(extras).toEqual(node.extras);
  const [{ samplers }] = exported.json["animations"] as [Json];
  const outputs = (samplers as Json[]).map(({ output }) => exported.json["accessors"][output] as Json);
  expect(outputs.map(({ componentType, type }) => [componentType, type])).toEqual([5121, 5121].map((each) => [each, "SCALAR"]));
  expect(ValidateAnimations(GltfFile.parse(exported.glb))).toEqual([]);
});

it("animated extras of an object that Babylon does not export are left out, with the reason", async () => {
  const { report, json } = await exportFile(createFile([{ pointer: "/extras/weather", values: [[6], [7]] }]));
  expect(report.leftOut.map(({ reason }) => reason)).toEqual(["it belongs to no object that Babylon exports"]);
  expect(json["animations"]).toBeUndefined();
});

it("properties of registered pointers are exported with their extension", async () => {
  const template = "/materials/{}/extensions/VENDOR_glow/strength";
  RegisterPointer({
    ...{ pointer: template, type: "float", default: 1 },
    target: "material",
    property: "alpha",
    write: (material, value) => void (material.alpha = value[0]!),
  });
  const materials = [{ name: "material", extensions: { VENDOR_glow: { strength: 0.5 } } }];
  const pointer = "/materials/0/extensions/VENDOR_glow/strength";
  const exported = await exportFile(createFile([{ pointer, values: [[0.5], [1]] }], { materials, extensionsUsed: ["VENDOR_glow"] }));
  UnregisterPointer(template);
  expect(middle(exported).get(pointer)).toEqual([0.75]);
  expect(exported.json["materials"][0].extensions).toEqual({ VENDOR_glow: { strength: 0.5 } });
  expect(exported.json["extensionsUsed"]).toEqual(["VENDOR_glow", "KHR_animation_pointer"]);
});
