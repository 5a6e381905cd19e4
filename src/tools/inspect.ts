import type { GltfChannel } from "../gltf/file/index.js";
import {
  type ClipDefinition,
  readAllClips,
  readChannelPointer,
  readChannelPointers2,
  ReadEvents,
  readPropertyChannel,
  readPropertyChannels,
} from "../gltf/schema/index.js";
import type { TimedEvent } from "../gltf/timing/index.js";
import { attemptOrNote, errorsAmong, type Finding, getOrMake, itemsOf, toAssetError } from "../gltf/util/index.js";
import { describeTarget, PointerResolver } from "../gltf/objectModel/index.js";
import { type GltfSource, rangeOf, type Source, sourceOf, timesOf } from "./asset.js";
import { channelsOf, BABYLON_MODEL } from "../gltf/matching/index.js";
import { inspectMetadata, type InspectedMetadata } from "./metadata.js";

/** A channel of an animation. */
export interface InspectedChannel {
  /** JSON pointer of the channel. */
  readonly pointer: string;
  /**
   * JSON pointers of the animated property, for core glTF channels, too: a single pointer, or the pointers of all components; empty if the
   * channel has no target.
   */
  readonly pointers: readonly string[];
  /** The Babylon equivalents of `pointers`, for example `material: alphaCutOff`, or `nowhere: ` and the reason. */
  readonly babylonProperty: readonly string[];
  /** Whether an extension names the property by JSON pointer. */
  readonly usesPointer: boolean;
  readonly interpolation: string;
  /** The number of keys. */
  readonly keys: number;
  /** Times of the first and the last key in seconds; null if the times are unknown. */
  readonly range: readonly [number, number] | null;
}

/** An event of an animation. */
export interface InspectedEvent extends TimedEvent {
  /** JSON pointer of the event. */
  readonly pointer: string;
}

/** An animation. */
export interface InspectedAnimation {
  /** Index in the asset's `animations`. */
  readonly index: number;
  readonly name: string | undefined;
  /** Times of the first and the last key in seconds; null if the animation has no keys, or the key times are unknown. */
  readonly range: readonly [number, number] | null;
  /** The most keys of a channel for each second of the channel; 0 for a single key. Null if the key times are unknown. */
  readonly keysPerSecond: number | null;
  /** Valid channels of `EXT_property_animation`, then valid channels of glTF. */
  readonly channels: readonly InspectedChannel[];
  /** Valid events, in the order of the file; empty without events. */
  readonly events: readonly InspectedEvent[];
}

/**
 * The animations and clips of an asset, as plain data. `inspect --json` of the command line prints an inspection, with `file` and `issues`.
 * A minor version may add members, but not change or remove members. In JSON, an `end` of Infinity is null, and a missing name is left out.
 */
export interface Inspection {
  readonly animations: readonly InspectedAnimation[];
  /** Valid clips, then valid controllers. */
  readonly clips: readonly ClipDefinition[];
  /** Playback metadata of other tools that `ImportClips` can make clips of. */
  readonly metadata: readonly InspectedMetadata[];
  /** The errors because of which parts are not listed: `CLIP_INVALID`, `EVENT_INVALID`, `CHANNEL_UNREADABLE`. */
  readonly errors: readonly Finding[];
}

/**
 * Lists the animations, clips, events and pointers of an asset.
 * @param asset the JSON of an asset, or a file, whose key times are read, too; not changed
 * @returns the inspection, with findings about invalid parts. Never throws because of the asset
 * @example
 * for (const { name, range, channels } of InspectAnimations(file).animations) {
 *   console.log(name, range, channels.length);
 * }
 */
export function InspectAnimations(asset: GltfSource): Inspection {
  const source = sourceOf(asset);
  const { definitions: clips, findings } = readAllClips(source.json);
  const events = ReadEvents(source.json);
  const errors = [...errorsAmong([...findings, ...events.findings])];
  const byAnimation = new Map<number, InspectedEvent[]>();
  for (const { pointer, animation, event } of events.definitions) {
    getOrMake(byAnimation, animation, (): InspectedEvent[] => []).push({ pointer, ...event });
  }
  const resolver = new PointerResolver(source.json, BABYLON_MODEL);
  const animations = itemsOf(source.json.animations).map((json, index) => {
    const channels = inspectChannels(source, resolver, index, errors);
    return {
      index,
      name: typeof json?.name === "string" ? json.name : undefined,
      range: rangeOf(source, [index]),
      keysPerSecond: keysPerSecond(channels),
      channels,
      events: byAnimation.get(index) ?? [],
    };
  });
  return { animations, clips, metadata: inspectMetadata(source), errors };
}

function keysPerSecond(channels: readonly InspectedChannel[]): number | null {
  const rates = channels.flatMap(({ keys, range }) => (range ? [range[1] > range[0] ? (keys - 1) / (range[1] - range[0]) : 0] : []));
  return rates.length > 0 ? Math.max(...rates) : null;
}

function inspectChannels(source: Source, resolver: PointerResolver, animation: number, errors: Finding[]): readonly InspectedChannel[] {
  const pointer = `/animations/${animation}`;
  const inspected: InspectedChannel[] = [];
  const describe = (at: string, sampler: number, pointers: readonly string[], usesPointer: boolean): void => {
    const json = source.json.animations![animation]!.samplers?.[sampler];
    const { count = 0 } = Object(source.json.accessors?.[json?.input as number]) as { count?: number };
    const range = timesOf(source, animation, sampler);
    const babylonProperty = pointers.map((pointer) => babylonPropertyOf(resolver, pointer));
    inspected.push({
      pointer: at,
      pointers,
      babylonProperty,
      usesPointer,
      interpolation: json?.interpolation ?? "LINEAR",
      keys: count,
      range,
    });
  };
  attemptOrNote("CHANNEL_UNREADABLE", pointer, errors, () => {
    const properties = readPropertyChannels(pointer, source.json.animations![animation]);
    properties.forEach((property, i) => {
      const at = `${pointer}/extensions/EXT_property_animation/channels/${i}`;
      attemptOrNote("CHANNEL_UNREADABLE", at, errors, () => {
        const { sampler, pointers } = readPropertyChannel(at, property);
        describe(at, sampler, pointers, true);
      });
    });
    if (properties.length > 0 && ((source.json.animations![animation]!.channels as GltfChannel[] | undefined) ?? []).length === 0) {
      return;
    }
    channelsOf(source.json, animation).forEach((channel, i) => {
      const at = `${pointer}/channels/${i}`;
      attemptOrNote("CHANNEL_UNREADABLE", at, errors, () => {
        const pointed = readChannelPointer(at, channel) ?? readChannelPointers2(at, channel);
        const { node, path } = channel.target;
        const pointers = pointed?.pointers ?? (node === undefined ? [] : [`/nodes/${node}/${path}`]);
        describe(at, channel.sampler, pointers, pointed !== null);
      });
    });
  });
  return inspected;
}

function babylonPropertyOf(resolver: PointerResolver, pointer: string): string {
  try {
    const { babylon } = resolver.resolve("", pointer).property;
    return typeof babylon === "string" ? `nowhere: ${babylon}` : describeTarget(babylon);
  } catch (error) {
    return `nowhere: ${toAssetError("", error).rule}`;
  }
}
