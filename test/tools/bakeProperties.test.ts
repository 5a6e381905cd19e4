/** Property tests: for any settings and keys, a baked animation shows the same as the clip, and is valid glTF. */
import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { packGlb } from "../../scripts/glb.mjs";
import { BakeClips, ConvertAnimations, GltfFile, WriteClips } from "../../src/tools.js";
import { itWithAssets, readAssetBytes, SMALL_ASSETS } from "../helpers/assets.js";
import { bake, durationOf, hasKeyAtFrame, largestError, playBoth } from "../helpers/bakedClips.js";
import { addTimes, addTriangle, createAsset, type AccessorType, type Interpolation } from "../helpers/gltfAsset.js";
import type { Asset } from "../helpers/gltfPose.js";
import { disposeScenes, withClips, type ClipJson } from "../helpers/scene.js";
import { coreErrors } from "../helpers/validator.js";

interface Channel {
  readonly node: number;
  readonly path: "translation" | "rotation" | "scale" | "weights";
  readonly interpolation: Interpolation;
  readonly times: readonly number[];
  /** Multiples of 1/8 within -1..1, used in a cycle. */
  readonly numbers: readonly number[];
}

const WIDTHS = { translation: 3, rotation: 4, scale: 3, weights: 2 } as const;
const TYPES: Readonly<Record<Channel["path"], AccessorType>> = { translation: "VEC3", rotation: "VEC4", scale: "VEC3", weights: "SCALAR" };

const number = (min: number, max: number): fc.Arbitrary<number> => fc.double({ min, max, noNaN: true });

/** Keys are at least half a second apart, so that rounding of times has little effect on values. */
const channels: fc.Arbitrary<Channel> = fc
  .record({
    node: fc.constantFrom(0, 1),
    path: fc.constantFrom("translation", "rotation", "scale", "weights"),
    interpolation: fc.constantFrom("LINEAR", "STEP", "CUBICSPLINE"),
    gaps: fc.array(number(0.5, 1.2), { minLength: 1, maxLength: 4 }),
    first: number(0, 0.6),
    numbers: fc.array(fc.integer({ min: -8, max: 8 }), { minLength: 61, maxLength: 61 }),
  })
  .map(({ gaps, first, numbers, ...rest }) => {
    const times = gaps.reduce<number[]>((before, gap) => [...before, Math.fround((before.at(-1) ?? first - gap) + gap)], []);
    return { ...rest, times, numbers: numbers.map((eighths) => eighths / 8) };
  });

/** Normalizes rotations, but not their tangents. */
function valuesOf({ path, interpolation, times, numbers }: Channel): number[] {
  const parts = interpolation === "CUBICSPLINE" ? 3 : 1;
  return Array.from({ length: times.length * parts }, (_, i) => {
    const element = Array.from({ length: WIDTHS[path] }, (_unused, k) => numbers[(i * WIDTHS[path] + k) % numbers.length]!);
    const length = path === "rotation" && (parts === 1 || i % 3 === 1) ? Math.hypot(...element) : 1;
    return length === 0 ? [0, 0, 0, 1] : element.map((component) => component / length);
  }).flat();
}

/** Two nodes with a mesh of two morph targets each, and animations with one channel for each property. */
function createModel(animations: readonly (readonly Channel[])[]): Asset {
  return createAsset((add) => ({
    nodes: [
      { name: "a", mesh: 0 },
      { name: "b", mesh: 1 },
    ],
    meshes: Array.from({ length: 2 }, () => ({
      primitives: [{ attributes: addTriangle(add), targets: [addTriangle(add), addTriangle(add)] }],
      weights: [0, 0],
    })),
    animations: animations.map((all) => {
      const used = all.filter(({ node, path }, i) => all.findIndex((other) => other.node === node && other.path === path) === i);
      return {
        channels: used.map(({ node, path }, sampler) => ({ sampler, target: { node, path } })),
        samplers: used.map((channel) => ({
          input: addTimes(add, channel.times),
          output: add(TYPES[channel.path], valuesOf(channel)),
          interpolation: channel.interpolation,
        })),
      };
    }),
  }));
}

/** Valid settings of clips that last less than half a minute. */
const settings = fc
  .record({
    start: number(0, 1.5),
    length: fc.oneof(number(0.3, 3), fc.constant(Infinity)),
    share: fc.oneof(number(0, 1), fc.constantFrom(0, 1)),
    speed: fc.tuple(number(0.4, 2), fc.constantFrom(1, -1)).map(([speed, sign]) => speed * sign),
    repetitions: fc.constantFrom(-1, 1, 2, 3),
    reverse: fc.boolean(),
  })
  .map(({ start, length, share, ...rest }) => ({
    ...rest,
    start,
    offset: share * Math.min(length, 2),
    ...(length === Infinity ? {} : { end: start + length }),
  }));

const cases: fc.Arbitrary<readonly [Asset, ClipJson]> = fc
  .tuple(fc.array(fc.array(channels, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 3 }), settings)
  .map(([animations, clip]) => [createModel(animations), { animations: animations.map((_, i) => i), ...clip }] as const);

/** Its second key is shown for the third time after 8 seconds, at a float that is 4e-7 s earlier. */
const lateStep: readonly [Asset, ClipJson] = [
  createModel([
    [{ node: 0, path: "translation", interpolation: "STEP", times: [0, 0.5911630392074585], numbers: [0, 0, 0, -0.125, 0, 0] }],
  ]),
  { animations: [0], start: 0, offset: 0, end: 1.3044197048054507, speed: 0.4, repetitions: 3, reverse: false },
];

/** Its first pass lasts 7e-12 s, which is no time for a key of its own. */
const shortPass: readonly [Asset, ClipJson] = [
  createModel([
    [
      { node: 0, path: "translation", interpolation: "LINEAR", times: [0], numbers: [0, 0, 0] },
      { node: 0, path: "scale", interpolation: "LINEAR", times: [0, 0.5], numbers: [0, 0, 0, 0, 0, 0.25] },
    ],
  ]),
  { animations: [0], start: 0, offset: 2.6592224419268233e-12, end: 0.36860271706574677, speed: -0.4, repetitions: -1, reverse: false },
];

/** Two of its keys are at one float when the pass ends, and the second one comes later. */
const twoKeysAtTheEnd: readonly [Asset, ClipJson] = [
  createModel([
    [
      { node: 1, path: "translation", interpolation: "LINEAR", times: [5.551115123125783e-17], numbers: [0, 0, 0] },
      { node: 0, path: "translation", interpolation: "LINEAR", times: [0], numbers: [0, 0, 0] },
    ],
    [{ node: 0, path: "translation", interpolation: "LINEAR", times: [0, 0.5], numbers: [0, 0, 0, 0, 0, 0.125] }],
  ]),
  { animations: [0, 1], start: 0, offset: 0, end: 0.3, speed: -1.762993343449272, repetitions: -1, reverse: false },
];

/** Three keys of its spline are at nearly one time, and follow each other at the least distance; what is between keeps its shape. */
const splineThereAndBack: readonly [Asset, ClipJson] = [
  createModel([
    [
      {
        node: 0,
        path: "translation",
        interpolation: "CUBICSPLINE",
        times: [Math.fround(1.6653345369377348e-16), 0.5],
        numbers: [0, 0, 0, 0, 0, -0.125, 0, 0, -0.25, 0, 0, 1, 0, 0, -0.125, 0, 0, 0],
      },
    ],
  ]),
  { animations: [0], start: 0, offset: 2, speed: -0.5000015020415606, repetitions: -1, reverse: true },
];

describe("a baked clip of any settings", () => {
  it("has the values of the clip at 97 times and at every key", () => {
    fc.assert(
      fc.property(cases, ([source, clip]) => {
        const { asset, report } = bake(withClips(source, [clip]));
        expect(report.findings).toEqual([]);
        expect(largestError(source, clip, asset, 0)).toBeLessThan(1e-6);
      }),
      { numRuns: 150, examples: [[lateStep], [shortPass], [twoKeysAtTheEnd], [splineThereAndBack]] },
    );
  });

  it("is valid glTF", async () => {
    await fc.assert(
      fc.asyncProperty(cases, async ([source, clip]) => {
        const { asset } = bake(withClips(source, [clip]));
        expect(await coreErrors(packGlb(asset.json, asset.bin))).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });

  it("shows the same in Babylon as the clip", async () => {
    await fc.assert(
      fc
        .asyncProperty(cases, async ([source, clip]) => {
          const { asset } = bake(withClips(source, [clip]));
          fc.pre(!hasKeyAtFrame(asset, 0));
          const { frames, largest } = await playBoth(source, clip);
          expect(frames).toBe(Math.floor(durationOf(asset, 0) / 0.016));
          expect(largest).toBeLessThan(1e-5);
        })
        .afterEach(disposeScenes),
      { numRuns: 8 },
    );
  });
});

describe("real files", () => {
  /** The errors in a changed file of kinds that the original does not have. */
  async function newErrors(before: Uint8Array, after: Uint8Array): Promise<string[]> {
    const known = new Set((await coreErrors(before)).map(({ code }) => code));
    return (await coreErrors(after)).filter(({ code }) => !known.has(code)).map(({ text }) => text);
  }

  itWithAssets("stay valid glTF when clips of all their animations are baked", async () => {
    const errors: Record<string, string[]> = {};
    for (const name of SMALL_ASSETS) {
      const file = GltfFile.parse(readAssetBytes(name));
      const ways = [
        { start: 0.1, end: 0.6, offset: 0.2, speed: 0.7, reverse: true },
        { start: 0.05, offset: 0.3, speed: -1.3, repetitions: 2, end: 1.1 },
      ];
      WriteClips(
        file.json,
        (file.json.animations ?? []).flatMap((_, i) => ways.map((settings) => ({ animations: [i], settings }))),
      );
      BakeClips(file);
      const found = await newErrors(readAssetBytes(name), file.toFiles("a")["a"]!);
      if (found.length > 0) {
        errors[name] = found;
      }
    }
    expect(errors).toEqual({});
    expect(SMALL_ASSETS.length).toBeGreaterThan(10);
  });

  it("stay valid glTF when they are converted", async () => {
    const errors: Record<string, string[]> = {};
    for (const name of SMALL_ASSETS) {
      const file = GltfFile.parse(readAssetBytes(name));
      ConvertAnimations(file);
      const found = await newErrors(readAssetBytes(name), file.toFiles("a")["a"]!);
      if (found.length > 0) {
        errors[name] = found;
      }
    }
    expect(errors).toEqual({});
  });
});
