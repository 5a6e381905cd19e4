import { findClipSettingsProblem, resolveClipSettings, type ResolvedClipSettings } from "../timing/index.js";
import {
  argumentError,
  AssetError,
  attemptOrNote,
  createFinding,
  expectBoolean,
  expectItems,
  expectNumber,
  expectObject,
  expectString,
  type Finding,
  itemsOf,
  show,
} from "../util/index.js";

/** A clip or controller of an asset, in any version of the drafts (KHR_animation_clip, Properties). */
export interface ClipDefinition {
  /** JSON pointer of the clip in the asset. */
  readonly pointer: string;
  readonly name: string | undefined;
  /** Indices into the asset's `animations`, at least one index, without duplicates. */
  readonly animations: readonly number[];
  readonly settings: ResolvedClipSettings;
  /** The members that the drafts do not define, including `extras` and `extensions`, unchanged. */
  readonly other: Readonly<Record<string, unknown>>;
}

/** The clips of an asset. */
export interface ClipReading {
  readonly definitions: readonly ClipDefinition[];
  /** `CLIP_INVALID` for each skipped clip, or once for the whole extension; `CLIP_DOUBTFUL` for clips that probably mean something else. */
  readonly findings: readonly Finding[];
}

/** Options for reading clips and controllers. */
export interface ReadClipsOptions {
  /** The maximum number of clips to read, >= 0. A single finding reports the omitted clips. Default Infinity. */
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

/** The clips of both drafts: first those of {@link ReadClips}, then those of {@link ReadControllers}. */
export function readAllClips(asset: ClipAsset): ClipReading {
  const readings = [ReadClips(asset), ReadControllers(asset)];
  return { definitions: readings.flatMap(({ definitions }) => definitions), findings: readings.flatMap(({ findings }) => findings) };
}

function readDefinitions(asset: ClipAsset, dialect: Dialect, { maxClips = Infinity }: ReadClipsOptions = {}): ClipReading {
  const definitions: ClipDefinition[] = [];
  const findings: Finding[] = [];
  const stated = asset.extensions?.[dialect.extension];
  const pointer = `/extensions/${dialect.extension}`;
  const list = `${pointer}/${dialect.list}`;
  const read = (): readonly unknown[] => expectItems(list, expectObject(pointer, stated)[dialect.list]);
  const items = (stated !== undefined && attemptOrNote("CLIP_INVALID", pointer, findings, read)) || [];
  takeClips(items, maxClips, findings, dialect.list, (i) => `${list}/${i}`).forEach((item, i) => {
    definitions.push(...readClip(`${list}/${i}`, item, asset.animations, findings, dialect.swapsBounds));
  });
  return { definitions, findings };
}

/**
 * The clips of a list that are read.
 * @param findings receives `CLIP_INVALID` if there are more
 * @param noun of several clips
 * @param pointerOf gives the JSON pointer of the clip at an index
 * @throws TypeError or RangeError if the maximum is out of range
 */
export function takeClips<T>(
  items: readonly T[],
  maxClips: number,
  findings: Finding[],
  noun: string,
  pointerOf: (index: number) => string,
): readonly T[] {
  if (!(typeof maxClips === "number" && maxClips >= 0)) {
    throw argumentError("maxClips", "must be a number >= 0", maxClips, "number");
  }
  const taken = items.slice(0, maxClips);
  if (taken.length < items.length) {
    findings.push(
      createFinding("CLIP_INVALID", pointerOf(taken.length), `must be one of ${maxClips} ${noun} at most (got ${items.length})`),
    );
  }
  return taken;
}

/**
 * Reads a clip.
 * @param pointer JSON pointer for the definition and the findings
 * @param animations the asset's animations
 * @param findings receives `CLIP_INVALID` if the clip is skipped, and `CLIP_DOUBTFUL`
 * @param swapsBounds whether `start` and `end` are swapped if `start` > `end`
 * @returns the clip; empty if it is skipped
 */
export function readClip(
  pointer: string,
  json: unknown,
  animations: unknown,
  findings: Finding[],
  swapsBounds = false,
): readonly ClipDefinition[] {
  const definition = attemptOrNote("CLIP_INVALID", pointer, findings, () => {
    return readDefinition(pointer, json, itemsOf(animations).length, swapsBounds, findings);
  });
  return definition ? [definition] : [];
}

/** The members of a clip that the drafts define. */
export const READ_MEMBERS: ReadonlySet<string> = new Set([
  ...["name", "animations", "animation", "start", "end", "offset", "timestamp"],
  ...["speed", "direction", "repetitions", "counter", "reverse", "bounce"],
]);

function readDefinition(pointer: string, json: unknown, animationCount: number, swapsBounds: boolean, findings: Finding[]): ClipDefinition {
  const clip = expectObject(pointer, json);
  return {
    pointer,
    name: clip["name"] === undefined ? undefined : expectString(`${pointer}/name`, clip["name"]),
    animations: readAnimations(pointer, clip, animationCount),
    settings: readSettings(pointer, clip, swapsBounds, findings),
    other: Object.fromEntries(Object.entries(clip).filter(([member]) => !READ_MEMBERS.has(member))),
  };
}

function readAnimations(pointer: string, clip: Readonly<Record<string, unknown>>, animationCount: number): readonly number[] {
  const { animations, animation } = clip;
  const readIndex = (at: string, value: unknown): number => {
    if (typeof value !== "number" || !Number.isInteger(value) || value < 0 || value >= animationCount) {
      throw new AssetError(at, `must be the index of one of the asset's ${animationCount} animations (got ${show(value)})`);
    }
    return value;
  };
  if (animations === undefined && animation === undefined) {
    throw new AssetError(`${pointer}/animations`, "must name at least one animation (got undefined)");
  }
  if (animations === undefined) {
    return [readIndex(`${pointer}/animation`, animation)];
  }
  const known = new Set<number>();
  const indices = expectItems(`${pointer}/animations`, animations).map((value, i) => {
    const index = readIndex(`${pointer}/animations/${i}`, value);
    if (known.has(index)) {
      throw new AssetError(`${pointer}/animations/${i}`, `must not repeat an index (got ${index})`);
    }
    known.add(index);
    return index;
  });
  if (animation !== undefined && !(indices.length === 1 && indices[0] === animation)) {
    throw new AssetError(`${pointer}/animations`, `must agree with animation (got ${show(animations)}, animation ${show(animation)})`);
  }
  return indices;
}

function readSettings(
  pointer: string,
  clip: Readonly<Record<string, unknown>>,
  swapsBounds: boolean,
  findings: Finding[],
): ResolvedClipSettings {
  const memberOf: Record<string, string> = {};
  const read = <T>(expect: (pointer: string, value: unknown) => T, name: string, olderName: string): T | undefined => {
    memberOf[name] = clip[name] === undefined && clip[olderName] !== undefined ? olderName : name;
    const [value, older] = [name, olderName].map((n) => (clip[n] === undefined ? undefined : expect(`${pointer}/${n}`, clip[n])));
    if (value !== undefined && older !== undefined && value !== older) {
      throw new AssetError(`${pointer}/${name}`, `must agree with ${olderName} (got ${show(value)}, ${olderName} ${show(older)})`);
    }
    return value ?? older;
  };
  const { start, end, members } = readBounds(pointer, clip, swapsBounds);
  const offsetMember = clip["offset"] === undefined ? "timestamp" : "offset";
  memberOf["offset"] = offsetMember;
  const settings = {
    start,
    end,
    offset: readOffset(pointer, clip, start),
    speed: read(expectNumber, "speed", "direction"),
    repetitions: read(expectNumber, "repetitions", "counter"),
    reverse: read(expectBoolean, "reverse", "bounce"),
  };
  const problem = findClipSettingsProblem(settings);
  if (problem) {
    throw new AssetError(`${pointer}/${memberOf[problem.member] ?? members[problem.member] ?? problem.member}`, problem.message);
  }
  const resolved = resolveClipSettings(settings);
  if (settings.offset !== undefined && Math.abs(settings.offset - resolved.offset) > TOLERANCE) {
    const [low, high] = offsetMember === "offset" ? [0, resolved.end - start] : [start, resolved.end];
    const message = `must lie within the clip, ${low}..${high} (got ${show(clip[offsetMember])}); clamped to ${resolved.offset + low}`;
    findings.push(createFinding("CLIP_DOUBTFUL", `${pointer}/${offsetMember}`, message));
  }
  findings.push(...noteBackwardsStart(`${pointer}/${memberOf["speed"]}`, resolved));
  return resolved;
}

/** Reads the bounds of a clip, and the names of the members that hold the bounds. */
function readBounds(
  pointer: string,
  clip: Readonly<Record<string, unknown>>,
  swapsBounds: boolean,
): { start: number; end: number; members: Record<string, string> } {
  const read = (name: string, byDefault: number): number =>
    clip[name] === undefined ? byDefault : expectNumber(`${pointer}/${name}`, clip[name]);
  const bounds = [
    { member: "start", value: read("start", 0) },
    { member: "end", value: read("end", Infinity) },
  ] as const;
  const swapped = swapsBounds && bounds[0].value > bounds[1].value;
  const [low, high] = swapped ? [bounds[1], bounds[0]] : bounds;
  if (low.value < 0) {
    throw new AssetError(`${pointer}/${low.member}`, `must be >= 0 (got ${low.value})`);
  }
  return { start: low.value, end: high.value, members: { start: low.member, end: high.member } };
}

/** The tolerance in seconds: rounding in a file may make two stated times differ by as much. */
const TOLERANCE = 1e-6;

/** Reads `offset`, which counts from the lower bound, or the older `timestamp`, which counts from 0. */
function readOffset(pointer: string, clip: Readonly<Record<string, unknown>>, start: number): number | undefined {
  const { offset, timestamp } = clip;
  if (timestamp === undefined) {
    return offset === undefined ? undefined : expectNumber(`${pointer}/offset`, offset);
  }
  const relative = expectNumber(`${pointer}/timestamp`, timestamp) - start;
  if (offset !== undefined && Math.abs(expectNumber(`${pointer}/offset`, offset) - relative) > TOLERANCE) {
    throw new AssetError(`${pointer}/offset`, `must agree with timestamp - start (got ${show(offset)}, timestamp ${show(timestamp)})`);
  }
  return offset === undefined ? relative : (offset as number);
}

function noteBackwardsStart(pointer: string, settings: ResolvedClipSettings): readonly Finding[] {
  const { start, end, offset, speed, repetitions } = settings;
  if (!(speed < 0 && offset === 0 && end > start && repetitions !== 0)) {
    return [];
  }
  const meant = end === Infinity ? "an end, and an offset up to it, are missing" : `offset ${end - start} is probably meant`;
  const message = `playing backwards from start crosses it immediately and uses up a repetition (got ${speed} with offset 0); ${meant}`;
  return [createFinding("CLIP_DOUBTFUL", pointer, message)];
}
