/** What an animation leaves behind when another one begins that does not move the same nodes. */
import { afterEach, expect, it } from "@jest/globals";
import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import { ApplyRestPose, type ClipAnimationGroup, CreateClip, CrossFade } from "../../../src/index.js";
import { createModel } from "../../helpers/gltfAsset.js";
import { createScene, disposeScenes, importAsset, render } from "../../helpers/scene.js";

afterEach(disposeScenes);

/** `walk` moves both nodes, `wave` the second alone. */
const MODEL = createModel(
  2,
  [[0, 1], [1]].map((nodes) => nodes.map((node) => ({ node, path: "translation", times: [0, 2], values: [1, 0, 0, 3, 0, 0] }) as const)),
);

type Switch = (walk: AnimationGroup, wave: AnimationGroup) => void;

/** @returns where the first node is after a switch in the middle of the walk; at rest, it is at 0 */
async function leftBehind(variant: "plain" | "compiled" | "clip", change: Switch, frames = 1): Promise<number> {
  const scene = createScene();
  const options = { loader: { extensionOptions: { compiledGroups: { enabled: variant === "compiled" } } } };
  const result = await importAsset(MODEL, scene, options);
  const groups = result.animationGroups.map((group) => (variant === "clip" ? CreateClip(group.name, group, { end: 2 }) : group));
  groups[0]!.start(true);
  render(scene, 20);
  change(groups[0]!, groups[1]!);
  render(scene, frames);
  return scene.getTransformNodeByName("n0")!.position.x;
}

it.each(["plain", "compiled", "clip"] as const)("%s: what stops leaves its pose, unless it is reset before", async (variant) => {
  const stop: Switch = (walk, wave) => {
    walk.stop();
    wave.start(true);
  };
  const reset: Switch = (walk, wave) => {
    walk.reset();
    stop(walk, wave);
  };
  expect(await leftBehind(variant, stop)).toBeGreaterThan(1);
  expect(await leftBehind(variant, reset)).toBe(0);
});

it("CrossFade returns what only the first clip moved to its rest pose, and ApplyRestPose returns everything", async () => {
  const fade: Switch = (walk, wave) => CrossFade(walk as ClipAnimationGroup, wave as ClipAnimationGroup, 0.1);
  expect(await leftBehind("clip", fade, 10)).toBe(0);
  const rest: Switch = (walk, wave) => {
    walk.stop();
    ApplyRestPose({ animationGroups: [walk] });
    wave.start(true);
  };
  expect(await leftBehind("clip", rest)).toBe(0);
});
