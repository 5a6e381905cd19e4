/** Members of other types than arrays, which Babylon.js takes for empty lists. */
import { afterEach, expect, it } from "@jest/globals";
import "../../../src/index.js";
import type { Json } from "../../helpers/gltfPose.js";
import { collectWarnings, createScene, disposeScenes, loadContainer } from "../../helpers/scene.js";

afterEach(disposeScenes);

const ASSET: Json = {
  asset: { version: "2.0" },
  scenes: [{ nodes: [0] }],
  nodes: [{ name: "node" }],
  animations: [{ channels: [], samplers: [] }],
  extensionsUsed: ["KHR_animation_clip"],
  extensions: { KHR_animation_clip: { clips: [{ animations: [] }] } },
};

const CASES: readonly { member: string; json: Json }[] = [
  { member: "extensionsRequired", json: { extensionsRequired: false } },
  { member: "channels", json: { animations: [{ channels: "", samplers: [] }] } },
];

it.each(CASES)("a file loads where $member is not an array: $json", async ({ json }) => {
  const scene = createScene();
  const load = async (enabled: boolean): Promise<string[]> => {
    const container = await loadContainer({ json: { ...ASSET, ...json }, bin: new Uint8Array(0) }, scene, { clipOptions: { enabled } });
    return container.getNodes().map(({ name }) => name);
  };
  const { result } = await collectWarnings(async () => [await load(false), await load(true)]);
  expect(result).toEqual([
    ["__root__", "node"],
    ["__root__", "node"],
  ]);
});
