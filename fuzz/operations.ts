/** All public calls on clips, fades, poses and their scene. */
import type { Animatable } from "@babylonjs/core/Animations/animatable.core.js";
import { AnimationGroupMask } from "@babylonjs/core/Animations/animationGroupMask.js";
import {
  ApplyPose,
  ApplyRestPose,
  CreateClip,
  CrossFade,
  DescribeTarget,
  GetClip,
  GetClips,
  GetRestPose,
  ParseClip,
  BlendByParameter,
  type ClipAnimationGroup,
  type EvaluationMode,
  RestoreClipState,
  SaveClipState,
  type SceneClipState,
} from "../src/pure.js";
import { type ClipController, CreateController } from "../src/controller.js";
import type { World } from "./world.js";

/** What a call is made with. Each operation takes what it needs. */
export interface Arguments {
  /** Which clip, group or pose; any number counts. */
  readonly which: number;
  readonly other: number;
  readonly x: number;
  readonly y: number;
  readonly flag: boolean | undefined;
}

type Operation = (world: World, clip: ClipAnimationGroup, given: Arguments) => unknown;

export function pick<T>(list: readonly T[], index: number): T {
  return list[index % list.length]!;
}

const MODES = ["auto", "babylon", "compiled"] as const;

/** More clips would only make cases slower. */
const MAX_CLIPS = 8;

function keep(world: World, make: () => ClipAnimationGroup): void {
  if (world.clips.length < MAX_CLIPS) {
    world.add(make());
  }
}

const PLAYING: Readonly<Record<string, Operation>> = {
  start: (_, clip) => clip.start(),
  "start with arguments": (_, clip, { flag, x, y, other }) => clip.start(flag, x, 60 * y, other, flag),
  play: (_, clip, { flag }) => clip.play(flag),
  pause: (_, clip) => clip.pause(),
  restart: (_, clip) => clip.restart(),
  stop: (_, clip, { flag }) => clip.stop(flag),
  reset: (_, clip) => clip.reset(),
  goToFrame: (_, clip, { x, flag }) => clip.goToFrame(x, flag),
  timestamp: (_, clip, { x }) => (clip.timestamp = x),
  weight: (_, clip, { x }) => (clip.weight = x),
  setWeightForAllAnimatables: (_, clip, { flag }) => clip.setWeightForAllAnimatables(flag ? 0.5 : -1),
  playOrder: (_, clip, { other }) => (clip.playOrder = other),
  dispose: (_, clip) => clip.dispose(),
};

const SETTINGS: Readonly<Record<string, Operation>> = {
  settings: (_, clip, { x, y, other, flag }) => (clip.settings = { start: x, end: y, repetitions: other, reverse: flag }),
  speed: (_, clip, { x }) => (clip.settings = { ...clip.settings, speed: x }),
  from: (_, clip, { x }) => (clip.from = x),
  to: (_, clip, { x }) => (clip.to = x),
  speedRatio: (_, clip, { x }) => (clip.speedRatio = x),
  loopAnimation: (_, clip, { flag }) => (clip.loopAnimation = flag ?? false),
  evaluationMode: (_, clip, { other }) => (clip.evaluationMode = pick<EvaluationMode>(MODES, other)),
  isAdditive: (_, clip, { flag }) => (clip.isAdditive = flag ?? false),
  enableBlending: (_, clip, { flag }) => (clip.enableBlending = flag ?? null),
  blendingSpeed: (_, clip, { flag }) => (clip.blendingSpeed = flag ? 0.05 : null),
  mask: (_, clip, { flag, other }) => (clip.mask = flag ? new AnimationGroupMask(["a"], other % 2) : null),
  normalize: (_, clip, { flag }) => clip.normalize(flag ? 0 : null, flag ? 60 : null),
  removeUnmaskedAnimations: (_, clip) => clip.removeUnmaskedAnimations(),
  addTargetedAnimation: (world, clip, { which, other }) => {
    const { animation } = world.groups[0]!.targetedAnimations[which % 3]!;
    clip.addTargetedAnimation(animation, pick(world.nodes, other));
  },
  removeTargetedAnimation: (_, clip, { other }) => {
    const { targetedAnimations } = clip;
    if (targetedAnimations.length > 0) {
      clip.removeTargetedAnimation(pick(targetedAnimations, other).animation);
    }
  },
};

const READING: Readonly<Record<string, Operation>> = {
  animatables: (_, clip) => clip.animatables.length,
  evaluation: (_, clip) => clip.evaluation,
  "toString in full": (_, clip) => clip.toString(true),
  getLength: (_, clip) => [clip.getLength(), clip.duration, clip.getCurrentFrame(), clip.getVirtualCurrentFrame()],
  DescribeTarget: (_, clip) => clip.targetedAnimations.map((each) => DescribeTarget(each)),
  GetClips: (world) => [GetClips(world.scene), GetClip(world.scene, "walk")],
  sample: (world, clip, { x, flag, other }) =>
    world.poses.push(flag && world.poses.length > 0 ? clip.sample(x, pick(world.poses, other)) : clip.sample(x)),
};

const TOGETHER: Readonly<Record<string, Operation>> = {
  blend: (world, _, { which, other, x }) => (world.poses.length > 0 ? pick(world.poses, which).blend(pick(world.poses, other), x) : null),
  GetRestPose: (world) => world.poses.push(GetRestPose(world.scene)),
  CrossFade: (world, clip, { other, x, flag }) =>
    world.fades.push(CrossFade(clip, pick(world.clips, other), x, flag ? { keepStep: true } : {})),
  BlendByParameter: (world, clip, { other, x }) => {
    const points = [clip, pick(world.clips, other)].map((each, at) => ({ clip: each, at }));
    world.blends.push(BlendByParameter(points));
    world.blends.at(-1)!.value = Number.isNaN(x) ? 0.5 : x;
  },
  "value of a blend": ({ blends }, _, { which, x }) => (blends.length > 0 ? (pick(blends, which).value = x) : null),
  "weight of a blend": ({ blends }, _, { which, x }) => (blends.length > 0 ? (pick(blends, which).weight = x) : null),
  "stop a blend": ({ blends }, _, { which }) => (blends.length > 0 ? pick(blends, which).stop() : null),
  SaveClipState: ({ scene, states }) => states.push(JSON.stringify(SaveClipState(scene))),
  RestoreClipState: ({ scene, states, fades }, _, { which }) =>
    states.length > 0 ? fades.push(...RestoreClipState(scene, JSON.parse(pick(states, which)) as SceneClipState)) : null,
  "stop a fade": (world, _, { which }) => (world.fades.length > 0 ? pick(world.fades, which).stop() : null),
  clone: (world, clip, { flag }) => keep(world, () => clip.clone("clone", undefined, flag)),
  CreateClip: (world, clip, { x, y, other, flag }) =>
    keep(world, () =>
      CreateClip("made", flag ? clip : pick(world.groups, other), { start: x, end: y, repetitions: other }, { weight: flag ? 0.5 : -1 }),
    ),
  ParseClip: (world, clip) =>
    keep(world, () => ParseClip(JSON.parse(JSON.stringify(clip.serialize())) as ReturnType<typeof clip.serialize>, world.scene)),
  syncAllAnimationsWith: (world, clip, { other }): unknown => {
    const leader = pick([...world.clips, ...world.groups], other);
    const root: Animatable | undefined = leader.animatables[0];
    return root && leader !== clip ? clip.syncAllAnimationsWith(root) : null; // following itself, a clip would hold
  },
};

/** The names of the library's nodes in the character. */
const RENAMED = { n0: "a", n1: "b" };

const LIBRARIES: Readonly<Record<string, Operation>> = {
  addTo: (world, _, { which, other, flag }) => {
    const { libraries, character, evaluationMode } = world;
    if (world.clips.length < MAX_CLIPS) {
      const retarget = [false, true, { rootNode: "n0", groundNode: "n1" }][which % 3]!;
      const options = { renameNodes: flag === undefined ? {} : RENAMED, retarget, evaluationMode };
      pick(libraries, which)
        .addTo(character.root, flag ? { ...options, clips: [other % 3] } : options)
        .forEach((clip) => world.add(clip));
    }
  },
  "dispose a library": ({ libraries }, _, { which }) => pick(libraries, which).dispose(),
};

/** Babylon's evaluation has no layers. */
export const LAYER_OPERATIONS: Readonly<Record<string, Operation>> = {
  layer: (_, clip, { other, x, flag }) => (clip.layer = flag ? other % 3 : x),
};

/** More would only make cases slower. */
const MAX_CONTROLLERS = 3;

/** A controller that plays two clips: one for a while, the other until it is fired. */
function controllerOf({ clips }: World, clip: ClipAnimationGroup, { which, other, flag }: Arguments): ClipController {
  const duration = pick([0, 0.1, 0.5], which);
  return CreateController(
    { animationGroups: clips },
    {
      parameters: { pace: 1, hit: "trigger" },
      layers: [
        {
          states: { a: { clip: clip.name, speed: "pace", repetitions: flag ? 1 : -1 }, b: { clip: pick(clips, other).name }, none: {} },
          transitions: [
            { from: "a", to: "b", after: pick([0.3, 1], other), duration },
            { from: "b", to: "b", when: { hit: true }, duration },
            { from: "b", to: flag ? "a" : "none", afterSeconds: 0.2, duration },
            { from: "none", to: "a", when: { pace: { above: 1 } } },
          ],
        },
      ],
    },
  );
}

const CONTROLLING: Readonly<Record<string, Operation>> = {
  CreateController: (world, clip, given) =>
    world.controllers.length < MAX_CONTROLLERS ? world.controllers.push(controllerOf(world, clip, given)) : null,
  "set a parameter": ({ controllers }, _, { which, x }) => (controllers.length > 0 ? pick(controllers, which).set("pace", x) : null),
  "fire a trigger": ({ controllers }, _, { which }) => (controllers.length > 0 ? pick(controllers, which).fire("hit") : null),
  "dispose a controller": ({ controllers }, _, { which }) => (controllers.length > 0 ? pick(controllers, which).dispose() : null),
};

/** Calls on the scene, its nodes and the groups that are not clips. */
export const SCENE_OPERATIONS: Readonly<Record<string, Operation>> = {
  ApplyPose: (world, _, { which, x }) => (world.poses.length > 0 ? ApplyPose(pick(world.poses, which), x) : null),
  ApplyRestPose: ({ scene }) => ApplyRestPose(scene),
  "play a group": (world, _, { which, flag }) => pick(world.groups, which).play(flag),
  "stop a group": (world, _, { which }) => pick(world.groups, which).stop(),
  "weight of a group": (world, _, { which, flag }) => (pick(world.groups, which).weight = flag ? 0.5 : -1),
  stopAllAnimations: ({ scene }) => scene.stopAllAnimations(),
  stopAnimation: ({ scene, nodes }, _, { which }) => scene.stopAnimation(pick(nodes, which)),
  animationsEnabled: ({ scene }, _, { flag }) => (scene.animationsEnabled = flag ?? true),
  animationTimeScale: ({ scene }, _, { other }) => (scene.animationTimeScale = pick([1, 0, 0.5, 10, 1000], other)),
  "remove from the scene": ({ scene }, clip) => scene.removeAnimationGroup(clip),
  "add to the scene": ({ scene }, clip) => (scene.animationGroups.includes(clip) ? null : scene.addAnimationGroup(clip)),
  "dispose the character": ({ character }) => character.root.dispose(),
  "dispose a node": ({ nodes }, _, { which }) => pick(nodes, which).dispose(),
  "move a node": ({ nodes }, _, { which, other }) => pick(nodes, which).position.set(other, 0, 0),
};

export const OPERATIONS: Readonly<Record<string, Operation>> = {
  ...{ ...PLAYING, ...SETTINGS, ...READING, ...TOGETHER },
  ...{ ...LIBRARIES, ...CONTROLLING, ...SCENE_OPERATIONS, ...LAYER_OPERATIONS },
};
