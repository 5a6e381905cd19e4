/** Animation groups that animate less, or otherwise, than their keys say. */
import { afterEach, describe, expect, it } from "@jest/globals";
import { AnimationGroupMask } from "@babylonjs/core/Animations/animationGroupMask.js";
import { CreateClipCrowd } from "../../src/crowd.js";
import { GetClip } from "../../src/index.js";
import { collectWarnings, createScene, disposeScenes, render } from "../helpers/scene.js";
import { createOrdinary, distanceTo, loadWalker } from "../helpers/walkers.js";

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

  it("leaves out additive clips, with a warning", async () => {
    const scene = createScene();
    const container = await loadWalker(scene);
    GetClip(container, "walk")!.isAdditive = true;
    const { result: crowd, warnings } = await collectWarnings(() => Promise.resolve(CreateClipCrowd(container)));
    expect(crowd.clips.map(({ name }) => name)).toEqual(["run"]);
    expect(warnings).toEqual(["crowd: clips/walk: must be compilable (it is additive)"]);
  });
});
