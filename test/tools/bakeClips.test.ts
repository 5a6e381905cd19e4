/**
 * Compares baked animations, played as any player plays an animation, with their clips: the source's animations at the clip's timestamp. The
 * independent evaluator `gltfPose` evaluates both from the accessors.
 */
import { readFileSync } from "node:fs";
import { afterEach, describe, expect, it } from "@jest/globals";
import { BakeClips, GltfFile, type BakeOptions, type ClipSettings } from "../../src/tools.js";
import { packGlb, unpackGlb } from "../../scripts/glb.mjs";
import { eachAsset, itWithAssets, LARGE_ASSETS, readAsset, SMALL_ASSETS } from "../helpers/assets.js";
import { bake, durationOf, largestError, leastGap, playBoth } from "../helpers/bakedClips.js";
import { readAccessor, type Asset, type Json } from "../helpers/gltfPose.js";
import { createModel, createRuler } from "../helpers/gltfAsset.js";
import { ruleOf } from "../helpers/rules.js";
import { disposeScenes, withClips, type ClipJson } from "../helpers/scene.js";
import { sentencesOf } from "../helpers/findings.js";

/** Settings of all kinds for an animation of a given length. */
const WAYS: readonly {
  readonly comment: string;
  readonly settings: (length: number) => ClipSettings;
  readonly duration: (length: number) => number;
}[] = [
  { comment: "the whole animation", settings: (end) => ({ end }), duration: (length) => length },
  { comment: "a range", settings: (length) => ({ start: 0.21 * length, end: 0.73 * length }), duration: (length) => 0.52 * length },
  { comment: "an offset", settings: (end) => ({ end, offset: 0.37 * end }), duration: (length) => length },
  { comment: "backwards", settings: (end) => ({ end, offset: end, speed: -1 }), duration: (length) => length },
  { comment: "twice as fast", settings: (end) => ({ end, speed: 2, repetitions: 3 }), duration: (length) => 1.5 * length },
  {
    comment: "ping-pong, from within, slowly",
    settings: (length) => ({ start: 0.1 * length, end: 0.9 * length, offset: 0.3 * length, speed: 0.7, reverse: true }),
    duration: (length) => (1.6 / 0.7) * length,
  },
  {
    comment: "ping-pong, beginning backwards, three times",
    settings: (length) => ({ start: 0.15 * length, end: 0.6 * length, offset: 0.2 * length, speed: -1.3, reverse: true, repetitions: 3 }),
    duration: (length) => ((0.2 + 0.9) / 1.3) * length,
  },
  { comment: "without an end", settings: (length) => ({ start: 0.2 * length }), duration: (length) => 0.8 * length },
  { comment: "without an end, backwards", settings: (length) => ({ offset: 0.6 * length, speed: -2 }), duration: (length) => 0.3 * length },
  {
    comment: "without an end, ping-pong, beginning backwards",
    settings: (length) => ({ start: 0.1 * length, offset: 0.5 * length, speed: -1, reverse: true }),
    duration: (length) => 1.4 * length,
  },
  { comment: "at speed 0", settings: (end) => ({ end, offset: 0.4 * end, speed: 0 }), duration: () => 0 },
  { comment: "of length 0", settings: (length) => ({ start: 0.4 * length, end: 0.4 * length }), duration: () => 0 },
];

const MODEL = createModel(3, [
  [
    { node: 0, path: "translation", times: [0, 1, 2.5], values: [0, 0, 0, 1, 2, 3, -1, 0, 2] },
    { node: 1, path: "translation", times: [0.5, 1.5, 2], values: [0, 0, 0, 1, 2, 3, -1, 0, 2], interpolation: "STEP" },
    {
      node: 2,
      path: "scale",
      times: [0.25, 1, 3],
      values: [0, 0, 0, 1, 1, 1, 2, 1, 0, 1, 0, 1, 2, 3, 4, -2, 1, 0, 0, 3, 1, 1, 1, 2, 0, 0, 0],
      interpolation: "CUBICSPLINE",
    },
    { node: 0, path: "rotation", times: [0, 1, 2], values: [0, 0, 0, 1, 0.6, 0, 0, 0.8, 0, -0.6, 0, -0.8] },
    {
      node: 1,
      path: "rotation",
      times: [0, 1.5, 3],
      values: [
        ...[0, 0, 0, 0, 0, 0, 0, 1, 2, 0, 1, 0],
        ...[1, -1, 0, 0, 0.6, 0, 0, 0.8, 0, 2, 1, -1],
        ...[0, 0, -1, 0, 0, 0.6, 0, 0.8, 0, 0, 0, 0],
      ],
      interpolation: "CUBICSPLINE",
    },
  ],
]);

const lengths = (asset: Asset): number[] => (asset.json["animations"] as Json[]).map((_, i) => durationOf(asset, i));

describe("BakeClips", () => {
  describe.each(WAYS)("$comment", ({ settings, duration }) => {
    it("gives the values of the clip in a model with all interpolations", () => {
      const clip = { animations: [0], ...settings(3) };
      const { asset, report } = bake(withClips(MODEL, [clip]));
      expect(report).toEqual({ animations: [{ clip: "/extensions/KHR_animation_clip/clips/0", animation: 0 }], findings: [] });
      expect(durationOf(asset, 0)).toBeCloseTo(duration(3), 6);
      expect(largestError(MODEL, clip, asset, 0)).toBeLessThan(1e-6);
    });

    it("gives the values of the clip in real files", () => {
      const errors: Record<string, number> = {};
      for (const name of SMALL_ASSETS) {
        const source = readAsset(name);
        const clips = lengths(source).map((length, i) => ({ animations: [i], ...settings(length) }));
        const { asset, report } = bake(withClips(source, clips), { keep: true });
        for (const { clip, animation } of report.animations) {
          const index = Number(clip.split("/").at(-1));
          const error = largestError(source, clips[index]!, asset, animation);
          if (!(error < 1e-6)) {
            errors[`${name} ${index}`] = error;
          }
        }
        expect(report.animations.length + report.findings.length).toBeGreaterThanOrEqual(clips.length);
      }
      expect(errors).toEqual({});
    });
  });
});

itWithAssets.each(LARGE_ASSETS.length > 0 ? LARGE_ASSETS : ["real files"])(
  "BakeClips gives the values of a clip in a large file: %s",
  (name) => {
    const source = readAsset(name);
    const length = durationOf(source, 0);
    const clip = { animations: [0], start: 0.1 * length, end: 0.8 * length, offset: 0.2 * length, speed: -0.7, repetitions: 2 };
    const { asset, report } = bake(withClips(source, [clip]), { keep: true });
    expect(report.findings).toEqual([]);
    expect(largestError(source, clip, asset, report.animations[0]!.animation)).toBeLessThan(1e-6);
  },
);

const clipsOf = (json: Json): Json[] => json["extensions"]?.KHR_animation_clip?.clips ?? [];
const namesOf = (json: Json): string[] => (json["animations"] as Json[]).map(({ name }) => name as string);

describe("the file after BakeClips", () => {
  const source = createModel(2, [
    [{ node: 0, path: "translation", times: [0, 1, 2], values: [0, 0, 0, 1, 0, 0, 5, 0, 0] }],
    [{ node: 0, path: "translation", times: [0, 2], values: [0, 0, 0, 9, 0, 0] }],
    [{ node: 1, path: "translation", times: [0, 2], values: [0, 0, 0, 7, 0, 0] }],
  ]);
  const walk: ClipJson = { name: "walk", animations: [0], end: 2 };
  const both: ClipJson = { animations: [1, 0], start: 0.5, end: 1.5 };

  it("has the baked animations first, then those of no clip; the extension is removed, and the binary data do not move", () => {
    const { asset } = bake(withClips(source, [walk, { ...both, extras: { a: 1 } } as ClipJson]));
    expect(namesOf(asset.json)).toEqual(["walk", undefined, "animation 2"]);
    expect(asset.json["extensions"]).toBeUndefined();
    expect(asset.json["extensionsUsed"]).toBeUndefined();
    expect(asset.json["animations"][1].extras).toEqual({ a: 1 });
    expect(Buffer.compare(asset.bin.subarray(0, source.bin.length), source.bin)).toBe(0);
  });

  it("has only the last channel of those that animate the same property", () => {
    const { asset } = bake(withClips(source, [both]));
    const [{ channels, samplers }] = asset.json["animations"];
    expect(channels).toEqual([{ sampler: 0, target: { node: 0, path: "translation" } }]);
    expect(readAccessor(asset, samplers[0].input)).toEqual([0, 0.5, 1]);
    expect(readAccessor(asset, samplers[0].output)).toEqual([0.5, 0, 0, 1, 0, 0, 3, 0, 0]);
  });

  describe("keeps what other programs wrote into an animation", () => {
    const annotated = structuredClone(source);
    const [first, second] = annotated.json["animations"] as Json[];
    const events = [{ time: 0.5, name: "step" }];
    Object.assign(first!, {
      extras: { author: "Ann", tags: { mood: "calm" }, events },
      extensions: { VENDOR_mask: { bones: ["hip"] }, KHR_animation_events: { events } },
      note: "x",
    });
    Object.assign(second!, { extras: { license: "CC0", tags: { foot: "left" } }, extensions: { VENDOR_rate: { fps: 30 } } });

    it.each([false, true])("of a clip of one animation, with keep %s", (keep) => {
      const { asset, report } = bake(withClips(annotated, [{ ...walk, start: 0.25, end: 1.25 }]), { keep });
      expect(report.findings).toEqual([]);
      const { extras, extensions, note } = asset.json["animations"][report.animations[0]!.animation] as Json;
      expect([extras, note]).toEqual([first!["extras"], "x"]);
      expect(extensions).toEqual({ VENDOR_mask: { bones: ["hip"] }, KHR_animation_events: { events: [{ ...events[0], time: 0.25 }] } });
      expect(asset.json["extensionsUsed"]).toContain("KHR_animation_events");
    });

    it("of all animations of a clip, and the extras of the clip", () => {
      const { asset, report } = bake(withClips(annotated, [{ ...both, extras: { tags: { speed: "slow" } } } as ClipJson]));
      expect(report.findings).toEqual([]);
      const [{ extras, extensions }] = asset.json["animations"] as [Json];
      const tags = { mood: "calm", foot: "left", speed: "slow" };
      expect(extras).toEqual({ author: "Ann", license: "CC0", tags, events });
      expect(Object.keys(extensions as object).sort()).toEqual(["KHR_animation_events", "VENDOR_mask", "VENDOR_rate"]);
    });

    it("with a warning where values differ, or a clip has members that an animation cannot have", () => {
      const odd = { name: "odd", animations: [1, 0], end: 1, extras: { author: "Bob" }, extensions: { VENDOR_clip: {} }, speeed: 2 };
      const { asset, report } = bake(withClips(annotated, [odd]));
      expect(asset.json["animations"][0].extras.author).toBe("Bob");
      const unkept = "is not a part of the baked animation, which keeps only the extras of a clip";
      expect(sentencesOf(report.findings, "BAKED_OTHERWISE")).toEqual([
        `/extensions/KHR_animation_clip/clips/0/extensions: ${unkept}`,
        `/extensions/KHR_animation_clip/clips/0/speeed: ${unkept}`,
        "/extensions/KHR_animation_clip/clips/0/extras/author: replaces the value that another animation of the clip has, in the baked animation",
      ]);
    });

    it("of any type and name, as copies", () => {
      const asset = structuredClone(source);
      const extras: unknown = JSON.parse('{ "__proto__": { "polluted": true }, "a": [1, null] }');
      (asset.json["animations"] as Json[])[0]!.extras = extras;
      (asset.json["animations"] as Json[])[1]!.extras = extras;
      (asset.json["animations"] as Json[])[2]!.extras = "text";
      const { json, bin } = withClips(asset, [walk, both, { animations: [2], end: 1 }]);
      const file = GltfFile.parse(new Uint8Array(packGlb(json, bin)));
      BakeClips(file, { keep: true });
      const [baked, merged, text] = file.json.animations!.slice(3) as Json[];
      expect(JSON.stringify([baked!["extras"], merged!["extras"], text!["extras"]])).toBe(JSON.stringify([extras, extras, "text"]));
      expect(({} as Json)["polluted"]).toBeUndefined();
      baked!["extras"].a[0] = 2;
      expect((file.json.animations![0] as Json)["extras"].a[0]).toBe(1);
    });
  });

  it("has no members without a value", () => {
    const { json, bin } = withClips(source, [both]);
    const file = GltfFile.parse(new Uint8Array(packGlb(json, bin)));
    BakeClips(file);
    expect(Object.keys(file.json.animations![0]!)).toEqual(["channels", "samplers"]);
  });

  it("has no new accessors if the clip is the whole animation", () => {
    const { asset } = bake(withClips(source, [walk]));
    expect(asset.json["animations"][0].samplers).toEqual(source.json["animations"][0].samplers);
    expect(asset.json["accessors"].length).toBe(source.json["accessors"].length);
  });

  it("keeps everything with the option keep, and has the baked animations last", () => {
    const { asset, report } = bake(withClips(source, [walk]), { keep: true });
    expect(namesOf(asset.json)).toEqual(["animation 0", "animation 1", "animation 2", "walk"]);
    expect(clipsOf(asset.json)).toEqual([walk]);
    expect(report.animations).toEqual([{ clip: "/extensions/KHR_animation_clip/clips/0", name: "walk", animation: 3 }]);
  });

  it("keeps clips that were not chosen, and all animations", () => {
    const { asset, report } = bake(withClips(source, [walk, both]), { clips: ["walk"] });
    expect(namesOf(asset.json)).toEqual(["animation 0", "animation 1", "animation 2", "walk"]);
    expect(clipsOf(asset.json)).toEqual([both]);
    expect(sentencesOf(report.findings, "BAKED_OTHERWISE")).toEqual([
      "/extensions/KHR_animation_clip: has clips that are not baked and need their animations, so all of them stay, and the baked ones come last",
    ]);
  });

  it("keeps all animations in order if a vendor's extension may refer to them", () => {
    const asset = structuredClone(withClips(source, [walk]));
    asset.json["nodes"][0].extensions = { VENDOR_player: { activeClip: 0 } };
    const { asset: baked, report } = bake(asset);
    expect(namesOf(baked.json)).toEqual(["animation 0", "animation 1", "animation 2", "walk"]);
    expect(sentencesOf(report.findings, "BAKED_OTHERWISE")[0]).toMatch(
      /^\/nodes\/0\/extensions\/VENDOR_player\/activeClip: may refer to animations by index/,
    );
  });

  it("has the baked animations first in a .vrma, whose readers play the first", () => {
    const asset = structuredClone(withClips(source, [walk]));
    asset.json["extensions"].VRMC_vrm_animation = { specVersion: "1.0", humanoid: { humanBones: { hips: { node: 0 } } } };
    asset.json["extensionsUsed"].push("VRMC_vrm_animation");
    const { asset: baked, report } = bake(asset);
    expect(report.findings).toEqual([]);
    expect(namesOf(baked.json)).toEqual(["walk", "animation 1", "animation 2"]);
  });

  it("has the animations of controllers, too", () => {
    const { asset, report } = bake(withClips(source, [], [{ animation: 2, end: 1, counter: 1 }]));
    expect(report.animations).toEqual([{ clip: "/extensions/KHR_animation_controller/controllers/0", animation: 0 }]);
    expect(namesOf(asset.json)).toEqual(["animation 2", "animation 0", "animation 1"]);
    expect(readAccessor(asset, asset.json["animations"][0].samplers[0].output)).toEqual([0, 0, 0, 3.5, 0, 0]);
  });

  it("lacks channels of EXT_property_animation, with a warning", () => {
    const asset = structuredClone(withClips(source, [walk]));
    asset.json["animations"][0].extensions = { EXT_property_animation: { channels: [{ sampler: 0, target: "/nodes/0/scale" }] } };
    const { asset: baked, report } = bake(asset);
    expect(sentencesOf(report.findings, "NOT_BAKED")).toEqual([
      `/animations/0/extensions/EXT_property_animation: ${ruleOf("convertedToBake")}`,
    ]);
    expect(baked.json["animations"][0].channels).toEqual(source.json["animations"][0].channels);
  });

  it("is the file as it was, if no clip can be baked", () => {
    const asset = structuredClone(withClips(source, [{ ...walk, animations: [9] }]));
    asset.json["animations"][0].channels[0].extensions = { KHR_animation_events: {} }; // where no one reads it
    asset.json["extensionsUsed"].push("KHR_animation_events");
    expect(bake(asset).asset.json).toEqual(asset.json);
  });

  it("has the given number of passes of clips that do not finish", () => {
    const { asset } = bake(withClips(source, [walk, { ...walk, repetitions: 1 }]), { passes: 3 });
    expect(lengths(asset).slice(0, 2)).toEqual([6, 2]);
  });

  it.each<{ comment: string; clip: ClipJson; json?: (json: Json) => void; message: string }>([
    {
      comment: "a clip that never plays",
      clip: { animations: [0], repetitions: 0 },
      message: `/extensions/KHR_animation_clip/clips/0/repetitions: ${ruleOf("repetitionsToBake")}`,
    },
    {
      comment: "more repetitions than make sense",
      clip: { animations: [0], end: 1, repetitions: 1001 },
      message: `/extensions/KHR_animation_clip/clips/0/repetitions: ${ruleOf("repetitionsAtMost", 1000, 1001)}`,
    },
    {
      comment: "a clip with a name",
      clip: { name: "wave", animations: [0], end: 1, repetitions: 1001 },
      message: `/extensions/KHR_animation_clip/clips/0/repetitions: ${ruleOf("repetitionsAtMost", 1000, 1001)}`,
    },
    {
      comment: "a duration that no float can hold",
      clip: { animations: [0], end: 1, speed: 1e-300 },
      message: `/extensions/KHR_animation_clip/clips/0: ${ruleOf("durationOfFloats", "0..1 at speed 1e-300")}`,
    },
    {
      comment: "an invalid clip",
      clip: { animations: [9] },
      message: `/extensions/KHR_animation_clip/clips/0/animations/0: ${ruleOf("indexOfAnimations", 3, 9)}`,
    },
    {
      comment: "an invalid accessor",
      clip: { animations: [0] },
      json: (json) => (json["accessors"][1].count = 99),
      message: `/accessors/1: ${ruleOf("withinBufferView", 36, 1188)}`,
    },
    {
      comment: "an output of the wrong type",
      clip: { animations: [0] },
      json: (json) => (json["accessors"][1].type = "VEC2"),
      message: `/animations/0/samplers/0/output: ${ruleOf("elementsOfType", "VEC3", '"VEC2"')}`,
    },
    {
      comment: "fewer values than keys",
      clip: { animations: [0] },
      json: (json) => (json["accessors"][1].count = 2),
      message: `/animations/0/samplers/0/output: ${ruleOf("elementsForKeys", 3, 3, 2)}`,
    },
    {
      comment: "an unknown path",
      clip: { animations: [0] },
      json: (json) => (json["animations"][0].channels[0].target.path = "color"),
      message: `/animations/0/channels/0/target/path: ${ruleOf("pathOrPointer", "translation, rotation, scale, weights", '"color"')}`,
    },
    {
      comment: "an unknown interpolation",
      clip: { animations: [0] },
      json: (json) => (json["animations"][0].samplers[0].interpolation = "CUBIC"),
      message: `/animations/0/samplers/0/interpolation: ${ruleOf("interpolation", '"CUBIC"')}`,
    },
    {
      comment: "an animation without channels",
      clip: { animations: [0] },
      json: (json) => delete json["animations"][0].channels,
      message: `/animations/0/channels: ${ruleOf("array", "undefined")}`,
    },
  ])("does not change if a clip cannot be baked, with place, rule and value: $comment", ({ clip, json, message }) => {
    const asset = withClips({ ...source, json: structuredClone(source.json) }, [clip]);
    json?.(asset.json);
    const { asset: baked, report } = bake(asset);
    expect(report.animations).toEqual([]);
    expect(sentencesOf(report.findings, "NOT_BAKED", "CLIP_INVALID")[0]).toBe(message);
    expect(baked.json).toEqual(asset.json);
  });

  it.each<{ options: BakeOptions; message: string }>([
    { options: { passes: 0 }, message: `options.passes: ${ruleOf("integerFrom1", 1000, 0)}` },
    { options: { passes: 1001 }, message: `options.passes: ${ruleOf("integerFrom1", 1000, 1001)}` },
    { options: { passes: 1.5 }, message: `options.passes: ${ruleOf("integerFrom1", 1000, 1.5)}` },
    { options: { tolerance: 0 }, message: `options.tolerance: ${ruleOf("countAbove0")}` },
    { options: { clips: ["run"] }, message: `options.clips/0: ${ruleOf("nameOrIndexOfClip", 1)}, walk (got "run")` },
    { options: { clips: [1] }, message: `options.clips/0: ${ruleOf("nameOrIndexOfClip", 1)}, walk (got 1)` },
  ])("refuses $options", ({ options, message }) => {
    expect(() => bake(withClips(source, [walk]), options)).toThrow(new RangeError(message));
  });
});

describe("baked keys", () => {
  /** @param output of a sampler with CUBICSPLINE: each value between its tangents */
  const expectUnitRotations = (output: readonly number[]): void => {
    for (let key = 0; key < output.length / 12; key++) {
      expect(Math.hypot(...output.slice(key * 12 + 4, key * 12 + 8))).toBeCloseTo(1, 6);
    }
  };

  it("are unit quaternions where a spline of rotations is cut", () => {
    const { asset } = bake(withClips(MODEL, [{ animations: [0], start: 0.7, end: 2.2, offset: 0.3, reverse: true }]));
    const { channels, samplers } = asset.json["animations"][0];
    const { sampler } = channels.find(({ target }: Json) => target.node === 1 && target.path === "rotation");
    const values = readAccessor(asset, samplers[sampler].output);
    expectUnitRotations(values);
  });

  describe("of rotations that are not exactly of unit length", () => {
    const values = [0, 0, 0, 0.5, 0.9, 0, 0, 1.2, 0, -3, 0, -4];
    const rotation = createModel(1, [[{ node: 0, path: "rotation", times: [1, 2, 3], values }]]);
    const keysOf = (clip: Omit<ClipJson, "animations">): readonly (readonly number[])[] => {
      const { asset } = bake(withClips(rotation, [{ animations: [0], ...clip }]));
      expect(largestError(rotation, { animations: [0], ...clip }, asset, 0)).toBeLessThan(1e-6);
      const { input, output } = asset.json["animations"][0].samplers[0];
      return [readAccessor(asset, input), readAccessor(asset, output)];
    };

    it("stay where no part is cut, and before and after all keys", () => {
      const [times, output] = keysOf({ end: 4, speed: 2, repetitions: 1 });
      expect(times).toEqual([0, 0.5, 1, 1.5, 2]);
      expect(output).toEqual([...values.slice(0, 4), ...values, ...values.slice(-4)].map(Math.fround));
      expect(keysOf({ start: 2, end: 2 })[1]).toEqual(values.slice(4, 8).map(Math.fround));
    });

    it.each([
      { start: 1.5, end: 3 },
      { start: 1, end: 2.5, offset: 1.5, speed: -1, repetitions: 1 },
      { start: 1.25, end: 1.75, repetitions: 1 },
    ])("are resampled where a part is cut: %j", (clip) => {
      expect(keysOf(clip)[0]!.length).toBeGreaterThan(10);
    });
  });

  it.each([
    { end: 2, speed: 2, repetitions: 1 },
    { start: 0.5, end: 1.25, repetitions: 1 },
    { start: 0.5, end: 3, offset: 2.5, speed: -1, repetitions: 1 },
  ])("are of unit length for a spline of rotations that are not: %j", (settings) => {
    const values = [
      ...[0, 0, 0, 0, 0, 0, 0, 0.5, 0, 0.25, 0, 0],
      ...[0, 0.25, 0, 0, 0, 1.2, 0, 0.9, 0.5, 0, 0, 0],
      ...[0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0],
    ];
    const spline = createModel(1, [[{ node: 0, path: "rotation", times: [0, 1, 2], values, interpolation: "CUBICSPLINE" }]]);
    const clip = { animations: [0], ...settings };
    const { asset } = bake(withClips(spline, [clip]));
    expect(largestError(spline, clip, asset, 0)).toBeLessThan(1e-6);
    const output = readAccessor(asset, asset.json["animations"][0].samplers[0].output);
    expectUnitRotations(output);
    for (let key = 0; key < output.length / 12; key++) {
      const [before, value, after] = [0, 4, 8].map((part) => output.slice(key * 12 + part, key * 12 + part + 4));
      for (const tangent of [before!, after!]) {
        const along = tangent.reduce((sum, component, i) => sum + component * value![i]!, 0);
        expect(along).toBeCloseTo(0, 5); // a quaternion that stays of unit length changes at a right angle to itself
      }
    }
  });

  it("begin with the bound at which a clip begins, then jump to the other one", () => {
    const { asset } = bake(withClips(createRuler(4), [{ animations: [0], start: 1, end: 3, offset: 2 }]));
    const { input, output } = asset.json["animations"][0].samplers[0];
    expect(readAccessor(asset, output)).toEqual([3, 0, 0, expect.closeTo(1.000002, 6), 0, 0, 3, 0, 0]);
    expect(readAccessor(asset, input)).toEqual([0, expect.closeTo(2e-6, 12), 2]);
  });

  it("are a single LINEAR key for a spline at speed 0, because a spline needs two", () => {
    const { asset } = bake(withClips(MODEL, [{ animations: [0], end: 3, offset: 1, speed: 0 }]));
    const { channels, samplers } = asset.json["animations"][0];
    const { sampler } = channels.find(({ target }: Json) => target.node === 2 && target.path === "scale");
    expect(samplers[sampler].interpolation).toBe("LINEAR");
    expect(readAccessor(asset, samplers[sampler].input)).toEqual([0]);
    expect(readAccessor(asset, samplers[sampler].output)).toEqual([2, 3, 4]);
  });

  it("of a spline have no tangent before the first and after the last key", () => {
    const { asset } = bake(withClips(MODEL, [{ animations: [0], start: 0.5, end: 2.5, repetitions: 1 }]));
    const { channels, samplers } = asset.json["animations"][0];
    const { sampler } = channels.find(({ target }: Json) => target.node === 2 && target.path === "scale");
    const values = readAccessor(asset, samplers[sampler].output);
    expect([...values.slice(0, 3), ...values.slice(-3)]).toEqual([0, 0, 0, 0, 0, 0]);
  });

  describe("are at least a microsecond and a millionth of the length apart", () => {
    const gapsOf = ({ json, bin }: Asset): number[] =>
      (json["animations"] as Json[]).flatMap(({ samplers }) =>
        (samplers as Json[]).flatMap(({ input }) => {
          const times = readAccessor({ json, bin }, input);
          return times.slice(1).map((time, i) => (time - times[i]!) / leastGap(times));
        }),
      );

    it.each(WAYS)("$comment", ({ settings }) => {
      const slow = createModel(1, [
        [{ node: 0, path: "translation", times: [0, 500, 500.00003, 2000], values: [0, 0, 0, 1, 2, 3, 3, 2, 1, 0, 0, 0] }],
      ]);
      const [short, long] = [
        withClips(MODEL, [{ animations: [0], ...settings(3) }]),
        withClips(slow, [{ animations: [0], ...settings(2000) }]),
      ];
      for (const source of [short, long]) {
        for (const rootMotion of [undefined, "in-place", "world"] as const) {
          const { asset } = bake(source, { rootMotion });
          gapsOf(asset).forEach((gap) => expect(gap).toBeGreaterThanOrEqual(1));
        }
      }
    });

    it("where a single STEP value changes, backwards", () => {
      const step = createModel(1, [[{ node: 0, path: "translation", times: [0, 1], values: [0, 0, 0, 1, 2, 3], interpolation: "STEP" }]]);
      const clip = { animations: [0], end: 1, offset: 1, speed: -1, repetitions: 1 };
      const { asset } = bake(withClips(step, [clip]));
      const [{ input, output }] = asset.json["animations"][0].samplers as [Json];
      expect(readAccessor(asset, input)).toEqual([0, expect.closeTo(1e-6, 12), 1]);
      expect(readAccessor(asset, output)).toEqual([1, 2, 3, 0, 0, 0, 0, 0, 0]);
      gapsOf(asset).forEach((gap) => expect(gap).toBeGreaterThanOrEqual(1));
    });

    it("in real files, and in those of other tools", () => {
      const files = [readFileSync(new URL("../../conformance/clips/interpolations.glb", import.meta.url))];
      for (const source of [...files.map((bytes) => unpackGlb(bytes)), ...SMALL_ASSETS.map((name) => readAsset(name))]) {
        const clips = lengths(source).map((end, i) => ({ animations: [i], end, offset: end, speed: -1 }));
        const { asset, report } = bake(withClips(source, clips), { keep: true });
        const animations = report.animations.map(({ animation }) => asset.json["animations"][animation] as Json);
        gapsOf({ ...asset, json: { ...asset.json, animations } }).forEach((gap) => expect(gap).toBeGreaterThanOrEqual(1));
      }
    });
  });

  it("that are dense, stay where they are", () => {
    const times = Array.from({ length: 11 }, (_, i) => 40_000 + i / 64); // a millionth of the length is 0.04 s
    const dense = createModel(1, [
      [{ node: 0, path: "translation", times: [0, ...times], values: [0, ...times].flatMap((x) => [x, 0, 0]) }],
    ]);
    const { asset } = bake(withClips(dense, [{ animations: [0], start: 1, end: times.at(-1)! }]));
    const baked = readAccessor(asset, asset.json["animations"][0].samplers[0].input);
    expect(baked.slice(1, -1)).toEqual(times.slice(0, -1).map((time) => time - 1));
  });

  it("ascend, and their accessor states the first and the last time", () => {
    for (const { settings } of WAYS) {
      const { asset } = bake(withClips(MODEL, [{ animations: [0], ...settings(3) }]));
      for (const { input } of asset.json["animations"][0].samplers as Json[]) {
        const times = readAccessor(asset, input);
        expect(times.every((time, i) => time >= 0 && (i === 0 || time > times[i - 1]!))).toBe(true);
        expect(asset.json["accessors"][input]).toMatchObject({ min: [times[0]], max: [times.at(-1)] });
      }
    }
  });

  it("of STEP keep the component type, which boolean properties need", () => {
    const bin = new Uint8Array(12);
    bin.set(new Uint8Array(new Float32Array([0, 1]).buffer));
    bin.set([1, 0], 8);
    const json = {
      asset: { version: "2.0" },
      nodes: [{ extensions: { KHR_node_visibility: { visible: true } } }],
      buffers: [{ byteLength: 12 }],
      bufferViews: [
        { buffer: 0, byteLength: 8 },
        { buffer: 0, byteOffset: 8, byteLength: 2 },
      ],
      accessors: [
        { bufferView: 0, componentType: 5126, count: 2, type: "SCALAR", min: [0], max: [1] },
        { bufferView: 1, componentType: 5121, count: 2, type: "SCALAR" },
      ],
      animations: [
        {
          channels: [
            {
              sampler: 0,
              target: {
                path: "pointer",
                extensions: { KHR_animation_pointer: { pointer: "/nodes/0/extensions/KHR_node_visibility/visible" } },
              },
            },
          ],
          samplers: [{ input: 0, output: 1, interpolation: "STEP" }],
        },
      ],
    };
    const { asset } = bake(withClips({ json, bin }, [{ animations: [0], end: 1, offset: 1, speed: -0.5 }]));
    const [{ channels, samplers }] = asset.json["animations"];
    expect(channels[0].target).toEqual(json.animations[0]!.channels[0]!.target);
    expect(asset.json["accessors"][samplers[0].output].componentType).toBe(5121);
    expect(readAccessor(asset, samplers[0].output)).toEqual([0, 1, 1]);
    const [first, second, last] = readAccessor(asset, samplers[0].input);
    expect([first, last]).toEqual([0, 2]);
    expect(second).toBeCloseTo(2e-6, 9);
  });
});

describe("in Babylon", () => {
  afterEach(disposeScenes);

  const files = ["skin-Fox.glb", "skin-RiggedSimple.glb", "trs-InterpolationTest.glb", "morph-AnimatedMorphCube.glb"];
  eachAsset(files.map((file) => ({ file })))("$file: the baked animation shows the same as the clip", async ({ file }) => {
    const source = readAsset(file);
    const all = Array.from({ length: source.json["animations"].length as number }, (_, i) => i);
    const ways: ClipJson[] = [
      { animations: all.slice(0, 1), start: 0.1, end: 0.9, offset: 0.3, speed: 0.8, reverse: true, repetitions: 3 },
      { animations: all, start: 0.05, end: 1.1, offset: 1, speed: -1.1, repetitions: 2 },
    ];
    for (const clip of ways) {
      const { frames, largest } = await playBoth(source, clip);
      expect(frames).toBeGreaterThan(50);
      expect(largest).toBeLessThan(1e-5);
    }
  });
});
