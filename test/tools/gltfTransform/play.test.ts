/** Babylon.js shows the same for a model and for the one that glTF-Transform has written, at each moment of each clip. */
import { readFileSync } from "node:fs";
import { dedup, prune, resample, unpartition } from "@gltf-transform/functions";
import { afterEach, beforeEach, expect, it } from "@jest/globals";
import { unpackGlb } from "../../../scripts/glb.mjs";
import { GetClips, RegisterKHR_animation_clip, RegisterKHR_animation_pointer, UnregisterKHR_animation_pointer } from "../../../src/pure.js";
import { itWithAssets, readAsset } from "../../helpers/assets.js";
import type { Asset } from "../../helpers/gltfPose.js";
import { createScene, disposeScenes, importAsset, render } from "../../helpers/scene.js";
import { compareStates, describeScene, type SceneState } from "../../helpers/sceneState.js";
import { TestIO, withClips } from "../../helpers/transformed.js";

beforeEach(() => {
  RegisterKHR_animation_clip();
  RegisterKHR_animation_pointer();
});

afterEach(() => {
  disposeScenes();
  UnregisterKHR_animation_pointer();
});

async function transformed(original: Asset): Promise<Asset> {
  const io = new TestIO();
  const document = await io.read(original);
  await document.transform(dedup(), prune({ keepSolidTextures: true, keepAttributes: true }), resample({ tolerance: 0 }), unpartition());
  return io.write(document);
}

const FRAMES = [1, 20, 17];

/** The scene at some moments of each clip. */
async function watch(asset: Asset): Promise<{ name: string; state: SceneState }[]> {
  const scene = createScene();
  const clips = GetClips(await importAsset(asset, scene));
  return clips.flatMap((clip) => {
    clip.play();
    const states = FRAMES.map((frames) => {
      render(scene, frames);
      return { name: clip.name, state: describeScene(scene) };
    });
    clip.stop();
    return states;
  });
}

async function expectSame(original: Asset): Promise<void> {
  const before = await watch(original);
  const after = await watch(await transformed(original));
  expect(after.map(({ name }) => name)).toEqual(before.map(({ name }) => name));
  expect(after.flatMap(({ state }, i) => compareStates(state, before[i]!.state))).toEqual([]);
  const moved = before.filter(({ state }, i) => i % FRAMES.length > 0 && compareStates(state, before[i - 1]!.state).length > 0);
  expect(new Set(moved.map(({ name }) => name))).toEqual(new Set(before.map(({ name }) => name)));
}

it.each(["figure", "lights", "materials", "snippets-walker"])("plays the model %s", async (name) => {
  await expectSame(unpackGlb(readFileSync(new URL(`../../../playground/models/${name}.glb`, import.meta.url))));
});

itWithAssets("plays AnimateAllTheThings", async () => {
  await expectSame(withClips(readAsset("pointer-AnimateAllTheThings-blender24.glb")));
});
