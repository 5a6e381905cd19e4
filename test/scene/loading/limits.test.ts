/** The limits of docs/reliability.md that concern loading. */
import { afterEach, describe, expect, it } from "@jest/globals";
import { ImportMeshAsync } from "@babylonjs/core/Loading/sceneLoader.js";
import "../../../src/index.js";
import { keyDataOf } from "../../../src/scene/keys/keyData.js";
import { GetClips, ReadClips } from "../../../src/pure.js";
import { chunkOf, packChunks } from "../../helpers/glbChunks.js";
import { createModel, createRuler } from "../../helpers/gltfAsset.js";
import type { Asset, Json } from "../../helpers/gltfPose.js";
import { ruleOf } from "../../helpers/rules.js";
import { collectWarnings, createScene, disposeScenes, importAsset, withClips } from "../../helpers/scene.js";

afterEach(disposeScenes);

/** The bytes of a text, padded with spaces. */
const encode = (text: string): Uint8Array => Buffer.from(text.padEnd(Math.ceil(text.length / 4) * 4));

it.each([
  { stated: 10_000, expected: [] },
  { stated: 10_003, expected: [`/extensions/KHR_animation_clip/clips/10000: ${ruleOf("countAtMost", 10000, "clips", 10003)}`] },
])("of $stated clips of a file, 10,000 are loaded, and one warning reports the rest", async ({ stated, expected }) => {
  const clips = Array.from({ length: stated }, () => ({ animations: [0], end: 1 }));
  const { result, warnings } = await collectWarnings(() => importAsset(withClips(createRuler(), clips), createScene()));
  expect(GetClips(result)).toHaveLength(10_000);
  expect(warnings).toEqual(expected);
});

it("a name of a million characters is kept", async () => {
  const name = "n".repeat(1e6);
  const result = await importAsset(withClips(createRuler(), [{ name, animations: [0], end: 1 }]), createScene());
  expect(GetClips(result).map((clip) => clip.name)).toEqual([name]);
});

it("unknown members that are nested 100,000 deep are kept", async () => {
  const text = JSON.stringify(withClips(createRuler(), [{ animations: [0], end: 1, extras: "deep" } as never]).json);
  const json = encode(text.replace('"deep"', "[".repeat(100_000) + "]".repeat(100_000))); // JSON.stringify cannot write it
  const glb = packChunks([chunkOf("JSON", json), chunkOf("BIN\0", createRuler().bin)]);
  const { result, warnings } = await collectWarnings(() => ImportMeshAsync(glb, createScene(), { pluginExtension: ".glb" }));
  let [{ metadata: value }] = GetClips(result) as unknown as [{ metadata: unknown }];
  value = (value as { gltf: { extras: unknown } }).gltf.extras;
  let depth = 0;
  for (; Array.isArray(value); depth++) {
    [value] = value as unknown[];
  }
  expect([depth, warnings]).toEqual([100_000, []]);
});

it("the largest number of repetitions plays like any other", async () => {
  const repetitions = Number.MAX_SAFE_INTEGER;
  const result = await importAsset(withClips(createRuler(), [{ animations: [0], end: 1, repetitions }]), createScene());
  const [clip] = GetClips(result);
  expect(clip!.settings.repetitions).toBe(repetitions);
  clip!.play();
  clip!.timestamp = 0.5;
  expect([clip!.isPlaying, clip!.timestamp]).toEqual([true, 0.5]);
});

it.each([-1, NaN, "2"])("%p is no number of clips", (maxClips) => {
  const { json } = withClips(createRuler(), [{ animations: [0] }]);
  expect(() => ReadClips(json, { maxClips: maxClips as never })).toThrow(/^maxClips: must be a number >= 0 \(got /);
});

describe("accessors over the same bytes", () => {
  /** Animations that each have their own accessors over one buffer view of times and one of values. */
  function createOverlapping(count: number): Asset {
    const asset = createModel(1, [[{ node: 0, path: "translation", times: [0, 1], values: [0, 0, 0, 4, 0, 0] }]]);
    const [animation] = asset.json["animations"] as Json[];
    const accessors = asset.json["accessors"] as Json[];
    const { input, output } = animation!["samplers"][0] as { input: number; output: number };
    const own = (accessor: number): number => accessors.push({ ...accessors[accessor] }) - 1;
    asset.json["animations"] = Array.from({ length: count }, () => ({
      ...animation,
      samplers: [{ input: own(input), output: own(output) }],
    }));
    return withClips(asset, [{ animations: [count - 1], end: 1 }]);
  }

  it.each([
    { count: 4, how: "on demand" },
    { count: 5, how: "by Babylon" },
  ])("of $count times their size are loaded $how, and play", async ({ count, how }) => {
    const result = await importAsset(createOverlapping(count), createScene(), { clipOptions: { keys: "onDemand" } });
    const { animationGroups, transformNodes } = result;
    const animations = animationGroups.slice(0, count).map(({ targetedAnimations }) => targetedAnimations[0]!.animation);
    expect(animations.map((animation) => keyDataOf(animation) !== null)).toEqual(animations.map(() => how === "on demand"));
    const [clip] = GetClips(result);
    clip!.play();
    clip!.timestamp = 0.5;
    expect(transformNodes.find(({ name }) => name === "n0")!.position.x).toBe(2);
  });
});
