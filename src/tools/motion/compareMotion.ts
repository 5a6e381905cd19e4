import type { GltfFile, GltfJson } from "../../gltf/file/index.js";
import {
  BABYLON_MODEL,
  channelsOf,
  CONVERT,
  nameOfItem,
  readProperty,
  readTrack,
  type RenameNodes,
  tryResolve,
} from "../../gltf/matching/index.js";
import { PointerResolver } from "../../gltf/objectModel/index.js";
import { leastGap, type Track, TrackSet } from "../../gltf/sampling/index.js";
import { type ClipDefinition, readAllClips, ReadEvents } from "../../gltf/schema/index.js";
import {
  argumentError,
  attempt,
  createFinding,
  type Finding,
  findingOf,
  findUnknownMembers,
  getOrMake,
  itemsOf,
  type MemberNames,
  rounded,
} from "../../gltf/util/index.js";
import { rangeOf, sourceOf } from "../asset.js";
import { compressionFinding, findKeyCompression } from "../compression.js";
import { angleBetween } from "../rotations.js";
import { type MeshoptDecoder, withoutMeshopt } from "./meshopt.js";
import { nameProperty, SameNames } from "./sameNames.js";

/** Options of {@link CompareMotion}. */
export interface MotionOptions {
  /**
   * The number of times from 0 to the end of each animation at which its channels are compared, an integer from 2 to 100,000, besides those
   * of the keys and halfway between them. Default 200.
   */
  readonly times?: number | undefined;
  /**
   * Maps names in the first file to names in the second one (of animations, nodes, materials, ...): a function, or an object with the names
   * that differ. Default: no names differ.
   */
  readonly rename?: RenameNodes | undefined;
  /**
   * Decompresses files with `KHR_meshopt_compression` or `EXT_meshopt_compression`: `MeshoptDecoder` of the package `meshoptimizer`, after
   * `await MeshoptDecoder.ready`. Without it, they are not compared, unless they have the uncompressed data, too.
   */
  readonly meshopt?: MeshoptDecoder | undefined;
}

const OPTION_NAMES: MemberNames<MotionOptions> = { times: true, rename: true, meshopt: true };
const MAX_TIMES = 100_000;

/** What two files show of one property. */
export interface ChannelMotion {
  /** The animated object by its name, and its property: `door rotation`, `red pbrMetallicRoughness/baseColorFactor`. */
  readonly property: string;
  /** JSON pointer of the channel in the first file; null if the first file does not animate the property, and shows it at rest. */
  readonly before: string | null;
  /** The same in the second file. */
  readonly after: string | null;
  /** Rotations of nodes are compared in degrees, everything else in the unit that glTF gives the property. */
  readonly unit: "degrees" | "units";
  /**
   * The largest difference: the angle between two rotations, otherwise that of a component. Infinity where one of both is not a number, is
   * a quaternion of zeros, or has fewer components. Null if one file has neither the channel nor the property, or its channel cannot be read.
   */
  readonly difference: number | null;
  /** When the difference is largest, in seconds; null without a difference. */
  readonly time: number | null;
}

/** What two files show of one animation. */
export interface AnimationMotion {
  /** The name in the first file or, if only the second one has the animation, in that. */
  readonly name: string | undefined;
  /** Index of the animation in the first file, and the times of its first and last key in seconds; null if the file does not have it. */
  readonly before: AnimationPlace | null;
  /** The same in the second file. */
  readonly after: AnimationPlace | null;
  /** All properties that one of both animates, in the order of the first file; empty if only one has the animation. */
  readonly channels: readonly ChannelMotion[];
  /** The events that only one file has, each with its name and time: `step.l at 0.3 s`. */
  readonly events: OnlyIn;
}

export interface AnimationPlace {
  readonly animation: number;
  /** Null without keys. */
  readonly range: readonly [number, number] | null;
}

/** What only the first, and what only the second file has. */
export interface OnlyIn {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** The result of {@link CompareMotion}. */
export interface MotionReport {
  /** The animations of the first file in order, then those that only the second one has. */
  readonly animations: readonly AnimationMotion[];
  /** The names of clips that only one file has. A clip with other settings or animations is in both lists. */
  readonly clips: OnlyIn;
  /** `NOT_COMPARED` for parts that cannot be read, with JSON pointers in the file that the message names. */
  readonly findings: readonly Finding[];
}

/**
 * Compares what the animations of two files show: before and after a tool, an export, or a change by hand. Animations and animated objects
 * are paired by their names, those with one name in their order. Values are compared at many times, as players show them: before the first
 * key and after the last one a channel holds, and a property that one file does not animate is at rest. A step may be up to a microsecond
 * earlier or later.
 * @param before not changed
 * @param after not changed
 * @throws TypeError or RangeError if an option is out of range
 * @example
 * const { animations } = CompareMotion(GltfFile.parse(bytes), GltfFile.parse(packed), { meshopt: MeshoptDecoder });
 * const worst = animations.flatMap(({ channels }) => channels).sort((a, b) => (b.difference ?? 0) - (a.difference ?? 0))[0];
 */
export function CompareMotion(before: GltfFile, after: GltfFile, options: MotionOptions = {}): MotionReport {
  const { times = 200, rename, meshopt } = options;
  if (!(Number.isInteger(times) && times >= 2 && times <= MAX_TIMES)) {
    throw argumentError("options.times", `must be an integer within 2..${MAX_TIMES}`, times, "number");
  }
  const findings: Finding[] = [...findUnknownMembers("options", options, OPTION_NAMES)];
  const [first, second] = [
    new MotionFile(meshopt ? withoutMeshopt(before, meshopt) : before, "the first file", findings),
    new MotionFile(meshopt ? withoutMeshopt(after, meshopt) : after, "the second file", findings),
  ];
  const names = new SameNames(before.json, after.json, rename);
  const comparison = new Comparison(first, second, names, times);
  const pairs = names.pairsOf(["animations"]);
  const animations = [...itemsOf(before.json.animations).keys()].map((animation) =>
    comparison.compare(animation, pairs.after.get(animation)),
  );
  const added = [...itemsOf(after.json.animations).keys()].filter((animation) => !pairs.before.has(animation));
  return {
    animations: [...animations, ...added.map((animation) => comparison.compare(undefined, animation))],
    clips: onlyIn(clipsOf(before.json), clipsOf(after.json)),
    findings,
  };
}

/** A channel that was read. */
interface MotionChannel {
  /** JSON pointer of the channel. */
  readonly pointer: string;
  /** JSON pointer of the animated property in the file of the channel. */
  readonly property: string;
  /** Null if the keys cannot be read. */
  readonly track: Track | null;
  readonly isRotation: boolean;
}

/** One of both files. */
class MotionFile {
  readonly json: GltfJson;
  private readonly _resolver: PointerResolver;
  /** The events of each animation: what is shown, by what is compared. */
  private readonly _events = new Map<number, Map<string, string>>();
  private readonly _isPacked: boolean;

  constructor(
    private readonly _file: GltfFile,
    private readonly _words: string,
    private readonly _findings: Finding[],
  ) {
    this.json = _file.json;
    this._resolver = new PointerResolver(this.json, BABYLON_MODEL);
    for (const { animation, event } of ReadEvents(this.json).definitions) {
      const shown = `${event.name ?? "(no name)"} at ${rounded(event.time)} s`;
      getOrMake(this._events, animation, () => new Map<string, string>()).set(JSON.stringify([shown, event.payload]), shown);
    }
    const compression = findKeyCompression(this.json);
    this._isPacked = compression !== undefined;
    if (compression !== undefined) {
      this._note(compressionFinding("NOT_COMPARED", this.json, compression));
    }
  }

  placeOf(animation: number): AnimationPlace {
    return { animation, range: rangeOf(sourceOf(this._file), [animation]) };
  }

  eventsOf(animation: number | undefined): ReadonlyMap<string, string> {
    return this._events.get(animation!) ?? new Map();
  }

  channelsOf(animation: number): readonly MotionChannel[] {
    const pointer = `/animations/${animation}`;
    if (this.json.animations![animation]!.extensions?.["EXT_property_animation"] !== undefined) {
      this._note(createFinding("NOT_COMPARED", `${pointer}/extensions/EXT_property_animation`, CONVERT.replace("copied", "compared")));
    }
    const all = this._attempt(pointer, () => channelsOf(this.json, animation)) ?? [];
    return all.flatMap((channel, i) => {
      const at = `${pointer}/channels/${i}`;
      const property = this._attempt(at, () => readProperty(this.json, at, channel));
      if (!property) {
        return [];
      }
      // one finding says that the file is compressed
      const track = this._isPacked ? null : this._attempt(at, () => this._read(animation, channel.sampler, property));
      return [{ pointer: at, property: property.pointer, track, isRotation: property.isRotation }];
    });
  }

  /**
   * What a property shows over time: the keys of its channel or, without channel or keys, its value at rest.
   * @param pointer returns the JSON pointer of the property; null if the file does not have it
   * @returns null if the property does not exist, or its keys cannot be read
   */
  curveOf(channel: MotionChannel | null, pointer: () => string | null): Curve | null {
    if (channel && !channel.track) {
      return null;
    }
    if (channel?.track?.times.length) {
      return curveOf(channel.track);
    }
    const resolved = tryResolve(this._resolver, channel?.property ?? pointer() ?? "");
    const rest = resolved && (resolved.element < 0 ? resolved.initial : [resolved.initial[resolved.element]!]);
    return rest && { times: [], isStep: false, at: () => rest };
  }

  private _read(animation: number, sampler: number, property: Parameters<typeof readTrack>[3]): Track | null {
    const track = readTrack(this._file, animation, sampler, property);
    // the values of STEP are integers as in the file
    return track.output.normalized && track.interpolation === "STEP"
      ? { ...track, values: this._file.readAccessor(track.json.output) }
      : track;
  }

  private _attempt<T>(pointer: string, run: () => T): T | null {
    return attempt(pointer, run, (error) => this._note(findingOf("NOT_COMPARED", error)));
  }

  private _note(finding: Finding): void {
    this._findings.push({ ...finding, message: `${finding.message}, in ${this._words}` });
  }
}

/** The channels of both files that animate one property. */
type Both = [MotionChannel | null, MotionChannel | null];

class Comparison {
  constructor(
    private readonly _before: MotionFile,
    private readonly _after: MotionFile,
    private readonly _names: SameNames,
    private readonly _times: number,
  ) {}

  /** The indices are those of the animation in both files; undefined if a file does not have it. */
  compare(before: number | undefined, after: number | undefined): AnimationMotion {
    const animations = [this._before.json.animations?.[before!], this._after.json.animations?.[after!]];
    const places = [
      before === undefined ? null : this._before.placeOf(before),
      after === undefined ? null : this._after.placeOf(after),
    ] as const;
    return {
      name: nameOfItem(animations[0] ?? animations[1]) ?? undefined,
      before: places[0],
      after: places[1],
      channels: places[0] && places[1] ? this._compareChannels(places[0], places[1]) : [],
      events: onlyIn(this._before.eventsOf(before), this._after.eventsOf(after)),
    };
  }

  private _compareChannels(before: AnimationPlace, after: AnimationPlace): readonly ChannelMotion[] {
    // by the pointer of the property in the first file or, if the first file does not have the object, in the second one
    const both = new Map<string, Both>();
    for (const channel of this._before.channelsOf(before.animation)) {
      both.set(channel.property, [channel, null]);
    }
    for (const channel of this._after.channelsOf(after.animation)) {
      const property = this._names.translate(channel.property, "before");
      getOrMake(both, property ?? `after:${channel.property}`, (): Both => [null, null])[1] = channel;
    }
    const end = Math.max(before.range?.[1] ?? 0, after.range?.[1] ?? 0);
    return Array.from(both.values(), ([first, second]) => this._compareProperty(first, second, end));
  }

  private _compareProperty(before: MotionChannel | null, after: MotionChannel | null, end: number): ChannelMotion {
    const isRotation = (before ?? after)!.isRotation;
    const found = {
      property: before ? nameProperty(this._before.json, before.property) : nameProperty(this._after.json, after!.property),
      before: before?.pointer ?? null,
      after: after?.pointer ?? null,
      unit: isRotation ? ("degrees" as const) : ("units" as const),
    };
    const [first, second] = [
      this._before.curveOf(before, () => this._names.translate(after!.property, "before")),
      this._after.curveOf(after, () => this._names.translate(before!.property, "after")),
    ];
    return { ...found, ...(first && second ? largestDifference(first, second, isRotation, this._timesOf(first, second, end)) : NONE) };
  }

  private _timesOf(first: Curve, second: Curve, end: number): readonly number[] {
    const keys = Float64Array.from(new Set([0, end, ...first.times, ...second.times])).sort();
    const between = Array.from(keys.subarray(1), (time, i) => (time + keys[i]!) / 2);
    return [...keys, ...between, ...Array.from({ length: this._times }, (_, i) => (i * end) / (this._times - 1))];
  }
}

const NONE = { difference: null, time: null };

/** The value of a property over time. */
interface Curve {
  /** The times of the keys. */
  readonly times: ArrayLike<number> & Iterable<number>;
  readonly isStep: boolean;
  /** The value at a time in seconds, valid until the next call. */
  readonly at: (time: number) => ArrayLike<number>;
}

/** @param track with keys */
function curveOf(track: Track): Curve {
  const set = new TrackSet([{ track, offset: 0 }]);
  const [value, cursors] = [new Float64Array(track.size), set.createCursors()];
  const at = (time: number): Float64Array => {
    set.sampleInto(time, value, cursors);
    return value;
  };
  return { times: track.times, isStep: track.interpolation === "STEP", at };
}

function largestDifference(
  first: Curve,
  second: Curve,
  isRotation: boolean,
  times: readonly number[],
): { readonly difference: number; readonly time: number } {
  const difference = isRotation ? degreesBetween : componentBetween;
  const gap =
    first.isStep || second.isStep ? leastGap(Math.max(...[first, second].map((curve) => curve.times[curve.times.length - 1] ?? 0))) : 0;
  let largest = { difference: 0, time: 0 };
  for (const time of times) {
    let least = difference(first.at(time), second.at(time));
    for (let by = -gap; by <= gap && least > largest.difference && gap > 0; by += 2 * gap) {
      least = Math.min(least, difference(first.at(time + by), second.at(time)), difference(first.at(time), second.at(time + by)));
    }
    if (least > largest.difference) {
      largest = { difference: least, time };
    }
  }
  return largest;
}

/** The largest difference of a component. */
function componentBetween(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let largest = 0;
  for (let i = 0; i < Math.max(a.length, b.length); i++) {
    const difference = Math.abs(a[i]! - b[i]!);
    largest = Math.max(largest, Number.isNaN(difference) ? Infinity : difference);
  }
  return largest;
}

/** The angle between two rotations. */
function degreesBetween(a: ArrayLike<number>, b: ArrayLike<number>): number {
  const degrees = (angleBetween(a, b) * 180) / Math.PI;
  return Number.isNaN(degrees) ? Infinity : degrees;
}

/** The clips of an asset with everything about them, by which they are compared. */
function clipsOf(json: GltfJson): ReadonlyMap<string, string> {
  const namesOf = ({ animations }: ClipDefinition): readonly unknown[] =>
    animations.map((index) => nameOfItem(json.animations?.[index]) ?? index);
  const { definitions: clips } = readAllClips(json);
  return new Map(clips.map((clip) => [JSON.stringify([clip.name, namesOf(clip), clip.settings]), clip.name ?? clip.pointer]));
}

/** What only one of two sets has. Both have what is shown, by what is compared. */
function onlyIn(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): OnlyIn {
  const lacking = (set: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): readonly string[] =>
    [...set].flatMap(([key, shown]) => (other.has(key) ? [] : [shown]));
  return { before: lacking(before, after), after: lacking(after, before) };
}
