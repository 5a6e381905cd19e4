import { afterEach, describe, expect, it } from "@jest/globals";
import { Animation } from "@babylonjs/core/Animations/animation.js";
import { AnimationEvent } from "@babylonjs/core/Animations/animationEvent.js";
import type { Observable } from "@babylonjs/core/Misc/observable.js";
import { ApplyRestPose, CreateClip, GetClips } from "../../../src/pure.js";
import { createRuler, createRulerClip, record } from "../../helpers/rulerClip.js";
import { ruleOf } from "../../helpers/rules.js";
import { collectErrors, createScene, disposeScenes, FRAME, render } from "../../helpers/scene.js";

afterEach(disposeScenes);

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

describe("a clip beside a plain group, one of whose channels fails in the scene's step", () => {
  it("stops, with one error, and the frame goes on", () => {
    const scene = createScene();
    const [mixed, broken] = [createRuler(scene), createRuler(scene)];
    const clip = CreateClip("clip", [mixed.group, broken.group], {}, { weight: 0.5 });
    const other = CreateClip("other", createRuler(scene).group, {});
    clip.play();
    other.play();
    render(scene, 2);
    Object.defineProperty(broken.node, "position", {
      get: () => {
        throw new Error("no position");
      },
    });
    mixed.group.weight = 0.5;
    mixed.group.play();
    const errors = collectErrors(() => render(scene, 3));
    expect(errors).toEqual([expect.stringMatching(/^clip: stopped by an error: .*no position/)]);
    expect([clip.isStarted, other.isPlaying, other.timestamp]).toEqual([false, true, 4 * FRAME]);
  });
});

describe("wrong values", () => {
  it.each([
    [undefined, "undefined"],
    [null, "null"],
    [{}, "{}"],
    ["1", '"1"'],
    [NaN, "NaN"],
  ])("%p is no timestamp", (value, shown) => {
    const { clip, node } = createRulerClip({ end: 1, offset: 0.5 });
    const seek = (): unknown => (clip.timestamp = value as never);
    expect(seek).toThrow(new Error(`timestamp: ${ruleOf("number", shown)}`));
    expect(seek).toThrow(typeof value === "number" ? RangeError : TypeError);
    expect([clip.timestamp, node.position.x]).toEqual([0.5, 0]);
  });

  it("a wrong timestamp does not rewind a clip that has finished", () => {
    const { scene, clip } = createRulerClip({ end: 0.05, repetitions: 1 });
    clip.play();
    render(scene, 10);
    expect(() => (clip.timestamp = NaN)).toThrow(RangeError);
    expect(() => clip.goToFrame(NaN)).toThrow(RangeError);
    expect([clip.timestamp, clip.isFinished, clip.completedRepetitions]).toEqual([0.05, true, 1]);
  });

  it("a start that is refused does not make the clip additive", () => {
    const { clip } = createRulerClip({ end: 1 });
    expect(() => clip.start(true, NaN, undefined, undefined, true)).toThrow(RangeError);
    expect(clip.isAdditive).toBe(false);
    clip.evaluationMode = "compiled";
    clip.targetedAnimations[0]!.animation.loopMode = Animation.ANIMATIONLOOPMODE_CONSTANT;
    expect(() => clip.start(true, 1, undefined, undefined, true)).toThrow(ruleOf("notCompiled"));
    expect([clip.isAdditive, clip.isStarted]).toEqual([false, false]);
  });

  it.each(["onRepeatObservable", "onFinishObservable", "onAnimationGroupEndObservable"] as const)(
    "a start that is refused in %s throws there, and the clip was not started",
    (observable) => {
      const { scene, clip } = createRulerClip({ end: 0.05, repetitions: 2 });
      const refused = CreateClip("refused", createRuler(scene).group, {}, { evaluationMode: "compiled" });
      refused.targetedAnimations[0]!.animation.loopMode = Animation.ANIMATIONLOOPMODE_CONSTANT;
      const log = record(refused);
      const attempts: unknown[] = [];
      (clip[observable] as Observable<unknown>).add(() => {
        expect(() => refused.start()).toThrow(ruleOf("notCompiled"));
        attempts.push(refused.isStarted);
      });
      clip.play();
      expect(collectErrors(() => render(scene, 20))).toEqual([]);
      expect([attempts, log, scene.animatables.length]).toEqual([[false], [], 0]);
    },
  );

  it.each([
    { evaluationMode: "compiled", loopMode: Animation.ANIMATIONLOOPMODE_CONSTANT, property: "position.y" },
    { evaluationMode: "auto", loopMode: Animation.ANIMATIONLOOPMODE_CYCLE, property: "missing.y" },
  ] as const)("an animation of $property that is refused is not in the group, which plays on", ({ evaluationMode, loopMode, property }) => {
    const { scene, node, clip } = createRulerClip({ end: 1 });
    clip.evaluationMode = evaluationMode;
    clip.play();
    render(scene, 3);
    const refused = new Animation("refused", property, 60, Animation.ANIMATIONTYPE_FLOAT, loopMode);
    refused.setKeys([0, 60].map((frame) => ({ frame, value: 0 })));
    expect(() => clip.addTargetedAnimation(refused, node)).toThrow(evaluationMode === "compiled" ? ruleOf("notCompiled") : property);
    expect(clip.targetedAnimations.map(({ animation }) => animation.name)).toEqual(["x"]);
    expect(collectErrors(() => render(scene, 3))).toEqual([]);
    expect([clip.isPlaying, node.position.x]).toEqual([true, expect.closeTo(5 * FRAME, 6)]);
  });

  it.each([
    [Infinity, "Infinity"],
    [NaN, "NaN"],
    ["0.5", '"0.5"'],
    [null, "null"],
    [undefined, "undefined"],
  ])("%p is no weight", (value, shown) => {
    const { clip } = createRulerClip({ end: 1 });
    const weigh = (): unknown => (clip.weight = value as never);
    expect(weigh).toThrow(new Error(`weight: ${ruleOf("minus1OrAtLeast0", shown)}`));
    expect(weigh).toThrow(typeof value === "number" ? RangeError : TypeError);
    expect(clip.weight).toBe(-1);
  });

  it.each([-0.5, -1e-18, -2])("a weight of %d becomes 0", (weight) => {
    const { clip } = createRulerClip({ end: 1 });
    clip.weight = weight;
    expect(clip.weight).toBe(0);
  });

  it.each([
    [undefined, `source: ${ruleOf("animationGroup", "undefined")}`],
    ["walk", `source: ${ruleOf("animationGroup", '"walk"')}`],
    [[undefined], `source/0: ${ruleOf("animationGroup", "undefined")}`],
    [[], `source: ${ruleOf("atLeastOneGroup")}`],
  ])("%j is nothing to make a clip of", (source, message) => {
    createScene();
    const create = (): unknown => CreateClip("clip", source as never);
    expect(create).toThrow(new Error(message));
    expect(create).toThrow(message.endsWith("[])") ? RangeError : TypeError);
  });

  it.each([null, 1, "walk"])("%p is no settings", (settings) => {
    const { clip } = createRulerClip({ end: 1 });
    const shown = JSON.stringify(settings);
    expect(() => (clip.settings = settings as never)).toThrow(new TypeError(`settings: ${ruleOf("object", shown)}`));
    expect(clip.settings.end).toBe(1);
  });

  it.each([undefined, {}])("%p has no clips, and no rest pose", (owner) => {
    const shown = owner ? "{}" : "undefined";
    const error = new TypeError(`owner: ${ruleOf("animationGroupsMember", shown)}`);
    expect(() => GetClips(owner as never)).toThrow(error);
    expect(() => ApplyRestPose(owner as never)).toThrow(error);
  });
});
