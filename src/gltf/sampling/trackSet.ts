import { findKeyAmong } from "./findKey.js";
import { interpolate, isPlain, isStep, kernelOf, type KeyPosition } from "./kernels.js";
import type { Numbers, Track } from "./track.js";

/** A track and the place of its value in a pose. */
export interface ClipTrack {
  readonly track: Track;
  /** Index of the first component among {@link Pose.values}, an integer >= 0. */
  readonly offset: number;
}

/** Receives the values of a track straight from its keys, in place of a pose. */
export interface TrackReceiver {
  /**
   * @param values of the track's keys
   * @param from the index of the first component of the key before
   * @param next the index of that of the next key; `from` where the key is held
   * @param position between the two
   * @returns false if the pose needs the values as well
   */
  receive(values: Numbers, from: number, next: number, position: Readonly<KeyPosition>): boolean;
}

/** A set with at most so many numbers is packed: it takes a few kilobytes, and all that a sample reads lies together. */
const SMALL = 512;

/** The integers of an array of times in a plan, and of each of its tracks. */
export const HEAD = 4;
export const EACH = 6;

/**
 * Tracks that are sampled together, unchecked. Tracks that share an array of times share the key search.
 *
 * What to do is a list of integers. For each array of times: the pool that has them, the index of the first, their number, and the number of tracks; then for each
 * of these tracks: its kernel, the pool that has its values, the index of the first, their size, the offset in the pose, and 1 + the index of its easing or 0.
 */
export class TrackSet {
  /** The tracks that have keys; those that share an array of times follow one another. */
  readonly tracks: readonly ClipTrack[];
  /** The number of cursors: one cursor for each array of times. */
  readonly cursorCount: number;
  private readonly _plan: Int32Array;
  private readonly _pools: readonly Numbers[];
  private readonly _eases: readonly NonNullable<Track["ease"]>[];
  private readonly _isPacked: boolean;

  /**
   * @param tracks valid, and must not write the same components
   * @param isFinal whether their numbers never change, so that they may be copied
   */
  constructor(tracks: readonly ClipTrack[], isFinal = false) {
    const byTimes = new Map<Numbers, ClipTrack[]>();
    for (const each of tracks) {
      const { times } = each.track;
      if (times.length > 0) {
        byTimes.set(times, [...(byTimes.get(times) ?? []), each]);
      }
    }
    const pools = new Pools(isFinal ? SMALL : 0, [...byTimes.keys()], tracks);
    const eases: NonNullable<Track["ease"]>[] = [];
    const plan: number[] = [];
    for (const [times, timed] of byTimes) {
      plan.push(...pools.add(times), times.length, timed.length);
      for (const { track, offset } of timed) {
        const { size, values, ease } = track;
        plan.push(kernelOf(track), ...pools.add(values), size, offset, ease ? eases.push(ease) : 0);
      }
    }
    this.tracks = [...byTimes.values()].flat();
    this.cursorCount = byTimes.size;
    this._plan = Int32Array.from(plan);
    this._pools = pools.all;
    this._eases = eases;
    this._isPacked = pools.isPacked;
  }

  /**
   * Creates the keys from which the next searches start, one cursor for each array of times. Each user of the clip needs its own cursors.
   */
  createCursors(): Int32Array {
    return new Int32Array(this.cursorCount).fill(-1);
  }

  /**
   * Writes the values at a timestamp into an array. Outside of its keys, a track holds its first or last value. Components without a track
   * keep their values. Allocates nothing, unless an easing does.
   * @param cursors from {@link createCursors}; without them, each search starts at the first key
   * @param receivers what receives each track, in the order of `tracks`; null for the pose. Splines, and rotations, are not received
   */
  sampleInto(time: number, values: Numbers, cursors?: Int32Array, receivers: readonly (TrackReceiver | null)[] | null = null): void {
    moment[0] = time;
    this.sampleAt(moment, 0, values, cursors, receivers);
  }

  /** As {@link TrackSet.sampleInto}, at the time that an array has at an index: V8 would allocate 16 bytes for a number that it passes. */
  sampleAt(
    moments: Numbers,
    at: number,
    values: Numbers,
    cursors?: Int32Array,
    receivers: readonly (TrackReceiver | null)[] | null = null,
  ): void {
    samplePlan(this._plan, 0, this._plan.length, this._pools, this._eases, moments, at, values, cursors, 0, receivers);
  }

  /** The plan, and the only pool; null for sets that are large, whose numbers may change, or with easings. */
  get packed(): { readonly plan: Int32Array; readonly numbers: Numbers } | null {
    const { _plan: plan, _pools: pools, _eases: eases, _isPacked: isPacked } = this;
    return isPacked && eases.length === 0 ? { plan, numbers: pools[0]! } : null;
  }
}

/** A function that returns the value of a track at a time, as a new array. */
export function samplerOfTrack(track: Track): (time: number) => number[] {
  const tracks = new TrackSet([{ track, offset: 0 }]);
  const value = new Float64Array(track.size);
  return (time) => {
    tracks.sampleInto(time, value);
    return Array.from(value);
  };
}

/** Samples the tracks of a plan from one step to another, at the time that an array has at an index; the cursors begin at another index. */
export function samplePlan(
  plan: Int32Array,
  from: number,
  to: number,
  pools: readonly Numbers[],
  eases: readonly NonNullable<Track["ease"]>[],
  moments: Numbers,
  at: number,
  values: Numbers,
  cursors: Int32Array | undefined,
  cursorAt: number,
  receivers: readonly (TrackReceiver | null)[] | null = null,
): void {
  const time = moments[at]!;
  let step = from;
  let track = 0;
  for (let t = cursorAt; step < to; t++) {
    const times = pools[plan[step]!]!;
    const first = plan[step + 1]!;
    const count = plan[step + 2]!;
    const end = step + HEAD + plan[step + 3]! * EACH;
    const found = findKeyAmong(times, first, count, moments, at, cursors ? cursors[t]! : -1);
    if (cursors) {
      cursors[t] = found;
    }
    const key = found < 0 ? 0 : found;
    const isHeld = found < 0 || key === count - 1;
    const begin = times[first + key]!;
    const duration = isHeld ? 1 : times[first + key + 1]! - begin;
    const amount = isHeld ? 0 : (time - begin) / duration;
    position.duration = duration;
    for (step += HEAD; step < end; step += EACH) {
      const ease = plan[step + 5]!;
      position.amount = amount;
      if (ease > 0 && !isHeld) {
        toEase[0] = amount; // V8 would allocate the amount itself, which stays the same, once before all tracks, eased or not
        position.amount = +eases[ease - 1]!(toEase[0], key);
      }
      if (receivers === null || !passOn(receivers[track++] ?? null, plan, step, pools, key, isHeld)) {
        interpolate(plan[step]!, pools[plan[step + 1]!]!, plan[step + 2]!, plan[step + 3]!, key, position, values, plan[step + 4]!);
      }
    }
  }
}

/** Passes a track on to its receiver, at the present position. @returns whether the pose does not need the values */
function passOn(
  receiver: TrackReceiver | null,
  plan: Int32Array,
  step: number,
  pools: readonly Numbers[],
  key: number,
  isHeld: boolean,
): boolean {
  const kernel = plan[step]!;
  if (receiver === null || !isPlain(kernel)) {
    return false;
  }
  const size = plan[step + 3]!;
  const from = plan[step + 2]! + key * size;
  return receiver.receive(pools[plan[step + 1]!]!, from, isHeld || isStep(kernel) ? from : from + size, position);
}

/** Arrays of numbers: of a small set, one that has all numbers. */
class Pools {
  readonly all: Numbers[] = [];
  private _used = 0;
  readonly isPacked: boolean;

  constructor(most: number, times: readonly Numbers[], tracks: readonly ClipTrack[]) {
    const length = [...times, ...tracks.map(({ track }) => track.values)].reduce((sum, each) => sum + each.length, 0);
    this.isPacked = length > 0 && length <= most;
    if (this.isPacked) {
      this.all.push(new Float64Array(length));
    }
  }

  /** @returns the index of the pool with some numbers, and that of the first of them in it */
  add(numbers: Numbers): [pool: number, first: number] {
    if (!this.isPacked) {
      return [this.all.push(numbers) - 1, 0];
    }
    const first = this._used;
    this._used += numbers.length;
    this.all[0]!.set(numbers, first);
    return [0, first];
  }
}

/** Scratch object, shared by all sets. It begins with fractions, so that V8 stores doubles. */
const position: KeyPosition = { amount: 0.5, duration: 0.5 };
const toEase = /* @__PURE__ */ new Float64Array(1);
const moment = /* @__PURE__ */ new Float64Array(1);
