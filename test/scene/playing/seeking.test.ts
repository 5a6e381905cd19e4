/** Where a clip is after a seek, a reset or an error, and which events and settings count from there. */
import { afterEach, expect, it } from "@jest/globals";
import { AnimationGroupMask } from "@babylonjs/core/Animations/animationGroupMask.js";
import { AnimationEvent } from "@babylonjs/core/Animations/animationEvent.js";
import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import { CreateBox } from "@babylonjs/core/Meshes/Builders/boxBuilder.js";
import { computeMaxExtents } from "@babylonjs/core/Meshes/meshUtils.js";
import { CreateClip, CrossFade, type ClipAnimationGroup } from "../../../src/pure.js";
import { createRuler, createRulerClip, FPS, record } from "../../helpers/rulerClip.js";
import { collectErrors, createScene, disposeScenes, FRAME, render } from "../../helpers/scene.js";

afterEach(disposeScenes);

it("the arguments of a start hold for seeks until the clip stops", () => {
  const { scene, clip } = createRulerClip({ start: 1, end: 3 });
  clip.start(true, 1, 4 * FPS, 5 * FPS);
  render(scene, 70);
  expect(clip.completedRepetitions).toBe(1);
  clip.timestamp = 2;
  expect([clip.timestamp, clip.completedRepetitions]).toEqual([4, 1]);
  clip.stop();
  clip.timestamp = 2;
  expect([clip.timestamp, clip.completedRepetitions]).toEqual([2, 0]);
  clip.timestamp = 4.5;
  expect(clip.timestamp).toBe(3);
});

it("events at a timestamp that was sought come in the next frame, once", () => {
  const { scene, clip } = createRulerClip({ end: 5 });
  const log: number[] = [];
  clip.targetedAnimations[0]!.animation.addEvent(new AnimationEvent(2 * FPS, (frame) => log.push(frame)));
  clip.play();
  render(scene, 2);
  clip.timestamp = 2;
  expect(log).toEqual([]);
  render(scene, 2);
  expect(log).toEqual([2 * FPS]);
});

it("events of an animation that is added while the clip plays come, too", () => {
  const { scene, clip } = createRulerClip({ end: 5 });
  const { node, group } = createRuler(scene, 10, "other");
  const { animation } = group.targetedAnimations[0]!;
  let count = 0;
  animation.addEvent(new AnimationEvent(1, () => count++));
  clip.play();
  clip.addTargetedAnimation(animation, node);
  render(scene, 4);
  expect(count).toBe(1);
});

it("a paused clip with a weight shows a seek that counts its weight in the next frame, and then holds", () => {
  const { scene, node, clip } = createRulerClip({ end: 5 });
  clip.weight = 1;
  clip.play();
  render(scene, 2);
  clip.pause();
  clip.goToFrame(2 * FPS, true);
  expect(node.position.x).toBeCloseTo(FRAME, 9);
  render(scene, 1);
  expect(node.position.x).toBeCloseTo(2, 9);
  node.position.x = 7;
  render(scene, 2);
  expect([node.position.x, clip.timestamp, clip.isPlaying]).toEqual([7, 2, false]);
});

it("a clip that was stopped, and then reset, begins where later settings say", () => {
  const { scene, node, clip } = createRulerClip({ end: 5 });
  clip.play();
  render(scene, 3);
  clip.stop();
  clip.settings = { start: 1, end: 5 };
  expect(clip.timestamp).toBe(1); // within the bounds
  clip.reset();
  expect([clip.timestamp, node.position.x]).toEqual([1, 1]);
  clip.settings = { start: 1, end: 5, offset: 2 };
  expect(clip.timestamp).toBe(3);
});

it("an error stops a clip once, and reports its end once", () => {
  const { clip } = createRulerClip({ end: 5 });
  clip.play();
  const log = record(clip);
  const errors = collectErrors(() => [1, 2].forEach(() => clip.player.fail(new Error("broken"))));
  expect([errors.length, clip.isStarted, log]).toEqual([2, false, ["end", "group end"]]);
});

it("the observables of a clip let go of their observers when it is disposed", () => {
  const { clip } = createRulerClip({ end: 5 });
  record(clip);
  clip.dispose();
  const observables = [clip.onRepeatObservable, clip.onReverseObservable, clip.onFinishObservable];
  expect(observables.map((observable) => observable.hasObservers())).toEqual([false, false, false]);
});

it.each([1, 0.5, 0])(
  "a seek of a playing clip with weight %d shows the pose at once, and is mixed in the next frame, as Babylon's",
  (weight) => {
    const scene = createScene();
    const [plain, ruler] = [createRuler(scene), createRuler(scene)];
    const clip = CreateClip("clip", ruler.group, { end: 10 });
    for (const group of [plain.group, clip]) {
      group.weight = weight;
      group.start(true);
    }
    const places = (): number[] => [plain.node.position.x, ruler.node.position.x];
    render(scene, 3);
    [plain.group, clip].forEach((group) => group.goToFrame(2 * FPS));
    expect(places()).toEqual([2, 2]);
    render(scene, 1);
    const [expected, actual] = places();
    expect(actual).toBeCloseTo(expected!, 9);
  },
);

const SEEKS: Record<string, (clip: ClipAnimationGroup) => void> = {
  timestamp: (clip) => (clip.timestamp = 2),
  totalTime: (clip) => (clip.totalTime = 2),
  goToFrame: (clip) => clip.goToFrame(2 * FPS),
};

it.each(Object.keys(SEEKS))("%s of a clip in a cross-fade shows the pose at once, and is mixed in the next frame", (name) => {
  const { scene, node, clip } = createRulerClip({ end: 5 });
  const other = CreateClip("other", createRuler(scene).group, { end: 5 });
  clip.play();
  CrossFade(clip, other, 1);
  render(scene, 10);
  expect(clip.effectiveWeight).toBeLessThan(1);
  SEEKS[name]!(clip);
  expect(node.position.x).toBe(2);
  render(scene, 1);
  expect(node.position.x).toBeCloseTo((2 + FRAME) * clip.effectiveWeight, 9);
});

it("a seek of a clip with a weight leaves what a mask leaves out", () => {
  const { node, clip, scene } = createRulerClip({ end: 5 });
  clip.weight = 0.5;
  clip.mask = new AnimationGroupMask(["other"]);
  clip.play();
  render(scene, 2);
  clip.timestamp = 2;
  expect(node.position.x).toBe(0);
});

it("computeMaxExtents measures a playing clip that has a weight as a plain group", () => {
  const scene = createScene();
  const measure = (create: (group: AnimationGroup) => AnimationGroup): number[] => {
    const { node, group } = createRuler(scene);
    const box = CreateBox("box", { size: 2 }, scene);
    box.parent = node;
    const played = create(group);
    played.weight = 0.5;
    played.start(true);
    render(scene, 2);
    const [{ minimum, maximum }] = computeMaxExtents([box], played) as [ReturnType<typeof computeMaxExtents>[0]];
    return [...minimum.asArray(), ...maximum.asArray()];
  };
  const plain = measure((group) => group);
  expect(plain[3]).toBeCloseTo(11, 1);
  expect(measure((group) => CreateClip("clip", group, { end: 10 }))).toEqual(plain);
});
