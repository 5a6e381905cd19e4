import { afterEach, expect, it } from "@jest/globals";
import { AssetContainer } from "@babylonjs/core/assetContainer.js";
import { CreateClip, GetClip, GetClips, RequireClip, type ClipAnimationGroup } from "../../../src/pure.js";
import { createAnimation, createGroup } from "../../helpers/group.js";
import { ruleOf } from "../../helpers/rules.js";
import { createScene, disposeScenes } from "../../helpers/scene.js";

afterEach(disposeScenes);

it("the clips of an owner are those among its animation groups, in their order; a name finds the first one", () => {
  const scene = createScene();
  const group = createGroup(scene, [{ x: 0 }, createAnimation("x", { frames: [0, 60], values: [0, 1] })]);
  const run = CreateClip("run", group);
  const walk = CreateClip("walk", group);
  const secondWalk = CreateClip("walk", group);
  const container = new AssetContainer(scene);
  container.animationGroups.push(walk, group, run);
  expect(GetClips(scene)).toEqual([run, walk, secondWalk]);
  expect(GetClips(container)).toEqual([walk, run]);
  expect(GetClips({ animationGroups: [group] })).toEqual([]);
  expect([GetClip(scene, "walk"), GetClip(scene, "jump")]).toEqual([walk, null]);
  expect(GetClip(scene, "walk")).toBe(walk);
});

it("RequireClip: the first clip of a name, or an error with the names of all clips", () => {
  const scene = createScene();
  const group = createGroup(scene, [{ x: 0 }, createAnimation("x", { frames: [0, 60], values: [0, 1] })]);
  createGroup(scene, [{ x: 0 }, createAnimation("x", { frames: [0, 60], values: [0, 1] })]).name = "timeline";
  group.name = "door";
  const hint = "; CreateClip makes clips of the animation groups door, timeline";
  expect(() => RequireClip(scene, "walk")).toThrow(new RangeError(`name: ${ruleOf("nameOfClipButNone", '"walk"')}${hint}`));
  expect(() => RequireClip(createScene(), "walk")).toThrow(new RangeError(`name: ${ruleOf("nameOfClipButNone", '"walk"')}`));
  const clips = ["idle", "walk", "jump", "walk"].map((name) => CreateClip(name, group));
  const walk: ClipAnimationGroup = RequireClip(scene, "walk");
  expect(walk).toBe(clips[1]);
  expect(() => RequireClip(scene, "jmp")).toThrow(new RangeError(`name: ${ruleOf("oneOfList", "idle, walk, jump, walk", '"jmp"')}`));
  const rule = ruleOf("nameOfClipButNone", '"walk"'); // what is made of the groups of a file is not in the result of loading
  expect(() => RequireClip({ animationGroups: [group] }, "walk")).toThrow(
    new RangeError(`name: ${rule}; the scene has it: RequireClip(scene, "walk")`),
  );
  expect(() => RequireClip(scene, undefined as unknown as string)).toThrow(RangeError);
  expect(() => RequireClip({} as AssetContainer, "walk")).toThrow(TypeError);
});
