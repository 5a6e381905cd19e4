import type { ResolvedClipSettings } from "./settings.js";

/**
 * The timeline of a group that knows no keys: the frame at which the group began, and the frames that have passed since, neither wrapped by
 * loops nor clamped. As Babylon's, it counts the first frame of a run, in which the group shows its beginning. Times are seconds of the scene.
 */
export class VirtualTimeline {
  private _frame: number;
  /** The time at which `_frame` was current; null while the timeline holds. */
  private _since: number | null;

  /**
   * @param from the frame at which the group begins
   * @param to the frame at which the group ends; may be infinite
   * @param _speedRatio signed
   */
  constructor(
    readonly from: number,
    readonly to: number,
    private readonly _framePerSecond: number,
    private _speedRatio: number,
    time: number | null,
  ) {
    this._frame = from;
    this._since = time;
  }

  frameAt(time: number): number {
    const seconds = this._since === null ? 0 : time - this._since;
    return this._frame + seconds * this._framePerSecond * this._speedRatio * this._direction;
  }

  /** Whether the timeline has reached a frame. */
  hasReached(frame: number, time: number): boolean {
    return (this.frameAt(time) - frame) * this._direction >= 0;
  }

  /** Whether a frame is between the beginning and the end, which is excluded. */
  has(frame: number): boolean {
    return (frame - this.from) * this._direction >= 0 && (this.to - frame) * this._direction > 0;
  }

  seek(frame: number, time: number): void {
    this._frame = frame;
    this._since = this._since === null ? null : time;
  }

  setSpeedRatio(value: number, time: number): void {
    this.seek(this.frameAt(time), time);
    this._speedRatio = value;
  }

  hold(time: number): void {
    this._frame = this.frameAt(time);
    this._since = null;
  }

  resume(time: number): void {
    this._since ??= time;
  }

  /** Goes to the end, if there is one, unless the timeline holds. */
  end(time: number): void {
    if (this._since !== null) {
      this.hold(time);
      this._frame = Number.isFinite(this.to) ? this.to : this._frame;
    }
  }

  private get _direction(): 1 | -1 {
    return this.to < this.from ? -1 : 1;
  }
}

/**
 * The frame of a group that a virtual frame means, as Babylon repeats the frames from 0 to the last.
 * @param last the last frame of the group
 */
export function wrapVirtualFrame(frame: number, last: number): number {
  if (last === 0 || !Number.isFinite(frame) || !(last > 0 && last < Infinity)) {
    return last === 0 ? 0 : frame;
  }
  const rest = frame % last;
  return frame > 0 ? rest || last : rest < 0 ? rest + last : 0;
}

/** The position of a clip. */
export interface ClipPosition {
  readonly settings: ResolvedClipSettings;
  readonly timestamp: number;
  readonly direction: 1 | 0 | -1;
  readonly completedRepetitions: number;
  readonly isFinished: boolean;
}

/** The timestamp of a clip in seconds, as if loops went on beyond the bounds, and ping-pong did not reverse. */
export function unwrappedTimestamp({ settings, timestamp, direction, completedRepetitions, isFinished }: ClipPosition): number {
  const { start, end, speed } = settings;
  const passes = isFinished ? completedRepetitions - 1 : completedRepetitions;
  const inPass = direction * speed < 0 ? start + end - timestamp : timestamp;
  return inPass + (passes > 0 ? Math.sign(speed) * passes * (end - start) : 0);
}
