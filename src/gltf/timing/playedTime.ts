import type { ClipStep } from "./clock.js";
import type { ResolvedClipSettings } from "./settings.js";

/** Where a clip is. */
interface Position {
  readonly timestamp: number;
  readonly direction: 1 | 0 | -1;
  readonly completedRepetitions: number;
}

/**
 * The time that a clip has played, for root motion: a loop that begins again plays on, ping-pong and negative speed take time back, and a
 * seek adds nothing.
 */
export class PlayedTime {
  /** Seconds of timestamp, in all steps since the clip was created. */
  seconds = 0;
  /** The passes that loops have begun after the first, less the passes begun backwards, since the last start. */
  passes = 0;
  /** The timestamp after the last step. */
  timestamp = 0;
  /** The bounds of the clip in the last step. */
  start = 0;
  end = Infinity;
  /** The weight of the pose of the last step: -1 for unweighted. */
  weight = -1;
  private _leader: object | null = null;
  private _leaderLoops = 0;

  /**
   * Adds a step of the clip's own clock.
   * @param from the timestamp at the beginning of the step
   * @param to the timestamp at the end of the step
   */
  add(from: number, to: number, { crossings, firstBound, isFinished }: ClipStep, { start, end, reverse }: ResolvedClipSettings): void {
    this._leader = null;
    const passes = reverse || crossings === 0 ? 0 : firstBound * (isFinished ? crossings - 1 : crossings);
    this._add(from, to, passes, start, end);
  }

  copyFrom(other: Readonly<PlayedTime>): this {
    return Object.assign(this, other);
  }

  /**
   * Adds frames in which nothing but time has changed the clip.
   * @param before the clock before these frames
   * @param after the clock after them
   */
  addTime(before: Position, { timestamp, completedRepetitions }: Position, settings: ResolvedClipSettings): this {
    const crossings = Math.max(completedRepetitions - before.completedRepetitions, 0);
    const firstBound = before.direction < 0 ? -1 : 1;
    this.add(before.timestamp, timestamp, { crossings, firstBound, isFinished: false }, settings);
    return this;
  }

  /**
   * Adds the step of a clip that follows an animatable. The first step only finds where the animatable is.
   * @param loops how often the animatable has begun again; 0 if the clip goes back instead
   * @param start the timestamp at the beginning of the animatable
   * @param end the timestamp at the end of the animatable
   */
  follow(to: number, leader: object, loops: number, start: number, end: number): void {
    const isFirst = this._leader !== leader;
    this._add(isFirst ? to : this.timestamp, to, isFirst ? 0 : loops - this._leaderLoops, start, end);
    this._leader = leader;
    this._leaderLoops = loops;
  }

  private _add(from: number, to: number, passes: number, start: number, end: number): void {
    this.passes += passes;
    this.seconds += to - from + (passes === 0 ? 0 : passes * (end - start)); // the length may be infinite
    this.timestamp = to;
    this.start = start;
    this.end = end;
  }
}
