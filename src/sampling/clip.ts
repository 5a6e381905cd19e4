import { findKey } from "./findKey.js";
import { kernelFor, type Kernel } from "./kernels.js";
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

/** Tracks that are sampled together. */
export class Clip {
  /** The lowest time of a key; 0 without keys. */
  readonly start: number;
  /** The highest time of a key; 0 without keys. */
  readonly end: number;
  private readonly _timelines: readonly Timeline[];

  /**
   * @param tracks those that share an array of times share the search in it
   * @param looping whether times outside of `start..end` repeat it, instead of being held
   * @throws RangeError where a track is wrong
   */
  constructor(
    readonly tracks: readonly ClipTrack[],
    readonly looping = false,
  ) {
    const timelines = new Map<Numbers, (ClipTrack & { kernel: Kernel })[]>();
    for (const { track, offset } of tracks) {
      const { times } = checkTrack(track);
      if (times.length > 0) {
        timelines.set(times, [...(timelines.get(times) ?? []), { track, offset, kernel: kernelFor(track) }]);
      }
    }
    this._timelines = Array.from(timelines, ([times, timed]) => ({ times, tracks: timed }));
    const times = this._timelines.map((timeline) => timeline.times);
    this.start = times.length > 0 ? Math.min(...times.map((all) => all[0]!)) : 0;
    this.end = times.length > 0 ? Math.max(...times.map((all) => all[all.length - 1]!)) : 0;
  }

  /** Where searches begin the next time: one set for everything that plays the clip. */
  createCursors(): Int32Array {
    return new Int32Array(this._timelines.length).fill(-1);
  }

  /** The time that is sampled for another one: within `start..end`. */
  timeFor(time: number): number {
    const length = this.end - this.start;
    if (!this.looping) {
      return Math.min(Math.max(time, this.start), this.end);
    }
    if (length === 0) {
      return this.start;
    }
    const beyond = (time - this.start) % length;
    return this.start + (beyond < 0 ? beyond + length : beyond);
  }

  /**
   * Puts the values at a time into a pose. Each track holds its first and its last value outside of its own keys; components that no track
   * is for stay as they are.
   * @param cursors from {@link createCursors}; without them, each search begins anew
   * @returns the time that was sampled, {@link timeFor} the one given
   * @throws RangeError for NaN
   */
  sample(time: number, pose: Pose, cursors?: Int32Array): number {
    if (Number.isNaN(time)) {
      throw new RangeError("time: must be a number (got NaN)");
    }
    const at = this.timeFor(time);
    this.sampleInto(at, pose.values, cursors);
    return at;
  }

  /** As `sample`, for a time within the clip, into a bare array. */
  sampleInto(time: number, values: Numbers, cursors?: Int32Array): void {
    for (let t = 0; t < this._timelines.length; t++) {
      const { times, tracks } = this._timelines[t]!;
      const found = findKey(times, time, cursors ? cursors[t]! : -1);
      if (cursors) {
        cursors[t] = found;
      }
      const key = found < 0 ? 0 : found;
      const begin = times[key]!;
      const amount = found < 0 || key === times.length - 1 ? 0 : (time - begin) / (times[key + 1]! - begin);
      for (let i = 0; i < tracks.length; i++) {
        const { track, kernel, offset } = tracks[i]!;
        kernel(track, key, amount, values, offset);
      }
    }
  }
}
