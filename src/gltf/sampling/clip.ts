import type { Pose } from "./pose.js";
import { checkTrack } from "./track.js";
import { type ClipTrack, TrackSet } from "./trackSet.js";

/**
 * Tracks that are sampled together, after the clips of G. Szauer, Hands-On C++ Game Animation Programming.
 * @example
 * const track = { times: new Float32Array([0, 2]), values: new Float32Array([0, 10]), size: 1, interpolation: "LINEAR", isRotation: false
 * };
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
  private readonly _set: TrackSet;

  /**
   * @param tracks must not write the same components; tracks that share an array of times share the key search
   * @param looping whether the clip repeats outside of `start..end`; otherwise it holds its first and last values
   * @throws RangeError if a track or an offset is invalid
   */
  constructor(
    readonly tracks: readonly ClipTrack[],
    readonly looping = false,
  ) {
    this._set = new TrackSet(checkTracks(tracks));
    const timed = tracks.map(({ track }) => track.times).filter(({ length }) => length > 0);
    this.length = tracks.reduce((length, { track, offset }) => Math.max(length, offset + track.size), 0);
    this.start = timed.length > 0 ? timed.reduce((first, times) => Math.min(first, times[0]!), Infinity) : 0;
    this.end = timed.length > 0 ? timed.reduce((last, times) => Math.max(last, times[times.length - 1]!), -Infinity) : 0;
  }

  /** The number of cursors: one cursor for each array of times. */
  get cursorCount(): number {
    return this._set.cursorCount;
  }

  /**
   * Creates the keys from which the next searches start, one cursor for each array of times. Each user of the clip needs its own cursors.
   */
  createCursors(): Int32Array {
    return this._set.createCursors();
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
    if (cursors && cursors.length !== this.cursorCount) {
      throw new RangeError(`cursors: must have length ${this.cursorCount} (got ${cursors.length})`);
    }
    const sampled = this.timeFor(time);
    this._set.sampleInto(sampled, pose.values, cursors);
    return sampled;
  }
}

function checkTracks(tracks: readonly ClipTrack[]): readonly ClipTrack[] {
  for (const [i, { track, offset }] of tracks.entries()) {
    checkTrack(track, `tracks/${i}/`);
    if (!(Number.isInteger(offset) && offset >= 0)) {
      throw new RangeError(`tracks/${i}/offset: must be an integer >= 0 (got ${offset})`);
    }
  }
  return tracks;
}
