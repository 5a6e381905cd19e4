import { afterEach, describe, expect, it } from "@jest/globals";
import { Animation } from "@babylonjs/core/Animations/animation.js";
import { AnimationEvent } from "@babylonjs/core/Animations/animationEvent.js";
import { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import { AnimationGroupMask } from "@babylonjs/core/Animations/animationGroupMask.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { Observable } from "@babylonjs/core/Misc/observable.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { ApplyRestPose, ClipAnimationGroup, CreateClip, GetClip, GetClips, TimestampAt, type ClipSettings } from "../../src/pure.js";
import { collectErrors, createScene, disposeScenes, FRAME, render } from "../helpers/scene.js";

const FPS = 60;

afterEach(disposeScenes);

/** A node that is at x = frame / 60, so at the timestamp in seconds, and the group that moves it. */
function createRuler(scene: Scene, seconds = 10, name = "ruler"): { node: TransformNode; group: AnimationGroup } {
  const node = new TransformNode(name, scene);
  const animation = new Animation("x", "position.x", FPS, Animation.ANIMATIONTYPE_FLOAT);
  animation.setKeys([
    { frame: 0, value: 0 },
    { frame: seconds * FPS, value: seconds },
  ]);
  const group = new AnimationGroup("ruler", scene);
  group.addTargetedAnimation(animation, node);
  return { node, group };
}

function createRulerClip(settings: ClipSettings): { scene: Scene; node: TransformNode; clip: ClipAnimationGroup } {
  const scene = createScene();
  const { node, group } = createRuler(scene);
  return { scene, node, clip: CreateClip("clip", group, settings) };
}

/** What a clip's observables say, in order. */
function record(clip: ClipAnimationGroup): string[] {
  const log: string[] = [];
  clip.onRepeatObservable.add(({ bound, completedRepetitions }) => log.push(`repeat ${bound} ${completedRepetitions}`));
  clip.onReverseObservable.add(({ bound, completedRepetitions }) => log.push(`reverse ${bound} ${completedRepetitions}`));
  clip.onFinishObservable.add(({ bound, completedRepetitions }) => log.push(`finish ${bound} ${completedRepetitions}`));
  clip.onAnimationGroupPlayObservable.add(() => log.push("play"));
  clip.onAnimationGroupPauseObservable.add(() => log.push("pause"));
  clip.onAnimationGroupLoopObservable.add(() => log.push("group loop"));
  clip.onAnimationLoopObservable.add(() => log.push("loop"));
  clip.onAnimationEndObservable.add(() => log.push("end"));
  clip.onAnimationGroupEndObservable.add(() => log.push("group end"));
  return log;
}

describe("errors of the application", () => {
  const fail = (): void => {
    throw new Error("mine");
  };

  it.each(["onRepeatObservable", "onFinishObservable", "onAnimationEndObservable", "onAnimationGroupEndObservable"] as const)(
    "in %s are logged for each event, and the clip plays on and ends",
    (observable) => {
      const { scene, clip } = createRulerClip({ end: 0.05, repetitions: 2 });
      (clip[observable] as Observable<unknown>).add(fail);
      const log = record(clip);
      clip.play();
      expect(collectErrors(() => render(scene, 20))).toEqual(["clip: an observer threw: Error: mine"]);
      expect([clip.isStarted, clip.timestamp, clip.isFinished]).toEqual([false, 0.05, true]);
      expect(log.filter((entry) => entry === "group end")).toHaveLength(observable === "onAnimationGroupEndObservable" ? 0 : 1);
      expect(log.includes("finish 0.05 2")).toBe(observable !== "onFinishObservable");
    },
  );

  it("in a frame event are logged, and the other events still come", () => {
    const { scene, clip } = createRulerClip({ end: 1 });
    const frames: number[] = [];
    clip.targetedAnimations[0]!.animation.addEvent(new AnimationEvent(1, fail));
    clip.targetedAnimations[0]!.animation.addEvent(new AnimationEvent(2, (frame) => frames.push(frame)));
    clip.play();
    expect(collectErrors(() => render(scene, 6))).toEqual(["frame event 1: Error: mine"]);
    expect(frames).toEqual([2]);
  });

  it.each([-1, 0.5])("in a target's setter stop the clip (weight %d), once, and no other", (weight) => {
    const scene = createScene();
    const [broken, sound] = [createRuler(scene), createRuler(scene)];
    const [first, second] = [broken, sound].map(({ group }) => CreateClip("clip", group, {}, { weight }));
    const log = record(first!);
    first!.play();
    second!.play();
    render(scene, 2);
    Object.defineProperty(broken.node, "position", {
      get: () => ({
        set x(_: number) {
          fail();
        },
        get x() {
          return 0;
        },
      }),
    });
    expect(collectErrors(() => render(scene, 5))).toHaveLength(1);
    expect([first!.isStarted, second!.isPlaying, log]).toEqual([false, true, ["play", "end", "group end"]]);
    expect(sound.node.position.x).toBeCloseTo(6 * FRAME * Math.abs(weight), 6);
  });
});

describe("a clip that must switch to Babylon's evaluation in mid-play, and cannot", () => {
  it("stops, with one error, and the frame goes on", () => {
    const scene = createScene();
    const [mixed, broken] = [createRuler(scene), createRuler(scene)];
    const clip = CreateClip("clip", [mixed.group, broken.group], {}, { weight: 0.5 });
    const other = CreateClip("other", createRuler(scene).group, {});
    clip.play();
    other.play();
    render(scene, 2);
    Object.defineProperty(broken.node, "position", { get: () => undefined });
    mixed.group.weight = 0.5;
    mixed.group.play();
    const errors = collectErrors(() => render(scene, 3));
    expect(errors).toEqual([expect.stringMatching(/^clip: stopped by an error: .*Invalid property/)]);
    expect([clip.isStarted, other.isPlaying, other.timestamp]).toEqual([false, true, 4 * FRAME]);
  });
});

describe("wrong values", () => {
  it.each([
    [undefined, "undefined"],
    [null, "null"],
    [{}, "object"],
    ["1", "1"],
    [NaN, "NaN"],
  ])("%p is no timestamp", (value, shown) => {
    const { clip, node } = createRulerClip({ end: 1, offset: 0.5 });
    expect(() => (clip.timestamp = value as never)).toThrow(new RangeError(`timestamp: must be a number (got ${shown})`));
    expect([clip.timestamp, node.position.x]).toEqual([0.5, 0]);
  });

  it.each([
    [Infinity, "Infinity"],
    [NaN, "NaN"],
    [-0.5, "-0.5"],
    ["0.5", '"0.5"'],
    [null, "null"],
    [undefined, "undefined"],
  ])("%p is no weight", (value, shown) => {
    const { clip } = createRulerClip({ end: 1 });
    expect(() => (clip.weight = value as never)).toThrow(new RangeError(`weight: must be -1 or >= 0 (got ${shown})`));
    expect(clip.weight).toBe(-1);
  });

  it.each([
    [undefined, "source: must be an AnimationGroup (got undefined)"],
    ["walk", 'source: must be an AnimationGroup (got "walk")'],
    [[undefined], "source/0: must be an AnimationGroup (got undefined)"],
    [[], "source: must hold at least one animation group (got [])"],
  ])("%j is nothing to make a clip of", (source, message) => {
    createScene();
    expect(() => CreateClip("clip", source as never)).toThrow(new RangeError(message));
  });

  it.each([null, 1, "walk"])("%p is no settings", (settings) => {
    const { clip } = createRulerClip({ end: 1 });
    expect(() => (clip.settings = settings as never)).toThrow(new RangeError(`settings: must be an object (got ${settings})`));
    expect(clip.settings.end).toBe(1);
  });

  it.each([undefined, {}])("%p has no clips, and no rest pose", (owner) => {
    const shown = owner ? "{}" : "undefined";
    const error = new RangeError(`owner: must have animationGroups (got ${shown})`);
    expect(() => GetClips(owner as never)).toThrow(error);
    expect(() => ApplyRestPose(owner as never)).toThrow(error);
  });
});

describe("playing as the settings say", () => {
  it.each<ClipSettings>([
    {},
    { start: 1, end: 1.3 },
    { start: 1, end: 1.3, offset: 0.2, speed: 2.5, repetitions: 3 },
    { start: 1, end: 1.3, offset: 0.2, speed: -0.5 },
    { start: 0.5, end: 1, offset: 0.25, repetitions: 4, reverse: true },
    { start: 0.5, end: 1, speed: 0, offset: 0.1 },
    { start: 2, end: 2 },
  ])("%j", (settings) => {
    const { scene, node, clip } = createRulerClip(settings);
    clip.play();
    for (let frame = 0; frame < 150; frame++) {
      render(scene, 1);
      const { timestamp, completedRepetitions, isFinished, direction } = TimestampAt(settings, frame * FRAME);
      expect(clip.timestamp).toBeCloseTo(timestamp, 9);
      expect(node.position.x).toBeCloseTo(timestamp, 5);
      expect(clip.completedRepetitions).toBe(completedRepetitions);
      expect(clip.isFinished).toBe(isFinished);
      expect(clip.isStarted).toBe(!isFinished);
      expect(clip.direction).toBe(direction);
    }
  });

  it("shows where it begins in the first frame, as every AnimationGroup does", () => {
    const { scene, node, clip } = createRulerClip({ start: 1, end: 2 });
    render(scene, 3);
    clip.start();
    render(scene, 1);
    expect(node.position.x).toBe(1);
    render(scene, 1);
    expect(node.position.x).toBeCloseTo(1.016, 6);
  });

  it("never plays and poses nothing with 0 repetitions", () => {
    const { scene, node, clip } = createRulerClip({ start: 1, repetitions: 0 });
    const log = record(clip);
    clip.play();
    render(scene, 3);
    expect(clip.isStarted).toBe(false);
    expect(node.position.x).toBe(0);
    expect(log).toEqual([]);
  });

  it("holds the first and last pose where it is wider than its keys", () => {
    const scene = createScene();
    const { node, group } = createRuler(scene);
    group.targetedAnimations[0]!.animation.setKeys([
      { frame: 60, value: 1 },
      { frame: 120, value: 2 },
    ]);
    const clip = CreateClip("wide", group, { end: 5 });
    clip.timestamp = 0.5;
    expect(node.position.x).toBe(1);
    clip.timestamp = 1.5;
    expect(node.position.x).toBeCloseTo(1.5, 9);
    clip.timestamp = 4;
    expect(node.position.x).toBe(2);
  });

  it("drives animations of different length and frame rate by one timestamp", () => {
    const scene = createScene();
    const short = createRuler(scene, 1, "short");
    const long = createRuler(scene, 3, "long");
    const slow = new Animation("y", "position.y", 10, Animation.ANIMATIONTYPE_FLOAT);
    slow.setKeys([
      { frame: 0, value: 0 },
      { frame: 20, value: 2 },
    ]);
    long.group.addTargetedAnimation(slow, long.node);
    const clip = CreateClip("both", [short.group, long.group], { end: 4 });
    clip.timestamp = 1.5;
    expect([short.node.position.x, long.node.position.x, long.node.position.y]).toEqual([1, 1.5, 1.5]);
    clip.timestamp = 3.5;
    expect([short.node.position.x, long.node.position.x, long.node.position.y]).toEqual([1, 3, 2]);
  });

  it("counts frames by the frame rate of its animations", () => {
    const scene = createScene();
    const { node, group } = createRuler(scene);
    const animation = new Animation("y", "position.y", 30, Animation.ANIMATIONTYPE_FLOAT);
    animation.setKeys([
      { frame: 0, value: 0 },
      { frame: 300, value: 10 },
    ]);
    const told: number[] = [];
    animation.addEvent(new AnimationEvent(3, () => told.push(clip.timestamp)));
    group.targetedAnimations[0]!.animation = animation;
    const clip = CreateClip("clip", group, { start: 0, end: 2 });
    expect([clip.from, clip.to]).toEqual([0, 60]);
    clip.play();
    render(scene, 8);
    expect(told).toEqual([expect.closeTo(7 * FRAME, 9)]); // the first frame beyond 0.1 s
    clip.pause();
    clip.goToFrame(45);
    expect([clip.timestamp, clip.getCurrentFrame(), node.position.y]).toEqual([1.5, 45, 1.5]);
  });

  it("plays two scenes at once, each in its own time", () => {
    const a = createRulerClip({ end: 1 });
    const b = createRulerClip({ end: 1, speed: 2 });
    a.clip.play();
    b.clip.play();
    render(a.scene, 11);
    render(b.scene, 21);
    expect(a.clip.timestamp).toBeCloseTo(10 * FRAME, 9);
    expect(b.clip.timestamp).toBeCloseTo(20 * FRAME * 2, 9);
  });
});

describe("controlling", () => {
  it("pauses and resumes where it was", () => {
    const { scene, node, clip } = createRulerClip({ end: 5 });
    clip.play();
    render(scene, 11);
    clip.pause();
    expect([clip.isStarted, clip.isPlaying]).toEqual([true, false]);
    render(scene, 50);
    expect(node.position.x).toBeCloseTo(10 * FRAME, 6);
    clip.play();
    expect(clip.isPlaying).toBe(true);
    render(scene, 1);
    expect(node.position.x).toBeCloseTo(11 * FRAME, 6);
  });

  it("seeks while paused, shows it at once, and continues from there", () => {
    const { scene, node, clip } = createRulerClip({ end: 5 });
    clip.play();
    render(scene, 3);
    clip.pause();
    clip.timestamp = 2;
    expect(node.position.x).toBe(2);
    render(scene, 3);
    expect(node.position.x).toBe(2);
    clip.restart();
    render(scene, 1);
    expect(node.position.x).toBeCloseTo(2.016, 6);
  });

  it("seeks while paused at any weight, and mixes by weight only while playing", () => {
    const { scene, node, clip } = createRulerClip({ end: 5 });
    clip.weight = 0.5;
    clip.play();
    render(scene, 3);
    clip.timestamp = 4;
    expect(node.position.x).toBeCloseTo(0.5 * 2 * FRAME, 6);
    render(scene, 1);
    expect(node.position.x).toBeCloseTo(0.5 * (4 + FRAME), 6);
    clip.pause();
    clip.timestamp = 2;
    expect(node.position.x).toBe(2);
    clip.goToFrame(60, true);
    render(scene, 1);
    expect(node.position.x).toBe(0.5);
  });

  it("starts additively on request", () => {
    const { scene, node, clip } = createRulerClip({ start: 1, end: 5 });
    node.position.x = 7;
    clip.weight = 0.5;
    clip.start(true, 1, undefined, undefined, true);
    render(scene, 1);
    expect([clip.isAdditive, node.position.x]).toEqual([true, 7.5]);
  });

  it("seeks while playing", () => {
    const { scene, node, clip } = createRulerClip({ end: 5 });
    clip.play();
    render(scene, 3);
    clip.timestamp = 2;
    expect(node.position.x).toBe(2);
    render(scene, 1);
    expect(node.position.x).toBeCloseTo(2.016, 6);
  });

  it("seeks while stopped, shows it, and starts from there once", () => {
    const { scene, node, clip } = createRulerClip({ start: 1, end: 5 });
    clip.timestamp = 3;
    expect(node.position.x).toBe(3);
    expect(clip.isStarted).toBe(false);
    expect(scene.animatables).toHaveLength(0);
    clip.play();
    render(scene, 2);
    expect(clip.timestamp).toBeCloseTo(3.016, 9);
    clip.stop();
    clip.play();
    render(scene, 2);
    expect(clip.timestamp).toBeCloseTo(1.016, 9);
  });

  it("keeps where it was sought when its settings change before it plays", () => {
    const { scene, clip } = createRulerClip({ end: 5 });
    clip.settings = { start: 1, end: 5, offset: 1 };
    expect(clip.timestamp).toBe(2);
    clip.timestamp = 3;
    clip.speedRatio = -1;
    clip.play();
    render(scene, 2);
    expect(clip.timestamp).toBeCloseTo(2.984, 9);
  });

  it("seeks within its bounds only", () => {
    const { clip } = createRulerClip({ start: 1, end: 5 });
    clip.timestamp = 9;
    expect(clip.timestamp).toBe(5);
    clip.goToFrame(0);
    expect(clip.timestamp).toBe(1);
    expect(() => (clip.timestamp = NaN)).toThrow("timestamp: must be a number (got NaN)");
  });

  it("changes speed and its sign while playing, and continues from where it is", () => {
    const { scene, clip } = createRulerClip({ end: 5 });
    clip.play();
    render(scene, 101);
    clip.speedRatio = 2;
    render(scene, 10);
    expect(clip.timestamp).toBeCloseTo(120 * FRAME, 9);
    clip.speedRatio = -1;
    render(scene, 20);
    expect(clip.timestamp).toBeCloseTo(100 * FRAME, 9);
    clip.speedRatio = 0;
    render(scene, 20);
    expect(clip.timestamp).toBeCloseTo(100 * FRAME, 9);
  });

  it("keeps the direction of ping-pong through a change of speed", () => {
    const { scene, clip } = createRulerClip({ end: 1, reverse: true });
    clip.play();
    render(scene, 76); // 1.2 s: on the way back
    clip.speedRatio = 2;
    render(scene, 5);
    expect(clip.timestamp).toBeCloseTo(0.8 - 5 * 2 * FRAME, 9);
  });

  it("takes new settings at once and plays the pass under way to its bound", () => {
    const { scene, clip } = createRulerClip({ end: 1 });
    const log = record(clip);
    clip.play();
    render(scene, 150); // 2.384 s
    expect(clip.completedRepetitions).toBe(2);
    clip.loopAnimation = false;
    expect(clip.isPlaying).toBe(true);
    render(scene, 60);
    expect(clip.timestamp).toBe(1);
    expect(log.slice(-3)).toEqual(["finish 1 1", "end", "group end"]);
  });

  it("plays again after it finished, and from elsewhere if sought", () => {
    const { scene, clip } = createRulerClip({ end: 0.1, repetitions: 1 });
    clip.play();
    render(scene, 20);
    expect([clip.isFinished, clip.isStarted, clip.timestamp]).toEqual([true, false, 0.1]);
    clip.play();
    expect([clip.isFinished, clip.timestamp]).toEqual([false, 0]);
    render(scene, 20);
    clip.timestamp = 0.05;
    clip.play();
    render(scene, 2);
    expect(clip.timestamp).toBeCloseTo(0.066, 9);
  });

  it("resets to the pose from before while it plays, to the first pose otherwise", () => {
    const { scene, node, clip } = createRulerClip({ start: 1, end: 2 });
    node.position.x = -7;
    clip.play();
    render(scene, 10);
    clip.reset();
    expect([node.position.x, clip.timestamp]).toEqual([-7, 1]);
    render(scene, 2);
    expect(node.position.x).toBeCloseTo(1.016, 6);
    clip.stop();
    clip.reset();
    expect(node.position.x).toBe(1);
    expect(scene.animatables).toHaveLength(0);
  });

  it("shows its settings in Babylon's words", () => {
    const { clip } = createRulerClip({ start: 1, end: 2.5, speed: -0.5, repetitions: 3 });
    expect([clip.from, clip.to, clip.speedRatio, clip.loopAnimation]).toEqual([60, 150, -0.5, false]);
    expect(clip.getLength()).toBe(-3);
    clip.from = 90;
    clip.to = 120;
    clip.loopAnimation = true;
    clip.speedRatio = 1;
    expect(clip.settings).toEqual({ start: 1.5, end: 2, offset: 0.5, speed: 1, repetitions: -1, reverse: false });
    expect(createRulerClip({ start: 1 }).clip.to).toBe(600);
  });

  it("keeps the arguments of its start when Babylon's members change something else", () => {
    const { scene, clip } = createRulerClip({ end: 0.5, repetitions: 1 });
    clip.start(true);
    clip.speedRatio = 2;
    render(scene, 40);
    expect([clip.isPlaying, clip.loopAnimation, clip.completedRepetitions]).toEqual([true, true, 2]);
    expect(clip.settings).toMatchObject({ repetitions: 1, speed: 2 });
    clip.loopAnimation = false;
    expect([clip.loopAnimation, clip.settings.repetitions]).toEqual([false, 1]);
  });

  it("takes bounds in any order", () => {
    const { clip } = createRulerClip({ start: 1, end: 2 });
    clip.from = 240;
    clip.to = 300;
    expect([clip.settings.start, clip.settings.end]).toEqual([4, 5]);
    clip.to = 60;
    clip.from = 30;
    expect([clip.settings.start, clip.settings.end]).toEqual([0.5, 1]);
  });

  it.each<{ args: Parameters<ClipAnimationGroup["start"]>; expected: number[]; isFinished?: boolean }>([
    { args: [], expected: [3, 2.984, 2.968] },
    { args: [true], expected: [3, 2.984, 2.968] },
    { args: [true, 1], expected: [1, 1.016, 1.032] },
    { args: [true, -2], expected: [3, 2.968, 2.936] },
    { args: [false, 1, 120, 240], expected: [2, 2.016, 2.032] },
    { args: [false, 1, 240, 120], expected: [4, 3.984, 3.968] },
    { args: [false, -1, 120, 240], expected: [4, 3.984, 3.968] },
    { args: [undefined, undefined, 120, 240], expected: [4, 3.984, 3.968] },
  ])("start($args) of a clip going down from 3 to 1", ({ args, expected }) => {
    const { scene, clip } = createRulerClip({ start: 1, end: 3, offset: 2, speed: -1 });
    clip.start(...args);
    for (const timestamp of expected) {
      render(scene, 1);
      expect(clip.timestamp).toBeCloseTo(timestamp, 9);
    }
    expect(clip.loopAnimation).toBe(args[0] ?? true);
    clip.stop();
    clip.start();
    render(scene, 2);
    expect(clip.timestamp).toBeCloseTo(2.984, 9); // arguments were for that time only
  });

  it("refuses settings that cannot be played, and keeps the old ones", () => {
    const { clip } = createRulerClip({ end: 1 });
    expect(() => (clip.settings = { start: 2, end: 1 })).toThrow(new RangeError("settings.end: must be >= start (got 1 < 2)"));
    expect(() => (clip.speedRatio = NaN)).toThrow(RangeError);
    expect(clip.settings.end).toBe(1);
    expect(() => CreateClip("none", [])).toThrow("source: must hold at least one animation group (got [])");
  });

  it("takes up targets that are added and removed while it plays", () => {
    const { scene, node, clip } = createRulerClip({ end: 5 });
    const other = createRuler(scene, 10, "other");
    clip.play();
    render(scene, 5);
    clip.addTargetedAnimation(other.group.targetedAnimations[0]!.animation, other.node);
    render(scene, 5);
    expect(other.node.position.x).toBeCloseTo(9 * FRAME, 6);
    clip.removeTargetedAnimation(clip.targetedAnimations[0]!.animation);
    render(scene, 5);
    expect(node.position.x).toBeCloseTo(9 * FRAME, 6);
    expect(other.node.position.x).toBeCloseTo(14 * FRAME, 6);
  });

  it("forgets the arguments of its start when it is sought after", () => {
    const { scene, clip } = createRulerClip({ end: 9, repetitions: 3 });
    clip.start(true, 3, 60, 120);
    render(scene, 5);
    clip.stop();
    clip.timestamp = 4;
    clip.start();
    render(scene, 2);
    expect([clip.timestamp, clip.speedRatio, clip.loopAnimation]).toEqual([expect.closeTo(4.016, 9), 1, false]);
  });

  it("starts from where it was sought with arguments, too", () => {
    const { scene, clip } = createRulerClip({ end: 5 });
    clip.goToFrame(60);
    clip.play(true);
    render(scene, 2);
    expect(clip.timestamp).toBeCloseTo(1.016, 9);
  });

  it("plays on endlessly with play(true), for that time only", () => {
    const { scene, clip } = createRulerClip({ end: 0.1, repetitions: 3 });
    clip.play();
    clip.pause();
    clip.play(true);
    render(scene, 60);
    expect([clip.isPlaying, clip.loopAnimation, clip.settings.repetitions]).toEqual([true, true, 3]);
  });

  it("begins backwards at its last key where it has no end", () => {
    const { scene, clip } = createRulerClip({});
    clip.start(true, -1);
    render(scene, 2);
    expect(clip.timestamp).toBeCloseTo(10 - FRAME, 9);
    const late = createRulerClip({ start: 12 }).clip;
    expect([late.from, late.to]).toEqual([720, 720]);
  });

  it("stops when its repetitions become 0", () => {
    const { scene, clip } = createRulerClip({ end: 5 });
    const log = record(clip);
    clip.play();
    render(scene, 2);
    clip.settings = { end: 5, repetitions: 0 };
    expect([clip.isStarted, log]).toEqual([false, ["play", "end", "group end"]]);
  });

  it("shows the sought pose, also while blending", () => {
    const { scene, node, clip } = createRulerClip({ end: 5 });
    clip.enableBlending = true;
    clip.blendingSpeed = 0.01;
    clip.timestamp = 2;
    expect(node.position.x).toBe(2);
    clip.play();
    render(scene, 2);
    clip.pause();
    clip.timestamp = 3;
    expect(node.position.x).toBe(3);
  });

  it("takes other keys up when it starts", () => {
    const { node, clip } = createRulerClip({ end: 50 });
    clip.timestamp = 20;
    expect(node.position.x).toBe(10);
    clip.targetedAnimations[0]!.animation.setKeys([
      { frame: 0, value: 0 },
      { frame: 2400, value: 40 },
    ]);
    clip.timestamp = 20;
    expect(node.position.x).toBe(20);
  });

  it.each([
    { evaluationMode: "babylon" as const, animatables: 1 },
    { evaluationMode: "auto" as const, animatables: 0 },
  ])("keeps playing as it was where a target that is added lacks the property: $evaluationMode", ({ evaluationMode, animatables }) => {
    const { scene, node, clip } = createRulerClip({ end: 5 });
    clip.evaluationMode = evaluationMode;
    clip.play();
    render(scene, 2);
    const wrong = new Animation("w", "absent.x", FPS, Animation.ANIMATIONTYPE_FLOAT);
    wrong.setKeys([{ frame: 0, value: 0 }]);
    expect(() => clip.addTargetedAnimation(wrong, node)).toThrow("Invalid property");
    render(scene, 2);
    expect(node.position.x).toBeCloseTo(3 * FRAME, 6);
    expect(scene.animatables).toHaveLength(animatables);
  });

  it("keeps a weight that was set for its animatables when targets change", () => {
    const { scene, clip } = createRulerClip({ end: 5 });
    const other = createRuler(scene, 10, "other");
    clip.weight = 1;
    clip.play();
    clip.setWeightForAllAnimatables(0.25);
    clip.addTargetedAnimation(other.group.targetedAnimations[0]!.animation, other.node);
    expect(clip.animatables.map(({ weight }) => weight)).toEqual([0.25, 0.25]);
  });

  it("answers Babylon's virtual timeline with its own", () => {
    const { scene, clip } = createRulerClip({ end: 5 });
    clip.startWithVirtualTimeline(true, 2);
    render(scene, 11);
    expect([clip.isStarted, clip.timestamp]).toEqual([true, expect.closeTo(20 * FRAME, 9)]);
    expect(clip.getVirtualCurrentFrame()).toBeCloseTo(20 * FRAME * FPS, 6);
    expect(clip.getRetainedCurrentFrame()).toBeCloseTo(20 * FRAME * FPS, 6);
    clip.setVirtualCurrentFrame(120);
    expect(clip.timestamp).toBe(2);
    clip.stop();
    expect(scene.animatables).toHaveLength(0);
  });

  it("describes itself as text", () => {
    const { clip } = createRulerClip({ start: 1, end: 2, speed: 2 });
    expect(clip.toString()).toBe("Name: clip, type: AnimationGroup");
    expect(clip.toString(true)).toBe(
      "Name: clip, type: AnimationGroup, from: 60, to: 120, isStarted: false, speedRatio: 2, targetedAnimations length: 1, animatables length: 0",
    );
  });

  it("keeps its place among others when it is paused", () => {
    const { scene, node, clip } = createRulerClip({ start: 1, end: 5 });
    const winner = CreateClip("winner", clip, { start: 6, end: 9 });
    clip.play();
    winner.play();
    clip.pause();
    clip.play();
    render(scene, 1);
    expect(node.position.x).toBe(6);
  });

  it("ends where somebody stops all its animatables", () => {
    const { scene, node, clip } = createRulerClip({ end: 5 });
    const log = record(clip);
    clip.play();
    render(scene, 2);
    scene.stopAnimation(node);
    expect(clip.isStarted).toBe(false);
    expect(log).toEqual(["play", "end", "group end"]);
    clip.play();
    scene.stopAllAnimations();
    expect(clip.isStarted).toBe(false);
    expect(scene.animatables).toHaveLength(0);
  });
});

describe("events", () => {
  it("are notified once each, in order", () => {
    const { scene, clip } = createRulerClip({ end: 0.1, repetitions: 3 });
    const log = record(clip);
    clip.play();
    clip.pause();
    clip.play();
    render(scene, 30);
    expect(log).toEqual([
      ...["play", "pause", "play"],
      ...["repeat 0.1 1", "loop", "group loop"],
      ...["repeat 0.1 2", "loop", "group loop"],
      ...["finish 0.1 3", "end", "group end"],
    ]);
  });

  it("report the turns of ping-pong with their bounds", () => {
    const { scene, clip } = createRulerClip({ start: 1, end: 1.1, reverse: true, repetitions: 3 });
    const log = record(clip);
    clip.play();
    render(scene, 30);
    expect(log.filter((entry) => /\d/.test(entry))).toEqual(["reverse 1.1 1", "reverse 1 2", "finish 1.1 3"]);
  });

  it("stop where an observer stops the clip", () => {
    const { scene, clip } = createRulerClip({ end: 0.001, repetitions: 9 });
    const log = record(clip);
    clip.onRepeatObservable.add(({ completedRepetitions }) => void (completedRepetitions === 2 && clip.stop(true)));
    clip.play();
    render(scene, 3);
    expect(log.filter((entry) => /\d/.test(entry))).toEqual(["repeat 0.001 1", "repeat 0.001 2"]);
  });

  it.each<{ act: string; change: (clip: ClipAnimationGroup) => void; told: number; expected: [boolean, boolean] }>([
    { act: "seeks", change: (clip) => (clip.timestamp = 0.001), told: 1, expected: [true, false] },
    { act: "makes it endless", change: (clip) => (clip.loopAnimation = true), told: 1, expected: [true, false] },
    { act: "changes its speed", change: (clip) => (clip.speedRatio = 0.5), told: 1, expected: [false, true] },
    { act: "resets it", change: (clip) => void clip.reset(), told: 1, expected: [true, false] },
    { act: "restarts it", change: (clip) => void clip.stop().start(), told: 1, expected: [true, false] },
  ])("void the rest of a step where an observer $act", ({ change, told, expected }) => {
    const { scene, clip } = createRulerClip({ end: 0.005, repetitions: 3 });
    let repeats = 0;
    clip.onRepeatObservable.add(() => {
      repeats++;
      if (repeats === 1) {
        change(clip);
      }
    });
    clip.play();
    render(scene, 2); // 0.016 s: three times 0.005 s and more
    expect([repeats, clip.isStarted, clip.isFinished]).toEqual([told, ...expected]);
  });

  it("tick a clip once a frame, also when observers pause and resume it", () => {
    const { scene, clip } = createRulerClip({ end: 0.004 });
    const other = CreateClip("other", clip, { end: 5 });
    let repeats = 0;
    clip.onRepeatObservable.add(() => {
      repeats++;
      clip.pause();
      clip.play();
      other.pause();
      other.play();
    });
    other.play();
    clip.play();
    render(scene, 2);
    expect([repeats, clip.timestamp, other.timestamp]).toEqual([3, expect.closeTo(0.004, 9), expect.closeTo(FRAME, 9)]);
  });

  it("let those who wait for an animatable know that it ends", async () => {
    const { scene, clip } = createRulerClip({ end: 0.01, repetitions: 1 });
    clip.play();
    const ended = clip.animatables[0]!.waitAsync();
    render(scene, 3);
    await ended;
    let told = 0;
    clip.play();
    clip.animatables[0]!.onAnimationEndObservable.add(() => told++);
    clip.stop(true);
    expect(told).toBe(0);
  });

  it("are not notified for targets that a mask leaves out", () => {
    const { scene, clip } = createRulerClip({ end: 0.02, repetitions: 2 });
    const other = createRuler(scene, 10, "other");
    clip.addTargetedAnimation(other.group.targetedAnimations[0]!.animation, other.node);
    clip.mask = new AnimationGroupMask(["other"]);
    const log = record(clip);
    clip.play();
    render(scene, 5);
    expect(log.filter((entry) => entry === "loop" || entry === "end")).toEqual(["loop", "end"]);
  });

  it("let an observer start the next clip without a frame between", () => {
    const { scene, node, clip } = createRulerClip({ end: 0.1, repetitions: 1 });
    const next = CreateClip("next", clip, { start: 4, end: 5 });
    clip.onFinishObservable.add(() => next.play());
    clip.play();
    render(scene, 8);
    expect(node.position.x).toBe(4);
  });

  it("stop() notifies the end, unless it is asked not to", () => {
    const { clip } = createRulerClip({ end: 1 });
    const log = record(clip);
    clip.play();
    clip.stop();
    clip.play();
    clip.stop(true);
    clip.stop();
    expect(log).toEqual(["play", "end", "group end", "play"]);
  });

  it("on the animations fire as the timestamp passes their frames", () => {
    const { scene, clip } = createRulerClip({ end: 0.1 });
    const { animation } = clip.targetedAnimations[0]!;
    const log: number[] = [];
    for (const frame of [5, 0, 3]) {
      animation.addEvent(new AnimationEvent(frame, () => log.push(frame)));
    }
    animation.addEvent(new AnimationEvent(4, () => log.push(4), true));
    clip.play();
    render(scene, 1 + 13); // 0.208 s: two loops and a bit
    expect(log).toEqual([0, 3, 4, 5, 0, 3, 5, 0]);
  });

  it("on the animations fire in the order of travel, each once per turn", () => {
    const { scene, clip } = createRulerClip({ end: 0.1, reverse: true, repetitions: 2 });
    const { animation } = clip.targetedAnimations[0]!;
    const log: number[] = [];
    for (const frame of [0, 1, 2, 6]) {
      animation.addEvent(new AnimationEvent(frame, () => log.push(frame)));
    }
    clip.play();
    render(scene, 20);
    expect(log).toEqual([0, 1, 2, 6, 2, 1, 0]);
  });
});

describe("clips from code", () => {
  it("split one animation without copying keys", () => {
    const scene = createScene();
    const { node, group } = createRuler(scene);
    const [walk, run] = [CreateClip("walk", group, { start: 1, end: 2 }), CreateClip("run", group, { start: 4, end: 4.5 })];
    expect(walk.targetedAnimations[0]!.animation).toBe(run.targetedAnimations[0]!.animation);
    walk.timestamp = 1.5;
    expect(node.position.x).toBe(1.5);
    run.timestamp = 4.25;
    expect(node.position.x).toBe(4.25);
    expect(scene.animationGroups).toEqual([group, walk, run]);
  });

  it("are cloned independently, onto converted targets", () => {
    const { scene, node, clip } = createRulerClip({ start: 1, end: 2, repetitions: 5 });
    clip.weight = 0.5;
    clip.playOrder = 3;
    clip.metadata = { tag: 1 };
    clip.mask = new AnimationGroupMask();
    clip.mask.disabled = true;
    clip.isAdditive = true;
    clip.enableBlending = true;
    clip.blendingSpeed = 0.3;
    const twin = new TransformNode("twin", scene);
    const clone = clip.clone("clone", () => twin);
    expect(clone).toBeInstanceOf(ClipAnimationGroup);
    expect([clone.name, clone.weight, clone.playOrder, clone.metadata]).toEqual(["clone", 0.5, 3, { tag: 1 }]);
    expect([clone.isAdditive, clone.enableBlending, clone.blendingSpeed, clone.mask]).toEqual([true, true, 0.3, clip.mask]);
    expect(clone.settings).toEqual(clip.settings);
    clone.timestamp = 1.5;
    expect([node.position.x, twin.position.x]).toEqual([0, 1.5]);
    clone.settings = { end: 3 };
    expect(clip.settings.end).toBe(2);
    const deep = clip.clone("deep", undefined, true, true);
    expect(deep.targetedAnimations[0]!.animation).not.toBe(clip.targetedAnimations[0]!.animation);
  });
});

describe("masks", () => {
  it("leave targets alone that they do not retain", () => {
    const { scene, node, clip } = createRulerClip({ end: 5 });
    const other = createRuler(scene, 10, "other");
    clip.addTargetedAnimation(other.group.targetedAnimations[0]!.animation, other.node);
    clip.mask = new AnimationGroupMask(["other"]);
    clip.play();
    render(scene, 6);
    expect([node.position.x, other.node.position.x]).toEqual([0, expect.closeTo(5 * FRAME, 6)]);
    clip.mask = null;
    render(scene, 1);
    expect(node.position.x).toBeCloseTo(6 * FRAME, 6);
    clip.mask = new AnimationGroupMask(["ruler"]);
    clip.removeUnmaskedAnimations();
    render(scene, 1);
    expect([node.position.x, other.node.position.x]).toEqual([expect.closeTo(7 * FRAME, 6), expect.closeTo(6 * FRAME, 6)]);
  });
});

describe("the surface", () => {
  it("gives back the clip itself", () => {
    const { clip } = createRulerClip({ end: 5 });
    const calls: ClipAnimationGroup[] = [
      clip.play(),
      clip.pause(),
      clip.restart(),
      clip.goToFrame(3),
      clip.reset(),
      clip.stop(),
      clip.start(),
    ];
    expect(calls.every((returned) => returned === clip)).toBe(true);
  });

  it.each<{ settings: ClipSettings; duration: number }>([
    { settings: {}, duration: 10 },
    { settings: { start: 1, end: 2.5, speed: -2 }, duration: 1.5 },
    { settings: { start: 4 }, duration: 6 },
    { settings: { start: 40 }, duration: 0 },
    { settings: { start: 3, end: 3 }, duration: 0 },
  ])("has a duration of $duration s by $settings", ({ settings, duration }) => {
    expect(createRulerClip(settings).clip.duration).toBe(duration);
  });

  it("has settings that are frozen, and replaced as a whole", () => {
    const { clip } = createRulerClip({ start: 1, end: 5 });
    expect(Object.isFrozen(clip.settings)).toBe(true);
    clip.settings = { speed: 2 };
    expect(clip.settings).toEqual({ start: 0, end: Infinity, offset: 0, speed: 2, repetitions: -1, reverse: false });
    clip.settings = { ...clip.settings, end: 5 };
    expect(clip.settings).toMatchObject({ end: 5, speed: 2 });
  });

  it("finds a clip by its name", () => {
    const { scene, clip } = createRulerClip({});
    new ClipAnimationGroup("clip", scene);
    expect([GetClip(scene, "clip"), GetClip(scene, "ruler"), GetClip(scene, "none")]).toEqual([clip, null, null]);
  });

  it("takes all options by name", () => {
    const scene = createScene();
    const options = { settings: { end: 2, speed: -1 }, weight: 0.5, playOrder: 3, evaluationMode: "babylon" } as const;
    const clip = new ClipAnimationGroup("made", scene, options);
    expect(clip).toMatchObject({ name: "made", weight: 0.5, playOrder: 3, evaluationMode: "babylon", source: null });
    expect(clip.settings).toMatchObject(options.settings);
    expect(clip.getScene()).toBe(scene);
  });
});
