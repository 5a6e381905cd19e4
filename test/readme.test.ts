/** README's examples, as they stand, on a file without clips. */
import { readFileSync } from "node:fs";
import { afterEach, describe, expect, it } from "@jest/globals";
import type { FreeCamera } from "@babylonjs/core/Cameras/freeCamera.js";
import type { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { Scene } from "@babylonjs/core/scene.js";
import * as own from "../src/index.js";
import { packGlb } from "../scripts/glb.mjs";
import { describeWithAssets, readAsset } from "./helpers/assets.js";
import { readSteps, SCRIPT } from "../scripts/guides/page.mjs";
import { runExample } from "./helpers/examples.js";
import { createRuler } from "./helpers/gltfAsset.js";
import { type Asset, evaluateAnimations, type Json } from "./helpers/gltfPose.js";
import { largestDistance } from "./helpers/loadedPose.js";
import { collectWarnings, createScene, disposeScenes, render } from "./helpers/scene.js";

const README = readFileSync(new URL("../README.md", import.meta.url), "utf8");
const EXAMPLES = readSteps(README).flatMap((step) => (step.kind === "file" && step.file === SCRIPT ? [step.text] : []));
const exampleWith = (text: string): string => EXAMPLES.find((example) => example.includes(text))!;

afterEach(() => {
  own.RegisterCompiledGroups({ files: "chosen" }); // as the main entry does
  disposeScenes();
});

/** Runs an example in a scene: its file is the given asset. */
async function run(example: string, scene: Scene, { json, bin }: Asset, name = "character.glb"): Promise<Json> {
  let loaded: Json = {};
  const read = (file: string): Uint8Array => {
    expect(file).toBe(name);
    return packGlb(json, bin);
  };
  await runExample(example, {}, { read, onParsed: (data) => void (loaded = data.json), modules: { "./scene.js": { scene } } });
  return loaded;
}

/** Babylon itself warns of the fox: it has no normals, and the engine of the tests no uniforms for its bones. */
const isOurs = (warning: string): boolean => !/^(PBRMaterial|Skeleton "skeleton0"):? /.test(warning);

describe("README", () => {
  it("has examples of compiled groups, clips, crowds and files with clips", () => {
    expect(EXAMPLES).toHaveLength(4);
  });
});

describeWithAssets("README's examples, on a file without clips", () => {
  const fox = (): Asset => readAsset("skin-Fox.glb");

  it("your own file, faster: the first group plays, compiled", async () => {
    const scene = createScene();
    const { result: json, warnings } = await collectWarnings(async () => {
      const loaded = await run(exampleWith("RegisterCompiledGroups"), scene, fox());
      render(scene, 21);
      return loaded;
    });
    expect(warnings.filter(isOurs)).toEqual([]);
    expect(scene.animatables).toHaveLength(1);
    expect(largestDistance(json, evaluateAnimations(fox(), [0], 0.32)).distance).toBeLessThan(1e-4);
  });

  it("your own file, in named moves: the clip alone sets the pose, and nothing is warned of", async () => {
    const scene = createScene();
    const { result: json, warnings } = await collectWarnings(async () => {
      const loaded = await run(exampleWith("CreateClip"), scene, fox());
      render(scene, 40); // the fade to the second clip is over
      return loaded;
    });
    expect(warnings.filter(isOurs)).toEqual([]);
    const wave = own.GetClip(scene, "wave")!;
    expect([wave.isPlaying, wave.effectiveWeight]).toEqual([true, -1]); // nothing mixes with it
    expect(largestDistance(json, evaluateAnimations(fox(), [0], wave.timestamp)).distance).toBeLessThan(1e-4);
  });

  it("your own file, 10,000 times", async () => {
    const scene = createScene();
    const { warnings } = await collectWarnings(async () => {
      await run(exampleWith("CreateClipCrowd"), scene, fox());
      render(scene, 2);
    });
    expect(warnings.filter(isOurs)).toEqual([]);
    const countDrawn = (): number =>
      scene.meshes.reduce((most, mesh) => Math.max(most, (mesh as { thinInstanceCount?: number }).thinInstanceCount ?? 0), 0);
    expect(countDrawn()).toBeGreaterThan(100); // those in view
    const camera = scene.activeCamera as FreeCamera;
    [camera.position.z, camera.maxZ] = [-1000, 5000];
    render(scene, 1);
    expect(countDrawn()).toBe(10_000);
  });
});

it("README's example of a file with clips finds no clip in a file that has none", async () => {
  const scene = createScene();
  await collectWarnings(() => run(exampleWith("GetClip"), scene, createRuler(), "figure.glb"));
  expect(own.GetClips(scene)).toEqual([]);
  expect(scene.transformNodes.map(({ position }: TransformNode) => position.x)).toEqual([0]);
});
