import { afterEach, describe, expect, it } from "@jest/globals";
import { Animation } from "@babylonjs/core/Animations/animation.js";
import { FadeRun, partOf } from "../../../src/scene/playing/fading/fadeRun.js";
import { CreateClip, type ClipAnimationGroup } from "../../../src/pure.js";
import { createAnimation, createGroup } from "../../helpers/group.js";
import { ruleOf } from "../../helpers/rules.js";
import { createRuler } from "../../helpers/rulerClip.js";
import { collectErrors, createScene, disposeScenes } from "../../helpers/scene.js";

afterEach(disposeScenes);

/** Clips of 1 s, 2 s and 1 s; the first one plays. */
function createClips(): [ClipAnimationGroup, ClipAnimationGroup, ClipAnimationGroup] {
  const group = createGroup(createScene(), [{ x: 0 }, createAnimation("x", { frames: [0, 120], values: [0, 2] })]);
  const create = (name: string, end: number): ClipAnimationGroup => CreateClip(name, group, { end });
  return [create("a", 1).start(), create("b", 2), create("c", 1)];
}

/** A fade of a second, and its reports at the end. */
function fade(from: ClipAnimationGroup, to: ClipAnimationGroup, keepsStep = false): { run: FadeRun; ends: boolean[] } {
  const ends: boolean[] = [];
  return { run: new FadeRun(from, to, 1, keepsStep, (isCompleted) => ends.push(isCompleted)), ends };
}

const factorsOf = (...clips: readonly ClipAnimationGroup[]): unknown[] => clips.map((clip) => partOf(clip)?.factor ?? null);

describe("the shares of a fade", () => {
  it("change linearly, with a sum of 1; then the first clip stops", () => {
    const [a, b] = createClips();
    const { run, ends } = fade(a, b);
    expect([factorsOf(a, b), b.isPlaying]).toEqual([[1, 0], true]);
    run.advance(0.25);
    expect([factorsOf(a, b), run.progress]).toEqual([[0.75, 0.25], 0.25]);
    run.advance(0.5);
    expect(factorsOf(a, b)).toEqual([0.25, 0.75]);
    run.advance(0.5);
    expect([factorsOf(a, b), run.progress, a.isStarted, b.isPlaying, ends]).toEqual([[null, null], 1, false, true, [true]]);
  });

  it("continue from their current weights in a fade that interrupts", () => {
    const [a, b, c] = createClips();
    const first = fade(a, b);
    first.run.advance(0.25);
    const second = fade(b, c);
    expect([factorsOf(a, b, c), first.run.isRunning, first.ends]).toEqual([[0.75, 0.25, 0], false, [false]]);
    second.run.advance(0.5);
    expect(factorsOf(a, b, c)).toEqual([0.375, 0.125, 0.5]);
    const names = second.run.clips.map(({ name }) => name);
    expect([names.slice(0, -1).sort(), names.at(-1)]).toEqual([["a", "b"], "c"]); // the last one fades in
  });

  it("begin at 0 for a second clip of weight 0, which gets weight 1; one that is shown fades in from all of its weight", () => {
    const [a, b, c] = createClips();
    Object.assign(b, { weight: 0 }).start();
    Object.assign(c, { weight: 1 }).start();
    fade(a, b);
    expect([factorsOf(a, b), b.weight]).toEqual([[1, 0], 1]);
    fade(b, c);
    expect([factorsOf(c), c.weight]).toEqual([[1], 1]);
  });

  it("go on where the second clip of another fade cannot be started", () => {
    const [a, b] = createClips();
    const refused = CreateClip("refused", createRuler(a.getScene()).group, {}, { evaluationMode: "compiled", weight: 0 });
    refused.targetedAnimations[0]!.animation.loopMode = Animation.ANIMATIONLOOPMODE_CONSTANT;
    const { run, ends } = fade(a, b);
    run.advance(0.25);
    expect(() => fade(b, refused)).toThrow(ruleOf("notCompiled"));
    expect([factorsOf(a, b, refused), run.isRunning, ends]).toEqual([[0.75, 0.25, null], true, []]);
    expect([refused.isStarted, refused.weight]).toEqual([false, 0]);
  });

  it("wait while none of the clips plays", () => {
    const [a, b] = createClips();
    const { run } = fade(a, b);
    [a, b].forEach((clip) => clip.pause());
    run.advance(0.25);
    expect(run.progress).toBe(0);
  });
});

it("a fade of 0 seconds is complete in the next frame, even if no time passes", () => {
  const [a, b] = createClips();
  const ends: boolean[] = [];
  const run = new FadeRun(a, b, 0, false, (isCompleted) => ends.push(isCompleted));
  expect(ends).toEqual([]);
  run.advance(0);
  expect([run.progress, ends, a.isStarted]).toEqual([1, [true], false]);
});

describe("clips in step", () => {
  it("have the same frequency, which changes linearly from that of the first to that of the second", () => {
    const [a, b] = createClips();
    const { run } = fade(a, b, true);
    run.advance(0.25);
    // from 1 to 0.5 cycles per second: 0.875
    expect([a, b].map((clip) => partOf(clip)!.rate)).toEqual([0.875, 1.75]);
    expect(run.clipsInStepWith(b).map(({ name }) => name)).toEqual(["a", "b"]);
  });

  it("have the rate of their own while they have no length, and begin at the start", () => {
    const [a, b] = createClips();
    a.timestamp = 0.25;
    const { run } = fade(a, b, true);
    a.settings = { end: 0 };
    run.advance(0.25);
    // from 1 to 0.5 cycles per second: 0.875
    expect([a, b].map((clip) => partOf(clip)!.rate)).toEqual([1, 1.75]);
    expect(b.timestamp).toBe(0);
  });

  it("go on at their rates in a fade that interrupts", () => {
    const [a, b, c] = createClips();
    fade(a, b, true).run.advance(0.25);
    fade(b, c, true);
    // 0.875 cycles per second
    expect([a, b, c].map((clip) => partOf(clip)!.rate)).toEqual([0.875, 1.75, 0.875]);
  });

  it.each([
    { comment: "the first clip has a start", from: { start: 1, end: 2 }, at: 1.25, to: { end: 2 }, expected: 0.5 },
    { comment: "the first clip is longer", from: { end: 2 }, at: 0.5, to: { end: 1 }, expected: 0.25 },
    { comment: "the first clip stands still", from: { end: 1, speed: 0 }, at: 0.25, to: { end: 2 }, expected: 0.5 },
    { comment: "the first clip is behind its last key", from: {}, at: 3, to: {}, expected: 2 },
    { comment: "the second clip has a start", from: { end: 1 }, at: 0.25, to: { start: 1, end: 3 }, expected: 1.5 },
    { comment: "the first clip plays backwards", from: { end: 1, offset: 1, speed: -1 }, at: 0.75, to: { end: 2 }, expected: 0.5 },
    { comment: "the second clip plays backwards", from: { end: 1 }, at: 0.25, to: { end: 2, offset: 2, speed: -1 }, expected: 1.5 },
    { comment: "the second clip stands still", from: { end: 1 }, at: 0.25, to: { end: 2, speed: 0 }, expected: 0.5 },
  ])("begin at the same phase of the cycle if $comment", ({ from, at, to, expected }) => {
    const [a, b] = createClips();
    a.stop();
    a.settings = from;
    b.settings = to;
    a.start();
    a.timestamp = at;
    fade(a, b, true);
    expect(b.timestamp).toBe(expected);
  });

  it("begin at the same phase", () => {
    const [a, b] = createClips();
    a.timestamp = 0.25;
    fade(a, b, true);
    expect(b.timestamp).toBe(0.5);
  });
});

it("a fade that an error stops is logged, and ends once, as not completed", () => {
  const [a, b] = createClips();
  const { run, ends } = fade(a, b);
  const errors = collectErrors(() => [1, 2].forEach(() => run.fail(new Error("broken"))));
  expect([errors.length, run.isRunning, factorsOf(a, b), ends]).toEqual([2, false, [null, null], [false]]);
  expect(errors[0]).toMatch(/cross-fade: stopped by an error.*broken/s);
});

it("a fade that is stopped leaves the weights as they are", () => {
  const [a, b] = createClips();
  const { run, ends } = fade(a, b);
  run.advance(0.25);
  run.stop();
  run.stop();
  expect([a.weight, b.weight, factorsOf(a, b), ends]).toEqual([0.75, 0.25, [null, null], [false]]);
});
