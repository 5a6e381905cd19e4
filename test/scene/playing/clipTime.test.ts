import { afterEach, describe, expect, it } from "@jest/globals";
import { Animation } from "@babylonjs/core/Animations/animation.js";
import { AnimationEvent } from "@babylonjs/core/Animations/animationEvent.js";
import { CreateClip, TimestampAt, type ClipSettings } from "../../../src/pure.js";
import { createRuler, createRulerClip, record } from "../../helpers/rulerClip.js";
import { createScene, disposeScenes, FRAME, render } from "../../helpers/scene.js";

afterEach(disposeScenes);

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
