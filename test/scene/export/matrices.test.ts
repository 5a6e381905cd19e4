/** Animated matrices of nodes: glTF allows no matrix beside a translation, rotation or scale (glTF 2.0, section 3.5.3). */
import { afterEach, expect, it } from "@jest/globals";
import "../../../src/index.js";
import { exportScene } from "../../helpers/exported.js";
import { evaluateAll } from "../../helpers/exportedPose.js";
import { createPointed, type PointedChannel } from "../../helpers/gltfAsset.js";
import { createScene, disposeScenes, importAsset, render } from "../../helpers/scene.js";
import { coreErrors } from "../../helpers/validator.js";

afterEach(disposeScenes);

/** Twice the size, a quarter turn about z, moved. */
const AT_REST = [0, 2, 0, 0, -2, 0, 0, 0, 0, 0, 2, 0, 1, 2, 3, 1];
const MOVED = [...AT_REST.slice(0, 12), 4, 5, 6, 1];

const MATRIX: PointedChannel = { pointer: "/nodes/0/matrix", values: [AT_REST, MOVED] };
const TRANSLATION: PointedChannel = {
  pointer: "/nodes/0/translation",
  values: [
    [1, 2, 3],
    [7, 8, 9],
  ],
};

it.each([
  { name: "alone, in a left-handed scene", rightHanded: false, channels: [MATRIX] },
  { name: "alone, in a right-handed scene", rightHanded: true, channels: [MATRIX] },
  { name: "before a translation of the same node", rightHanded: true, channels: [MATRIX, TRANSLATION] },
  { name: "after a translation of the same node", rightHanded: true, channels: [TRANSLATION, MATRIX] },
])("a node with an animated matrix states its pose at rest once: $name", async ({ rightHanded, channels }) => {
  const asset = createPointed(() => ({ nodes: [{ name: "node", matrix: AT_REST }] }), channels);
  const scene = createScene({ rightHanded });
  const { animationGroups } = await importAsset(asset, scene);
  animationGroups[0]!.start(true);
  render(scene, 20);
  const exported = await exportScene(scene);
  expect(exported.report.leftOut).toEqual([]);
  const { matrix, translation, rotation, scale } = exported.json["nodes"].find(({ name }: { name: string }) => name === "node");
  const half = Math.SQRT1_2;
  expect(matrix).toBeUndefined();
  expect([translation, rotation, scale]).toEqual([
    [1, 2, 3],
    [0, 0, half, half].map((component) => expect.closeTo(component, 6)),
    [2, 2, 2].map((component) => expect.closeTo(component, 6)),
  ]);
  // of two channels for one property, the loader takes the first
  const { pointer, values } = channels[0]!;
  const animated = evaluateAll(exported, exported.json["animations"][0], 1);
  expect([...animated].map(([at, value]) => [at.split("/").at(-1), value])).toEqual([[pointer.split("/").at(-1), values[1]]]);
  expect(await coreErrors(exported.glb)).toEqual([]);
});
