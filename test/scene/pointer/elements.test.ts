import { afterEach, expect, it } from "@jest/globals";
import "../../../src/index.js";
import { createModel } from "../../helpers/gltfAsset.js";
import { createScene, disposeScenes, importAsset, loadContainer } from "../../helpers/scene.js";

afterEach(disposeScenes);

/** The components of a rotation, each by a channel of its own, from none to a quarter turn about x. */
function createAsset(): ReturnType<typeof createModel> {
  const [from, to] = [
    [0, 0, 0, 1],
    [Math.SQRT1_2, 0, 0, Math.SQRT1_2],
  ];
  const asset = createModel(1, [from.map((value, i) => ({ node: 0, path: "weights", times: [0, 1], values: [value, to[i]!] }) as const)]);
  asset.json["extensionsUsed"] = ["KHR_animation_pointer"];
  asset.json["animations"][0].channels.forEach((channel: { target: unknown }, i: number) => {
    channel.target = { path: "pointer", extensions: { KHR_animation_pointer: { pointer: `/nodes/0/rotation/${i}` } } };
  });
  return asset;
}

it("the elements of a rotation are put together before it is made one of length 1", async () => {
  const { animationGroups, transformNodes } = await importAsset(createAsset(), createScene());
  animationGroups[0]!.play();
  for (const frame of [60, 0, 60]) {
    animationGroups[0]!.goToFrame(frame);
    const expected = frame === 0 ? [0, 0, 0, 1] : [Math.SQRT1_2, 0, 0, Math.SQRT1_2];
    transformNodes[0]!.rotationQuaternion!.asArray().forEach((component, i) => expect(component).toBeCloseTo(expected[i]!, 6));
  }
});

it("animations of a container can be merged onto others, also where some targets are not found", async () => {
  const scene = createScene();
  const container = await loadContainer(createAsset(), scene);
  expect(() =>
    container.mergeAnimationsTo(scene, [], (target: unknown) => (target === container.transformNodes[0] ? null : target) as never),
  ).not.toThrow();
});
