import { afterEach, expect, it } from "@jest/globals";
import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import type { AssetContainer } from "@babylonjs/core/assetContainer.js";
import { registerGLTFExtension, unregisterGLTFExtension } from "@babylonjs/loaders/glTF/2.0/glTFLoaderExtensionRegistry.js";
import { keyDataOf } from "../../../src/scene/keys/keyData.js";
import { RegisterKeysOnDemand, UnregisterKeysOnDemand } from "../../../src/pure.js";
import { createModel } from "../../helpers/gltfAsset.js";
import { plainGroup } from "../../helpers/plainAnimations.js";
import { createScene, disposeScenes, loadContainer } from "../../helpers/scene.js";

const NAME = "TEST_inverted";

afterEach(() => {
  UnregisterKeysOnDemand();
  unregisterGLTFExtension(NAME);
  disposeScenes();
});

const inverted = (bytes: Uint8Array): Uint8Array => bytes.map((byte) => 255 - byte);

it("keys are on demand where an extension decodes a buffer view, and the same as without it", async () => {
  registerGLTFExtension(NAME, false, (loader) => ({
    name: NAME,
    enabled: true,
    dispose: () => undefined,
    loadBufferViewAsync: (context, { buffer, byteOffset, byteLength, extensions }) =>
      extensions?.[NAME]
        ? loader
            .loadBufferAsync(context, loader.gltf.buffers![buffer]!, byteOffset ?? 0, byteLength)
            .then(({ buffer: bytes, byteOffset: first, byteLength: length }) => inverted(new Uint8Array(bytes, first, length)))
        : null,
  }));
  RegisterKeysOnDemand();
  const asset = createModel(1, [[{ node: 0, path: "translation", times: [1, 3], values: [0, 0, 0, 8, 0, 0] }]]);
  const load = (): Promise<AssetContainer> => loadContainer(structuredClone(asset), createScene(), { clipOptions: { keys: "onDemand" } });
  const groupOf = async (): Promise<AnimationGroup> => (await load()).animationGroups[0]!;
  const expected = plainGroup(await groupOf());
  const view = asset.json["bufferViews"][1];
  asset.bin.set(inverted(asset.bin.subarray(view.byteOffset, view.byteOffset + view.byteLength)), view.byteOffset);
  view.extensions = { [NAME]: {} };
  const group = await groupOf();
  expect(keyDataOf(group.targetedAnimations[0]!.animation)).not.toBeNull();
  expect(plainGroup(group)).toEqual(expected);
});
