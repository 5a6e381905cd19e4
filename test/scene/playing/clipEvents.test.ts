import { afterEach, describe, expect, it } from "@jest/globals";
import { AnimationEvent } from "@babylonjs/core/Animations/animationEvent.js";
import { AnimationGroupMask } from "@babylonjs/core/Animations/animationGroupMask.js";
import { type ClipAnimationGroup, CreateClip } from "../../../src/pure.js";
import { createRuler, createRulerClip, record } from "../../helpers/rulerClip.js";
import { createScene, disposeScenes, FRAME, render } from "../../helpers/scene.js";

afterEach(disposeScenes);

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

  it("let an observer stop the clip that ends, while all others have their frame", () => {
    const scene = createScene();
    const rulers = [0, 1, 2].map(() => createRuler(scene));
    const [wave, ...others] = rulers.map(({ group }, i) => CreateClip("clip", group, i === 0 ? { end: 2.5 * FRAME, repetitions: 1 } : {}));
    wave!.onFinishObservable.add(() => wave!.stop());
    [wave!, ...others].forEach((clip) => clip.play());
    for (let frame = 0; frame < 6; frame++) {
      render(scene, 1);
      others.forEach((clip, i) => {
        expect([clip.timestamp, rulers[i + 1]!.node.position.x]).toEqual([
          expect.closeTo(frame * FRAME, 9),
          expect.closeTo(frame * FRAME, 5),
        ]);
      });
    }
    expect(wave!.isStarted).toBe(false);
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
