/** Baked walks against their formula: the source's position, and a travel that is known. The independent `gltfPose` evaluates both. */
import { describe, expect, it } from "@jest/globals";
import type { BakeOptions } from "../../src/tools.js";
import { bake } from "../helpers/bakedClips.js";
import { createAsset, nodeAnimation, type TestChannel } from "../helpers/gltfAsset.js";
import { evaluateAnimations, readAccessor, type Asset, type Json } from "../helpers/gltfPose.js";
import { ruleOf } from "../helpers/rules.js";
import { withClips, type ClipJson } from "../helpers/scene.js";
import { sentencesOf } from "../helpers/findings.js";

const [ARMATURE, HIPS, SPINE] = [0, 1, 2];
/** From 0 s to 1 s, 2 m to the right and 1 m to the front, not evenly, and 0.25 m up. */
const WALK: TestChannel = {
  node: HIPS,
  path: "translation",
  times: [0, 0.25, 1],
  values: [0.5, 1, 0, 1.75, 1.5, 0.5, 2.5, 1.25, 1],
};
const TRAVEL = [2, 0, 1];
const SPLINE: TestChannel = {
  ...WALK,
  values: [...[0, 0, 0, 0.5, 1, 0, 3, 1, 2], ...[1, 0, -1, 1.75, 1.5, 0.5, 2, 1, 0], ...[4, 1, 1, 2.5, 1.25, 1, 0, 0, 0]],
  interpolation: "CUBICSPLINE",
};
const BREATHE: TestChannel = { node: SPINE, path: "translation", times: [0, 1], values: [0, 1, 0, 3, 2, 3] };

function createWalker(channels: readonly TestChannel[], clip: Partial<ClipJson>, armature: Json = {}): Asset {
  const asset = createAsset((add) => ({
    nodes: [{ name: "armature", children: [HIPS], ...armature }, { name: "hips", children: [SPINE] }, { name: "spine" }],
    skins: [{ joints: [SPINE, HIPS] }],
    scenes: [{ nodes: [ARMATURE] }],
    animations: [nodeAnimation(add, "walk", channels)],
  }));
  return withClips(asset, [{ name: "walk", animations: [0], end: 1, ...clip }]);
}

function positionAt(asset: Asset, time: number, node = HIPS): readonly number[] {
  return evaluateAnimations(asset, [0], time).find((each) => each.node === node && each.path === "translation")!.value;
}

const TIMES = Array.from({ length: 41 }, (_, i) => i / 40);

/** Expects that a baked walk is the source at a timestamp, plus a vector. */
function expectShifted(
  source: Asset,
  options: BakeOptions,
  times: readonly number[],
  expected: (time: number) => { timestamp: number; shift: readonly number[] },
): Asset {
  const { asset, report } = bake(source, options);
  expect(report.findings).toEqual([]);
  for (const time of times) {
    const { timestamp, shift } = expected(time);
    const position = positionAt(source, timestamp).map((component, i) => component + shift[i]!);
    positionAt(asset, time).forEach((component, i) => expect(component).toBeCloseTo(position[i]!, 5));
  }
  return asset;
}

const scaled = (factor: number, travel: readonly number[] = TRAVEL): readonly number[] => travel.map((component) => component * factor);

describe("rootMotion in-place", () => {
  it.each([
    ["LINEAR", WALK],
    ["CUBICSPLINE", SPLINE],
  ])("takes the straight way out of %s keys, and nothing else", (_, walk) => {
    const source = createWalker([walk, BREATHE], {});
    const asset = expectShifted(source, { rootMotion: "in-place" }, TIMES, (time) => ({ timestamp: time, shift: scaled(-time) }));
    TIMES.forEach((time) => expect(positionAt(asset, time, SPINE)).toEqual(positionAt(source, time, SPINE)));
    const [first, last] = [positionAt(asset, 0), positionAt(asset, 1)];
    expect([last[0], last[2]]).toEqual([first[0], first[2]]);
    expect(last[1]! - first[1]!).toBeCloseTo(0.25, 6);
  });

  it("takes the way out of STEP keys at their times", () => {
    const source = createWalker([{ ...WALK, interpolation: "STEP" }], {});
    expectShifted(source, { rootMotion: "in-place" }, WALK.times, (time) => ({ timestamp: time, shift: scaled(-time) }));
  });

  it("takes the way out of the range of the clip, at any speed", () => {
    const source = createWalker([WALK], { start: 0.25, end: 1, speed: 1.5 });
    const travel = [0.75, 0, 0.5];
    expectShifted(source, { rootMotion: "in-place" }, scaled(0.5, TIMES), (time) => ({
      timestamp: 0.25 + 1.5 * time,
      shift: scaled(-2 * time, travel),
    }));
  });

  it("goes on after the last key, where the clip holds it", () => {
    for (const walk of [WALK, SPLINE]) {
      expectShifted(createWalker([walk], { end: 2 }), { rootMotion: "in-place" }, scaled(2, TIMES), (time) => ({
        timestamp: time,
        shift: scaled(-time / 2),
      }));
    }
  });

  it("is the same in each pass, backwards and with ping-pong", () => {
    const back = createWalker([WALK], { speed: -1, offset: 1, repetitions: 2 });
    // not at the bounds, where the height jumps
    expectShifted(back, { rootMotion: "in-place" }, [0.1, 0.5, 0.9, 1.1, 1.5, 1.9], (time) => ({
      timestamp: 1 - (time % 1),
      shift: scaled((time % 1) - 1),
    }));
    const pingPong = createWalker([WALK], { reverse: true });
    expectShifted(pingPong, { rootMotion: "in-place" }, scaled(2, TIMES), (time) => ({
      timestamp: time <= 1 ? time : 2 - time,
      shift: scaled(time <= 1 ? -time : time - 2),
    }));
  });

  it("keeps the height in world space below an armature that is turned and scaled", () => {
    const half = Math.SQRT1_2;
    const armature = { rotation: [-half, 0, 0, half], scale: [2, 3, 4] }; // local Z is up
    const source = createWalker([WALK], {}, armature);
    expectShifted(source, { rootMotion: "in-place" }, TIMES, (time) => ({ timestamp: time, shift: [-2 * time, -0.25 * time, 0] }));
    const matrix = [2, 0, 0, 0, 0, 0, -3, 0, 0, 4, 0, 0, 5, 6, 7, 1]; // the same, moved
    expectShifted(createWalker([WALK], {}, { matrix }), { rootMotion: "in-place" }, TIMES, (time) => ({
      timestamp: time,
      shift: [-2 * time, -0.25 * time, 0],
    }));
  });

  it("does not change a sampler that other nodes share", () => {
    const source = createWalker([WALK, BREATHE], {});
    source.json["animations"][0].channels[1].sampler = 0;
    const asset = expectShifted(source, { rootMotion: "in-place" }, TIMES, (time) => ({ timestamp: time, shift: scaled(-time) }));
    TIMES.forEach((time) => expect(positionAt(asset, time, SPINE)).toEqual(positionAt(source, time, SPINE)));
  });
});

describe("rootMotion world", () => {
  const inside = [0, 0.1, 0.5, 0.9, 1.1, 1.5, 1.9, 2.1, 2.5, 3]; // not at the bounds, where the height jumps

  it("continues each pass where the last one ended", () => {
    const source = createWalker([WALK], { repetitions: 3 });
    const asset = expectShifted(source, { rootMotion: "world" }, inside, (time) => ({
      timestamp: time === 3 ? 1 : time % 1,
      shift: scaled(Math.min(Math.floor(time), 2)),
    }));
    const { samplers } = asset.json["animations"][0] as { samplers: Json[] };
    const xs = readAccessor(asset, samplers[0]!["output"]).filter((_, i) => i % 3 === 0);
    expect(xs).toEqual([0.5, 1.75, 2.5, 2.5, 3.75, 4.5, 4.5, 5.75, 6.5].map((x) => expect.closeTo(x, 4) as unknown));
  });

  it("has one key at each bound if the height does not jump", () => {
    const level = { ...WALK, values: WALK.values.map((value, i) => (i % 3 === 1 ? 1 : value)) };
    const { asset } = bake(createWalker([level], {}), { rootMotion: "world", passes: 2 });
    const { samplers } = asset.json["animations"][0] as { samplers: Json[] };
    expect(readAccessor(asset, samplers[0]!["input"])).toEqual([0, 0.25, 1, 1.25, 2]);
    expect(readAccessor(asset, samplers[0]!["output"]).filter((_, i) => i % 3 === 0)).toEqual([0.5, 1.75, 2.5, 3.75, 4.5]);
  });

  it("walks backwards, and back with ping-pong", () => {
    const back = createWalker([WALK], { speed: -1, offset: 1, repetitions: 3 });
    expectShifted(back, { rootMotion: "world" }, inside, (time) => ({
      timestamp: time === 3 ? 0 : 1 - (time % 1),
      shift: scaled(-Math.min(Math.floor(time), 2)),
    }));
    const pingPong = createWalker([WALK], { reverse: true });
    expectShifted(pingPong, { rootMotion: "world" }, scaled(2, TIMES), (time) => ({
      timestamp: time <= 1 ? time : 2 - time,
      shift: [0, 0, 0],
    }));
  });
});

describe("the root of root motion", () => {
  it("is the topmost animated joint, or the named node", () => {
    const both = createWalker([BREATHE, WALK], {});
    expect(positionAt(bake(both, { rootMotion: "in-place" }).asset, 1)[0]).toBe(0.5);
    const { asset } = bake(both, { rootMotion: "in-place", rootNode: "spine" });
    expect([positionAt(asset, 1)[0], positionAt(asset, 1, SPINE)[0]]).toEqual([2.5, 0]);
  });

  it("is missed with a warning, and the clip is baked as it is", () => {
    const turn: TestChannel = { node: HIPS, path: "rotation", times: [0, 1], values: [0, 0, 0, 1, 0, 1, 0, 0] };
    const moved = createWalker([{ ...WALK, node: ARMATURE }], {});
    for (const [source, options, owner] of [
      [createWalker([turn], {}), {}, "a joint"],
      [moved, {}, "a joint"],
      [moved, { rootNode: "hips" }, "the root"],
    ] as const) {
      const { report } = bake(source, { rootMotion: "in-place", ...options });
      expect(report.animations).toHaveLength(1);
      expect(sentencesOf(report.findings, "BAKED_OTHERWISE")).toEqual([
        `/extensions/KHR_animation_clip/clips/0: ${ruleOf("translationOfRoot", owner)} (see rootNode)`,
      ]);
    }
    const { asset } = bake(moved, { rootMotion: "in-place", rootNode: "armature" });
    expect(positionAt(asset, 1, ARMATURE)).toEqual([0.5, 1.25, 0]);
  });

  it.each([
    [{ rootMotion: "inplace" }, `options.rootMotion: ${ruleOf("oneOf", '"in-place" or "world"', '"inplace"')}`],
    [{ rootMotion: "world", rootNode: "tail" }, `options.rootNode: ${ruleOf("nameOfNode", '"tail"')}`],
    [{ rootNode: "hips" }, `options.rootNode: ${ruleOf("statedWithRootMotion", '"hips"')}`],
  ])("refuses %j", (options, message) => {
    expect(() => bake(createWalker([WALK], {}), options as BakeOptions)).toThrow(new RangeError(message));
  });
});
