/** Animation groups that animate less, or otherwise, than their keys say. */
import { afterEach, describe, expect, it } from "@jest/globals";
import { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import { QuadraticEase } from "@babylonjs/core/Animations/easing.js";
import { AnimationGroupMask } from "@babylonjs/core/Animations/animationGroupMask.js";
import { CreateClipCrowd } from "../../../src/crowd.js";
import { GetClip } from "../../../src/index.js";
import { createScene, disposeScenes, render } from "../../helpers/scene.js";
import { createOrdinary, distanceTo, loadWalker } from "../../helpers/walkers.js";
import { sentencesOf } from "../../helpers/findings.js";

afterEach(disposeScenes);

describe("a crowd", () => {
  it("animates what the mask of a clip retains, as ordinary instances do", async () => {
    const scene = createScene();
    const container = await loadWalker(scene);
    GetClip(container, "walk")!.mask = new AnimationGroupMask(["torso", "hips"]);
    const crowd = CreateClipCrowd(container, { halfFloat: false });
    const ordinary = createOrdinary(container);
    const index = crowd.add();
    crowd.play(index, "walk", { speed: 0.25 }); // so slow that it is posed exactly
    ordinary.walk.settings = { ...ordinary.walk.settings, speed: 0.25 };
    ordinary.walk.play();
    for (let frame = 0; frame < 20; frame++) {
      render(scene, 1);
      expect(distanceTo(crowd, index, ordinary)).toBeLessThan(1e-6);
    }
  });

  it("eases as ordinary instances do; it does not blend, and a warning says so", async () => {
    const scene = createScene();
    const container = await loadWalker(scene);
    const walk = GetClip(container, "walk")!;
    walk.targetedAnimations.forEach(({ animation }) => animation.setEasingFunction(new QuadraticEase()));
    const ordinary = createOrdinary(container);
    walk.enableBlending = true;
    const crowd = CreateClipCrowd(container, { halfFloat: false });
    expect(sentencesOf(crowd.findings, "NOT_IN_CROWD")).toEqual([
      "clips: enableBlending does not count in crowds, whose characters fade: walk",
    ]);
    walk.enableBlending = false;
    const index = crowd.add();
    crowd.play(index, "walk", { speed: 0.25 }); // so slow that it is posed exactly
    ordinary.walk.settings = { ...ordinary.walk.settings, speed: 0.25 };
    ordinary.walk.evaluationMode = "babylon";
    ordinary.walk.play();
    for (let frame = 0; frame < 20; frame++) {
      render(scene, 1);
      expect(distanceTo(crowd, index, ordinary)).toBeLessThan(1e-6);
    }
  });

  it.each([
    { clips: ["run", "walk"], weights: [0.5, 0.4], ordinary: [1, 0.4] }, // a crowd's weights are parts of their sum
    { clips: ["walk", "run"], weights: [1, 1], ordinary: [1, 1] },
    { clips: ["walk"], weights: [0.7], ordinary: [0, 0.7] },
  ])("adds additive clips in mixtures: $clips with $weights", async ({ clips, weights, ordinary: [run, walk] }) => {
    const scene = createScene();
    const container = await loadWalker(scene);
    AnimationGroup.MakeAnimationAdditive(GetClip(container, "walk")!, { referenceFrame: 0 });
    const crowd = CreateClipCrowd(container, { halfFloat: false });
    const ordinary = createOrdinary(container);
    const index = crowd.add();
    crowd.play(index, "walk", { speed: 0, offset: 0.4 });
    crowd.setWeights(index, clips, weights);
    ordinary.walk.settings = { start: 0, end: 1, speed: 0, offset: 0.4 };
    ordinary.run.settings = { start: 0, end: 0.625, speed: 0, offset: 0.25 };
    [ordinary.run.weight, ordinary.walk.weight] = [run!, walk!];
    ordinary.run.play();
    ordinary.walk.play();
    render(scene, 2);
    expect(ordinary.walk.isAdditive).toBe(true);
    expect(distanceTo(crowd, index, ordinary)).toBeLessThan(1e-6);
  });

  it("adds an additive clip that plays alone to the rest pose", async () => {
    const scene = createScene();
    const container = await loadWalker(scene);
    AnimationGroup.MakeAnimationAdditive(GetClip(container, "walk")!, { referenceFrame: 0 });
    const crowd = CreateClipCrowd(container, { halfFloat: false });
    const ordinary = createOrdinary(container);
    ordinary.walk.settings = { ...ordinary.walk.settings, speed: 0, offset: 0.5 };
    ordinary.walk.weight = 1;
    ordinary.walk.play();
    const index = crowd.add();
    crowd.play(index, "walk", { speed: 0, offset: 0.5 });
    render(scene, 2);
    expect(distanceTo(crowd, index, ordinary)).toBeLessThan(1e-6);
  });
});
