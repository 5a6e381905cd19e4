import type { Animation } from "@babylonjs/core/Animations/animation.js";
import type { IAnimationKey } from "@babylonjs/core/Animations/animationKey.js";
import type { IEasingFunction } from "@babylonjs/core/Animations/easing.js";
import { excerpt } from "../../../gltf/util/index.js";
import { type ClipTrack, type Interpolation, type Numbers, PoseLayout, type Track, TrackSet } from "../../../gltf/sampling/index.js";
import { type KeyData, keyDataOf, keyRangeOf, timedKeys, wereKeysSet } from "../../keys/index.js";
import { copyData, copyKeys, interpolationBetween, timesOf } from "./copyKeys.js";
import { kindOf, putValue } from "../properties/valueKind.js";

/** Babylon animations, compiled to tracks. Animations with equal times, interpolation and kind share one track, side by side. */
export interface CompiledAnimations {
  readonly trackSet: TrackSet;
  /** The layout of the sampled values: a slot for each animation, in the order of the tracks. */
  readonly layout: PoseLayout;
  /** The index of the first component of each animation's value. */
  readonly offsets: readonly number[];
  /** A reusable array for a pose that is written at once. */
  readonly scratch: Float64Array;
  /** What was compiled. */
  readonly origin: Origin;
  /** The animations that had arrays of keys, which the application may replace or edit. */
  readonly editable: readonly EditableKeys[];
  /** Whether {@link isEdited} finds each key that is edited in place. */
  readonly findsEdits: boolean;
}

/** An array of keys, which the application may replace or edit, and the values that were compiled of it. */
export interface EditableKeys {
  /** The index of the animation among the compiled animations. */
  readonly index: number;
  readonly keys: readonly IAnimationKey[];
  readonly framePerSecond: number;
  /** The number of components of a value. */
  readonly size: number;
  readonly track: Track;
  /** The index of the first component within a value of the track. */
  readonly at: number;
}

/** The animations that were compiled, in their order. */
interface Origin {
  readonly animations: readonly Pick<Animation, "dataType" | "framePerSecond">[];
  /** The identities of the keys. */
  readonly sources: readonly KeySource[];
  readonly counts: readonly number[];
  readonly easings: readonly Easings[];
}

/** The reason why animations cannot be compiled. */
export interface NotCompiled {
  readonly obstacle: string;
}

/** An animation to be packed. */
interface Channel {
  readonly index: number;
  readonly size: number;
  readonly isRotation: boolean;
  readonly interpolation: Interpolation;
  /** The times of the keys, in seconds. */
  readonly times: Numbers;
  readonly easings: Easings;
  /** Whether all values are in single precision. */
  readonly isSingle: boolean;
  /**
   * Copies all values into an array. With CUBICSPLINE, each value lies between its tangents, which are per second.
   * @param at the index of the first value, or of its in-tangent
   * @param stride the number of components from one value to the next, and from a value to its tangents
   */
  readonly copyTo: (values: Numbers, at: number, stride: number) => void;
}

/** The identity of an animation's keys: the array of keys, or the data from which the keys will be made. */
type KeySource = readonly IAnimationKey[] | KeyData;

/** The easing function after each key, or one function for all keys; null if no key has one. */
type Easings = readonly (IEasingFunction | undefined)[] | IEasingFunction | null;

interface Entry {
  readonly origin: Origin;
  /** Checksums of the keys: of arrays that were edited in place, the checksums differ. */
  readonly checksums: readonly number[];
  readonly compiled: CompiledAnimations | NotCompiled;
}

/** The compiled lists of animations, by the keys of the first animation. Clones of groups, and clips of the same groups, share keys. */
const entries = new WeakMap<KeySource, Entry[]>();

/** How many compiled lists to keep for one array of keys. Edits and changed easings leave stale lists behind; the oldest is dropped. */
const KEPT = 64;

const NO_KEYS: readonly IAnimationKey[] = [];

/**
 * Compiles animations, once for all groups with the same keys. Edited keys are compiled again, also if they were edited in place.
 * @param looksAtKeys whether keys are compared with the compiled values. Otherwise, {@link isEdited} has to find those that were edited in place
 */
export function compile(animations: readonly Animation[], looksAtKeys = true): CompiledAnimations | NotCompiled {
  const first = animations[0] ? sourceOf(animations[0]) : NO_KEYS;
  const known = entries.get(first) ?? [];
  const entry = (looksAtKeys ? null : findUnchecked(known, animations)) ?? known.find((candidate) => isOf(candidate, animations));
  if (entry) {
    return entry.compiled;
  }
  const sources = animations.map(sourceOf);
  const origin = {
    animations: animations.map(({ dataType, framePerSecond }) => ({ dataType, framePerSecond })),
    sources,
    counts: sources.map(countOf),
    easings: animations.map((animation) => easingsOf(animation)),
  };
  const compiled = packAll(animations, origin);
  known.push({ origin, checksums: animations.map(checksumOf), compiled });
  entries.set(first, known.slice(-KEPT));
  return compiled;
}

/** The entry that was compiled last of animations, whether or not their keys were edited in place since. */
function findUnchecked(known: readonly Entry[], animations: readonly Animation[]): Entry | null {
  for (let i = known.length - 1; i >= 0; i--) {
    const { compiled } = known[i]!;
    if ("origin" in compiled && areUnchanged(compiled, animations)) {
      return known[i]!;
    }
  }
  return null;
}

function areUnchanged(compiled: CompiledAnimations, animations: readonly Animation[]): boolean {
  return (
    compiled.findsEdits &&
    compiled.offsets.length === animations.length &&
    animations.every((animation, i) => isUnchanged(compiled, animation, i))
  );
}

/**
 * Whether an animation is the one that was compiled, unless its keys were edited in place.
 * @param index of the animation among the compiled animations
 */
export function isUnchanged({ origin }: CompiledAnimations, animation: Animation, index: number): boolean {
  const { framePerSecond, dataType } = origin.animations[index]!;
  const source = origin.sources[index]!;
  const own = keyDataOf(animation) ?? animation.getKeys();
  return (
    own === source &&
    ("sampler" in own || own.length === origin.counts[index]) &&
    animation.getEasingFunction() === origin.easings[index] &&
    animation.dataType === dataType &&
    animation.framePerSecond === framePerSecond
  );
}

/** Whether a key differs from what was compiled of it. */
export function isEdited({ keys, framePerSecond, size, track, at }: EditableKeys, index: number): boolean {
  const key = keys[index];
  const next = keys[index + 1];
  const { times, values, interpolation } = track;
  const hasNext = index + 1 < times.length;
  if (
    !key ||
    key.frame / framePerSecond !== times[index] ||
    hasEasing(key) ||
    (hasNext && (!next || interpolationBetween(key, next) !== interpolation))
  ) {
    return true;
  }
  if (interpolation !== "CUBICSPLINE") {
    return differs(key.value, 1, size, values, index * track.size + at);
  }
  const first = 3 * index * track.size + at;
  return (
    differs(key.value, 1, size, values, first + track.size) ||
    (index > 0 && differs(key.inTangent, framePerSecond, size, values, first)) ||
    (hasNext && differs(key.outTangent, framePerSecond, size, values, first + 2 * track.size))
  );
}

function differs(value: unknown, factor: number, size: number, values: Numbers, at: number): boolean {
  putValue(value, components, 0);
  for (let i = 0; i < size; i++) {
    if (components[i]! * factor !== values[at + i]) {
      return true;
    }
  }
  return false;
}

/**
 * Converts the keys of an animation to a track, to sample or plot the animation as a clip plays it. The track may contain keys that
 * Babylon's loader adds at both ends.
 * @returns a track with times in seconds and at least one key. All callers share the track: do not change the arrays
 * @throws RangeError with the reason, if only Babylon can evaluate the animation; for example, it has several interpolations
 * @example
 * const track = GetTrack(group.targetedAnimations[0].animation);
 * const clip = new Clip([{ track, offset: 0 }]); // of babylon-gltf-animation/sampling
 */
export function GetTrack(animation: Animation): Track {
  const compiled = compile([animation]);
  if ("obstacle" in compiled) {
    throw new RangeError(`animation: must be one that clips can evaluate without Babylon (got an obstacle: ${compiled.obstacle})`);
  }
  return compiled.trackSet.tracks[0]!.track;
}

function sourceOf(animation: Animation): KeySource {
  return keyDataOf(animation) ?? animation.getKeys();
}

/**
 * Whether an animation has other keys than those that were compiled: `setKeys` was called. Does not notice edits within an array of keys.
 * @param index of the animation among the compiled animations
 */
export function hasNewKeys({ origin }: CompiledAnimations, animation: Animation, index: number): boolean {
  const source = origin.sources[index]!;
  return "sampler" in source ? wereKeysSet(animation) : animation.getKeys() !== source;
}

/** @param keys of the animation; by default all, or none if they are not made yet */
function easingsOf(animation: Animation, keys = keyDataOf(animation) ? NO_KEYS : animation.getKeys()): Easings {
  const ofAll = animation.getEasingFunction() as IEasingFunction | null;
  return keys.some(hasEasing) ? keys.map(({ easingFunction }) => easingFunction ?? ofAll ?? undefined) : ofAll;
}

function hasEasing({ easingFunction }: IAnimationKey): boolean {
  return Boolean(easingFunction);
}

function areSameEasings(a: Easings, b: Easings): boolean {
  return a === b || (Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((easing, i) => easing === b[i]));
}

/** @returns the easing of a track, as Babylon eases; undefined for none */
function easeBy(easings: Easings): Track["ease"] {
  if (easings === null) {
    return undefined;
  }
  return "ease" in easings ? (amount) => easings.ease(amount) : (amount, key) => easings[key]?.ease(amount) ?? amount;
}

const components = new Float64Array(16);

/** A checksum of the keys of an animation; 0 for keys that no code has read, and so cannot have edited. */
function checksumOf(animation: Animation): number {
  const size = kindOf(animation)?.size ?? 0;
  if (keyDataOf(animation) || size === 0) {
    return 0;
  }
  let sum = 0;
  const keys = animation.getKeys();
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i]!;
    sum = (sum + key.frame + (key.interpolation ?? 0)) * REMAINING;
    sum = addComponents(sum, key.value, size);
    sum = addComponents(sum, key.inTangent, size);
    sum = addComponents(sum, key.outTangent, size);
  }
  return sum;
}

/** The share of a checksum that remains with each further number: the sum depends on the order, so that exchanged values change it. */
const REMAINING = 1 - 2 ** -16;

function addComponents(sum: number, value: unknown, size: number): number {
  if (value === undefined || value === null) {
    return sum;
  }
  putValue(value, components, 0);
  let total = sum;
  for (let i = 0; i < size; i++) {
    total = (total + components[i]!) * REMAINING;
  }
  return total;
}

function countOf(source: KeySource): number {
  return "sampler" in source ? source.sampler.times.length : source.length;
}

function isOf({ origin, checksums }: Entry, animations: readonly Animation[]): boolean {
  return (
    origin.sources.length === animations.length &&
    animations.every((animation, i) => {
      const own = sourceOf(animation);
      const compiled = origin.animations[i]!;
      return (
        own === origin.sources[i] &&
        countOf(own) === origin.counts[i] &&
        checksumOf(animation) === checksums[i] &&
        areSameEasings(easingsOf(animation), origin.easings[i]!) &&
        animation.dataType === compiled.dataType &&
        animation.framePerSecond === compiled.framePerSecond
      );
    })
  );
}

function packAll(animations: readonly Animation[], origin: Origin): CompiledAnimations | NotCompiled {
  const channels: Channel[] = [];
  for (const [index, animation] of animations.entries()) {
    const channel = readChannel(animation, index);
    if (typeof channel === "string") {
      return { obstacle: `the animation ${excerpt(animation.name)} ${channel}` };
    }
    channels.push(channel);
  }
  const packs = pack(channels);
  const tracks: ClipTrack[] = [];
  let offset = 0;
  for (const { times, members } of packs) {
    const size = members.reduce((sum, member) => sum + member.size, 0);
    const { interpolation, isRotation, easings } = members[0]!;
    const values = packValues(members, size);
    if (!values) {
      return { obstacle: "its animations have values that are not finite" };
    }
    const ease = easeBy(easings);
    tracks.push({ offset, track: { times, values, size, interpolation, isRotation, ...(ease && { ease }) } });
    offset += size;
  }
  const members = packs.flatMap((each) => each.members);
  const layout = new PoseLayout(members.map(({ index }) => kindOf(animations[index]!)!)); // not the channels, which have the times of all
  const offsets: number[] = [];
  members.forEach(({ index }, slot) => (offsets[index] = layout.offsets[slot]!));
  const editable = packs.flatMap((each, i) => editableOf(each.members, tracks[i]!, offsets, animations));
  const findsEdits =
    editable.every(({ keys, track }) => keys.length === track.times.length) && !origin.easings.some((easings) => Array.isArray(easings));
  return { trackSet: new TrackSet(tracks, true), layout, offsets, scratch: new Float64Array(offset), origin, editable, findsEdits };
}

/** The members of a pack that have arrays of keys. */
function editableOf(
  members: readonly Channel[],
  { track, offset }: ClipTrack,
  offsets: readonly number[],
  animations: readonly Animation[],
): EditableKeys[] {
  const editable = members.filter(({ index }) => !keyDataOf(animations[index]!));
  return editable.map(({ index, size }) => {
    const animation = animations[index]!;
    const { framePerSecond } = animation;
    return { index, size, framePerSecond, keys: animation.getKeys(), track, at: offsets[index]! - offset };
  });
}

/** @returns the channel, or the obstacle if the animation cannot be compiled */
function readChannel(animation: Animation, index: number): Channel | string {
  const kind = kindOf(animation);
  if (!kind) {
    return "is of matrices or sizes";
  }
  const { size, isRotation } = kind;
  const data = keyDataOf(animation);
  if (data) {
    const { interpolation } = data.sampler;
    return {
      index,
      size,
      isRotation,
      interpolation,
      times: timesOf(data),
      easings: easingsOf(animation),
      isSingle: true,
      copyTo: (...to) => copyData(data, ...to),
    };
  }
  const all = timedKeys(animation);
  if (all.length === 0) {
    return "has no keys";
  }
  for (let i = 0; i < all.length; i++) {
    const { frame } = all[i]!;
    if (!Number.isFinite(frame) || (i > 0 && frame < all[i - 1]!.frame)) {
      return "has keys that are not in order";
    }
  }
  const keys = withoutAdded(animation, all);
  const interpolation = interpolationOf(keys);
  if (interpolation === null) {
    return "has more than one interpolation";
  }
  const { framePerSecond } = animation;
  const times = Float64Array.from(keys, ({ frame }) => frame / framePerSecond);
  return {
    index,
    size,
    isRotation,
    interpolation,
    times,
    easings: easingsOf(animation, keys),
    isSingle: false,
    copyTo: (...to) => copyKeys(keys, { size, framePerSecond, interpolation }, ...to),
  };
}

/** The keys of an animation. Omits the keys that Babylon added if the added keys change the motion or differ in interpolation. */
function withoutAdded(animation: Animation, keys: readonly IAnimationKey[]): readonly IAnimationKey[] {
  const interpolation = interpolationOf(keys);
  if (interpolation === "LINEAR" || interpolation === "STEP") {
    return keys;
  }
  const { first, last } = keyRangeOf(animation);
  return keys.filter(({ frame }) => frame >= first && frame <= last);
}

function interpolationOf(keys: readonly IAnimationKey[]): Interpolation | null {
  let interpolation: Interpolation | null = null;
  for (let i = 0; i + 1 < keys.length; i++) {
    const own = interpolationBetween(keys[i]!, keys[i + 1]!);
    if (interpolation !== null && own !== interpolation) {
      return null;
    }
    interpolation = own;
  }
  return interpolation ?? "STEP";
}

interface Pack {
  readonly times: Numbers;
  readonly members: Channel[];
}

/** Groups the channels that can be sampled together; packs with equal times share one array of times. */
function pack(channels: readonly Channel[]): readonly Pack[] {
  const packs = new Map<Numbers, Pack[]>();
  const known = new Map<number, Numbers[]>();
  for (const channel of channels) {
    const times = packs.has(channel.times) ? channel.times : shareTimes(channel.times, known);
    const ofTimes = packs.get(times) ?? [];
    packs.set(times, ofTimes);
    const fits = ({ members: [first] }: Pack): boolean =>
      first!.interpolation === channel.interpolation &&
      first!.isRotation === channel.isRotation &&
      areSameEasings(first!.easings, channel.easings);
    const found = ofTimes.find(fits);
    if (found) {
      found.members.push(channel);
    } else {
      ofTimes.push({ times, members: [channel] });
    }
  }
  return [...packs.values()].flat();
}

/** The first known array with equal times. */
function shareTimes(times: Numbers, known: Map<number, Numbers[]>): Numbers {
  const bucket = hashOf(times);
  const candidates = known.get(bucket) ?? [];
  known.set(bucket, candidates);
  const found = candidates.find((candidate) => candidate.length === times.length && candidate.every((time, i) => time === times[i]));
  if (!found) {
    candidates.push(times);
  }
  return found ?? times;
}

const rounded = new Float32Array(1);
const bits = new Int32Array(rounded.buffer);

function hashOf(times: Numbers): number {
  let hash = times.length;
  for (let i = 0; i < times.length; i++) {
    rounded[0] = times[i]!;
    hash = Math.imul(hash ^ bits[0]!, 0x9e3779b1) ^ (hash >>> 15);
  }
  return hash;
}

/** @returns the values, or null if a value is not finite */
function packValues(members: readonly Channel[], size: number): Numbers | null {
  const { times, interpolation } = members[0]!;
  const length = times.length * size * (interpolation === "CUBICSPLINE" ? 3 : 1);
  const values: Numbers = members.every(({ isSingle }) => isSingle) ? new Float32Array(length) : new Float64Array(length);
  let offset = 0;
  for (const member of members) {
    member.copyTo(values, offset, size);
    offset += member.size;
  }
  for (let i = 0; i < length; i++) {
    if (values[i]! - values[i]! !== 0) {
      return null; // NaN or infinite
    }
  }
  return inSinglePrecision(values);
}

/** The values in single precision if the conversion is lossless, as for keys from files. */
function inSinglePrecision(values: Numbers): Numbers {
  if (values instanceof Float32Array) {
    return values;
  }
  const single = new Float32Array(values);
  return single.every((value, i) => value === values[i]) ? single : values;
}
