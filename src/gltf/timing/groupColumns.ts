import { growAll } from "../util/index.js";
import type { GroupKeys, GroupPlayback } from "./groupClock.js";

/** What a group plays, and how far it has played, as a {@link GroupClock} counts. */
export interface PlayingGroup {
  readonly playback: GroupPlayback;
  readonly keys: GroupKeys;
  /** The bounds within the keys, in frames. */
  readonly from: number;
  readonly to: number;
  readonly elapsed: number;
  readonly shift: number;
  readonly frame: number;
}

/**
 * Many groups in columns: index i of each array belongs to group i. {@link GroupColumns.advanceWithin} computes what {@link GroupClock.advance} computes,
 * for as long as the group reaches no bound; {@link GroupColumns.advanceAcross} goes on beyond it.
 */
export class GroupColumns {
  /** Milliseconds since the start. */
  elapsed = new Float64Array(0);
  /** No group has a rounding error to keep: Babylon sums without. */
  lost = new Float64Array(0);
  /** The frames shown, in seconds. */
  timestamps = new Float64Array(0);
  frames = new Float64Array(0);
  /** Frames played since the start: signed, and not wrapped by loops. */
  played = new Float64Array(0);
  froms = new Float64Array(0);
  tos = new Float64Array(0);
  /** Frames per second of playing, signed. */
  rates = new Float64Array(0);
  private _framesPerSecond = new Float64Array(0);
  private _shifts = new Float64Array(0);
  private _loops = new Uint8Array(0);

  constructor(capacity = 0) {
    this.resize(capacity);
  }

  resize(capacity: number): void {
    growAll(this, capacity);
  }

  set(i: number, { playback: { speedRatio, loop }, keys: { framePerSecond }, from, to, elapsed, shift, frame }: PlayingGroup): void {
    this.elapsed[i] = elapsed;
    this.timestamps[i] = frame / framePerSecond;
    this.frames[i] = frame;
    this.rates[i] = framePerSecond * speedRatio;
    this._framesPerSecond[i] = framePerSecond;
    this.froms[i] = from;
    this.tos[i] = to;
    this._shifts[i] = shift;
    this._loops[i] = Number(loop);
  }

  /**
   * Advances a group, unless it begins again or ends in the step: then, nothing changes.
   * @param delta seconds
   * @returns whether the group has advanced
   */
  advanceWithin(i: number, delta: number): boolean {
    const { elapsed, frames } = this;
    const elapsedBefore = elapsed[i]!;
    const before = frames[i]!;
    const rate = this.rates[i]!;
    this.elapse(i, delta);
    this._play(i);
    const isOver = this._loops[i] === 0 && isOverAt(this, i);
    showAt(this, i, false);
    const frame = frames[i]!;
    if (isOver || (delta !== 0 && ((rate > 0 && before > frame) || (rate < 0 && before < frame)))) {
      elapsed[i] = elapsedBefore;
      frames[i] = before;
      return false;
    }
    this.timestamps[i] = frame / this._framesPerSecond[i]!;
    return true;
  }

  /** Advances a group that loops, also across bounds. */
  advanceAcross(i: number, delta: number): void {
    this.elapse(i, delta);
    this._play(i);
    showAt(this, i, false);
    this.timestamps[i] = this.frames[i]! / this._framesPerSecond[i]!;
  }

  /** Adds up the time of a group that is not shown. */
  elapse(i: number, delta: number): void {
    this.elapsed[i]! += delta * 1000;
  }

  private _play(i: number): void {
    this.played[i] = (this.elapsed[i]! * this.rates[i]!) / 1000 + this._shifts[i]!;
  }
}

// typed arrays have all that goes in and out: V8 allocates 16 bytes for each fraction that is passed to a function which it does not inline

/** Whether the frames played reach the end, or lead back to the beginning. */
export function isOverAt({ played: all, froms, tos, rates }: GroupColumns, i: number): boolean {
  const played = all[i]!;
  const range = tos[i]! - froms[i]!;
  const rate = rates[i]!;
  const isBeyond = range >= 0 && ((played >= range && rate > 0) || (played <= 0 && rate < 0));
  return isBeyond || (range <= 0 && ((played <= range && rate < 0) || (played >= 0 && rate > 0)));
}

/** Whether the frames played lead from the beginning away from the end: they count from the end. */
export function isReversedAt({ played: all, froms, tos }: GroupColumns, i: number): boolean {
  const played = all[i]!;
  const from = froms[i]!;
  const to = tos[i]!;
  return (played > 0 && from > to) || (played < 0 && from < to);
}

/** Shows the frame after the frames played. */
export function showAt(columns: GroupColumns, i: number, isFinished: boolean): void {
  const from = columns.froms[i]!;
  const to = columns.tos[i]!;
  const range = to - from;
  const isTurned = isReversedAt(columns, i);
  if (isFinished || range === 0) {
    columns.frames[i] = isTurned ? from : to;
  } else {
    columns.frames[i] = (isTurned ? to : from) + (columns.played[i]! % range);
  }
}
