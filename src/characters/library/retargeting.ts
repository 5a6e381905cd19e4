import type { Animation } from "@babylonjs/core/Animations/animation.js";
import { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import type { AnimatorAvatar, IRetargetOptions } from "@babylonjs/core/Animations/animatorAvatar.js";
import type { IAnimationKey } from "@babylonjs/core/Animations/animationKey.js";
import { Bone } from "@babylonjs/core/Bones/bone.js";
import { Skeleton } from "@babylonjs/core/Bones/skeleton.js";
import { AbstractEngine } from "@babylonjs/core/Engines/abstractEngine.js";
import { Matrix, Quaternion, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { Node } from "@babylonjs/core/node.js";
import type { Scene } from "@babylonjs/core/scene.js";
import type { GltfChannel } from "../../gltf/file/index.js";
import { fileNameOf, type NodeChannel, runListing, transformChannelOf, warnOfUnknownMembers } from "../../scene/host/index.js";
import { createNodeAnimation, type Floats, type OnDemandAnimation, type SamplerKeys } from "../../scene/keys/index.js";
import { coreTargetOf } from "../../gltf/objectModel/index.js";
import { CORE_TYPES, expectOutput } from "../../gltf/matching/index.js";
import {
  attempt,
  type AssetError,
  createFinding,
  excerpt,
  type Finding,
  findingOf,
  followTokens,
  getOrMake,
  itemsOf,
  type MemberNames,
  show,
} from "../../gltf/util/index.js";
import type { LibraryData } from "./libraryData.js";
import type { RetargetOptions } from "./retargetOptions.js";
import { describeSkeletons, type Joint, jointsOfFile, type SkeletonShape } from "./skeletonShape.js";

const OPTION_NAMES: MemberNames<RetargetOptions> = {
  rootNode: true,
  groundNode: true,
  keepGround: true,
  verticalAxis: true,
  fixRotations: true,
};
/** Frames per second of a library's animations. */
const FPS = 60;
/** Length limit of a list of names. */
const MAX_NAMES = 200;
/** The difference, relative to 1 or to the value, of two values that are the same. */
const SAME = 1e-6;

/** A channel whose keys are for another skeleton. */
export interface RetargetedChannel {
  /** Index of the target among the joints of the character. */
  readonly joint: number;
  readonly animation: OnDemandAnimation;
}

/** The channels of an animation that move joints, by index. */
type RetargetedChannels = ReadonlyMap<number, RetargetedChannel>;

type Path = "translation" | "rotation" | "scale";

/** A channel of the library that moves a node. */
interface Mover {
  readonly channel: number;
  readonly node: number;
  readonly own: NodeChannel;
  readonly keys: SamplerKeys;
}

/** Imports Babylon's class. */
export async function importAvatar(): Promise<typeof AnimatorAvatar> {
  let problem: unknown;
  try {
    const module = await import("@babylonjs/core/Animations/animatorAvatar.js");
    // a global of an old version lacks the class
    if (module.AnimatorAvatar as unknown) {
      return module.AnimatorAvatar;
    }
  } catch (error) {
    problem = error;
  }
  throw new RangeError(`options.retarget: needs a version of @babylonjs/core with AnimatorAvatar (got ${AbstractEngine.Version})`, {
    cause: problem,
  });
}

/** Retargets the animations of a library, each once for each shape of skeletons. */
export class Retargeter {
  private readonly _byShape = new Map<string, ShapeRetargeting>();
  private readonly _source: readonly Joint[];

  constructor(
    private readonly _avatar: typeof AnimatorAvatar,
    private readonly _data: LibraryData,
    private readonly _scene: Scene,
    private readonly _setEvents: ReadonlyMap<number, (animation: Animation) => void>,
  ) {
    this._source = jointsOfFile(_data.json);
  }

  /** @throws RangeError if the character has no skeleton, or an option names no joint */
  bind(roots: readonly Node[], rename: (name: string) => string, options: RetargetOptions): RetargetedCharacter {
    warnOfUnknownMembers("addTo", "options.retarget", options, OPTION_NAMES);
    const { shape, nodes } = describeSkeletons(roots);
    if (nodes.length === 0) {
      throw new RangeError(`character: must have a skeleton with nodes, for options.retarget (got ${show(roots[0]!.name)})`);
    }
    const names = new Map(this._source.map(({ name }) => [name, rename(name)]));
    const { rootNode, groundNode, keepGround, verticalAxis, fixRotations } = options;
    const key = JSON.stringify([shape, [...names], rootNode, groundNode, keepGround, verticalAxis, fixRotations]);
    const retargeting = getOrMake(this._byShape, key, () => {
      const setUp = { Avatar: this._avatar, data: this._data, scene: this._scene, setEvents: this._setEvents };
      return new ShapeRetargeting(setUp, this._source, shape, names, babylonOptions(options, names, shape));
    });
    return new RetargetedCharacter(retargeting, nodes);
  }
}

/** A character whose skeletons get retargeted animations. */
export class RetargetedCharacter {
  private readonly _found = new Set<string>();
  private readonly _missing = new Set<string>();

  /** @param nodes the joints, in the order of the shape */
  constructor(
    private readonly _retargeting: ShapeRetargeting,
    readonly nodes: readonly TransformNode[],
  ) {}

  /** @param add receives what cannot be retargeted, but for missing joints */
  bind(animation: number, add: (finding: Finding) => void): RetargetedChannels {
    const { channels, found, missing, findings } = this._retargeting.retarget(animation);
    found.forEach((name) => this._found.add(name));
    missing.forEach((name) => this._missing.add(name));
    findings.forEach(add);
    return channels;
  }

  /** Whether a channel moves a node: such channels are bound here, or to nothing. */
  takes(channel: GltfChannel): boolean {
    return moverTargetOf(channel) !== null;
  }

  /** Says which names differ if the library animates nodes, and none of those that were bound is a joint of the character; else null. */
  describeNoJoints(): string | null {
    if (this._found.size > 0 || this._missing.size === 0) {
      return null;
    }
    const names = excerpt([...this._missing].join(", "), MAX_NAMES / 2);
    const own = excerpt(this.nodes.map(fileNameOf).join(", "), MAX_NAMES / 2);
    return `the ${this._missing.size} animated nodes are ${names}; the joints of the character are ${own} (see renameNodes)`;
  }

  /** A finding about the animated nodes of the library that are no joints of the character, if there are some. */
  findMissing(): readonly Finding[] {
    const missing = this._missing.size;
    const total = missing + this._found.size;
    const names = excerpt([...this._missing].join(", "), MAX_NAMES);
    const message = `must be joints of the character: ${missing} of ${total} animated nodes are not; missing: ${names}`;
    return missing > 0 ? [createFinding("NOT_COPIED", "/nodes", message, "renameNodes")] : [];
  }
}

/** The node and path of a channel that moves a node, in core glTF or by JSON pointer; null for other channels. */
function moverTargetOf({ target, ...other }: GltfChannel): { readonly node: number; readonly path: Path } | null {
  if ("extensions" in other) {
    return null; // KHR_animation2
  }
  const pointer = followTokens(target, ["extensions", "KHR_animation_pointer", "pointer"]);
  const { node, path } = (typeof pointer === "string" ? coreTargetOf(pointer) : target?.extensions ? null : target) ?? {};
  return node !== undefined && (path === "translation" || path === "rotation" || path === "scale") ? { node, path } : null;
}

interface Retargeted {
  readonly channels: RetargetedChannels;
  /** The names, in the character, of the animated nodes that are joints. */
  readonly found: ReadonlySet<string>;
  readonly missing: ReadonlySet<string>;
  readonly findings: readonly Finding[];
}

interface SetUp {
  readonly Avatar: typeof AnimatorAvatar;
  readonly data: LibraryData;
  readonly scene: Scene;
  readonly setEvents: ReadonlyMap<number, (animation: Animation) => void>;
}

/** The animations of a library for one shape of skeletons. */
class ShapeRetargeting {
  private readonly _known = new Map<number, Retargeted>();
  private readonly _jointNames: ReadonlySet<string>;

  constructor(
    private readonly _setUp: SetUp,
    private readonly _source: readonly Joint[],
    private readonly _shape: SkeletonShape,
    private readonly _names: ReadonlyMap<string, string>,
    private readonly _options: IRetargetOptions,
  ) {
    this._jointNames = namesOf(_shape);
  }

  retarget(animation: number): Retargeted {
    return getOrMake(this._known, animation, () => this._retarget(animation));
  }

  private _retarget(animation: number): Retargeted {
    const findings: Finding[] = [];
    const [found, missing] = [new Set<string>(), new Set<string>()];
    const movers = this._moversOf(animation, (error) => findings.push(findingOf("NOT_COPIED", error))).filter(({ node }) => {
      const name = this._names.get(this._source[node]!.name)!;
      const isJoint = this._jointNames.has(name);
      (isJoint ? found : missing).add(name);
      return isJoint || this._options.fixRootPosition; // what is above the root moves it, too
    });
    const channels = found.size > 0 ? runListing(this._setUp.scene, false, () => this._convert(animation, movers)) : NONE;
    return { channels, found, missing, findings };
  }

  private _moversOf(animation: number, leaveOut: (error: AssetError) => void): readonly Mover[] {
    const { data } = this._setUp;
    return itemsOf(data.json.animations?.[animation]?.channels).flatMap((each, channel) => {
      const target = moverTargetOf(each);
      const read = (): Mover => {
        const { node, path } = target!;
        const own = transformChannelOf(path);
        expectOutput(data.json, animation, each.sampler, CORE_TYPES[path]!);
        data.expectKeys(animation, each.sampler);
        return { channel, node, own, keys: data.keysOf(animation, each.sampler, own.stride) };
      };
      return (target && this._source[target.node] && attempt(`/animations/${animation}/channels/${channel}`, read, leaveOut)) ?? [];
    });
  }

  /** Has Babylon retarget a group of copies of the library's nodes, to a copy of the skeletons at rest. */
  private _convert(animation: number, movers: readonly Mover[]): RetargetedChannels {
    const { Avatar, data, scene, setEvents } = this._setUp;
    const { joints, skeletons, isMirrored } = this._shape;
    const sources = createNodes(this._source, !scene.useRightHandedSystem, scene);
    const targets = createNodes(joints, isMirrored, scene);
    const group = new AnimationGroup("library", scene);
    movers.forEach(({ own, keys, node }, i) => {
      group.addTargetedAnimation(createNodeAnimation(String(i), own, keys, 0, FPS), sources[node]!);
    });
    const avatar = new Avatar("character");
    avatar.showWarnings = false;
    skeletons.forEach((bones) => avatar.skeletons.add(createSkeleton(bones, targets, scene)));
    const indices = new Map<unknown, number>(targets.map((target, i) => [target, i]));
    const channels = new Map<number, RetargetedChannel>();
    for (const { animation: retargeted, target } of avatar.retargetAnimationGroup(group, this._options).targetedAnimations) {
      const { channel, own, keys } = movers[Number(retargeted.name)]!;
      const created = createNodeAnimation(
        `${data.nameOf(animation)}_channel${channel}_0`,
        own,
        keysLike(keys, retargeted.getKeys()),
        0,
        FPS,
      );
      setEvents.get(animation)?.(created);
      channels.set(channel, { joint: indices.get(target)!, animation: created });
    }
    return channels;
  }
}

const NONE: RetargetedChannels = new Map();

/** The names by which the joints of skeletons are found. */
function namesOf({ joints, skeletons }: SkeletonShape): ReadonlySet<string> {
  return new Set(skeletons.flat().flatMap(({ name, joint }) => [name, joints[joint]!.name]));
}

/** @throws RangeError if an option needs another option, or names no joint */
function babylonOptions(options: RetargetOptions, names: ReadonlyMap<string, string>, shape: SkeletonShape): IRetargetOptions {
  const { rootNode, groundNode, keepGround = false, verticalAxis, fixRotations = false } = options;
  const jointNames = namesOf(shape);
  for (const [name, node] of Object.entries({ rootNode, groundNode })) {
    if (node === undefined ? rootNode !== undefined || groundNode !== undefined || keepGround : !jointNames.has(names.get(node) ?? "")) {
      throw new RangeError(
        `options.retarget.${name}: must be the name of a node in the library that is a joint of the character (got ${show(node)})`,
      );
    }
  }
  return {
    mapNodeNames: new Map(names),
    fixAnimations: fixRotations,
    fixRootPosition: groundNode !== undefined,
    fixGroundReference: keepGround !== false,
    fixGroundReferenceDynamicRefNode: keepGround === "lowest",
    ...(rootNode !== undefined && { rootNodeName: rootNode }),
    ...(groundNode !== undefined && { groundReferenceNodeName: groundNode }),
    ...(verticalAxis && { groundReferenceVerticalAxis: verticalAxis }),
  };
}

/** Creates nodes at rest, below a root as Babylon's loader makes it. */
function createNodes(joints: readonly Joint[], isMirrored: boolean, scene: Scene): readonly TransformNode[] {
  const root = new TransformNode("__root__", scene);
  if (isMirrored) {
    root.rotationQuaternion = new Quaternion(0, 1, 0, 0);
    root.scaling.z = -1;
  }
  const nodes = joints.map(({ name, rest }) => {
    const node = new TransformNode(name, scene);
    Vector3.FromArrayToRef(rest, 0, node.position);
    node.rotationQuaternion = Quaternion.FromArray(rest, 3);
    Vector3.FromArrayToRef(rest, 7, node.scaling);
    return node;
  });
  joints.forEach(({ parent }, i) => (nodes[i]!.parent = nodes[parent] ?? root));
  return nodes;
}

function createSkeleton(shapes: SkeletonShape["skeletons"][number], nodes: readonly TransformNode[], scene: Scene): Skeleton {
  const skeleton = new Skeleton("character", "character", scene);
  skeleton.useTextureToStoreBoneMatrices = false;
  const bones = shapes.map(({ name, rest, index }) => new Bone(name, skeleton, null, Matrix.FromArray(rest), null, null, index));
  shapes.forEach(({ joint, parent }, i) => {
    bones[i]!.setParent(bones[parent] ?? null, false);
    bones[i]!.linkTransformNode(nodes[joint]!);
  });
  return skeleton;
}

/** The keys of a sampler with the values and tangents of Babylon's keys; the sampler itself if these show the same. */
function keysLike(sampler: SamplerKeys, keys: readonly IAnimationKey[]): SamplerKeys {
  const { times, interpolation, stride } = sampler;
  const isSpline = interpolation === "CUBICSPLINE";
  const array = new Float32Array(times.length * stride * (isSpline ? 3 : 1));
  keysAt(times, keys).forEach(({ inTangent, value, outTangent }, i) => {
    if (isSpline) {
      // tangents are per frame in Babylon, per second in glTF
      [inTangent, value, outTangent].forEach((each: Vector3 | Quaternion, part) =>
        each.scale(part === 1 ? 1 : FPS).toArray(array, (3 * i + part) * stride),
      );
    } else {
      (value as Vector3 | Quaternion).toArray(array, i * stride);
    }
  });
  const retargeted = { times, interpolation, stride, isQuantized: false, values: { array, at: 0, length: array.length } };
  return isSpline || sampler.isQuantized || !areSame(sampler, array) ? retargeted : sampler;
}

/**
 * Babylon's keys at the times of a sampler. There may be one more, without tangents: Babylon plays the animations for `rootNode` and `groundNode`,
 * and a start puts a key at frame 0 where keys begin elsewhere.
 */
function keysAt({ array, at, length }: Floats, keys: readonly IAnimationKey[]): readonly IAnimationKey[] {
  let next = 0;
  return keys.filter(({ frame }) => next < length && frame === array[at + next]! * FPS && ++next);
}

/** Whether a sampler without tangents has given values, quaternions up to their sign. */
function areSame({ values: { array, at }, stride }: SamplerKeys, others: Float32Array): boolean {
  for (let key = 0; key < others.length; key += stride) {
    let [isSame, isOpposite] = [true, stride === 4];
    for (let i = key; i < key + stride; i++) {
      const [own, other] = [array[at + i]!, others[i]!];
      const limit = SAME * Math.max(1, Math.abs(own));
      isSame &&= Math.abs(own - other) <= limit;
      isOpposite &&= Math.abs(own + other) <= limit;
    }
    if (!isSame && !isOpposite) {
      return false;
    }
  }
  return true;
}
