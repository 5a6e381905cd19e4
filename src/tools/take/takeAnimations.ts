import type { AppendType, GltfAnimation, GltfChannel, GltfFile, GltfSampler, GltfTarget } from "../../file/index.js";
import { show } from "../../messages/show.js";
import {
  AssetError,
  listExtension,
  ReadClips,
  readChannelPointer,
  readChannelPointers2,
  toAssetError,
  type ClipDefinition,
} from "../../schema/index.js";
import { channelsOf, expectOutput, readProperty } from "../channels.js";
import { appendClips } from "../clipLists.js";
import { omit } from "../omit.js";
import { NameMatcher, type Rename } from "./nameMatcher.js";

/** Which animations are taken, and how their objects are found. */
export interface TakeOptions {
  /** Animations of the source: their names, or their indices. Default all. */
  readonly animations?: readonly (string | number)[] | undefined;
  /** Names of the source's objects in the target: a function, or those that differ. Default the same names. */
  readonly rename?: Rename | undefined;
}

/** The result of taking animations. */
export interface TakeReport {
  /** Indices of the animations, in the source and in the target. */
  readonly animations: readonly { readonly source: number; readonly animation: number }[];
  /** How many clips of these animations were taken. */
  readonly clips: number;
  /** Animations and channels that were left out, each with its place in the source and the reason. */
  readonly warnings: readonly string[];
}

/**
 * Adds animations of another file, such as one animation of a character each, for the same skeleton. Their targets are found by name: nodes, and,
 * for channels of `KHR_animation_pointer`, materials, cameras, lights. Clips of these animations come along.
 *
 * Nothing is retargeted: bones that rest in another pose, or have other proportions, move as in the source.
 * @param target changed; data are added behind those that it has
 * @param source not changed
 * @throws RangeError for the name or index of an animation that the source does not have
 * @example
 * const { warnings } = TakeAnimations(character, run, { animations: ["run"], rename: (name) => name.replace("mixamorig:", "") });
 */
export function TakeAnimations(target: GltfFile, source: GltfFile, options: TakeOptions = {}): TakeReport {
  const warnings: string[] = [];
  const taker = new Taker(target, source, new NameMatcher(source.json, target.json, options.rename), warnings);
  const taken = new Map<number, number>();
  for (const index of choose(source, options.animations)) {
    try {
      const animation = taker.take(index);
      taken.set(index, (target.json.animations ??= []).push(animation) - 1);
    } catch (error) {
      warnings.push(toAssetError(`/animations/${index}`, error).message);
    }
  }
  const clips = ReadClips(source.json).definitions.filter(({ animations }) => animations.every((index) => taken.has(index)));
  appendClips(
    target.json,
    clips.map((clip: ClipDefinition) => ({ ...clip, animations: clip.animations.map((index) => taken.get(index)!) })),
  );
  return { animations: Array.from(taken, ([from, animation]) => ({ source: from, animation })), clips: clips.length, warnings };
}

function choose({ json }: GltfFile, chosen: TakeOptions["animations"]): readonly number[] {
  const animations = json.animations ?? [];
  const indices = chosen?.map((key, i) => {
    const index = typeof key === "number" ? key : animations.findIndex(({ name }) => name === key);
    if (!animations[index]) {
      throw new RangeError(
        `options.animations/${i}: must be the name or index of one of the source's ${animations.length} animations (got ${show(key)})`,
      );
    }
    return index;
  });
  return [...new Set(indices ?? animations.keys())];
}

/** What is wrong with older extensions; see `ConvertAnimations`. */
const CONVERT = "must be converted before it can be taken";

class Taker {
  /** Accessors of the target by those of the source. */
  private readonly _accessors = new Map<number, number>();

  constructor(
    private readonly _target: GltfFile,
    private readonly _source: GltfFile,
    private readonly _matcher: NameMatcher,
    private readonly _warnings: string[],
  ) {}

  /**
   * @returns an animation for the target
   * @throws AssetError where nothing of it is found there
   */
  take(index: number): GltfAnimation {
    const place = `/animations/${index}`;
    const json = this._source.json.animations![index]!;
    const samplers: GltfSampler[] = [];
    const samplerOf = new Map<number, number>();
    const channels: GltfChannel[] = [];
    if (json.extensions?.["EXT_property_animation"] !== undefined) {
      this._warnings.push(`${place}/extensions/EXT_property_animation: ${CONVERT}`);
    }
    channelsOf(this._source.json, index).forEach((channel, i) => {
      try {
        const target = this._targetOf(`${place}/channels/${i}`, channel, index);
        const sampler = samplerOf.get(channel.sampler) ?? samplers.push(this._copySampler(json, channel.sampler)) - 1;
        samplerOf.set(channel.sampler, sampler);
        channels.push({ ...channel, sampler, target });
      } catch (error) {
        this._warnings.push(toAssetError(`${place}/channels/${i}`, error).message);
      }
    });
    if (channels.length === 0) {
      throw new AssetError(place, "must animate something that the target has as well");
    }
    return { ...withoutProperties(json), channels, samplers };
  }

  private _targetOf(place: string, channel: GltfChannel, animation: number): GltfTarget {
    const { target } = channel;
    const size = expectOutput(this._source.json, animation, channel.sampler, readProperty(place, channel)?.type ?? null);
    const pointed = readChannelPointer(place, channel);
    if (pointed) {
      const pointer = this._matcher.matchPointer(pointed.place, pointed.pointers[0]!);
      listExtension(this._target.json, "KHR_animation_pointer");
      return { ...target, path: "pointer", extensions: { ...target.extensions, KHR_animation_pointer: { pointer } } };
    }
    if (readChannelPointers2(place, channel)) {
      throw new AssetError(place, CONVERT);
    }
    const node = this._matcher.match(`${place}/target/node`, ["nodes"], target.node);
    if (target.path === "weights") {
      this._expectWeights(`${place}/target/path`, node, size);
    }
    return { ...target, node };
  }

  /** Weights are as many as the mesh has morph targets. */
  private _expectWeights(place: string, node: number, weights: number): void {
    const { nodes, meshes } = this._target.json as { nodes?: { mesh?: number }[]; meshes?: { primitives?: { targets?: unknown[] }[] }[] };
    const count = meshes?.[nodes?.[node]?.mesh as number]?.primitives?.[0]?.targets?.length ?? 0;
    if (weights !== count) {
      throw new AssetError(place, `must be of a mesh with as many morph targets (got ${weights}, the target has ${count})`);
    }
  }

  private _copySampler({ samplers }: GltfAnimation, index: number): GltfSampler {
    const sampler = samplers[index]!;
    return { ...sampler, input: this._copyAccessor(sampler.input, true), output: this._copyAccessor(sampler.output, false) };
  }

  private _copyAccessor(index: number, bounds: boolean): number {
    const known = this._accessors.get(index);
    if (known !== undefined) {
      return known;
    }
    const components = this._source.readComponents(index);
    if (components.length === 0) {
      throw new AssetError(`/accessors/${index}/count`, "must be > 0 (got 0)");
    }
    const { type, normalized } = this._source.json.accessors![index]!;
    const copy = this._target.append(components, type as AppendType, { normalized, bounds });
    this._accessors.set(index, copy);
    return copy;
  }
}

/** The animation without the channels that EXT_property_animation lists in it, whose samplers and objects have other indices in the target. */
function withoutProperties(json: GltfAnimation): GltfAnimation {
  if (json.extensions?.["EXT_property_animation"] === undefined) {
    return json;
  }
  const extensions = omit(json.extensions, "EXT_property_animation");
  return Object.keys(extensions).length > 0 ? { ...json, extensions } : omit(json, "extensions");
}
