/** Clips take their channels over when somebody reads them; everything that works on channels must behave as if it were at once. */
import { afterEach, expect, it } from "@jest/globals";
import type { Animation } from "@babylonjs/core/Animations/animation.js";
import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import { AnimationGroupMask } from "@babylonjs/core/Animations/animationGroupMask.js";
import "../../../src/index.js";
import { ClipAnimationGroup, CreateClip, GetClip } from "../../../src/pure.js";
import { createRuler as createRulerAsset } from "../../helpers/gltfAsset.js";
import { createRuler, createRulerClip } from "../../helpers/rulerClip.js";
import { createScene, disposeScenes, FRAME, importAsset, render, withClips } from "../../helpers/scene.js";

afterEach(disposeScenes);

const framesOf = (group: AnimationGroup): number[][] =>
  group.targetedAnimations.map(({ animation }) => animation.getKeys().map(({ frame }) => frame));

/** A group of two nodes, which are at x = timestamp for 10 s and 5 s. */
function createPair(): { group: AnimationGroup; names: (group: AnimationGroup) => unknown[] } {
  const scene = createScene();
  const [{ group }, other] = [createRuler(scene, 10, "first"), createRuler(scene, 5, "second")];
  group.addTargetedAnimation(other.group.targetedAnimations[0]!.animation, other.node);
  return { group, names: ({ targetedAnimations }) => targetedAnimations.map(({ target }) => (target as { name: string }).name) };
}

it("blending reaches the animations at once, as with every group", () => {
  const { group } = createPair();
  const clip = CreateClip("clip", group);
  clip.enableBlending = true;
  clip.blendingSpeed = 0.25;
  expect(group.targetedAnimations.map(({ animation }) => [animation.enableBlending, animation.blendingSpeed])).toEqual([
    [true, 0.25],
    [true, 0.25],
  ]);
});

it("normalize pads the keys as Babylon does, and the settings stay", () => {
  const [plain, { group }] = [createPair().group, createPair()];
  const clip = CreateClip("clip", group, { start: 1, end: 2 });
  plain.normalize(-60, 900);
  clip.normalize(-60, 900);
  expect(framesOf(clip)).toEqual(framesOf(plain));
  expect(clip.settings).toMatchObject({ start: 1, end: 2 });
});

it("normalize without arguments pads the keys to the longest animation", () => {
  const clip = CreateClip("clip", createPair().group);
  clip.normalize();
  expect(framesOf(clip)).toEqual([
    [0, 600],
    [0, 300, 600],
  ]);
});

it("targets outside of the mask are removed, also while the clip plays", () => {
  const { group, names } = createPair();
  const [clip, playing] = [CreateClip("clip", group), CreateClip("playing", group)];
  clip.mask = new AnimationGroupMask(["second"]);
  clip.removeUnmaskedAnimations();
  expect(names(clip)).toEqual(["second"]);
  playing.play();
  playing.mask = new AnimationGroupMask(["first"]);
  playing.removeUnmaskedAnimations();
  playing.mask = null;
  const [first, second] = group.targetedAnimations.map(({ target }) => target as { position: { x: number } });
  const before = second!.position.x;
  render(group.getScene(), 4);
  expect([first!.position.x, second!.position.x]).toEqual([expect.closeTo(3 * FRAME, 6), before]);
});

it("an animation is removed that nobody has read before", () => {
  const { group, names } = createPair();
  const clip = CreateClip("clip", group);
  clip.removeTargetedAnimation(group.targetedAnimations[0]!.animation);
  expect([names(clip), names(group)]).toEqual([["second"], ["first", "second"]]);
});

it("an animation that is added comes after the others", () => {
  const { group, names } = createPair();
  const clip = CreateClip("clip", group);
  const { node, group: third } = createRuler(group.getScene(), 1, "third");
  clip.addTargetedAnimation(third.targetedAnimations[0]!.animation, node);
  expect(names(clip)).toEqual(["first", "second", "third"]);
});

it("clones share animations and keys unless copies are asked for", () => {
  const { clip } = createRulerClip({});
  const { animation } = clip.targetedAnimations[0]!;
  const animationOf = (...copies: [boolean?, boolean?]): Animation =>
    clip.clone("clone", undefined, ...copies).targetedAnimations[0]!.animation;
  expect(animationOf()).toBe(animation);
  expect(animationOf(true)).not.toBe(animation);
  expect(animationOf(true).getKeys()[0]).toBe(animation.getKeys()[0]);
  expect(animationOf(true, true).getKeys()[0]).not.toBe(animation.getKeys()[0]);
});

it("clones keep the place in the asset", async () => {
  const asset = withClips(createRulerAsset(), [{ name: "walk", animations: [0], start: 1, end: 2 }]);
  const walk = GetClip(await importAsset(asset, createScene()), "walk")!;
  expect(walk.source).toEqual({ pointer: "/extensions/KHR_animation_clip/clips/0", animations: [0] });
  expect(walk.clone("again").source).toEqual(walk.source);
});

it("a clip without end is serialized without one", () => {
  const { clip } = createRulerClip({ start: 1 });
  expect(clip.serialize().clip).toMatchObject({ start: 1, end: undefined });
  expect("end" in (JSON.parse(JSON.stringify(clip.serialize().clip)) as object)).toBe(false);
});

it("a clip without channels counts 60 frames per second", () => {
  const clip = new ClipAnimationGroup("empty", createScene(), { settings: { start: 0.5, end: 2 } });
  expect([clip.from, clip.to]).toEqual([30, 120]);
});

it("a change of playOrder takes effect in the next frame: the last clip writes last", () => {
  const { scene, node, clip } = createRulerClip({ start: 1, end: 2, speed: 0 });
  const second = CreateClip("second", clip, { start: 3, end: 4, speed: 0 });
  clip.play();
  second.play();
  render(scene, 1);
  expect(node.position.x).toBe(3);
  clip.playOrder = 1;
  render(scene, 1);
  expect(node.position.x).toBe(1);
  clip.playOrder = -1;
  render(scene, 1);
  expect(node.position.x).toBe(3);
});
