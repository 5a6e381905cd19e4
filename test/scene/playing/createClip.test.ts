import { afterEach, describe, expect, it } from "@jest/globals";
import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import { AssetContainer } from "@babylonjs/core/assetContainer.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { CreateClip } from "../../../src/pure.js";
import { createAnimation, createGroup } from "../../helpers/group.js";
import { ruleOf } from "../../helpers/rules.js";
import { createScene, disposeScenes } from "../../helpers/scene.js";

afterEach(disposeScenes);

const ramp = (scene: Scene, target = { x: 0 }): AnimationGroup =>
  createGroup(scene, [target, createAnimation("x", { frames: [0, 60], values: [0, 1] })]);

describe("a clip of animation groups", () => {
  it("has their channels, in their order, with the same keys", () => {
    const scene = createScene();
    const groups = [ramp(scene), ramp(scene)];
    const clip = CreateClip("clip", groups);
    const channels = groups.flatMap(({ targetedAnimations }) => targetedAnimations);
    expect(clip.targetedAnimations.map(({ animation }) => animation)).toEqual(channels.map(({ animation }) => animation));
    clip.targetedAnimations.forEach(({ animation, target }, i) => {
      expect(animation.getKeys()).toBe(channels[i]!.animation.getKeys());
      expect(target).toBe(channels[i]!.target);
    });
  });

  it("plays without them", () => {
    const group = ramp(createScene());
    const clip = CreateClip("clip", group, { end: 1 });
    clip.start();
    expect([clip.isStarted, group.animatables]).toEqual([true, []]);
  });

  it("has the channels that a group had when the clip was made", () => {
    const group = ramp(createScene());
    const clip = CreateClip("clip", group);
    group.addTargetedAnimation(createAnimation("y", { frames: [0], values: [0] }), { y: 0 });
    expect(clip.targetedAnimations).toHaveLength(1);
  });

  it("has the name, the settings and the options given", () => {
    const clip = CreateClip("walk", ramp(createScene()), { start: 0.25, end: 1 }, { weight: 0.5, playOrder: 3, evaluationMode: "babylon" });
    expect([clip.name, clip.settings.start, clip.settings.end]).toEqual(["walk", 0.25, 1]);
    expect([clip.weight, clip.playOrder, clip.evaluationMode]).toEqual([0.5, 3, "babylon"]);
  });

  it("that cannot be played is not left in the scene", () => {
    const scene = createScene();
    const group = ramp(scene);
    expect(() => CreateClip("clip", group, { start: 2, end: 1 })).toThrow(RangeError);
    expect(scene.animationGroups).toEqual([group]);
  });

  it("is refused for a clip that is disposed", () => {
    const scene = createScene();
    const clip = CreateClip("walk", ramp(scene));
    clip.dispose();
    expect(() => CreateClip("other", clip)).toThrow(new RangeError(`source: ${ruleOf("notDisposed", "walk")}`));
    expect(() => CreateClip("other", [ramp(scene), clip])).toThrow(new RangeError(`source/1: ${ruleOf("notDisposed", "walk")}`));
  });
});

describe("a clip lives where its first group does", () => {
  it("in the scene", () => {
    const scene = createScene();
    const group = ramp(scene);
    expect(scene.animationGroups).toEqual([group, CreateClip("clip", group)]);
  });

  it.each([false, true])("in a container (added to the scene: %p)", (isAdded) => {
    const scene = createScene();
    const group = ramp(scene);
    const container = new AssetContainer(scene);
    container.animationGroups.push(group);
    group._parentContainer = container;
    if (!isAdded) {
      scene.removeAnimationGroup(group);
    }
    const clip = CreateClip("clip", group);
    expect(container.animationGroups).toEqual([group, clip]);
    expect(scene.animationGroups).toEqual(isAdded ? [group, clip] : []);
  });
});
