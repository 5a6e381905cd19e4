import type { AccessorComponents, AppendType, GltfAnimation, GltfChannel, GltfFile, GltfSampler } from "../../gltf/file/index.js";
import { AssetError, attemptOrNote, createFinding, excerpt, type Finding, getOrMake } from "../../gltf/util/index.js";
import { AnimatedOnce, PointerResolver } from "../../gltf/objectModel/index.js";
import { type ClipDefinition, type EventReading, putEvents, ReadEvents, readPropertyChannels } from "../../gltf/schema/index.js";
import { channelsOf, readProperty, readTrack, type SamplerTrack, BABYLON_MODEL, tryResolve } from "../../gltf/matching/index.js";
import type { Track } from "../../gltf/sampling/index.js";
import { otherMembersOf } from "./otherMembers.js";
import { type Segment, segmentsOf } from "./segments.js";
import { type Keys, retime } from "./retime.js";
import { retimeEvents } from "./retimeEvents.js";
import { findRoot, type RootMotion, shiftOf } from "./rootMotion.js";

/** The most repetitions of a baked clip. More repetitions would only repeat the keys. */
const MAX_REPETITIONS = 1000;
/** The most numbers in a baked clip: 256 MiB as floats. */
const MAX_COMPONENTS = 2 ** 26;

/** A channel to bake, with the keys of the sampler. */
interface Source {
  /** JSON pointer of the channel. */
  readonly at: string;
  /** JSON pointer of the animated property. */
  readonly pointer: string;
  readonly channel: GltfChannel;
  readonly track: SamplerTrack;
}

/** How the travel of characters is baked. */
export interface BakedMotion {
  readonly motion: RootMotion;
  /** The index of the node that travels; null for the root of the skeleton. */
  readonly node: number | null;
}

/** Makes animations from clips, and appends the baked keys to a file. */
export class Baker {
  /** Accessors of key times, by content: most channels of a clip have equal key times. */
  private readonly _times = new Map<string, number>();

  /** The events of the unchanged file. */
  private readonly _events: EventReading;

  /**
   * @param _findings receives a finding for each omitted part
   * @param _motion null to bake the travel of characters as it is
   */
  constructor(
    private readonly _file: GltfFile,
    private readonly _tolerance: number,
    private readonly _findings: Finding[],
    private readonly _motion: BakedMotion | null,
  ) {
    this._events = ReadEvents(_file.json);
    _findings.push(...this._events.findings);
  }

  /**
   * @returns an animation, not yet added to the file's animations
   * @throws AssetError if the clip cannot be baked
   */
  bake(clip: ClipDefinition, passes: number): GltfAnimation {
    const { name } = clip;
    const sources = this._sourcesOf(clip);
    const segments = segmentsToBake(clip, passes, sources);
    const samplers: GltfSampler[] = [];
    const samplerOf = new Map<SamplerTrack, number>();
    const root = this._motion && this._rootOf(clip, sources, this._motion);
    const channels = sources.map(({ pointer, channel, track }) => {
      if (root && pointer === translationOf(root.node)) {
        const shift = shiftOf(this._file.json, root.node, track, segments, root.motion);
        return { ...channel, sampler: samplers.push(this._addSampler(track, retime(track, segments, this._tolerance, shift), true)) - 1 };
      }
      const sampler = getOrMake(
        samplerOf,
        track,
        () => samplers.push(this._addSampler(track, retime(track, segments, this._tolerance))) - 1,
      );
      return { ...channel, sampler };
    });
    const [only] = clip.animations;
    const animationName = name ?? (clip.animations.length === 1 ? this._file.json.animations![only!]!.name : undefined);
    const animation: GltfAnimation = {
      ...(animationName === undefined ? {} : { name: animationName }),
      channels,
      samplers,
      ...otherMembersOf(this._file.json, clip, this._findings),
    };
    const events = this._events.definitions.filter(({ animation: index }) => clip.animations.includes(index));
    putEvents(animation, retimeEvents(events, clip.settings, segments));
    return animation;
  }

  /** The node whose translation is the travel of the character; null, with a warning, if the clip does not animate such a node. */
  private _rootOf(
    clip: ClipDefinition,
    sources: readonly Source[],
    { motion, node }: BakedMotion,
  ): { motion: RootMotion; node: number } | null {
    const animated = sources.flatMap(({ pointer }) => /^\/nodes\/(\d+)\/translation$/.exec(pointer)?.[1] ?? []).map(Number);
    const root = node === null ? findRoot(this._file.json, animated) : animated.includes(node) ? node : null;
    if (root === null) {
      const owner = node === null ? "a joint" : "the root";
      const message = `must animate the translation of ${owner}; the clip is baked without a change of its root motion`;
      this._findings.push(createFinding("BAKED_OTHERWISE", clip.pointer, message, "rootNode"));
      return null;
    }
    return { motion, node: root };
  }

  /** The channels of a clip's animations, the last channel for each property: players show only the last channel of a property. */
  private _sourcesOf({ pointer, animations }: ClipDefinition): readonly Source[] {
    const sources = new Map<string, Source>();
    for (const animation of animations) {
      if (readPropertyChannels(`/animations/${animation}`, this._file.json.animations![animation]).length > 0) {
        const extension = `/animations/${animation}/extensions/EXT_property_animation`;
        this._findings.push(createFinding("NOT_BAKED", extension, "must be converted before it can be baked"));
      }
      const tracks = new Map<string, SamplerTrack>();
      channelsOf(this._file.json, animation).forEach((channel, i) => {
        const at = `/animations/${animation}/channels/${i}`;
        attemptOrNote("NOT_BAKED", at, this._findings, () => {
          const property = readProperty(this._file.json, at, channel);
          if (property) {
            const key = `${channel.sampler} ${property.type} ${property.isRotation}`;
            const track = getOrMake(tracks, key, () => expectKeys(at, readTrack(this._file, animation, channel.sampler, property)));
            sources.set(property.pointer, { at, pointer: property.pointer, channel, track });
          }
        });
      });
    }
    if (sources.size === 0) {
      throw new AssetError(pointer, "must have a channel that animates something");
    }
    return animations.length === 1 ? [...sources.values()] : this._withoutOverlaps(sources);
  }

  /**
   * Omits channels whose property overlaps the property of an earlier channel. Channels of different animations may animate a property and
   * a part of the property; channels of a single animation may not.
   */
  private _withoutOverlaps(sources: ReadonlyMap<string, Source>): readonly Source[] {
    const claims = new AnimatedOnce();
    const resolver = new PointerResolver(this._file.json, BABYLON_MODEL);
    return [...sources].flatMap(([pointer, source]) => {
      const property = tryResolve(resolver, pointer);
      const claim = (): void => claims.claim(source.at, property ? [property] : []);
      return attemptOrNote("NOT_BAKED", source.at, this._findings, claim) === null ? [] : [source];
    });
  }

  /** @param isChanged whether the values are others than those of the source */
  private _addSampler(track: SamplerTrack, { times, values }: Keys, isChanged = false): GltfSampler {
    const { json, output, interpolation, size } = track;
    if (isEqual(times, track.times) && isEqual(values, track.values)) {
      return { ...json };
    }
    const { type } = this._file.json.accessors![json.output]!;
    const isCopy = interpolation === "STEP" && !isChanged;
    const isPoint = interpolation === "CUBICSPLINE" && times.length === 1; // a spline must have two keys (glTF 2.0, 3.11)
    const numbers = isPoint ? values.subarray(size, 2 * size) : values;
    const components = isCopy ? convert(numbers, output.components) : Float32Array.from(numbers);
    return {
      ...json,
      ...(isPoint ? { interpolation: "LINEAR" } : {}),
      input: this._addTimes(times),
      output: this._file.append(components, type as AppendType, { normalized: isCopy && output.normalized }),
    };
  }

  private _addTimes(times: Float32Array): number {
    return getOrMake(this._times, times.join(), () => this._file.append(times, "SCALAR", { bounds: true }));
  }
}

const translationOf = (node: number): string => `/nodes/${node}/translation`;

/** @throws AssetError for a track without keys, or with several keys at the same time */
export function expectKeys<T extends Track>(at: string, track: T): T {
  const { times } = track;
  if (times.length === 0) {
    throw new AssetError(at, "must have keys (got none)");
  }
  const repeated = times.findIndex((time, i) => i > 0 && time === times[i - 1]);
  if (repeated > 0) {
    throw new AssetError(at, `must have keys at ascending times (got ${times[repeated]} twice)`);
  }
  return track;
}

function isEqual(a: Float32Array | Float64Array, b: ArrayLike<number>): boolean {
  return a.length === b.length && a.every((number: number, i: number) => number === b[i]);
}

/** Converts STEP values to the component type of the source. The conversion is exact, because STEP values are copies of source values. */
function convert(values: Float64Array, { constructor }: AccessorComponents): AccessorComponents {
  return new (constructor as new (values: Float64Array) => AccessorComponents)(values);
}

function segmentsToBake({ pointer, settings }: ClipDefinition, passes: number, sources: readonly Source[]): readonly Segment[] {
  const { repetitions, start, end, speed } = settings;
  if (repetitions === 0) {
    throw new AssetError(`${pointer}/repetitions`, "must not be 0 to be baked, because the clip never plays (got 0)");
  }
  if (repetitions > MAX_REPETITIONS) {
    throw new AssetError(`${pointer}/repetitions`, `must be at most ${MAX_REPETITIONS} to be baked (got ${repetitions})`);
  }
  const lastKey = sources.reduce((last, { track }) => Math.max(last, track.times.at(-1)!), 0);
  const segments = segmentsOf(settings, passes, lastKey);
  const duration = segments.at(-1)!.to;
  if (!Number.isFinite(Math.fround(duration))) {
    throw new AssetError(pointer, `must have a duration that floats can hold (got ${excerpt(`${start}..${end} at speed ${speed}`)})`);
  }
  const tracks = new Set(sources.map(({ track }) => track)); // channels that share a sampler share the baked sampler
  const components = [...tracks].reduce((sum, { values }) => sum + values.length, 0) * segments.length;
  if (components > MAX_COMPONENTS) {
    throw new AssetError(pointer, `must become at most ${MAX_COMPONENTS} numbers to be baked (got ${components})`);
  }
  return segments;
}
