import type { Animation } from "@babylonjs/core/Animations/animation.js";
import type { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { Node } from "@babylonjs/core/node.js";
import type { GltfChannel, GltfFile } from "../../gltf/file/index.js";
import {
  type AnimatedExpressions,
  BodyPair,
  type Character,
  describeRecognized,
  Motion,
  NodeTrack,
  recognize,
  recognizeInFile,
  type SkeletonDescription,
  skeletonOfFile,
  type TransferredTrack,
  type TransformPath,
} from "../../gltf/humanoid/index.js";
import { CORE_TYPES, expectOutput } from "../../gltf/matching/index.js";
import { coreTargetOf } from "../../gltf/objectModel/index.js";
import { fileNameOf, type NodeChannel, transformChannelOf, warnOfUnknownMembers } from "../../scene/host/index.js";
import { createNodeAnimation, type OnDemandAnimation, type SamplerKeys } from "../../scene/keys/index.js";
import {
  attempt,
  type AssetError,
  createFinding,
  excerpt,
  type Finding,
  findingOf,
  findSpelling,
  followTokens,
  getOrMake,
  itemsOf,
  type MemberNames,
  show,
} from "../../gltf/util/index.js";
import { type CharacterSkeleton, describeSkeleton } from "./characterSkeleton.js";
import { type ClipCharacter, partsOf } from "./clipCharacter.js";
import type { LibraryData } from "./libraryData.js";
import type { RetargetOptions } from "./retargetOptions.js";

const OPTION_NAMES: MemberNames<RetargetOptions> = {
  rootNode: true,
  groundNode: true,
  verticalAxis: true,
  fixRotations: true,
  body: true,
};
/** Frames per second of a library's animations. */
const FPS = 60;
/** Length limits of a list of names, and of a finding about a skeleton. */
const [MAX_NAMES, MAX_FINDING] = [200, 400];
/** The product of two quaternions at a right angle. */
const RIGHT_ANGLE = 1e-3;

/** A channel whose keys are for another skeleton. */
export interface RetargetedChannel {
  /** Index of the target among the nodes of the character. */
  readonly joint: number;
  readonly animation: OnDemandAnimation;
}

/** A channel of the library that moves a node. */
interface Mover {
  readonly node: number;
  readonly path: TransformPath;
  readonly own: NodeChannel;
  readonly keys: SamplerKeys;
}

/** Reads the skeleton of a library's file. */
export function readCharacter(file: GltfFile): Character {
  const { json } = file;
  const tree = skeletonOfFile(json, (accessor) =>
    attempt(
      `/accessors/${accessor}`,
      () => file.readAccessor(accessor),
      () => undefined,
    ),
  );
  return { tree, recognized: recognizeInFile(tree, json) };
}

/** Retargets the animations of a library, each once for each skeleton. */
export class Retargeter {
  private readonly _pairs = new Map<string, PairRetargeting>();

  constructor(
    private readonly _source: Character,
    private readonly _data: LibraryData,
    private readonly _setEvents: ReadonlyMap<number, (animation: Animation) => void>,
    private readonly _face: AnimatedExpressions | null,
  ) {}

  /** @throws RangeError if the character has no skeleton, or an option names no joint */
  bind(roots: readonly Node[], rename: (name: string) => string, stated: RetargetOptions): RetargetedCharacter {
    warnOfUnknownMembers("addTo", "options.retarget", stated, OPTION_NAMES);
    const options = { ...stated, rootNode: this._spell(stated.rootNode), groundNode: this._spell(stated.groundNode) };
    const character = describeSkeleton(roots);
    if (!character.tree.hasJoints && !character.declared) {
      throw new RangeError(`character: must have a skeleton with nodes, for options.retarget (got ${show(roots[0]!.name)})`);
    }
    const names = new Map(this._source.tree.nodes.map(({ name }) => [name, rename(name)]));
    const body = options.body === undefined ? null : describeSkeleton(partsOf(options.body).roots);
    const { rootNode, groundNode, verticalAxis, fixRotations } = options;
    const how = [rootNode, groundNode, verticalAxis, fixRotations];
    const key = JSON.stringify([partsOfKey(character), [...names], how, body && partsOfKey(body)]);
    const retargeting = getOrMake(this._pairs, key, () => {
      const setUp = { source: this._source, data: this._data, setEvents: this._setEvents, face: this._face };
      return new PairRetargeting(setUp, recognized(character), (name) => names.get(name)!, options, body && recognized(body));
    });
    retargeting.expectOptions(options);
    return new RetargetedCharacter(retargeting, character.nodes);
  }

  /** A name as the file spells it, if it has it. */
  private _spell(name: string | undefined): string | undefined {
    const names = this._source.tree.nodes.map((node) => node.name);
    return name === undefined ? undefined : (findSpelling(name, names) ?? name);
  }
}

/** See the entry of the package. */
export function describeCharacterSkeleton(character: ClipCharacter): SkeletonDescription<TransformNode> {
  const { tree, nodes, declared } = describeSkeleton(partsOf(character).roots);
  return describeRecognized(tree, recognize(tree, declared), (index) => nodes[index]!);
}

function recognized({ tree, declared }: CharacterSkeleton): Character {
  return { tree, recognized: recognize(tree, declared) };
}

/** What tells characters apart, for the key of a pair. */
function partsOfKey({ tree: { nodes, skins }, declared }: CharacterSkeleton): readonly unknown[] {
  return [nodes, skins, declared && [declared.extension, ...declared.bones]];
}

/** A character whose skeletons get retargeted animations. */
export class RetargetedCharacter {
  private readonly _found = new Set<string>();
  private readonly _missing = new Set<string>();

  /** @param nodes of the character, in the order of its skeleton */
  constructor(
    private readonly _retargeting: PairRetargeting,
    readonly nodes: readonly TransformNode[],
  ) {}

  /** @param add receives what cannot be retargeted, and what is an estimate, but not missing joints */
  bind(animation: number, add: (finding: Finding) => void): readonly RetargetedChannel[] {
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

  /** Says which names differ if the library animates nodes, and none of those that were bound has a counterpart; else null. */
  describeNoJoints(): string | null {
    if (this._found.size > 0 || this._missing.size === 0) {
      return null;
    }
    const names = excerpt([...this._missing].join(", "), MAX_NAMES / 2);
    const own = excerpt(this._retargeting.jointsOf(this.nodes).map(fileNameOf).join(", "), MAX_NAMES / 2);
    return `the ${this._missing.size} animated nodes are ${names}; the joints of the character are ${own} (see renameNodes)`;
  }

  /** A finding about the animated nodes of the library without a counterpart among the joints of the character, if there are some. */
  findMissing(): readonly Finding[] {
    const missing = this._missing.size;
    const total = missing + this._found.size;
    const names = excerpt([...this._missing].join(", "), MAX_NAMES);
    const message = `must be joints of the character: ${missing} of ${total} animated nodes are not; missing: ${names}`;
    return missing > 0 ? [createFinding("NOT_COPIED", "/nodes", message, "renameNodes")] : [];
  }
}

/** The node and path of a channel that moves a node, in core glTF or by JSON pointer; null for other channels. */
function moverTargetOf({ target, ...other }: GltfChannel): { readonly node: number; readonly path: TransformPath } | null {
  if ("extensions" in other) {
    return null; // KHR_animation2
  }
  const pointer = followTokens(target, ["extensions", "KHR_animation_pointer", "pointer"]);
  const { node, path } = (typeof pointer === "string" ? coreTargetOf(pointer) : target?.extensions ? null : target) ?? {};
  return node !== undefined && (path === "translation" || path === "rotation" || path === "scale") ? { node, path } : null;
}

interface Retargeted {
  readonly channels: readonly RetargetedChannel[];
  /** The names, in the character, of the animated nodes that have a counterpart, or that move one. */
  readonly found: ReadonlySet<string>;
  readonly missing: ReadonlySet<string>;
  readonly findings: readonly Finding[];
}

interface SetUp {
  readonly source: Character;
  readonly data: LibraryData;
  readonly setEvents: ReadonlyMap<number, (animation: Animation) => void>;
  /** The nodes that are no joints, but say how the face moves. */
  readonly face: AnimatedExpressions | null;
}

/** The animations of a library for one skeleton. */
class PairRetargeting {
  private readonly _known = new Map<number, Retargeted>();
  private readonly _pair: BodyPair;
  private readonly _findings: readonly Finding[];

  constructor(
    private readonly _setUp: SetUp,
    private readonly _target: Character,
    private readonly _rename: (name: string) => string,
    private readonly _options: RetargetOptions,
    body: Character | null,
  ) {
    const { source, data } = _setUp;
    const motions = itemsOf(data.json.animations).map((_, animation) => this._motionOf(this._moversOf(animation, () => undefined)));
    this._pair = new BodyPair(source, _target, _rename, motions, _options, body);
    this._findings = this._pair.findings.map((each) => createFinding("SKELETON_DOUBTFUL", "/nodes", excerpt(each, MAX_FINDING)));
  }

  retarget(animation: number): Retargeted {
    return getOrMake(this._known, animation, () => this._retarget(animation));
  }

  /** @throws RangeError if an option needs another option, or names no joint */
  expectOptions({ rootNode, groundNode }: RetargetOptions): void {
    const isNeeded = rootNode !== undefined || groundNode !== undefined;
    const { nodes } = this._setUp.source.tree;
    for (const [option, name] of Object.entries({ rootNode, groundNode })) {
      const hasJoint = nodes.some((node, i) => node.name === name && this._pair.counterparts.has(i));
      if (name === undefined ? isNeeded : !hasJoint) {
        throw new RangeError(
          `options.retarget.${option}: must be the name of a node in the library that is a joint of the character (got ${show(name)})`,
        );
      }
    }
  }

  jointsOf(nodes: readonly TransformNode[]): readonly TransformNode[] {
    return nodes.filter((_, i) => this._target.tree.nodes[i]!.isJoint);
  }

  private _retarget(animation: number): Retargeted {
    const findings: Finding[] = [];
    const movers = this._moversOf(animation, (error) => findings.push(findingOf("NOT_COPIED", error)));
    const [found, missing] = [new Set<string>(), new Set<string>()];
    for (const { node } of movers) {
      const name = this._rename(this._setUp.source.tree.nodes[node]!.name);
      (this._pair.counterparts.has(node) ? found : missing).add(name);
    }
    if (found.size === 0) {
      return { channels: [], found, missing, findings: this._pair.isHumanoid ? findings : [...findings, ...this._findings] };
    }
    const motion = this._motionOf(movers);
    // what is above a joint moves it, too
    for (const { node } of movers) {
      const name = this._rename(this._setUp.source.tree.nodes[node]!.name);
      if (this._pair.moves(node) && missing.delete(name)) {
        found.add(name);
      }
    }
    const isSame = this._pair.isSame;
    const shifted = isSame ? [] : [...new Set(this._pair.shiftedBones(motion))];
    const names = excerpt(shifted.join(", "), MAX_NAMES);
    const told =
      shifted.length > 0
        ? [
            createFinding(
              "SKELETON_DOUBTFUL",
              `/animations/${animation}`,
              `bones are moved, not turned, which does not go onto another body: ${names}`,
            ),
          ]
        : [];
    const channels = isSame ? this._asTheyAre(animation, movers) : this._transferred(animation, movers, motion);
    // where all names are found, no humanoid is asked for
    const doubts = this._pair.isHumanoid || missing.size > 0 ? this._findings : [];
    return { channels, found, missing, findings: [...findings, ...doubts, ...told] };
  }

  /** The keys of the library, for a skeleton that is the same. */
  private _asTheyAre(animation: number, movers: readonly Mover[]): readonly RetargetedChannel[] {
    return movers.flatMap(({ node, own, keys }, i) => {
      const joint = this._pair.counterparts.get(node);
      return joint === undefined ? [] : [{ joint, animation: this._create(animation, i, own, keys) }];
    });
  }

  private _transferred(animation: number, movers: readonly Mover[], motion: Motion): readonly RetargetedChannel[] {
    const moved = this._pair.transfer(motion).map((track, i) => {
      const own = transformChannelOf(track.path);
      return { joint: track.node, animation: this._create(animation, movers.length + i, own, keysOf(track, own.stride)) };
    });
    const scaled = movers.filter(({ node, path }) => path === "scale" && this._pair.isNamed(node));
    return [...moved, ...this._asTheyAre(animation, scaled)];
  }

  private _create(animation: number, channel: number, own: NodeChannel, keys: SamplerKeys): OnDemandAnimation {
    const { data, setEvents } = this._setUp;
    const created = createNodeAnimation(`${data.nameOf(animation)}_channel${channel}_0`, own, keys, 0, FPS);
    setEvents.get(animation)?.(created);
    return created;
  }

  private _motionOf(movers: readonly Mover[]): Motion {
    return new Motion(
      movers.map(({ node, path, keys: { times, values, interpolation } }) => {
        const [keys, numbers] = [times, values].map(({ array, at, length }) => array.subarray(at, at + length)) as [
          Float32Array,
          Float32Array,
        ];
        const fixed = this._options.fixRotations && path === "rotation" ? withoutLeaps(numbers, interpolation) : numbers;
        return new NodeTrack(node, path, keys, fixed, interpolation);
      }),
    );
  }

  private _moversOf(animation: number, leaveOut: (error: AssetError) => void): readonly Mover[] {
    const { data, source, face } = this._setUp;
    return itemsOf(data.json.animations?.[animation]?.channels).flatMap((each, channel) => {
      const target = moverTargetOf(each);
      const read = (): Mover => {
        const { node, path } = target!;
        const own = transformChannelOf(path);
        expectOutput(data.json, animation, each.sampler, CORE_TYPES[path]!);
        data.expectKeys(animation, each.sampler);
        return { node, path, own, keys: data.keysOf(animation, each.sampler, own.stride) };
      };
      if (target && face && (face.nodes.has(target.node) || face.lookAt === target.node)) {
        return [];
      }
      return (target && source.tree.nodes[target.node] && attempt(`/animations/${animation}/channels/${channel}`, read, leaveOut)) ?? [];
    });
  }
}

function keysOf({ times, values, interpolation }: TransferredTrack, stride: number): SamplerKeys {
  const [keys, numbers] = [times as Float32Array, values].map((array) => ({ array, at: 0, length: array.length }));
  return { times: keys!, values: numbers!, interpolation, stride, isQuantized: false };
}

/** Rotations of which none is at a right angle to the last one, as quaternions: some exporters write such ones by mistake. */
function withoutLeaps(values: Float32Array, interpolation: string): Float32Array {
  const fixed = Float32Array.from(values);
  const [first, step] = interpolation === "CUBICSPLINE" ? [4, 12] : [0, 4];
  for (let at = first + step; at < fixed.length; at += step) {
    const dot = [0, 1, 2, 3].reduce((sum, i) => sum + fixed[at + i]! * fixed[at - step + i]!, 0);
    if (Math.abs(dot) < RIGHT_ANGLE) {
      fixed.copyWithin(at, at - step, at - step + 4);
    }
  }
  return fixed;
}
