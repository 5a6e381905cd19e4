import { findClipSettingsProblem, resolveClipSettings, type ResolvedClipSettings } from "../timing/index.js";
import {
  argumentError,
  AssetError,
  expectBoolean,
  expectItems,
  expectNumber,
  expectObject,
  expectString,
  show,
  attempt,
} from "../util/index.js";

/** A clip or controller of an asset, in any version of the drafts (KHR_animation_clip, Properties). */
export interface ClipDefinition {
  /** JSON pointer of the clip in the asset. */
  readonly place: string;
  readonly name: string | undefined;
  /** Indices into the asset's `animations`, at least one index, without duplicates. */
  readonly animations: readonly number[];
  readonly settings: ResolvedClipSettings;
  /** The members that the drafts do not define, including `extras` and `extensions`, unchanged. */
  readonly other: Readonly<Record<string, unknown>>;
}

/** The clips of an asset, and the faults found in reading them. */
export interface ClipReading {
  readonly definitions: readonly ClipDefinition[];
  /** An error for each skipped clip, or a single error for the whole extension. */
  readonly errors: readonly AssetError[];
  /** Messages about clips that were read but probably mean something else. */
  readonly warnings: readonly string[];
}

/** Options for reading clips and controllers. */
export interface ReadClipsOptions {
  /** The maximum number of clips to read, >= 0. A single error reports the omitted clips. Default Infinity. */
  readonly maxClips?: number | undefined;
}

/** The part of a glTF asset that clips refer to. */
export interface ClipAsset {
  readonly animations?: readonly unknown[] | undefined;
  readonly extensions?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * The JSON syntax of one of the two drafts. The names of the members differ between the drafts and between versions; all names are accepted
 * in both drafts.
 */
interface Dialect {
  readonly extension: string;
  /** The member of the extension that holds the array. */
  readonly list: string;
  /** Whether `start` and `end` are swapped if `start` > `end` (KHR_animation_controller, Example 6). */
  readonly swapsBounds?: true;
}

/**
 * Reads the clips of `KHR_animation_clip`. The asset is not changed.
 * @param asset the JSON of a glTF asset
 * @returns the valid clips; never throws because of the asset
 * @throws TypeError or RangeError if an option is out of range
 * @example ReadClips(asset).definitions[0]?.settings.end
 * @experimental follows a draft specification
 */
export function ReadClips(asset: ClipAsset, options?: ReadClipsOptions): ClipReading {
  return readDefinitions(asset, { extension: "KHR_animation_clip", list: "clips" }, options);
}

/**
 * Reads the controllers of `KHR_animation_controller`. The asset is not changed.
 * @param asset the JSON of a glTF asset
 * @returns the valid controllers; never throws because of the asset
 * @throws TypeError or RangeError if an option is out of range
 * @experimental follows a draft specification
 */
export function ReadControllers(asset: ClipAsset, options?: ReadClipsOptions): ClipReading {
  return readDefinitions(asset, { extension: "KHR_animation_controller", list: "controllers", swapsBounds: true }, options);
}

function readDefinitions(asset: ClipAsset, dialect: Dialect, { maxClips = Infinity }: ReadClipsOptions = {}): ClipReading {
  if (!(typeof maxClips === "number" && maxClips >= 0)) {
    throw argumentError("maxClips", "must be a number >= 0", maxClips, "number");
  }
  const reading = { definitions: [] as ClipDefinition[], errors: [] as AssetError[], warnings: [] as string[] };
  const keepErrors = (place: string, read: () => void): void => {
    attempt(place, read, (error) => reading.errors.push(error));
  };
  const extension = asset.extensions?.[dialect.extension];
  if (extension !== undefined) {
    const place = `/extensions/${dialect.extension}`;
    keepErrors(place, () => {
      const listPlace = `${place}/${dialect.list}`;
      const items = expectItems(listPlace, expectObject(place, extension)[dialect.list]);
      const animationCount = asset.animations?.length ?? 0;
      items.slice(0, maxClips).forEach((item, index) => {
        const itemPlace = `${listPlace}/${index}`;
        keepErrors(itemPlace, () => {
          reading.definitions.push(readDefinition(itemPlace, item, animationCount, dialect, reading.warnings));
        });
      });
      if (items.length > maxClips) {
        throw new AssetError(`${listPlace}/${maxClips}`, `must be one of ${maxClips} ${dialect.list} at most (got ${items.length})`);
      }
    });
  }
  return reading;
}

/** The members of a clip that the drafts define. */
export const READ_MEMBERS: ReadonlySet<string> = new Set([
  ...["name", "animations", "animation", "start", "end", "offset", "timestamp"],
  ...["speed", "direction", "repetitions", "counter", "reverse", "bounce"],
]);

function readDefinition(place: string, json: unknown, animationCount: number, dialect: Dialect, warnings: string[]): ClipDefinition {
  const clip = expectObject(place, json);
  return {
    place,
    name: clip["name"] === undefined ? undefined : expectString(`${place}/name`, clip["name"]),
    animations: readAnimations(place, clip, animationCount),
    settings: readSettings(place, clip, dialect, warnings),
    other: Object.fromEntries(Object.entries(clip).filter(([member]) => !READ_MEMBERS.has(member))),
  };
}

function readAnimations(place: string, clip: Readonly<Record<string, unknown>>, animationCount: number): readonly number[] {
  const { animations, animation } = clip;
  const readIndex = (indexPlace: string, value: unknown): number => {
    if (typeof value !== "number" || !Number.isInteger(value) || value < 0 || value >= animationCount) {
      throw new AssetError(indexPlace, `must be the index of one of the asset's ${animationCount} animations (got ${show(value)})`);
    }
    return value;
  };
  if (animations === undefined && animation === undefined) {
    throw new AssetError(`${place}/animations`, "must name at least one animation (got undefined)");
  }
  if (animations === undefined) {
    return [readIndex(`${place}/animation`, animation)];
  }
  const known = new Set<number>();
  const indices = expectItems(`${place}/animations`, animations).map((value, i) => {
    const index = readIndex(`${place}/animations/${i}`, value);
    if (known.has(index)) {
      throw new AssetError(`${place}/animations/${i}`, `must not repeat an index (got ${index})`);
    }
    known.add(index);
    return index;
  });
  if (animation !== undefined && !(indices.length === 1 && indices[0] === animation)) {
    throw new AssetError(`${place}/animations`, `must agree with animation (got ${show(animations)}, animation ${show(animation)})`);
  }
  return indices;
}

function readSettings(place: string, clip: Readonly<Record<string, unknown>>, dialect: Dialect, warnings: string[]): ResolvedClipSettings {
  const memberOf: Record<string, string> = {};
  const read = <T>(expect: (place: string, value: unknown) => T, name: string, olderName: string): T | undefined => {
    memberOf[name] = clip[name] === undefined && clip[olderName] !== undefined ? olderName : name;
    const [value, older] = [name, olderName].map((n) => (clip[n] === undefined ? undefined : expect(`${place}/${n}`, clip[n])));
    if (value !== undefined && older !== undefined && value !== older) {
      throw new AssetError(`${place}/${name}`, `must agree with ${olderName} (got ${show(value)}, ${olderName} ${show(older)})`);
    }
    return value ?? older;
  };
  const { start, end, members } = readBounds(place, clip, dialect);
  const offsetMember = clip["offset"] === undefined ? "timestamp" : "offset";
  memberOf["offset"] = offsetMember;
  const settings = {
    start,
    end,
    offset: readOffset(place, clip, start),
    speed: read(expectNumber, "speed", "direction"),
    repetitions: read(expectNumber, "repetitions", "counter"),
    reverse: read(expectBoolean, "reverse", "bounce"),
  };
  const problem = findClipSettingsProblem(settings);
  if (problem) {
    throw new AssetError(`${place}/${memberOf[problem.member] ?? members[problem.member] ?? problem.member}`, problem.message);
  }
  const resolved = resolveClipSettings(settings);
  if (settings.offset !== undefined && Math.abs(settings.offset - resolved.offset) > TOLERANCE) {
    const [low, high] = offsetMember === "offset" ? [0, resolved.end - start] : [start, resolved.end];
    warnings.push(
      `${place}/${offsetMember}: must lie within the clip, ${low}..${high} (got ${show(clip[offsetMember])}); clamped to ${resolved.offset + low}`,
    );
  }
  warnAboutBackwardsStart(`${place}/${memberOf["speed"]}`, resolved, warnings);
  return resolved;
}

/** Reads the bounds of a clip, and the names of the members that hold the bounds. */
function readBounds(
  place: string,
  clip: Readonly<Record<string, unknown>>,
  dialect: Dialect,
): { start: number; end: number; members: Record<string, string> } {
  const read = (name: string, byDefault: number): number =>
    clip[name] === undefined ? byDefault : expectNumber(`${place}/${name}`, clip[name]);
  const bounds = [
    { member: "start", value: read("start", 0) },
    { member: "end", value: read("end", Infinity) },
  ] as const;
  const swapped = dialect.swapsBounds && bounds[0].value > bounds[1].value;
  const [low, high] = swapped ? [bounds[1], bounds[0]] : bounds;
  if (low.value < 0) {
    throw new AssetError(`${place}/${low.member}`, `must be >= 0 (got ${low.value})`);
  }
  return { start: low.value, end: high.value, members: { start: low.member, end: high.member } };
}

/** The tolerance in seconds: rounding in a file may make two stated times differ by as much. */
const TOLERANCE = 1e-6;

/** Reads `offset`, which counts from the lower bound, or the older `timestamp`, which counts from 0. */
function readOffset(place: string, clip: Readonly<Record<string, unknown>>, start: number): number | undefined {
  const { offset, timestamp } = clip;
  if (timestamp === undefined) {
    return offset === undefined ? undefined : expectNumber(`${place}/offset`, offset);
  }
  const relative = expectNumber(`${place}/timestamp`, timestamp) - start;
  if (offset !== undefined && Math.abs(expectNumber(`${place}/offset`, offset) - relative) > TOLERANCE) {
    throw new AssetError(`${place}/offset`, `must agree with timestamp - start (got ${show(offset)}, timestamp ${show(timestamp)})`);
  }
  return offset === undefined ? relative : (offset as number);
}

function warnAboutBackwardsStart(place: string, settings: ResolvedClipSettings, warnings: string[]): void {
  const { start, end, offset, speed, repetitions } = settings;
  if (speed < 0 && offset === 0 && end > start && repetitions !== 0) {
    const meant = end === Infinity ? "an end, and an offset up to it, are missing" : `offset ${end - start} is probably meant`;
    warnings.push(
      `${place}: playing backwards from start crosses it immediately and uses up a repetition (got ${speed} with offset 0); ${meant}`,
    );
  }
}
