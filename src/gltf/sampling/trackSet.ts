import { findKey } from "./findKey.js";
import { atKey, type Kernel, kernelFor, type KeyPosition } from "./kernels.js";
import type { Numbers, Track } from "./track.js";

/** A track and the place of its value in a pose. */
export interface ClipTrack {
  readonly track: Track;
  /** Index of the first component among {@link Pose.values}, an integer >= 0. */
  readonly offset: number;
}

/** The tracks that share an array of times. One search finds the key for all of them. */
interface Timeline {
  readonly times: Numbers;
  readonly tracks: readonly TimedTrack[];
}

interface TimedTrack extends ClipTrack {
  readonly kernel: Kernel;
  readonly ease: Track["ease"];
}

/** Tracks that are sampled together, unchecked. */
export class TrackSet {
  /** Those with keys. */
  private readonly _timelines: readonly Timeline[];

  /** @param tracks valid, and must not write the same components; tracks that share an array of times share the key search */
  constructor(readonly tracks: readonly ClipTrack[]) {
    const timelines = new Map<Numbers, TimedTrack[]>();
    for (const { track, offset } of tracks) {
      const { times } = track;
      const ofTimes = timelines.get(times) ?? [];
      ofTimes.push({ track, offset, kernel: kernelFor(track), ease: track.ease });
      if (times.length > 0) {
        timelines.set(times, ofTimes);
      }
    }
    this._timelines = Array.from(timelines, ([times, timed]) => ({ times, tracks: timed }));
  }

  /** The number of cursors: one cursor for each array of times. */
  get cursorCount(): number {
    return this._timelines.length;
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
   */
  sampleInto(time: number, values: Numbers, cursors?: Int32Array): void {
    for (let t = 0; t < this._timelines.length; t++) {
      const { times, tracks } = this._timelines[t]!;
      const found = findKey(times, time, cursors ? cursors[t]! : -1);
      if (cursors) {
        cursors[t] = found;
      }
      const key = Math.max(found, 0);
      const begin = times[key]!;
      const isHeld = found < 0 || key === times.length - 1;
      const amount = isHeld ? 0 : (time - begin) / (times[key + 1]! - begin);
      position.key = key;
      for (let i = 0; i < tracks.length; i++) {
        const { track, kernel, offset, ease } = tracks[i]!;
        position.amount = ease && !isHeld ? ease(amount, key) : amount;
        (position.amount === 0 ? atKey : kernel)(track, position, values, offset);
      }
    }
  }
}

/** Scratch object, shared by all clips. It begins with a fraction, so that V8 stores `amount` as a double. */
const position: KeyPosition = { key: 0, amount: 0.5 };
