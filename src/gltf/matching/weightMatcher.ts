import type { GltfChannel, GltfJson } from "../file/index.js";
import { readChannelPointer } from "../schema/index.js";
import { attempt, type Finding, followTokens, getOrMake, itemsOf } from "../util/index.js";
import { expectOutput } from "./channels.js";
import { matchMorphs, STAYS } from "./morphNames.js";
import { findingOfMissing, MissingObject, type NameMatcher, type RenameNodes, renamingBy } from "./nameMatcher.js";
import { morphCountOf, morphNamesOf } from "./targetProperty.js";

/** The weights that morph targets of a node get from a channel. */
export interface WeightsPart {
  /** Index of the channel. */
  readonly channel: number;
  /** The number of weights that the channel has for each key. */
  readonly size: number;
  /** For each morph target of the node, the index among the channel's weights, or {@link STAYS}. */
  readonly weights: Int32Array;
}

/** A node of the target with morph targets, and what they get: each from one channel. */
export interface MatchedWeights {
  readonly node: number;
  readonly parts: readonly [WeightsPart, ...WeightsPart[]];
}

/** What the channels of an animation move by the names of morph targets. */
export interface MatchedFaces {
  readonly nodes: readonly MatchedWeights[];
  /** The channels that are matched by the names of morph targets. Those without a counterpart have an error. */
  readonly channels: ReadonlyMap<number, MissingObject | null>;
}

const NONE: MatchedFaces = { nodes: [], channels: new Map() };

/** A node whose mesh has morph targets with names. */
interface Face {
  readonly node: number;
  readonly names: readonly string[];
}

/** A channel of weights. */
interface WeightsChannel {
  readonly index: number;
  readonly face: Face;
  /** The index of the weight for channels of one weight; -1 for all weights. */
  readonly element: number;
  /** The number of weights for each key. */
  readonly size: number;
  /** Whether a JSON pointer names the weights. */
  readonly isPointed: boolean;
}

const POINTER = /^\/(nodes|meshes)\/(\d+)\/weights(?:\/(\d+))?$/;

/**
 * Matches the weights of morph targets by the names of the morph targets, on all faces of the target at once: a head, its teeth and its
 * lashes. A node that the source has, too, follows the channel of its own name alone, as far as that goes.
 */
export class WeightMatcher {
  /** Turns the name of a morph target of the source into its name in the target. */
  private readonly _rename: (name: string) => string;
  private readonly _lists: { faces?: readonly Face[]; sources?: ReadonlyMap<number, Face> } = {};
  /** The nodes of the target that have the names of the source's faces, by node of the source. */
  private readonly _namesakes = new Map<number, number | null>();
  private readonly _matched = new Map<string, Int32Array>();
  private readonly _found = new Set<string>();
  private readonly _missing = new Set<string>();

  /** @param rename names of morph targets in the target, by names in the source; others are renamed as nodes are */
  constructor(
    private readonly _source: GltfJson,
    private readonly _target: GltfJson,
    private readonly _names: NameMatcher,
    rename?: RenameNodes,
  ) {
    const own = renamingBy(rename);
    this._rename = (name) => {
      const renamed = own(name);
      return renamed === name ? _names.rename(name) : renamed;
    };
  }

  /** Matches the channels of an animation. Channels that this cannot match, such as those without names, are not listed. */
  match(animation: number, channels: readonly GltfChannel[]): MatchedFaces {
    const own = channels.flatMap((channel, i) => this._read(animation, channel, i) ?? []);
    if (own.length === 0) {
      return NONE;
    }
    const parts = new Map(this._faces.map((face) => [face, this._partsOf(face, own)]));
    const listed = new Map<number, MissingObject | null>();
    for (const channel of own) {
      this._note(channel, [...parts.values()]);
      const faces = this._faces.filter((face) => parts.get(face)!.some(({ channel: index }) => index === channel.index));
      const namesake = this._namesakeOf(channel.face);
      if (faces.length === 0) {
        if (this._isFace(namesake)) {
          listed.set(
            channel.index,
            new MissingObject(`/animations/${animation}/channels/${channel.index}/target`, namesOf(channel).join(", ")),
          );
        }
      } else if (channel.isPointed && faces.length === 1 && faces[0]!.node === namesake && isSame(channel.face, faces[0]!)) {
        parts.forEach((list, face) =>
          parts.set(
            face,
            list.filter(({ channel: index }) => index !== channel.index),
          ),
        );
      } else {
        listed.set(channel.index, null);
      }
    }
    const nodes = [...parts].flatMap(([{ node }, [first, ...others]]) => (first ? [{ node, parts: [first, ...others] as const }] : []));
    return { nodes, channels: listed };
  }

  /** A finding about the names of morph targets that no face of the target has, if there are some. */
  findMissing(target: string, option: string): readonly Finding[] {
    return findingOfMissing(
      "/meshes",
      "morph targets",
      this._found,
      new Set([...this._missing].filter((name) => !this._found.has(name))),
      target,
      option,
    );
  }

  private get _faces(): readonly Face[] {
    return (this._lists.faces ??= facesOf(this._target, (name) => name));
  }

  private get _sources(): ReadonlyMap<number, Face> {
    return (this._lists.sources ??= new Map(facesOf(this._source, this._rename).map((face) => [face.node, face])));
  }

  private _read(animation: number, channel: GltfChannel, index: number): WeightsChannel | null {
    const at = weightsOf(this._source, `/animations/${animation}/channels/${index}`, channel);
    const face = at && this._faces.length > 0 ? this._sources.get(at.node) : undefined;
    const namesake = face && this._namesakeOf(face);
    if (!face || (namesake !== null && morphCountOf(this._target, namesake!) > 0 && !this._isFace(namesake!))) {
      return null;
    }
    const size = attempt(
      "",
      () => expectOutput(this._source, animation, channel.sampler, "SCALAR"),
      () => undefined,
    );
    return !at || size === null || size !== (at.element < 0 ? face.names.length : 1) ? null : { ...at, index, face, size };
  }

  /** What a face of the target gets of channels; first of those with the name of its node. */
  private _partsOf(face: Face, channels: readonly WeightsChannel[]): readonly WeightsPart[] {
    const isOwn = (channel: WeightsChannel): boolean => this._namesakeOf(channel.face) === face.node;
    const isClaimed = [...this._sources.values()].some((source) => this._namesakeOf(source) === face.node);
    const others = channels.filter((channel) => !isOwn(channel) && !(isClaimed && this._isFace(this._namesakeOf(channel.face))));
    const isTaken = new Uint8Array(face.names.length);
    return [...channels.filter(isOwn), ...others].flatMap((channel) => {
      const weights = this._match(channel.face, face).map((source, i) => {
        const isPart = source !== STAYS && (channel.element < 0 || channel.element === source) && isTaken[i] === 0;
        return isPart ? (channel.element < 0 ? source : 0) : STAYS;
      });
      weights.forEach((weight, i) => (isTaken[i] ||= Number(weight !== STAYS)));
      return weights.some((weight) => weight !== STAYS) ? [{ channel: channel.index, size: channel.size, weights }] : [];
    });
  }

  /** Remembers which names a channel animates, and which of them have a counterpart. */
  private _note(channel: WeightsChannel, parts: readonly (readonly WeightsPart[])[]): void {
    const used = new Set(parts.flat().flatMap(({ channel: index, weights }) => (index === channel.index ? [...weights] : [])));
    namesOf(channel).forEach((name, i) => (used.has(i) ? this._found : this._missing).add(name));
  }

  private _match(source: Face, target: Face): Int32Array {
    return getOrMake(this._matched, `${source.node} ${target.node}`, () => matchMorphs(source.names, target.names));
  }

  private _namesakeOf({ node }: Face): number | null {
    return getOrMake(this._namesakes, node, () => this._names.find(["nodes"], node));
  }

  private _isFace(node: number | null): boolean {
    return this._faces.some((face) => face.node === node);
  }
}

/** The names of the morph targets that a channel animates. */
function namesOf({ face: { names }, element }: WeightsChannel): readonly string[] {
  return element < 0 ? names : [names[element]!];
}

function isSame({ names }: Face, { names: others }: Face): boolean {
  return names.length === others.length && names.every((name, i) => name === others[i]);
}

/** The nodes whose meshes have morph targets with names. */
function facesOf(json: GltfJson, rename: (name: string) => string): readonly Face[] {
  return itemsOf(json.nodes).flatMap(({ mesh }, node) => {
    const names = mesh === undefined ? undefined : morphNamesOf(json, mesh);
    return names && names.length > 0 && names.length === morphCountOf(json, node) ? [{ node, names: names.map(rename) }] : [];
  });
}

/** The node whose weights a channel animates, in core glTF or by JSON pointer; null for other channels. */
function weightsOf(
  json: GltfJson,
  at: string,
  channel: GltfChannel,
): { readonly node: number; readonly element: number; readonly isPointed: boolean } | null {
  const { target } = channel;
  if (Object.keys(channel).some((name) => name !== "sampler" && name !== "target" && name !== "extras")) {
    return null; // KHR_animation2
  }
  if (target?.extensions === undefined) {
    return target?.path === "weights" && target.node !== undefined ? { node: target.node, element: -1, isPointed: false } : null;
  }
  const pointed = attempt(
    "",
    () => readChannelPointer(at, channel),
    () => undefined,
  );
  const [, list, index, element] = POINTER.exec(pointed?.pointers[0] ?? "") ?? [];
  if (list === undefined) {
    return null;
  }
  const node = list === "nodes" ? Number(index) : itemsOf(json.nodes).findIndex((each) => followTokens(each, ["mesh"]) === Number(index));
  return node < 0 ? null : { node, element: element === undefined ? -1 : Number(element), isPointed: true };
}
