import { growAll } from "../util/index.js";
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
 * for as long as the group reaches no bound; {@link GroupColumns.advanceAcross} goes on beyond it.
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
    growAll(this, capacity);
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

  /** Advances a group that loops, also across bounds. */
  advanceAcross(i: number, delta: number): void {
    this.elapse(i, delta);
    const played = (this.elapsed[i]! * this._rates[i]!) / 1000 + this._shifts[i]!;
    this._frames[i] = framePlayed(played, this._froms[i]!, this._tos[i]!, false);
    this.timestamps[i] = this._frames[i] / this._framesPerSecond[i]!;
  }

  /** Adds up the time of a group that is not shown. */
  elapse(i: number, delta: number): void {
    this.elapsed[i]! += delta * 1000;
  }
}
