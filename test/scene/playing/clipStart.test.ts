import { afterEach, describe, expect, it } from "@jest/globals";
import type { ClipAnimationGroup } from "../../../src/pure.js";
import { createAnimation } from "../../helpers/group.js";
import { createRulerClip } from "../../helpers/rulerClip.js";
import { disposeScenes, FRAME, render } from "../../helpers/scene.js";

afterEach(disposeScenes);

describe("a start", () => {
  it("starts additively on request", () => {
    const { scene, node, clip } = createRulerClip({ start: 1, end: 5 });
    node.position.x = 7;
    clip.weight = 0.5;
    clip.start(true, 1, undefined, undefined, true);
    render(scene, 1);
    expect([clip.isAdditive, node.position.x]).toEqual([true, 7.5]);
  });

  it.each(["auto", "babylon"] as const)("of an additive clip that was sought while stopped adds to the value from before: %s", (mode) => {
    const { scene, node, clip } = createRulerClip({ start: 1, end: 5 });
    clip.evaluationMode = mode;
    node.position.x = 7;
    clip.isAdditive = true;
    clip.weight = 1;
    const shown = [3, 4].map((timestamp) => {
      clip.timestamp = timestamp;
      return node.position.x;
    });
    expect(shown).toEqual([10, 11]);
    clip.targetedAnimations[0]!.animation.getKeys()[1]!.value = 20;
    clip.timestamp = 4;
    expect(node.position.x).toBe(7 + 8);
    clip.start();
    render(scene, 1);
    expect(node.position.x).toBe(7 + 8);
    clip.stop();
    clip.timestamp = 1;
    node.position.x = 3;
    clip.timestamp = 2;
    expect(node.position.x).toBe(3 + 4);
    node.position.x = 5;
    clip.start();
    render(scene, 1);
    expect(node.position.x).toBe(5 + 4);
  });

  it.each(["auto", "babylon"] as const)(
    "of an additive clip that animates a property twice, sought while stopped, adds once: %s",
    (mode) => {
      const { node, clip } = createRulerClip({ start: 1, end: 5 });
      clip.evaluationMode = mode;
      clip.addTargetedAnimation(createAnimation("position.x", { frames: [0, 600], values: [20, 20] }), node);
      node.position.x = 7;
      clip.isAdditive = true;
      const shown = [3, 4].map((timestamp) => {
        clip.timestamp = timestamp;
        return node.position.x;
      });
      expect(shown).toEqual([27, 27]); // the last one wins
    },
  );

  it("of an additive clip with a custom interpolation adds what Babylon interpolates", () => {
    const { scene, node, clip } = createRulerClip({ start: 1, end: 5 });
    node.position.x = 7;
    clip.isAdditive = true;
    clip.weight = 1;
    const { animation } = clip.targetedAnimations[0]!;
    animation.floatInterpolateFunction = () => 20;
    clip.timestamp = 3;
    expect(node.position.x).toBe(27);
    clip.timestamp = 4;
    expect(node.position.x).toBe(27);
    clip.start();
    render(scene, 1);
    expect(node.position.x).toBe(27);
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
});
