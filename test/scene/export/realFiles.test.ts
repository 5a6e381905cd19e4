import { afterEach, describe, expect, it } from "@jest/globals";
import "../../../src/index.js";
import type { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import { assetNames, readAsset } from "../../helpers/assets.js";
import { exportByBabylon, exportScene } from "../../helpers/exported.js";
import { animationBytes, compareAnimations, nameByIndex } from "../../helpers/exportedPose.js";
import type { Asset, Json } from "../../helpers/gltfPose.js";
import { createScene, disposeScenes, importAsset, render } from "../../helpers/scene.js";
import { coreErrors } from "../../helpers/validator.js";

afterEach(disposeScenes);

const isAnimated = (name: string): boolean => !name.startsWith("validator-pointer") && readAsset(name).json["animations"] !== undefined;
const names = assetNames(".glb").filter(isAnimated);
const small = assetNames(".glb", 100_000).filter(isAnimated);

/** A pointer that glTF does not define: a file animates it in vain. */
const INVALID = "/materials/5/normalTexture/offset";

/** The animations that a loader can load: of nodes that the file has, by valid pointers. */
function loadable({ json, bin }: Asset): Asset {
  const isLoadable = ({ target }: Json): boolean =>
    target.node === undefined ? target.extensions.KHR_animation_pointer.pointer !== INVALID : json["nodes"]?.[target.node] !== undefined;
  const animations = (json["animations"] as Json[]).map((animation) => ({
    ...animation,
    channels: (animation["channels"] as Json[]).filter(isLoadable),
  }));
  return { json: { ...json, animations }, bin };
}

describe("an exported real file has the animations of the original, and no errors that Babylon's own export has not", () => {
  it.each(names)("%s", async (name) => {
    const asset = readAsset(name);
    const scene = createScene();
    let loaded: Json = {};
    await importAsset(asset, scene, { onParsed: (json) => (loaded = json) });
    nameByIndex(loaded);
    const exported = await exportScene(scene);
    const { wrong, count } = compareAnimations(loadable(asset), loaded, exported);
    expect(wrong).toEqual([]);
    expect(count > 0).toBe(asset.json["scenes"] !== undefined);
    expect(animationBytes(exported)).toBeLessThanOrEqual(1.05 * animationBytes(asset));
    expect(exported.report.leftOut).toEqual([]);
    const errors = (await coreErrors(exported.glb)).map(({ code }) => code);
    const allowed = errors.length > 0 ? (await coreErrors(await exportByBabylon(scene))).map(({ code }) => code) : [];
    expect(errors.filter((code) => !allowed.includes(code))).toEqual([]);
  });
});

describe("an exported real file has the animations of the original in a right-handed scene, with eager keys", () => {
  it.each(small)("%s", async (name) => {
    const asset = readAsset(name);
    const scene = createScene({ rightHanded: true });
    let loaded: Json = {};
    await importAsset(asset, scene, { keys: "eager", onParsed: (json) => (loaded = json) });
    nameByIndex(loaded);
    expect(compareAnimations(loadable(asset), loaded, await exportScene(scene)).wrong).toEqual([]);
  });
});

describe("an exported real file has the animations of the original, mirrored, if its root was moved and scaled in a left-handed scene", () => {
  it.each(small)("%s", async (name) => {
    const asset = readAsset(name);
    const scene = createScene();
    let loaded: Json = {};
    const { meshes } = await importAsset(asset, scene, { onParsed: (json) => (loaded = json) });
    const root = meshes[0] as TransformNode;
    root.position.set(1, 2, 3);
    root.scaling.scaleInPlace(2);
    render(scene, 1);
    nameByIndex(loaded);
    const exported = await exportScene(scene);
    expect(compareAnimations(loadable(asset), loaded, exported, { isMirrored: true }).wrong).toEqual([]);
  });
});
