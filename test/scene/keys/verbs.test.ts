/** Code that works with animations: on files loaded on demand beside the same files loaded by Babylon. */
import { afterEach, describe, expect, it } from "@jest/globals";
import { Animation } from "@babylonjs/core/Animations/animation.js";
import { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import type { IAnimationKey } from "@babylonjs/core/Animations/animationKey.js";
import { AnimatorAvatar } from "@babylonjs/core/Animations/animatorAvatar.js";
import type { AssetContainer } from "@babylonjs/core/assetContainer.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { SceneSerializer } from "@babylonjs/core/Misc/sceneSerializer.js";
import { keyDataOf } from "../../../src/scene/keys/keyData.js";
import { CreateClip, RegisterKeysOnDemand, UnregisterKeysOnDemand } from "../../../src/pure.js";
import { exportByBabylon } from "../../helpers/exported.js";
import { addTimes, addTriangle, createAsset, type Interpolation } from "../../helpers/gltfAsset.js";
import type { Asset, Json } from "../../helpers/gltfPose.js";
import { plainAnimation, plainGroup } from "../../helpers/plainAnimations.js";
import { createScene, disposeScenes, loadContainer, render } from "../../helpers/scene.js";

afterEach(() => {
  UnregisterKeysOnDemand();
  disposeScenes();
});

const TYPES = { translation: "VEC3", rotation: "VEC4", scale: "VEC3", weights: "SCALAR" } as const;
const WIDTHS = { translation: 3, rotation: 4, scale: 3, weights: 2 } as const;

type Channel = [node: number, path: keyof typeof TYPES, interpolation: Interpolation, times: number[]];

const WALK: readonly Channel[] = [
  [1, "translation", "LINEAR", [0.5, 1, 2]],
  [1, "rotation", "CUBICSPLINE", [0.25, 1]],
  [2, "scale", "STEP", [0, 1.5]],
  [0, "weights", "LINEAR", [0, 2]],
];
const WAVE: readonly Channel[] = [[2, "rotation", "LINEAR", [0, 1, 3]]];

/** A mesh with a skin of two joints and two morph targets, and two animations of it. */
function createFigure(): Asset {
  return createAsset((add) => {
    const animation = (name: string, channels: readonly Channel[]): Json => ({
      name,
      channels: channels.map(([node, path], sampler) => ({ sampler, target: { node, path } })),
      samplers: channels.map(([node, path, interpolation, times]) => {
        const count = times.length * WIDTHS[path] * (interpolation === "CUBICSPLINE" ? 3 : 1);
        const values = Array.from({ length: count }, (_, i) => Math.fround(0.5 + 0.4 * Math.sin(3 * i + node)));
        return { input: addTimes(add, times), output: add(TYPES[path], values), interpolation };
      }),
    });
    const attributes = {
      ...addTriangle(add),
      JOINTS_0: add("VEC4", new Uint8Array(12)),
      WEIGHTS_0: add("VEC4", [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]),
    };
    const targets = [{ POSITION: attributes.POSITION }, { POSITION: attributes.POSITION }];
    return {
      scenes: [{ nodes: [0, 1] }],
      nodes: [
        { name: "body", mesh: 0, skin: 0 },
        { name: "hip", children: [2], translation: [0, 1, 0] },
        { name: "knee", translation: [0, 1, 0] },
      ],
      meshes: [{ primitives: [{ attributes, targets }] }],
      skins: [{ joints: [1, 2] }],
      animations: [animation("walk", WALK), animation("wave", WAVE)],
    };
  });
}

async function load(): Promise<AssetContainer> {
  const container = await loadContainer(createFigure(), createScene(), { clipOptions: { keys: "onDemand" } });
  container.addAllToScene();
  return container;
}

const groupOf = ({ animationGroups }: AssetContainer): AnimationGroup => animationGroups[0]!;

/** An animation of the first group, by the property that it animates. */
const animationOf = (container: AssetContainer, property = "position"): Animation =>
  groupOf(container).targetedAnimations.find(({ animation }) => animation.targetProperty === property)!.animation;

/** All values that the animations set. */
const pose = ({ scene, morphTargetManagers: [morphs] }: AssetContainer): readonly number[] => [
  ...scene.transformNodes.flatMap(({ position, rotationQuaternion, scaling }) =>
    [position, rotationQuaternion, scaling].flatMap((value) => value?.asArray() ?? []),
  ),
  ...[0, 1].map((target) => morphs!.getTarget(target).influence),
];

/** The poses in which a clip of the first group shows the asset. */
function posesOfClip(container: AssetContainer): unknown {
  const clip = CreateClip("clip", groupOf(container));
  clip.start();
  const poses = [0, 0.3, 0.75, 1.6, 2.5].map((timestamp) => {
    clip.timestamp = timestamp;
    return pose(container);
  });
  const { by } = clip.evaluation;
  clip.dispose();
  return { by, poses };
}

function posesOfGroup(group: AnimationGroup, container: AssetContainer): unknown {
  group.start(true);
  const poses = [20, 70, 110].map((frame) => {
    group.goToFrame(frame);
    render(container.scene, 1);
    return pose(container);
  });
  group.stop();
  return poses;
}

/** A serialized object as JSON, without identifiers that count up. */
const toJson = (serialized: unknown): unknown =>
  JSON.parse(JSON.stringify(serialized, (name, value: unknown) => (/id$/i.test(name) && typeof value === "number" ? undefined : value)));

type Verb = (container: AssetContainer) => unknown;

const VERBS: Readonly<Record<string, Verb>> = {
  // -- reading
  "reads keys": (container) => container.animationGroups.map(plainGroup),
  "asks for the last frame": (container) => [animationOf(container).getHighestFrame(), groupOf(container).getLength()],
  "evaluates an animation": (container) => toJson([30, 45, 90, 500].map((frame) => animationOf(container).evaluate(frame))),
  "prints an animation": (container) => [animationOf(container).toString(true), groupOf(container).toString(true)],
  "plays a group": (container) => posesOfGroup(groupOf(container), container),
  "plays the animations of a node": (container) => {
    const node = container.getNodes().find(({ name }) => name === "hip")!;
    const animatable = container.scene.beginAnimation(node, 0, 120, true);
    animatable.goToFrame(50);
    render(container.scene, 2);
    return pose(container);
  },
  "mixes two groups by weight": (container) => {
    const { animationGroups, scene } = container;
    for (const group of animationGroups) {
      group.start(true);
      group.setWeightForAllAnimatables(0.5);
    }
    render(scene, 20);
    return pose(container);
  },
  // -- copying
  "clones a group": (container) => [
    plainGroup(groupOf(container).clone("copy")),
    plainGroup(groupOf(container).clone("2", (target) => target as unknown)),
  ],
  "clones a group with its animations": (container) => {
    const copies = [false, true].map((cloneKeys) => groupOf(container).clone("copy", undefined, true, cloneKeys));
    const [walk] = groupOf(container).targetedAnimations[0]!.animation.getKeys();
    const shares = copies.map(({ targetedAnimations }) => targetedAnimations[0]!.animation.getKeys()[0]!.value === walk!.value);
    return { shares, copies: copies.map(plainGroup) };
  },
  "clones an animation": (container) => {
    const animation = animationOf(container);
    const [shallow, deep] = [animation.clone(), animation.clone(true)];
    shallow.getKeys().pop();
    (deep.getKeys()[0]!.value as Vector3).x = 9;
    return [animation, shallow, deep].map(plainAnimation);
  },
  "instantiates the container": (container) => container.instantiateModelsToScene((name) => `${name} 2`).animationGroups.map(plainGroup),
  // -- editing
  "edits keys in place": (container) => {
    (animationOf(container).getKeys()[2]!.value as Vector3).y = 7;
    animationOf(container, "rotationQuaternion").getKeys()[1]!.frame = 20;
  },
  "adds and removes keys": (container) => {
    const value = new Vector3(1, 2, 3);
    animationOf(container).getKeys().push({ frame: 150, value });
    animationOf(container, "scaling").getKeys().shift();
  },
  "sets keys": (container) => {
    const animation = animationOf(container);
    animation.setKeys(animation.getKeys().map(({ frame, value }): IAnimationKey => ({ frame: frame / 2, value: value as unknown })));
  },
  "sets keys that nobody has read": (container) => {
    animationOf(container).setKeys([
      { frame: 0, value: Vector3.Zero() },
      { frame: 60, value: Vector3.One() },
    ]);
  },
  // the curve editor does this
  "moves a key and its tangents, and sets the same keys": (container) => {
    const animation = animationOf(container, "rotationQuaternion");
    const keys = animation.getKeys();
    Object.assign(keys[1]!, { frame: 31, lockedTangent: false });
    keys.splice(2, 0, { ...keys[1]!, frame: 40, interpolation: 0 });
    animation.setKeys(keys, true);
  },
  "makes a key at a frame": (container) => [animationOf(container).createKeyForFrame(45), animationOf(container).createKeyForFrame(60)],
  "makes and deletes ranges": (container) => {
    const animation = animationOf(container);
    animation.createRange("middle", 45, 90);
    const { from, to } = animation.getRange("middle")!;
    animation.deleteRange("middle");
    return [from, to];
  },
  "changes the rate of frames": (container) => {
    animationOf(container).framePerSecond = 30;
  },
  // -- groups
  "normalizes a group": (container) => plainGroup(groupOf(container).normalize(-30, 300)),
  "normalizes a group to the range that it has": (container) => plainGroup(groupOf(container).normalize()),
  "normalizes a group twice": (container) => plainGroup(groupOf(container).normalize(-30, 300).normalize(-60, 600)),
  "normalizes a group after keys were read": (container) => {
    animationOf(container).getKeys();
    return plainGroup(groupOf(container).normalize(-30, 300));
  },
  "normalizes a copy of a group": (container) => [
    plainGroup(groupOf(container).clone("copy").normalize(-30, 300)),
    plainGroup(groupOf(container)),
  ],
  "merges groups": ({ animationGroups }) => plainGroup(AnimationGroup.MergeAnimationGroups([...animationGroups], false)!),
  "merges, normalizes and disposes of groups": ({ animationGroups }) =>
    plainGroup(AnimationGroup.MergeAnimationGroups([...animationGroups], true, true, 0.5)!),
  "adds an animation to another group": (container) => {
    const group = new AnimationGroup("own", container.scene);
    const { animation, target } = groupOf(container).targetedAnimations[0]! as { animation: Animation; target: unknown };
    group.addTargetedAnimation(animation, target);
    return plainGroup(group.normalize(0, 500));
  },
  "clips frames": (container) => [
    plainGroup(AnimationGroup.ClipFrames(groupOf(container), 20, 100, "copy")),
    plainGroup(AnimationGroup.ClipFramesInPlace(groupOf(container), 10, 80, true)),
  ],
  "clips keys": (container) => plainGroup(AnimationGroup.ClipKeys(groupOf(container), 0, 1)),
  "makes a group additive": (container) => {
    const copy = AnimationGroup.MakeAnimationAdditive(groupOf(container), { referenceFrame: 40, cloneOriginalAnimationGroup: true });
    return [
      plainGroup(copy),
      plainGroup(AnimationGroup.MakeAnimationAdditive(groupOf(container), { fromFrame: 10, toFrame: 90, clipKeys: true })),
    ];
  },
  "makes an animation additive": (container) => [
    plainAnimation(Animation.MakeAnimationAdditive(animationOf(container), { referenceFrame: 60, cloneOriginalAnimation: true })),
    plainAnimation(Animation.MakeAnimationAdditive(animationOf(container, "rotationQuaternion"))),
  ],
  "retargets a group": (container) => {
    const meshes = container.meshes.filter(({ skeleton }) => skeleton);
    const avatar = new AnimatorAvatar("avatar", meshes[0], false, false);
    avatar.showWarnings = false;
    return plainGroup(
      avatar.retargetAnimationGroup(groupOf(container), { animationGroupName: "retargeted", fixAnimations: true, fixRootPosition: false }),
    );
  },
  // -- writing
  "serializes a group": (container) => toJson(groupOf(container).serialize()),
  "serializes and parses a group": (container) => plainGroup(AnimationGroup.Parse(groupOf(container).serialize(), container.scene)),
  "serializes and parses an animation": (container) =>
    ["position", "rotationQuaternion", "scaling", "influence"].map((property) =>
      plainAnimation(Animation.Parse(toJson(animationOf(container, property).serialize()))),
    ),
  "appends serialized animations": (container) => {
    const serialized: { animations?: unknown[] } = {};
    Animation.AppendSerializedAnimations(
      container.getNodes().find(({ name }) => name === "hip")!,
      serialized,
    );
    return toJson(serialized);
  },
  "serializes the scene": ({ scene }) => {
    const { animationGroups, transformNodes, morphTargetManagers } = SceneSerializer.Serialize(scene) as Json;
    return toJson({ animationGroups, transformNodes, morphTargetManagers });
  },
  "exports the scene as glTF": async ({ scene }) => [...(await exportByBabylon(scene))],
};

/** What a verb gives, and the groups and clips after it. */
async function run(verb: Verb): Promise<unknown> {
  const container = await load();
  const result = await verb(container);
  const clip = container.animationGroups.length > 0 ? posesOfClip(container) : null;
  return { result, clip, groups: container.animationGroups.map(plainGroup) };
}

describe("on a file loaded on demand, the same comes of code that", () => {
  it.each(Object.keys(VERBS))("%s", async (name) => {
    const expected = await run(VERBS[name]!);
    RegisterKeysOnDemand();
    expect(await run(VERBS[name]!)).toEqual(expected);
  });
});

it("the keys of all channels are on demand", async () => {
  RegisterKeysOnDemand();
  const animations = (await load()).animationGroups.flatMap(({ targetedAnimations }) =>
    targetedAnimations.map(({ animation }) => animation),
  );
  expect(animations.filter(keyDataOf)).toHaveLength(6);
});
