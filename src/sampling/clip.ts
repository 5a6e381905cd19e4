import { findKey } from "./findKey.js";
import { atKey, kernelFor, type Kernel, type Place } from "./kernels.js";
import type { Pose } from "./pose.js";
import { checkTrack, type Numbers, type Track } from "./track.js";

/** A track, and where its value goes in a pose. */
export interface ClipTrack {
  readonly track: Track;
  /** Index of the first component. */
  readonly offset: number;
}

/** The tracks that have the same times, so that one search serves them all. */
interface Timeline {
  readonly times: Numbers;
  readonly tracks: readonly (ClipTrack & { readonly kernel: Kernel })[];
}

/** Something with a timestamp in seconds, such as a clock: a double that is an argument may be allocated, a field of an object is not. */
export interface Timestamped {
  readonly timestamp: number;
}

/** Tracks that are sampled together. */
export class Clip {
  /** The lowest time of a key; 0 without keys. */
  readonly start: number;
  /** The highest time of a key; 0 without keys. */
  readonly end: number;
  /** How many components a pose must have, to hold those of all tracks. */
  readonly length: number;
  private readonly _timelines: readonly Timeline[];

  /**
   * @param tracks each for components of its own; those that share an array of times share the search in it
   * @param looping whether times outside of `start..end` repeat it, instead of being held
   * @throws RangeError where a track or an offset is wrong
   */
  constructor(
    readonly tracks: readonly ClipTrack[],
    readonly looping = false,
  ) {
    let length = 0;
    const timelines = new Map<Numbers, (ClipTrack & { kernel: Kernel })[]>();
    for (const [i, { track, offset }] of tracks.entries()) {
      const { times, size } = checkTrack(track, `tracks/${i}/`);
      if (!(Number.isInteger(offset) && offset >= 0)) {
        throw new RangeError(`tracks/${i}/offset: must be an integer >= 0 (got ${offset})`);
      }
      length = Math.max(length, offset + size);
      if (times.length > 0) {
        const timed = { track, offset, kernel: kernelFor(track) };
        const ofTimes = timelines.get(times);
        if (ofTimes) {
          ofTimes.push(timed);
        } else {
          timelines.set(times, [timed]);
        }
      }
    }
    this.length = length;
    this._timelines = Array.from(timelines, ([times, timed]) => ({ times, tracks: timed }));
    const hasKeys = this._timelines.length > 0;
    this.start = hasKeys ? this._timelines.reduce((first, { times }) => Math.min(first, times[0]!), Infinity) : 0;
    this.end = hasKeys ? this._timelines.reduce((last, { times }) => Math.max(last, times[times.length - 1]!), -Infinity) : 0;
  }

  /** Where searches begin the next time, one for each array of times: a set of their own for everything that plays the clip. */
  createCursors(): Int32Array {
    return new Int32Array(this._timelines.length).fill(-1);
  }

  /**
   * The time that is sampled for another one, within `start..end`: the nearest of these or, looping, where the repeated clip is then, which
   * at `end` is `start`.
   * @throws RangeError for NaN and, looping, for what is not finite
   */
  timeFor(time: number): number {
    const { start, end, looping } = this;
    if (Number.isNaN(time) || (looping && !Number.isFinite(time))) {
      throw new RangeError(`time: must be a ${looping ? "finite " : ""}number (got ${time})`);
    }
    if (!looping || start === end) {
      return Math.min(Math.max(time, start), end);
    }
    if (time >= start && time < end) {
      return time; // start + (time - start) may be beside it, and so beside a key
    }
    const duration = end - start;
    const beyond = (time - start) % duration;
    return Math.min(start + (beyond < 0 ? beyond + duration : beyond), end);
  }

  /**
   * Puts the values at a time into a pose. Each track holds its first and its last value outside of its own keys; components that no track
   * is for stay as they are.
   * @param cursors from {@link createCursors}; without them, each search begins anew
   * @returns the time that was sampled, {@link timeFor} the one given
   * @throws RangeError where {@link timeFor} does, for a pose with fewer components than {@link length}, for cursors of another clip
   */
  sample(time: number, pose: Pose, cursors?: Int32Array): number {
    if (pose.values.length < this.length) {
      throw new RangeError(`pose: must have at least ${this.length} components (got ${pose.values.length})`);
    }
    if (cursors && cursors.length !== this._timelines.length) {
      throw new RangeError(`cursors: must be ${this._timelines.length}, one for each array of times (got ${cursors.length})`);
    }
    const at = this.timeFor(time);
    this.sampleInto({ timestamp: at }, pose.values, cursors);
    return at;
  }

  /**
   * As `sample`, into a bare array, without any checks: at the time itself, for which each track holds its first or its last value.
   * Allocates nothing.
   */
  sampleInto({ timestamp: time }: Timestamped, values: Numbers, cursors?: Int32Array): void {
    for (let t = 0; t < this._timelines.length; t++) {
      const { times, tracks } = this._timelines[t]!;
      const found = findKey(times, time, cursors ? cursors[t]! : -1);
      if (cursors) {
        cursors[t] = found;
      }
      const key = found < 0 ? 0 : found;
      const begin = times[key]!;
      place.key = key;
      place.amount = found < 0 || key === times.length - 1 ? 0 : (time - begin) / (times[key + 1]! - begin);
      for (let i = 0; i < tracks.length; i++) {
        const { track, kernel, offset } = tracks[i]!;
        (place.amount === 0 ? atKey : kernel)(track, place, values, offset);
      }
    }
  }
}

/** Of the timeline that is sampled at the moment. */
const place: Place = { key: 0, amount: 0.5 };
