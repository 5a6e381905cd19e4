/** README's examples, as they stand, on a file without clips. */
import { readFileSync } from "node:fs";
import { afterEach, describe, expect, it } from "@jest/globals";
import * as sceneLoader from "@babylonjs/core/Loading/sceneLoader.js";
import * as math from "@babylonjs/core/Maths/math.vector.js";
import type { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { Scene } from "@babylonjs/core/scene.js";
import * as glTFFileLoader from "@babylonjs/loaders/glTF/glTFFileLoader.js";
import ts from "typescript";
import * as crowds from "../src/crowd.js";
import * as own from "../src/index.js";
import { packGlb } from "../scripts/glb.mjs";
import { describeWithAssets, readAsset } from "./helpers/assets.js";
import { createRuler } from "./helpers/gltfAsset.js";
import { type Asset, evaluateAnimations, type Json } from "./helpers/gltfPose.js";
import { largestDistance } from "./helpers/loadedPose.js";
import { collectWarnings, createScene, disposeScenes, render } from "./helpers/scene.js";

const README = readFileSync(new URL("../README.md", import.meta.url), "utf8");
const EXAMPLES = [...README.matchAll(/```ts\n([\s\S]*?)```/g)].map((match) => match[1]!);
const exampleWith = (text: string): string => EXAMPLES.find((example) => example.includes(text))!;

afterEach(() => {
  own.RegisterCompiledGroups({ files: "chosen" }); // as the main entry does
  disposeScenes();
});

/** Runs an example in a scene: its file is the given asset. */
async function run(example: string, scene: Scene, { json, bin }: Asset, globals: object = {}): Promise<Json> {
  let loaded: Json = {};
  const onParsed = (data: { json: object }): void => void (loaded = data.json);
  const withFile =
    <Result>(load: (source: Uint8Array, scene: Scene, options: object) => Promise<Result>) =>
    (file: string, to: Scene, options: { pluginOptions?: { gltf?: object } } = {}): Promise<Result> => {
      expect(file).toBe("character.glb");
      const pluginOptions = { gltf: { ...options.pluginOptions?.gltf, onParsed } };
      return load(packGlb(json, bin), to, { ...options, pluginExtension: ".glb", pluginOptions });
    };
  const modules: Readonly<Record<string, object>> = {
    "@babylonjs/core/Loading/sceneLoader.js": {
      ImportMeshAsync: withFile(sceneLoader.ImportMeshAsync),
      LoadAssetContainerAsync: withFile(sceneLoader.LoadAssetContainerAsync),
    },
    "@babylonjs/core/Maths/math.vector.js": math,
    "@babylonjs/loaders/glTF/glTFFileLoader.js": glTFFileLoader,
    "@babylonjs/loaders/glTF/index.js": {},
    "babylon-gltf-animation": own,
    "babylon-gltf-animation/crowd": crowds,
  };
  const script = ts
    .transpile(example, { target: ts.ScriptTarget.ES2022 })
    .replace(/^import (\{.*\}) from (".*");$/gm, "const $1 = modules[$2];")
    .replace(/^import ".*";$/gm, "");
  const names = ["modules", "scene", ...Object.keys(globals)];
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the example is ours
  const start = new Function(...names, `return (async () => {${script}})()`) as (...values: unknown[]) => Promise<void>;
  await start(modules, scene, ...Object.values(globals));
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
    expect(scene.animatables).toEqual([]);
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
    expect(scene.meshes.reduce((most, mesh) => Math.max(most, (mesh as { thinInstanceCount?: number }).thinInstanceCount ?? 0), 0)).toBe(
      10_000,
    );
  });
});

it("README's example of a file with clips finds no clip in a file that has none", async () => {
  const scene = createScene();
  const ruler = createRuler();
  const { result } = await collectWarnings(() => run(exampleWith("GetClip"), scene, ruler, { result: { animationGroups: [] } }));
  expect(result).toEqual({});
  expect(scene.transformNodes.map(({ position }: TransformNode) => position.x)).toEqual([]);
});
