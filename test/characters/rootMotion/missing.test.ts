/** With a version of Babylon.js that has no root motion, the entry loads, and the call says which version is needed. */
import { afterEach, expect, it, jest } from "@jest/globals";
import { AbstractEngine } from "@babylonjs/core/Engines/abstractEngine.js";
import { createRuler } from "../../helpers/gltfAsset.js";
import { ruleOf } from "../../helpers/rules.js";
import { createScene, disposeScenes, importAsset } from "../../helpers/scene.js";

jest.unstable_mockModule("@babylonjs/core/Animations/rootMotion.js", () => {
  throw new Error("Cannot find module");
});
const { CreateClip } = await import("../../../src/index.js");
const { CreateRootMotionClipAsync } = await import("../../../src/root-motion.js");

afterEach(disposeScenes);

it("CreateRootMotionClipAsync: needs a version of Babylon.js that has root motion", async () => {
  const { animationGroups } = await importAsset(createRuler(), createScene());
  const clip = CreateClip("clip", animationGroups[0]!);
  await expect(CreateRootMotionClipAsync(clip)).rejects.toThrow(ruleOf("coreWithRootMotion", AbstractEngine.Version));
});

it("CreateRootMotionClipAsync: refuses what is not a clip", async () => {
  const { animationGroups } = await importAsset(createRuler(), createScene());
  await expect(CreateRootMotionClipAsync(animationGroups[0] as never)).rejects.toThrow(
    `clip: ${ruleOf("clipAnimationGroup", '"[AnimationGroup]"')}`,
  );
});
