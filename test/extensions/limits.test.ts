/** The limits of docs/reliability.md that concern loading. */
import { afterEach, expect, it } from "@jest/globals";
import "../../src/index.js";
import { GetClips, ReadClips } from "../../src/pure.js";
import { createRuler } from "../helpers/gltfAsset.js";
import { collectWarnings, createScene, disposeScenes, importAsset, withClips } from "../helpers/scene.js";

afterEach(disposeScenes);

it("10,000 clips of a file are loaded, and one warning reports the rest", async () => {
  const clips = Array.from({ length: 10_003 }, () => ({ animations: [0], end: 1 }));
  const { result, warnings } = await collectWarnings(() => importAsset(withClips(createRuler(), clips), createScene()));
  expect(GetClips(result)).toHaveLength(10_000);
  expect(warnings).toEqual(["/extensions/KHR_animation_clip/clips/10000: must be one of 10000 clips at most (got 10003)"]);
});

it("a name of a million characters is kept", async () => {
  const name = "n".repeat(1e6);
  const result = await importAsset(withClips(createRuler(), [{ name, animations: [0], end: 1 }]), createScene());
  expect(GetClips(result).map((clip) => clip.name)).toEqual([name]);
});

it("unknown members that are nested 1,000 deep are kept", async () => {
  let extras: unknown = 1;
  for (let depth = 0; depth < 1000; depth++) {
    extras = [extras];
  }
  const clip = { animations: [0], end: 1, extras };
  const { result, warnings } = await collectWarnings(() => importAsset(withClips(createRuler(), [clip]), createScene()));
  let [{ metadata: value }] = GetClips(result) as unknown as [{ metadata: unknown }];
  value = (value as { gltf: { extras: unknown } }).gltf.extras;
  let depth = 0;
  for (; Array.isArray(value); depth++) {
    [value] = value as unknown[];
  }
  expect([depth, value, warnings]).toEqual([1000, 1, []]);
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
