/** Pins what `continueRun` sets: the state in which Babylon's own groups are while they play. */
import { afterEach, expect, it } from "@jest/globals";
import type { Animatable } from "@babylonjs/core/Animations/animatable.core.js";
import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import { continueRun, startQuietly, waitForNextStep } from "../../../src/scene/host/index.js";
import { createAnimation, createGroup } from "../../helpers/group.js";
import { createScene, disposeScenes, render } from "../../helpers/scene.js";

afterEach(disposeScenes);

type Internals = Record<string, unknown>;

/** A group of one animation from 0 to 60, at 60 frames a second, and its target. */
function createStage(): { group: AnimationGroup; target: { name: string; x: number } } {
  const target = { name: "target", x: 0 };
  return { group: createGroup(createScene(), [target, createAnimation("x", { frames: [0, 60], values: [0, 60] })]), target };
}

it("Animatable and RuntimeAnimation count milliseconds since the first step, and frames", () => {
  const { group } = createStage();
  const scene = group.getScene();
  group.start(true);
  const [animatable] = group.animatables as [Animatable];
  const internals = animatable as unknown as Internals;
  expect(internals["_localDelayOffset"]).toBeNull();
  render(scene, 6); // the first shows the beginning
  const runtimeAnimation = animatable.getAnimations()[0] as unknown as Internals;
  const time = (scene as unknown as Internals)["_animationTime"] as number;
  expect(time - (internals["_localDelayOffset"] as number)).toBeCloseTo(80, 9);
  expect(runtimeAnimation["_previousElapsedTime"]).toBeCloseTo(80, 9);
  expect(runtimeAnimation["_previousAbsoluteFrame"]).toBeCloseTo(4.8, 9);
  expect(runtimeAnimation["_absoluteFrameOffset"]).toBe(0);
  expect(runtimeAnimation["_currentActiveTarget"]).toBe(runtimeAnimation["_directTarget"]);
  expect([internals["_paused"], internals["_speedRatio"], internals["_previousWeight"]]).toEqual([false, 1, -1]);
  animatable.speedRatio = 2;
  expect(runtimeAnimation["_absoluteFrameOffset"]).toBeCloseTo(-4.8, 9);
  animatable.speedRatio = 1;
  animatable.goToFrame(10);
  expect([internals["_goToFrame"], internals["_manualJumpDelay"]]).toEqual([10, expect.closeTo(-(1000 * 5.2) / 60, 9)]);
  if ("_frameToSyncFromJump" in internals) {
    expect(internals["_frameToSyncFromJump"]).toBeCloseTo(4.8, 9);
  }
});

it("AnimationGroup keeps its settings, its pause and its virtual frame in fields", () => {
  const { group } = createStage();
  const internals = group as unknown as Internals;
  group.start(true, 2).pause();
  expect([internals["_isPaused"], internals["_loopAnimation"], internals["_speedRatio"]]).toEqual([true, true, 2]);
  if ("_virtualFrame" in internals) {
    expect([internals["_virtualFrame"], internals["_virtualFrameStart"], internals["_virtualFrameStartTime"]]).toEqual([0, 0, 0]);
  }
});

it("a group goes on in the state that it is given, and its observers notice nothing", () => {
  const { group, target } = createStage();
  const scene = group.getScene();
  const notified: string[] = [];
  group.onAnimationGroupPlayObservable.add(() => notified.push("play"));
  const run = { from: 0, to: 60, loop: true, speedRatio: 1, elapsed: 500, frame: 30, played: 30, playedAt: 500, shift: 0 };
  const rest = { jump: null, isPaused: false, wasHidden: false, weight: -1, virtualFrame: 30, isLeft: () => true };
  group.speedRatio = 3;
  startQuietly(group, () => group.start(true));
  expect([group.speedRatio, notified]).toEqual([3, []]);
  continueRun(group, group.animatables, { ...run, ...rest }, 0);
  expect(group.animatables[0]!.masterFrame).toBe(30);
  render(scene, 1);
  expect(target.x).toBeCloseTo(30.96, 9);
  group.pause().restart();
  expect(notified).toEqual(["play"]);
});

it("animatables that wait leave out one animation step", () => {
  const { group, target } = createStage();
  group.start(true);
  render(group.getScene(), 2);
  target.x = -1;
  waitForNextStep(group.getScene(), group.animatables);
  render(group.getScene(), 1);
  expect(target.x).toBe(-1);
  render(group.getScene(), 1);
  expect(target.x).toBeCloseTo(3 * 0.96, 9);
});
