/** Babylon's root motion with frames without a pose, and with groups that stop looping. */
import { afterEach, expect, it } from "@jest/globals";
import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import { AnimationGroupMask, AnimationGroupMaskMode } from "@babylonjs/core/Animations/animationGroupMask.js";
import { RootMotionClip, RootMotionController } from "@babylonjs/core/Animations/rootMotion.js";
import type { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import { disposeScenes } from "../helpers/scene.js";
import { compareWithPlain, type Features, type Script } from "./compare.js";
import { gaitOf, nodeOf, WALKER } from "./gaits.js";
import { Stage } from "./stage.js";

afterEach(disposeScenes);

const drive = (s: Stage, name: string): RootMotionClip => {
  const clip = new RootMotionClip(gaitOf(s, name));
  new RootMotionController(clip.characterNode, [clip]);
  return clip;
};
const logRoot = (s: Stage): void => void s.log.push((nodeOf(s, "character").parent as TransformNode).position.asArray());

/** A change of a walk that hides it for some frames, beside one that stands; the places before, during and after them. */
const hide =
  (show: (walk: AnimationGroup) => void, hidden: (walk: AnimationGroup) => void): Script =>
  (s) => {
    const { animationGroup } = drive(s, "walk");
    gaitOf(s, "idle").start(true).weight = 1;
    show(animationGroup.start(true));
    s.skip(20);
    for (let i = 0; i < 2; i++) {
      hidden(animationGroup);
      s.skip(90);
      logRoot(s);
      show(animationGroup);
      s.skip(2);
      logRoot(s);
      s.skip(20);
      logRoot(s);
    }
  };

const GAPS: Features = {
  "a fade in from weight 0, after hidden frames": (s) => {
    const { animationGroup } = drive(s, "walk");
    gaitOf(s, "idle").start(true).weight = 1;
    animationGroup.start(true).weight = 0;
    s.skip(200);
    logRoot(s);
    animationGroup.weight = 0.1;
    s.skip(2);
    logRoot(s);
    s.skip(20);
    logRoot(s);
  },
  "a blend of walk and run, one of which was hidden": (s) => {
    const [walk, run] = ["walk", "run"].map((name) => new RootMotionClip(gaitOf(s, name)));
    new RootMotionController(walk!.characterNode, [walk!, run!]);
    walk!.animationGroup.start(true).weight = 1;
    run!.animationGroup.start(true).weight = 0;
    s.skip(300);
    const { z } = (nodeOf(s, "character").parent as TransformNode).position;
    walk!.animationGroup.weight = run!.animationGroup.weight = 0.5;
    for (let i = 0; i < 2; i++) {
      s.skip(2);
      s.log.push((nodeOf(s, "character").parent as TransformNode).position.z - z);
    }
  },
  "weights of 0": hide(
    (walk) => (walk.weight = 0.5),
    (walk) => (walk.weight = 0),
  ),
  "weights of 0 for the animatables": hide(
    (walk) => walk.setWeightForAllAnimatables(0.5),
    (walk) => walk.setWeightForAllAnimatables(0),
  ),
  "weights of 0 between frames without a weight": (s) => {
    const { animationGroup } = drive(s, "walk");
    animationGroup.start(true);
    for (const weight of [0, -1, 0, -1]) {
      s.skip(33);
      animationGroup.weight = weight;
      s.skip(3);
      logRoot(s);
    }
  },
  "a single frame of weight 0": (s) => {
    const { animationGroup } = drive(s, "walk");
    gaitOf(s, "idle").start(true).weight = 1;
    animationGroup.start(true).weight = 0.5;
    for (const weight of [0, 0.5, 0, 0.5]) {
      s.skip(1);
      animationGroup.weight = weight;
      s.skip(1);
      logRoot(s);
    }
  },
  "loopAnimation = false in a later pass": (s) => {
    const { animationGroup } = drive(s, "walk");
    animationGroup.start(true);
    s.skip(100);
    animationGroup.loopAnimation = false;
    s.skip(60);
    logRoot(s);
  },
};

compareWithPlain(GAPS, { asset: WALKER });

it.each(["created", "file", "compiled", "plain"] as const)("a mask that leaves the root out moves nothing (%s)", async (variant) => {
  const s = await Stage.create(variant, undefined, WALKER);
  const { animationGroup } = drive(s, "walk");
  animationGroup.start(true);
  s.skip(20);
  const travel = (frames: number): number => {
    const { position } = nodeOf(s, "character").parent as TransformNode;
    const before = position.z;
    s.skip(frames);
    return position.z - before;
  };
  const perFrame = travel(1);
  for (let i = 0; i < 2; i++) {
    animationGroup.mask = new AnimationGroupMask(["hips"], AnimationGroupMaskMode.Exclude);
    expect(travel(90)).toBe(0);
    animationGroup.mask = null;
    // where Babylon plays the group, the root goes on from where it was
    expect(travel(1)).toBeCloseTo(variant === "plain" || variant === "compiled" ? perFrame : 0, 6);
    expect(travel(20)).toBeCloseTo(20 * perFrame, 4);
  }
});
