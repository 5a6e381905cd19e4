import { afterEach, describe, expect, it } from "@jest/globals";
import type { Animatable } from "@babylonjs/core/Animations/animatable.core.js";
import type { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import { preventBlending, restoreTargets } from "../../src/host/animations.js";
import { CreateClip } from "../../src/pure.js";
import { createModel } from "../helpers/gltfAsset.js";
import { createScene, disposeScenes, importAsset, render } from "../helpers/scene.js";

afterEach(disposeScenes);

const MODEL = createModel(1, [[{ node: 0, path: "translation", times: [0, 2], values: [0, 0, 0, 2, 0, 0] }]]);

describe("Animation.runtimeAnimations", () => {
  it("are empty for a clip that plays on after all of its targets were removed", async () => {
    const scene = createScene();
    const group = (await importAsset(MODEL, scene)).animationGroups[0]!;
    const clip = CreateClip("clip", group, { end: 2 });
    clip.play();
    render(scene, 2);
    const { animation } = clip.targetedAnimations[0]!;
    clip.removeTargetedAnimation(animation);
    render(scene, 2);
    expect([clip.isPlaying, clip.timestamp, animation.runtimeAnimations]).toEqual([true, expect.closeTo(3 * 0.016, 9), []]);
  });

  it("shows Babylon's own as long as a group plays", async () => {
    const scene = createScene();
    const group = (await importAsset(MODEL, scene)).animationGroups[0]!;
    const { animation, target } = group.targetedAnimations[0]!;
    group.start(true);
    render(scene, 2);
    expect(animation.runtimeAnimations.map((each) => each.target as unknown)).toEqual([target]);
    expect(animation.hasRunningRuntimeAnimations).toBe(true);
    group.stop();
    expect(animation.runtimeAnimations).toEqual([]);
  });

  it.each(["compiled", "babylon"] as const)(
    "shows where a clip is that plays, to those who look there as the Inspector does: %s",
    async (evaluation) => {
      const scene = createScene();
      const group = (await importAsset(MODEL, scene)).animationGroups[0]!;
      const { animation, target } = group.targetedAnimations[0]!;
      const clips = [1, 2].map((end) => CreateClip("clip", group, { end, start: end / 2 }, { evaluationMode: evaluation }));
      expect(animation.hasRunningRuntimeAnimations).toBe(false);
      clips.forEach((clip) => clip.play());
      render(scene, 6);
      const shown = animation.runtimeAnimations;
      expect(shown.map((each) => each.target === target)).toEqual([true, true]);
      expect(shown.map(({ currentFrame }) => currentFrame)).toEqual([expect.closeTo(30 + 0.08 * 60, 6), expect.closeTo(60 + 0.08 * 60, 6)]);
      expect(animation.hasRunningRuntimeAnimations).toBe(true);
      clips[0]!.goToFrame(45);
      render(scene, 1);
      expect(shown[0]!.currentFrame).toBeCloseTo(45 + 0.016 * 60, 6);
      clips[0]!.dispose();
      clips[1]!.stop();
      expect(animation.runtimeAnimations).toEqual([]);
      expect(animation.hasRunningRuntimeAnimations).toBe(false);
    },
  );
});

describe("preventBlending", () => {
  it.each([false, true])("keeps an animatable from blending: %s", async (isPrevented) => {
    const scene = createScene();
    const { animation, target } = (await importAsset(MODEL, scene)).animationGroups[0]!.targetedAnimations[0]!;
    const { position } = target as TransformNode;
    position.x = 7;
    animation.enableBlending = true;
    animation.blendingSpeed = 0.01;
    const animatable = scene.beginDirectAnimation(target, [animation], 60, 120);
    if (isPrevented) {
      preventBlending(animatable);
    }
    render(scene, 1);
    expect((target as TransformNode).position.x).toBe(isPrevented ? 1 : 7);
  });
});

describe("restoreTargets", () => {
  it.each([
    { name: "Animatable.reset mixes a value that waits by -1", restore: (animatable: Animatable) => animatable.reset(), x: 0.75 * 8 - 8 },
    { name: "restoreTargets leaves it as it is", restore: restoreTargets, x: 0.75 * 8 + 0.25 * 1 },
  ])("$name", async ({ restore, x }) => {
    const scene = createScene();
    const { animation, target } = (await importAsset(MODEL, scene)).animationGroups[0]!.targetedAnimations[0]!;
    const { position } = target as TransformNode;
    position.x = 8;
    const animatable = scene.beginDirectAnimation(target, [animation], 0, 120);
    animatable.weight = 0.25;
    animatable.pause();
    scene.onBeforeAnimationsObservable.addOnce(() => {
      animatable.goToFrame(60, true);
      restore(animatable);
      expect((target as TransformNode).position.x).toBe(8);
    });
    render(scene, 1);
    expect((target as TransformNode).position.x).toBe(x);
  });
});
