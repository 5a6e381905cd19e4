import { grow } from "../util/index.js";
import { framePlayed, type GroupKeys, type GroupPlayback, isOver } from "./groupClock.js";

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
 * for as long as the group reaches no bound.
 */
export class GroupColumns {
  /** Milliseconds since the start. */
  elapsed = new Float64Array(0);
  /** No group has a rounding error to keep: Babylon sums without. */
  lost = new Float64Array(0);
  /** The frames shown, in seconds. */
  timestamps = new Float64Array(0);
  private _frames = new Float64Array(0);
  /** Frames per second of playing, signed. */
  private _rates = new Float64Array(0);
  private _framesPerSecond = new Float64Array(0);
  private _froms = new Float64Array(0);
  private _tos = new Float64Array(0);
  private _shifts = new Float64Array(0);
  private _loops = new Uint8Array(0);

  resize(capacity: number): void {
    this.elapsed = grow(this.elapsed, capacity, Float64Array);
    this.lost = grow(this.lost, capacity, Float64Array);
    this.timestamps = grow(this.timestamps, capacity, Float64Array);
    this._frames = grow(this._frames, capacity, Float64Array);
    this._rates = grow(this._rates, capacity, Float64Array);
    this._framesPerSecond = grow(this._framesPerSecond, capacity, Float64Array);
    this._froms = grow(this._froms, capacity, Float64Array);
    this._tos = grow(this._tos, capacity, Float64Array);
    this._shifts = grow(this._shifts, capacity, Float64Array);
    this._loops = grow(this._loops, capacity, Uint8Array);
  }

  set(i: number, { playback: { speedRatio, loop }, keys: { framePerSecond }, from, to, elapsed, shift, frame }: PlayingGroup): void {
    this.elapsed[i] = elapsed;
    this.timestamps[i] = frame / framePerSecond;
    this._frames[i] = frame;
    this._rates[i] = framePerSecond * speedRatio;
    this._framesPerSecond[i] = framePerSecond;
    this._froms[i] = from;
    this._tos[i] = to;
    this._shifts[i] = shift;
    this._loops[i] = Number(loop);
  }

  /** Copies a group to another index. */
  copyWithin(from: number, to: number): void {
    this.elapsed[to] = this.elapsed[from]!;
    this.timestamps[to] = this.timestamps[from]!;
    this._frames[to] = this._frames[from]!;
    this._rates[to] = this._rates[from]!;
    this._framesPerSecond[to] = this._framesPerSecond[from]!;
    this._froms[to] = this._froms[from]!;
    this._tos[to] = this._tos[from]!;
    this._shifts[to] = this._shifts[from]!;
    this._loops[to] = this._loops[from]!;
  }

  /**
   * Advances a group, unless it begins again or ends in the step: then, nothing changes.
   * @param delta seconds
   * @returns whether the group has advanced
   */
  advanceWithin(i: number, delta: number): boolean {
    const elapsed = this.elapsed[i]! + delta * 1000;
    const rate = this._rates[i]!;
    const from = this._froms[i]!;
    const to = this._tos[i]!;
    const played = (elapsed * rate) / 1000 + this._shifts[i]!;
    if (this._loops[i] === 0 && isOver(played, from, to, rate)) {
      return false;
    }
    const before = this._frames[i]!;
    const frame = framePlayed(played, from, to, false);
    if (delta !== 0 && ((rate > 0 && before > frame) || (rate < 0 && before < frame))) {
      return false;
    }
    this.elapsed[i] = elapsed;
    this._frames[i] = frame;
    this.timestamps[i] = frame / this._framesPerSecond[i]!;
    return true;
  }

  /** Adds up the time of a group that is not shown. */
  elapse(i: number, delta: number): void {
    this.elapsed[i]! += delta * 1000;
  }
}
