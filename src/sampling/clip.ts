import { findKey } from "./findKey.js";
import { atKey, kernelFor, type Kernel, type KeyPosition } from "./kernels.js";
import type { Pose } from "./pose.js";
import { checkTrack, type Numbers, type Track } from "./track.js";

/** A track and the place of its value in a pose. */
export interface ClipTrack {
  readonly track: Track;
  /** Index of the first component among {@link Pose.values}, an integer >= 0. */
  readonly offset: number;
}

/** The tracks that share an array of times. One search finds the key for all of them. */
interface Timeline {
  readonly times: Numbers;
  readonly tracks: readonly (ClipTrack & { readonly kernel: Kernel })[];
}

/** Something with a timestamp. A boxed double: V8 may heap-allocate one that is passed as an argument. */
export interface Timestamped {
  readonly timestamp: number;
}

/**
 * Tracks that are sampled together, after the clips of G. Szauer, Hands-On C++ Game Animation Programming.
 * @example
 * const track = { times: new Float32Array([0, 2]), values: new Float32Array([0, 10]), size: 1, interpolation: "LINEAR", isRotation: false };
 * const clip = new Clip([{ track, offset: 0 }]);
 * const pose = new Pose(new PoseLayout([{ size: 1, isRotation: false }]));
 * clip.sample(0.5, pose); // pose.values[0] is 2.5
 */
export class Clip {
  /** The time of the first key, in the unit of the tracks; 0 without keys. */
  readonly start: number;
  /** The time of the last key, in the unit of the tracks; 0 without keys. */
  readonly end: number;
  /** The least number of components that a pose of this clip must have. */
  readonly length: number;
  private readonly _timelines: readonly Timeline[];

  /**
   * @param tracks must not write the same components; tracks that share an array of times share the key search
   * @param looping whether the clip repeats outside of `start..end`; otherwise it holds its first and last values
   * @throws RangeError if a track or an offset is invalid
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

  /**
   * Creates the keys from which the next searches start, one for each array of times. Each user of the clip needs its own cursors.
   */
  createCursors(): Int32Array {
    return new Int32Array(this._timelines.length).fill(-1);
  }

  /**
   * Maps a time into `start..end`: clamps it or, if the clip loops, wraps it; `end` wraps to `start` (the book's AdjustTimeToFitRange).
   * @throws RangeError if the time is NaN or, for a looping clip, not finite
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
      return time; // start + (time - start) may round to another number, and so miss a key
    }
    const duration = end - start;
    const beyond = (time - start) % duration;
    return Math.min(start + (beyond < 0 ? beyond + duration : beyond), end);
  }

  /**
   * Writes the values at a time into a pose. Outside of its keys, a track holds its first or last value. Components without a track keep
   * their values.
   * @param cursors from {@link createCursors}; without them, each search starts at the first key
   * @returns the sampled time, {@link timeFor} the given one
   * @throws RangeError if {@link timeFor} throws, the pose has fewer components than {@link length}, or the cursors are of another clip
   */
  sample(time: number, pose: Pose, cursors?: Int32Array): number {
    if (pose.values.length < this.length) {
      throw new RangeError(`pose: must have at least ${this.length} components (got ${pose.values.length})`);
    }
    if (cursors && cursors.length !== this._timelines.length) {
      throw new RangeError(`cursors: must be ${this._timelines.length}, one for each array of times (got ${cursors.length})`);
    }
    const sampled = this.timeFor(time);
    this.sampleInto({ timestamp: sampled }, pose.values, cursors);
    return sampled;
  }

  /**
   * Like {@link sample}, but into an array, without checks and without {@link timeFor}. Allocates nothing.
   * The time is boxed, because V8 may heap-allocate a double passed as an argument.
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
      position.key = key;
      position.amount = found < 0 || key === times.length - 1 ? 0 : (time - begin) / (times[key + 1]! - begin);
      for (let i = 0; i < tracks.length; i++) {
        const { track, kernel, offset } = tracks[i]!;
        (position.amount === 0 ? atKey : kernel)(track, position, values, offset);
      }
    }
  }
}

/** Scratch object, shared by all clips. It begins with a fraction, so that V8 stores `amount` as a double. */
const position: KeyPosition = { key: 0, amount: 0.5 };
