/** The private members by which root motion is measured and mixed. */
import { afterEach, expect, it } from "@jest/globals";
import { RootMotionClip } from "@babylonjs/core/Animations/rootMotion.js";
import { type PropertyWrites, readWrites, sampleCountOf } from "../../../src/scene/host/rootMotion.js";
import { disposeScenes, render } from "../../helpers/scene.js";
import { importTraveller } from "../../helpers/travellers.js";

afterEach(disposeScenes);

const WALKS = ["walk", "run"].map((name) => ({ name, seconds: 1, distance: 1 }));

it("RootMotionClip._sampleCount: the number of steps at which the motion was measured", async () => {
  const { clips } = await importTraveller(WALKS);
  for (const samplesPerSecond of [60, 7]) {
    const motion = new RootMotionClip(clips[0]!, { samplesPerSecond });
    expect((motion as unknown as Record<string, unknown>)["_sampleCount"]).toBe(samplesPerSecond);
    expect(sampleCountOf(motion)).toBe(samplesPerSecond);
  }
  expect(sampleCountOf({ duration: 0.5 })).toBe(30);
});

it("Scene._animationWrites, _animationStepWriteCount: what animatables wrote in the last step, and with which weights", async () => {
  const { scene, groups } = await importTraveller(WALKS);
  const hips = scene.getTransformNodeByName("hips");
  const writes: PropertyWrites = { weight: NaN, unweighted: null };
  const read = (property = "position"): PropertyWrites => {
    render(scene, 1);
    readWrites(scene, hips, property, writes);
    return { ...writes };
  };
  expect(read()).toEqual({ weight: 0, unweighted: null });
  groups.forEach((group, i) => (group.start(true).weight = [0.25, 0.5][i]!));
  expect(read()).toEqual({ weight: 0.75, unweighted: null });
  expect(read("scaling")).toEqual({ weight: 0, unweighted: null });
  groups.forEach((group) => (group.weight = -1));
  const [, last] = groups.map(({ targetedAnimations }) =>
    targetedAnimations.find(({ animation }) => animation.targetProperty === "position"),
  );
  expect(read()).toEqual({ weight: 0, unweighted: last!.animation });
  groups.forEach((group) => group.stop());
  expect(read()).toEqual({ weight: 0, unweighted: null });
});
