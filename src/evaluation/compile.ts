import type { Animation } from "@babylonjs/core/Animations/animation.js";
import type { IAnimationKey } from "@babylonjs/core/Animations/animationKey.js";
import { excerpt } from "../messages/show.js";
import { PoseLayout, TrackSet, type ClipTrack, type Interpolation, type Numbers } from "../sampling/index.js";
import { keyRangeOf, timedKeys } from "./keyRange.js";
import { kindOf, putValue } from "./valueKind.js";

/** Babylon animations as tracks. Animations of the same times, interpolation and kind are one track, side by side. */
export interface CompiledAnimations {
  readonly clip: TrackSet;
  /** A slot for each animation, in the order in which they lie side by side. */
  readonly layout: PoseLayout;
  /** For each animation, where its value begins. */
  readonly offsets: readonly number[];
  /** Room for a pose that is written at once. */
  readonly scratch: Float64Array;
}

/** Why animations cannot be compiled. */
export interface NotCompiled {
  readonly obstacle: string;
}

/** An animation to be packed. */
interface Channel {
  readonly index: number;
  readonly size: number;
  readonly isRotation: boolean;
  readonly interpolation: Interpolation;
  readonly keys: readonly IAnimationKey[];
  readonly framePerSecond: number;
}

interface Entry {
  readonly animations: readonly Pick<Animation, "dataType" | "framePerSecond">[];
  readonly keys: readonly (readonly IAnimationKey[])[];
  readonly counts: readonly number[];
  readonly compiled: CompiledAnimations | NotCompiled;
}

/** By the keys of the first animation; clones of groups, and clips of the same groups, share keys. */
const entries = new WeakMap<readonly IAnimationKey[], Entry[]>();

/**
 * Compiles animations, once for all groups that have the same. A new array of keys, or a new number of keys, is noticed; other changes of
 * keys in place are not.
 */
export function compile(animations: readonly Animation[]): CompiledAnimations | NotCompiled {
  const keys = animations.map((animation) => animation.getKeys());
  const first = keys[0] ?? [];
  const known = entries.get(first) ?? [];
  entries.set(first, known);
  const entry = known.find((candidate) => isOf(candidate, animations, keys));
  if (entry) {
    return entry.compiled;
  }
  const compiled = packAll(animations);
  const kinds = animations.map(({ dataType, framePerSecond }) => ({ dataType, framePerSecond }));
  known.push({ animations: kinds, keys, counts: keys.map(({ length }) => length), compiled });
  return compiled;
}

function isOf(entry: Entry, animations: readonly Animation[], keys: readonly (readonly IAnimationKey[])[]): boolean {
  return (
    entry.keys.length === keys.length &&
    keys.every((own, i) => {
      const [animation, compiled] = [animations[i]!, entry.animations[i]!];
      return (
        own === entry.keys[i] &&
        own.length === entry.counts[i] &&
        animation.dataType === compiled.dataType &&
        animation.framePerSecond === compiled.framePerSecond
      );
    })
  );
}

function packAll(animations: readonly Animation[]): CompiledAnimations | NotCompiled {
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
    const { interpolation, isRotation } = members[0]!;
    const values = packValues(members, size);
    if (!values) {
      return { obstacle: "its animations have values that are not finite" };
    }
    tracks.push({ offset, track: { times, values, size, interpolation, isRotation } });
    offset += size;
  }
  const members = packs.flatMap((each) => each.members);
  const layout = new PoseLayout(members);
  const offsets: number[] = [];
  members.forEach(({ index }, slot) => (offsets[index] = layout.offsets[slot]!));
  return { clip: new TrackSet(tracks), layout, offsets, scratch: new Float64Array(offset) };
}

/** @returns the obstacle, where the animation cannot be compiled */
function readChannel(animation: Animation, index: number): Channel | string {
  const kind = kindOf(animation);
  if (!kind) {
    return "is of matrices or sizes";
  }
  const all = timedKeys(animation);
  if (all.length === 0) {
    return "has no keys";
  }
  for (let i = 0; i < all.length; i++) {
    const { frame, easingFunction } = all[i]!;
    if (easingFunction) {
      return "has an easing function";
    }
    if (!Number.isFinite(frame) || (i > 0 && frame < all[i - 1]!.frame)) {
      return "has keys that are not in order";
    }
  }
  const keys = withoutAdded(animation, all);
  const interpolation = interpolationOf(keys);
  if (interpolation === null) {
    return "has more than one interpolation";
  }
  const { size, isRotation } = kind;
  return { index, size, isRotation, interpolation, keys, framePerSecond: animation.framePerSecond };
}

/** The keys of an animation; without those that Babylon added, where they would move it, or differ in interpolation. */
function withoutAdded(animation: Animation, keys: readonly IAnimationKey[]): readonly IAnimationKey[] {
  const interpolation = interpolationOf(keys);
  if (interpolation === "LINEAR" || interpolation === "STEP") {
    return keys;
  }
  const { first, last } = keyRangeOf(animation);
  return keys.filter(({ frame }) => frame >= first && frame <= last);
}

/** `AnimationKeyInterpolation.STEP` */
const STEP = 1;

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

function interpolationBetween({ interpolation, outTangent }: IAnimationKey, next: IAnimationKey): Interpolation {
  if ((interpolation as number | undefined) === STEP) {
    return "STEP";
  }
  return outTangent !== undefined && next.inTangent !== undefined ? "CUBICSPLINE" : "LINEAR";
}

interface Pack {
  readonly times: Float64Array;
  readonly members: Channel[];
}

/** Groups the channels that can be sampled together; packs of the same times have the same array of them. */
function pack(channels: readonly Channel[]): readonly Pack[] {
  const packs = new Map<Float64Array, Pack[]>();
  const known = new Map<number, Float64Array[]>();
  for (const channel of channels) {
    const times = shareTimes(channel, known);
    const ofTimes = packs.get(times) ?? [];
    packs.set(times, ofTimes);
    const fits = ({ members: [first] }: Pack): boolean =>
      first!.interpolation === channel.interpolation && first!.isRotation === channel.isRotation;
    const found = ofTimes.find(fits);
    if (found) {
      found.members.push(channel);
    } else {
      ofTimes.push({ times, members: [channel] });
    }
  }
  return [...packs.values()].flat();
}

/** The times of a channel in seconds; the same array for the same times. */
function shareTimes(channel: Channel, known: Map<number, Float64Array[]>): Float64Array {
  const { keys, framePerSecond } = channel;
  const bucket = hashOfTimes(channel);
  const candidates = known.get(bucket) ?? [];
  known.set(bucket, candidates);
  let times = candidates.find((candidate) => hasTimes(channel, candidate));
  if (!times) {
    times = Float64Array.from(keys, ({ frame }) => frame / framePerSecond);
    candidates.push(times);
  }
  return times;
}

const rounded = new Float32Array(1);
const bits = new Int32Array(rounded.buffer);

function hashOfTimes({ keys, framePerSecond }: Channel): number {
  let hash = keys.length;
  for (let i = 0; i < keys.length; i++) {
    rounded[0] = keys[i]!.frame / framePerSecond;
    hash = Math.imul(hash ^ bits[0]!, 0x9e3779b1) ^ (hash >>> 15);
  }
  return hash;
}

function hasTimes({ keys, framePerSecond }: Channel, times: Float64Array): boolean {
  for (let i = 0; i < times.length; i++) {
    if (keys[i]!.frame / framePerSecond !== times[i]) {
      return false;
    }
  }
  return true;
}

/**
 * Packs values in single precision if that loses nothing, as with values from files.
 * @returns null where a value is not finite
 */
function packValues(members: readonly Channel[], size: number): Numbers | null {
  const { keys, interpolation } = members[0]!;
  const isCubic = interpolation === "CUBICSPLINE";
  const parts = isCubic ? 3 : 1;
  const values = new Float64Array(keys.length * size * parts);
  let offset = 0;
  for (const member of members) {
    for (let i = 0; i < keys.length; i++) {
      const key = member.keys[i]!;
      const at = i * size * parts + offset;
      putValue(key.value, values, isCubic ? at + size : at);
      if (isCubic) {
        // those at the ends are not used, and may be anything
        putTangent(i > 0 ? key.inTangent : undefined, member, values, at);
        putTangent(i + 1 < keys.length ? key.outTangent : undefined, member, values, at + 2 * size);
      }
    }
    offset += member.size;
  }
  const single = new Float32Array(values);
  let isSingle = true;
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!;
    if (value - value !== 0) {
      return null; // NaN or infinite
    }
    isSingle &&= single[i] === value;
  }
  return isSingle ? single : values;
}

/** Babylon's tangents are per frame, those of tracks per second. */
function putTangent(tangent: unknown, { size, framePerSecond }: Channel, values: Numbers, at: number): void {
  if (tangent !== undefined) {
    putValue(tangent, values, at);
    for (let i = at; i < at + size; i++) {
      values[i] = values[i]! * framePerSecond;
    }
  }
}
