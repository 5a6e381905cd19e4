import type { Animation } from "@babylonjs/core/Animations/animation.js";
import type { AbstractMesh } from "@babylonjs/core/Meshes/abstractMesh.js";
import type { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { IAnimationChannel } from "@babylonjs/loaders/glTF/2.0/index.js";
import type { GltfChannel, GltfJson, GltfTarget } from "../../gltf/file/index.js";
import { type LoadedAsset, meshNodeOf, morphTargetsOf, type NodeChannel, nodeChannelOf, primitivesOf } from "../../scene/host/index.js";
import { createNodeAnimation, type OnDemandAnimation } from "../../scene/keys/index.js";
import type { Channel, ChannelList } from "../../scene/playing/index.js";
import type { AnimatedExpressions } from "../../gltf/humanoid/index.js";
import {
  ChannelMatcher,
  CONVERT,
  type MatchedFaces,
  MissingObject,
  type RenameNodes,
  STAYS,
  type WeightsPart,
} from "../../gltf/matching/index.js";
import {
  type AssetError,
  attempt,
  createFinding,
  type Finding,
  findingOf,
  followTokens,
  getOrMake,
  itemsOf,
  omit,
  parseArrayIndex,
  parseJsonPointer,
} from "../../gltf/util/index.js";
import type { LibraryData } from "./libraryData.js";
import type * as expressions from "./boundExpressions.js";
import type { Expression } from "./expressions.js";
import type * as faces from "./faces.js";
import type * as pointers from "./pointers.js";
import type { RetargetedChannel, RetargetedCharacter } from "./retargeting.js";

/** Babylon animations of a library by channel and morph target, shared by all characters. */
type SharedAnimations = Map<string, OnDemandAnimation>;

/** What a library has and its characters share. */
export interface Shared {
  readonly data: LibraryData;
  readonly animations: SharedAnimations;
  /** Sets the events of a Babylon animation that is made of a channel, by index of the library's animation. */
  readonly setEvents: ReadonlyMap<number, (animation: Animation) => void>;
  /** The code of animation by JSON pointer; null if the library has none. */
  readonly pointers: typeof pointers | null;
  /** The code of weights by the names of morph targets; null if the library has none. */
  readonly faces: typeof faces | null;
  /** What a `.vrma` declares about the face, and the code for it; null for other libraries. */
  readonly expressions: AnimatedFace | null;
}

/** The expressions that a `.vrma` animates, and the code for them. */
export interface AnimatedFace {
  readonly code: typeof expressions;
  readonly animated: AnimatedExpressions;
}

/** No node: the target of channels that are left out, or that animate by JSON pointer. */
const NONE = -1;

/** The weights that morph targets of a node of a character get from a channel. */
interface FacePart extends WeightsPart {
  readonly node: number;
}

/** The channels of a library's animation for one character, made when they are first read. */
class BoundChannels implements ChannelList {
  private _channels: readonly Channel[] | null = null;

  /**
   * @param _nodes the indices of the character's nodes, by channel
   * @param _faces what morph targets get, by channel
   * @param _expressions the expressions whose weights are animated, by channel
   * @param _pointed the channels that animate by JSON pointer, by channel
   * @param _retargeted the channels whose keys are for the skeleton of the character
   * @param _joints the nodes of the character, by the indices in these
   */
  constructor(
    private readonly _shared: Shared,
    private readonly _asset: LoadedAsset,
    private readonly _animation: number,
    private readonly _nodes: Int32Array,
    private readonly _faces: ReadonlyMap<number, readonly FacePart[]>,
    private readonly _expressions: ReadonlyMap<number, readonly Expression[]>,
    private readonly _pointed: ReadonlyMap<number, readonly Channel[]>,
    private readonly _retargeted: readonly RetargetedChannel[],
    private readonly _joints: readonly TransformNode[],
    readonly firstFrame: number,
    readonly lastFrame: number,
  ) {}

  get channels(): readonly Channel[] {
    return (this._channels ??= [
      ...this._retargeted.map(({ animation, joint }) => ({ animation, target: this._joints[joint]! })),
      ...itemsOf(this._shared.data.json.animations![this._animation]!.channels).flatMap(
        (channel, i) => this._pointed.get(i) ?? this._channelsOf(channel, i),
      ),
    ]);
  }

  private _channelsOf({ sampler, target: { path } }: GltfChannel, index: number): readonly Channel[] {
    const faces = this._faces.get(index);
    if (faces) {
      return faces.flatMap((part) => this._weightsOf(part, sampler));
    }
    const expressions = this._expressions.get(index);
    if (expressions) {
      const animation = this._animationOf(index, sampler, this._shared.expressions!.code.WEIGHT, 0);
      return expressions.map((target) => ({ animation, target }));
    }
    const node = this._nodes[index]!;
    const json = this._asset.gltf.nodes?.[node];
    const own = json ? nodeChannelOf(this._asset, { target: { node, path } } as IAnimationChannel) : null;
    if (!json || !own) {
      return [];
    }
    return own.property === "influence"
      ? morphTargetsOf(json).map(({ target, index: i }) => ({ animation: this._animationOf(index, sampler, own, i), target }))
      : [{ animation: this._animationOf(index, sampler, own, 0), target: meshNodeOf(json) }];
  }

  private _weightsOf({ channel, node, size, weights }: FacePart, sampler: number): readonly Channel[] {
    const json = this._asset.gltf.nodes![node]!;
    const own = nodeChannelOf(this._asset, { target: { node, path: "weights" } } as unknown as IAnimationChannel);
    return own
      ? morphTargetsOf(json)
          .filter(({ index }) => weights[index] !== STAYS)
          .map(({ target, index }) => ({
            animation: this._animationOf(channel, sampler, { ...own, stride: size }, weights[index]!),
            target,
          }))
      : [];
  }

  private _animationOf(channel: number, sampler: number, own: NodeChannel, offset: number): OnDemandAnimation {
    const { data, animations, setEvents } = this._shared;
    const animation = this._animation;
    return getOrMake(animations, `${animation}/${channel}/${offset}/${own.stride}`, () => {
      const name = `${data.nameOf(animation)}_channel${channel}_0${own.property === "influence" ? `_${offset}` : ""}`;
      const keys = data.keysOf(animation, sampler, own.stride);
      const created = createNodeAnimation(name, own, keys, offset, this._asset.parent.targetFps);
      setEvents.get(animation)?.(created);
      return created;
    });
  }
}

/** A character whose objects a library's animations are bound to, by name. */
export class BoundCharacter {
  /** The nodes of the character by the nodes of the library that animate them. */
  readonly nodes = new Map<number, number>();
  private readonly _matcher: ChannelMatcher;
  private readonly _weights: faces.WeightMatcher | null;
  private readonly _expressions: expressions.BoundExpressions | null;
  private readonly _pointers: pointers.BoundPointers | null;
  private readonly _lists = new Map<number, ChannelList | null>();
  private readonly _retargeted: RetargetedCharacter | null;

  /**
   * @param _add receives what the character does not get, but for missing objects, and what is doubtful about pointers
   * @param retargeting binds the character's skeletons to retargeted animations; null if the clips are not retargeted
   */
  constructor(
    private readonly _shared: Shared,
    private readonly _asset: LoadedAsset,
    rename: RenameNodes | undefined,
    private readonly _add: (finding: Finding) => void,
    retargeting: ((rename: (name: string) => string) => RetargetedCharacter) | null = null,
    renameTargets?: RenameNodes,
  ) {
    const { data, pointers } = _shared;
    const own = _asset.gltf as unknown as GltfJson;
    this._matcher = new ChannelMatcher(data.json, own, rename);
    this._weights = _shared.faces && new _shared.faces.WeightMatcher(data.json, own, this._matcher.names, renameTargets);
    const { code, animated } = _shared.expressions ?? {};
    const meshes = (): readonly AbstractMesh[] => itemsOf(_asset.gltf.nodes).flatMap(primitivesOf);
    this._expressions = code && animated ? new code.BoundExpressions(data, animated, meshes(), renameTargets) : null;
    this._retargeted = retargeting && retargeting(this._matcher.names.rename);
    this._pointers = pointers && new pointers.BoundPointers(_asset);
    if (pointers) {
      _asset.gltf.accessors = data.json.accessors as never;
      this._nameMeshes();
    }
  }

  /** The objects that the character does not have: a finding for all channels that animate objects of an array. */
  findMissing(): readonly Finding[] {
    return [
      ...(this._retargeted?.findMissing() ?? []),
      ...this._matcher.names.findMissing("the character", "renameNodes"),
      ...(this._weights?.findMissing("the character", "renameTargets") ?? []),
      ...(this._expressions?.findMissing() ?? []),
    ];
  }

  /** Says which names differ if clips are retargeted, and none of their nodes is a joint of the character; else null. */
  describeNoJoints(): string | null {
    return this._retargeted?.describeNoJoints() ?? null;
  }

  /** The channels of an animation; null if it animates nothing of the character. */
  bind(animation: number): ChannelList | null {
    return getOrMake(this._lists, animation, () => this._bind(animation));
  }

  private _bind(animation: number): ChannelList | null {
    const { data } = this._shared;
    const { channels: stated, extensions } = data.json.animations?.[animation] ?? {};
    const channels = itemsOf(stated);
    if (extensions?.["EXT_property_animation"] !== undefined) {
      this._add(createFinding("NOT_COPIED", `/animations/${animation}/extensions/EXT_property_animation`, CONVERT));
    }
    const nodes = new Int32Array(channels.length).fill(NONE);
    const retargeted = this._retargeted?.bind(animation, this._add) ?? NOT_RETARGETED;
    const matched = this._weights?.match(animation, channels) ?? NO_FACES;
    const faces = new Map<number, FacePart[]>();
    const expressions = new Map<number, readonly Expression[]>();
    const targets = channels.map((channel, i) => {
      const pointer = `/animations/${animation}/channels/${i}`;
      const face = this._expressions;
      const shown = face && attempt(pointer, () => ({ by: face.match(channel, animation) }), this._leaveOut);
      if (shown?.by && shown.by.length > 0) {
        expressions.set(i, shown.by);
      }
      if ((face && shown?.by !== null) || matched.channels.has(i) || this._retargeted?.takes(channel)) {
        return null;
      }
      return attempt(pointer, () => this._match(pointer, channel, animation), this._leaveOut);
    });
    let count = 0;
    targets.forEach((target, i) => {
      if (target?.node !== undefined) {
        nodes[i] = target.node;
        if (target.path !== "weights") {
          this.nodes.set(channels[i]!.target.node!, target.node);
        }
        count++;
      }
    });
    for (const { node, parts } of matched.nodes) {
      for (const part of parts) {
        const pointer = `/animations/${animation}/channels/${part.channel}`;
        const expectKeys = (): true => (data.expectKeys(animation, channels[part.channel]!.sampler), true);
        if (attempt(pointer, expectKeys, this._leaveOut)) {
          getOrMake(faces, part.channel, (): FacePart[] => []).push({ ...part, node });
        }
      }
    }
    const pointed = targets.some((target) => target?.path === "pointer") ? this._bindPointers(animation, channels, targets) : NO_POINTERS;
    const { targetFps } = this._asset.parent;
    const [first, last] = data.rangeOf(animation);
    const joints = this._retargeted?.nodes ?? [];
    return count + faces.size + expressions.size + pointed.size + retargeted.length > 0
      ? new BoundChannels(
          this._shared,
          this._asset,
          animation,
          nodes,
          faces,
          expressions,
          pointed,
          retargeted,
          joints,
          first * targetFps,
          last * targetFps,
        )
      : null;
  }

  /** Missing objects are told together, by {@link BoundCharacter.findMissing}. */
  private readonly _leaveOut = (error: AssetError): void => {
    if (!(error instanceof MissingObject)) {
      this._add(findingOf("NOT_COPIED", error));
    }
  };

  private _match(at: string, channel: GltfChannel, animation: number): GltfTarget {
    const pointer = followTokens(channel, ["target", "extensions", "KHR_animation_pointer", "pointer"]);
    if (typeof pointer === "string") {
      this._stateMembers(pointer);
    }
    const target = this._matcher.match(at, channel, animation);
    this._shared.data.expectKeys(animation, channel.sampler);
    return target;
  }

  /** Names the meshes of the character, whose names Babylon does not keep, by the nodes that use them. */
  private _nameMeshes(): void {
    const { nodes, meshes } = this._shared.data.json;
    const own = this._asset.gltf;
    itemsOf(nodes).forEach(({ mesh }, i) => {
      const name = followTokens(meshes, [String(mesh), "name"]);
      const node = typeof name === "string" ? this._matcher.names.find(["nodes"], i) : null;
      const used = node === null ? undefined : own.meshes?.[own.nodes![node]!.mesh!];
      if (used) {
        used.name ??= this._matcher.names.rename(name as string);
      }
    });
  }

  /** Lets the described object of the character have the members that the library's object of the name has: Babylon keeps no JSON. */
  private _stateMembers(pointer: string): void {
    const tokens = parseJsonPointer(pointer) ?? [];
    const at = tokens.findIndex((token) => parseArrayIndex(token) >= 0);
    const list = tokens.slice(0, at);
    const source = at > 0 ? followTokens(this._shared.data.json, tokens.slice(0, at + 1)) : undefined;
    const index = this._matcher.names.find(list, parseArrayIndex(tokens[at] ?? ""));
    const target = index === null ? undefined : followTokens(this._asset.gltf, [...list, String(index)]);
    if (typeof source === "object" && typeof target === "object") {
      const { extensions, extras } = source as Record<string, object | undefined>;
      const stated = list[0] === "nodes" || list[0] === "meshes" ? { ...(extras && { extras }) } : omit(source!, "extensions");
      const more = { ...extensions, ...(target as Record<string, object | undefined>)["extensions"] };
      Object.assign(target!, { ...stated, ...target }, Object.keys(more).length > 0 && { extensions: more });
    }
  }

  private _bindPointers(
    animation: number,
    channels: readonly GltfChannel[],
    targets: readonly (GltfTarget | null)[],
  ): ReadonlyMap<number, readonly Channel[]> {
    const { data, setEvents } = this._shared;
    const pointed = new Map<number, Channel[]>();
    const bound = {
      name: data.nameOf(animation),
      index: animation,
      channels: channels.map(({ sampler }, i) => ({ sampler, target: targets[i] ?? {} })),
      samplers: data.json.animations![animation]!.samplers,
    };
    this._pointers!.create(
      bound,
      (channel, width) => data.keysOf(animation, channels[channel]!.sampler, width),
      { add: this._add },
      (channel, target, created) => {
        setEvents.get(animation)?.(created);
        getOrMake(pointed, channel, (): Channel[] => []).push({ animation: created, target });
      },
    );
    return pointed;
  }
}

const NOT_RETARGETED: readonly RetargetedChannel[] = [];
const NO_FACES: MatchedFaces = { nodes: [], channels: new Map() };
const NO_POINTERS: ReadonlyMap<number, readonly Channel[]> = new Map();
