import { afterEach, describe, expect, it } from "@jest/globals";
import { Animation } from "@babylonjs/core/Animations/animation.js";
import { AnimationEvent } from "@babylonjs/core/Animations/animationEvent.js";
import { AnimationGroupMask } from "@babylonjs/core/Animations/animationGroupMask.js";
import { CubicEase } from "@babylonjs/core/Animations/easing.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import { ClipAnimationGroup, CompileGroups, CreateClip, GetClip, type ClipSettings } from "../../../src/pure.js";
import { createRuler, createRulerClip, FPS, record } from "../../helpers/rulerClip.js";
import { ruleOf } from "../../helpers/rules.js";
import { createScene, disposeScenes, FRAME, render } from "../../helpers/scene.js";

afterEach(disposeScenes);

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

  it.each([{ weight: NaN }, { weight: -2 }, { weight: Infinity }, { settings: { speed: NaN } }])("is not made with %j", (options) => {
    const scene = createScene();
    expect(() => new ClipAnimationGroup("made", scene, options)).toThrow(RangeError);
    expect(scene.animationGroups).toEqual([]);
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

describe("settings", () => {
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

  it("takes bounds in any order", () => {
    const { clip } = createRulerClip({ start: 1, end: 2 });
    clip.from = 240;
    clip.to = 300;
    expect([clip.settings.start, clip.settings.end]).toEqual([4, 5]);
    clip.to = 60;
    clip.from = 30;
    expect([clip.settings.start, clip.settings.end]).toEqual([0.5, 1]);
  });

  it("refuses settings that cannot be played, and keeps the old ones", () => {
    const { clip } = createRulerClip({ end: 1 });
    expect(() => (clip.settings = { start: 2, end: 1 })).toThrow(new RangeError(`settings.end: ${ruleOf("atLeastStart", 1, 2)}`));
    expect(() => (clip.speedRatio = NaN)).toThrow(RangeError);
    expect(clip.settings.end).toBe(1);
    expect(() => CreateClip("none", [])).toThrow(`source: ${ruleOf("atLeastOneGroup")}`);
  });
});

describe("targets", () => {
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

  it.each(["auto", "babylon"] as const)(
    "loses all of its targets, keeps its time, and poses one that is added later: %s",
    (evaluationMode) => {
      const { scene, node, clip } = createRulerClip({ end: 5 });
      const { animation } = clip.targetedAnimations[0]!;
      clip.evaluationMode = evaluationMode;
      clip.play();
      render(scene, 5);
      clip.removeTargetedAnimation(animation);
      const { x } = node.position;
      render(scene, 5);
      expect([clip.isPlaying, node.position.x]).toEqual([true, x]);
      expect(clip.timestamp).toBeCloseTo(9 * FRAME, 12);
      clip.addTargetedAnimation(animation, node);
      render(scene, 5);
      expect(node.position.x).toBeCloseTo(14 * FRAME, 6);
    },
  );

  it.each([{ evaluationMode: "babylon" as const }, { evaluationMode: "auto" as const }])(
    "keeps playing as it was where a target that is added lacks the property: $evaluationMode",
    ({ evaluationMode }) => {
      const { scene, node, clip } = createRulerClip({ end: 5 });
      clip.evaluationMode = evaluationMode;
      clip.play();
      render(scene, 2);
      const wrong = new Animation("w", "absent.x", FPS, Animation.ANIMATIONTYPE_FLOAT);
      wrong.setKeys([{ frame: 0, value: 0 }]);
      expect(() => clip.addTargetedAnimation(wrong, node)).toThrow("Invalid property");
      render(scene, 2);
      expect(node.position.x).toBeCloseTo(3 * FRAME, 6);
      expect(scene.animatables).toHaveLength(1);
    },
  );

  it("keeps a weight that was set for its animatables when targets change", () => {
    const { scene, clip } = createRulerClip({ end: 5 });
    const other = createRuler(scene, 10, "other");
    clip.weight = 1;
    clip.play();
    clip.setWeightForAllAnimatables(0.25);
    clip.addTargetedAnimation(other.group.targetedAnimations[0]!.animation, other.node);
    expect(clip.animatables.map(({ weight }) => weight)).toEqual([0.25, 0.25]);
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

  it.each(["clip", "compiled"] as const)("leave no animatables in the scene at the end: %s", (kind) => {
    const scene = createScene();
    const { group } = createRuler(scene, 1);
    const other = createRuler(scene, 1, "other");
    group.addTargetedAnimation(other.group.targetedAnimations[0]!.animation, other.node);
    const played = kind === "clip" ? CreateClip("clip", group, { end: 1 }) : CompileGroups([group])[0]!;
    played.mask = new AnimationGroupMask(["other"]);
    for (let run = 0; run < 3; run++) {
      played.start(false);
      render(scene, 70);
    }
    expect([played.isStarted, other.node.position.x]).toEqual([false, 1]);
    expect(scene.animatables).toHaveLength(0);
  });

  it.each(["auto", "babylon"] as const)("end the targets that are removed because of them, and a clip without others: %s", (mode) => {
    const { clip } = createRulerClip({ end: 5 });
    clip.evaluationMode = mode;
    const log = record(clip);
    clip.start();
    clip.mask = new AnimationGroupMask(["other"]);
    clip.removeUnmaskedAnimations();
    expect([clip.isStarted, ...log]).toEqual([false, "play", "end", "group end"]);
  });

  it.each([null, "retaining", "disabled"] as const)("keep the animatables of Babylon's if no target is removed: mask %s", (kind) => {
    const { clip } = createRulerClip({ end: 5 });
    clip.evaluationMode = "babylon";
    clip.play();
    clip.mask = kind && new AnimationGroupMask([kind === "disabled" ? "other" : "ruler"]);
    if (kind === "disabled") {
      clip.mask!.disabled = true;
    }
    const before = [...clip.animatables];
    clip.removeUnmaskedAnimations();
    expect(clip.animatables).toHaveLength(1);
    expect(clip.animatables[0] === before[0]).toBe(true); // `toBe` would print them, which is slow
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

  it("are cloned with the easing and the AnimationEvents of their animations", () => {
    const { scene, node, clip } = createRulerClip({ end: 1, repetitions: 1 });
    const { animation } = clip.targetedAnimations[0]!;
    const [ease, frames] = [new CubicEase(), [] as number[]];
    animation.setEasingFunction(ease);
    animation.addEvent(new AnimationEvent(30, (frame) => frames.push(frame)));
    const show = (played: ClipAnimationGroup): number => {
      played.play();
      render(scene, 40);
      played.stop();
      return node.position.x;
    };
    expect(show(clip.clone("own", undefined, true, true))).toBeCloseTo(show(clip), 6);
    expect(frames).toEqual([30, 30]);
  });
});

describe("Babylon's members", () => {
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
});
