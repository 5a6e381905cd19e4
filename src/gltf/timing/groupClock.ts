import type { ClipStep } from "./clock.js";
import type { TimeColumns } from "./timeColumns.js";
import { GroupColumns, isOverAt, isReversedAt, showAt } from "./groupColumns.js";
import { clamp, type ResolvedClipSettings } from "./settings.js";

/** What an animation group plays, as Babylon's `Animatable` has it. */
export interface GroupPlayback {
  /** The frame at which the group begins. */
  readonly from: number;
  /** The frame at which the group ends. */
  readonly to: number;
  readonly loop: boolean;
  /** Signed. At a start, the sign is that of `to - from`; a later change may set any sign. */
  readonly speedRatio: number;
}

/**
 * The playback of a start, as `Scene.beginDirectAnimation` makes it: a negative speed exchanges the bounds, and bounds in descending order
 * play backwards.
 */
export function playbackOfStart({ from, to, loop, speedRatio }: GroupPlayback): GroupPlayback {
  const [first, last] = speedRatio < 0 ? [to, from] : [from, to];
  const speed = Math.abs(speedRatio);
  return { from: first, to: last, loop, speedRatio: first > last ? -speed : speed };
}

/** The frames of the first and the last key, and the frames per second. */
export interface GroupKeys {
  readonly first: number;
  readonly last: number;
  readonly framePerSecond: number;
}

interface GroupJump {
  readonly before: number;
  to: number;
}

/**
 * The running time of an animation group as Babylon counts it (`RuntimeAnimation.animate`): the same frames, to the last bit, and the same
 * loops, one per step at most. A bound is passed when it is reached.
 */
export class GroupClock {
  /** The bounds within the keys, in frames. */
  private _from = 0;
  private _to = 0;
  private _playback: GroupPlayback;
  private _settings: ResolvedClipSettings;
  /** Milliseconds since the start, changed by seeking. */
  private _elapsed = 0;
  /** Frames played since the start: signed, and not wrapped by loops. */
  private _played = 0;
  /** The milliseconds at which `_played` was computed. A reset leaves both until the next frame, as Babylon does. */
  private _playedAt = 0;
  /** What a change of speed adds to the frames played, so that the frame stays. */
  private _shift = 0;
  /** The frame shown; NaN before the first frame. */
  private _frame = NaN;
  /** The frame shown before a seek that has not been played on yet, and the sought frame. */
  private _jump: GroupJump | null = null;
  private _isFinished = false;
  private _passes = 0;
  private _peeked: GroupClock | null = null;
  private readonly _step = { crossings: 0, firstBound: 1 as 1 | -1, isFinished: false };

  constructor(
    playback: GroupPlayback,
    private readonly _keys: GroupKeys,
  ) {
    this._playback = playback;
    this._settings = this._applyPlayback();
  }

  /** What plays. A change takes effect with the next step: the frames played stay, and count from the new `from`. */
  get playback(): GroupPlayback {
    return this._playback;
  }

  set playback(value: GroupPlayback) {
    const { framePerSecond: fps } = this._keys;
    if (value.speedRatio !== this._playback.speedRatio) {
      this._shift = this._played - (this._playedAt * (fps * value.speedRatio)) / 1000;
    }
    this._playback = value;
    this._settings = this._applyPlayback();
  }

  /** The playback as settings of a clip, in seconds. */
  get settings(): ResolvedClipSettings {
    return this._settings;
  }

  /** The frame shown; 0 before the first step, as in Babylon. */
  get frame(): number {
    return this._frame || 0;
  }

  /** The frame shown, in seconds; before the first step, the frame at which the group begins. */
  get timestamp(): number {
    return (Number.isNaN(this._frame) ? this._from : this._frame) / this._keys.framePerSecond;
  }

  get direction(): 1 | 0 | -1 {
    return Math.sign(this._playback.speedRatio) as 1 | 0 | -1;
  }

  get completedRepetitions(): number {
    const range = Math.abs(this._to - this._from);
    return range === 0 ? 0 : Math.round(Math.abs(this._played - (this._played % range)) / range);
  }

  get isFinished(): boolean {
    return this._isFinished;
  }

  /** How many passes a loop has begun after the first, less the passes begun backwards. */
  get passes(): number {
    return this._passes;
  }

  /**
   * Seeks a frame, clamped to the keys. A group of speed 0 returns to its frame in the next step, and a group that plays backwards moves the
   * other way then, as in Babylon.
   */
  seek(frame: number): void {
    this._jump ??= { before: this.frame, to: frame };
    this._jump.to = frame;
    this._frame = clamp(frame, this._keys.first, this._keys.last);
  }

  /** Returns to the beginning. */
  reset(): void {
    this._elapsed = 0;
    this._jump = null;
    this._frame = NaN;
  }

  /**
   * Plays on without showing a frame, while the weight of the group is 0.
   * @param deltaSeconds seconds
   */
  elapse(deltaSeconds: number): void {
    this._elapsed += deltaSeconds * 1000;
    this._applyJump();
  }

  /**
   * Plays on.
   * @param deltaSeconds seconds
   * @returns the loop or the end that the step has reached. Every call returns the same object
   */
  advance(deltaSeconds: number): ClipStep {
    this._elapsed += deltaSeconds * 1000;
    this._play();
    this._show(this._frameAfter(), deltaSeconds !== 0); // in no time, a sought frame that is rounded down is no loop
    return this._step;
  }

  /**
   * Plays on, and shows the same frame, after the group that it followed has stopped.
   * @param deltaSeconds seconds
   */
  hold(deltaSeconds: number): ClipStep {
    this._elapsed += deltaSeconds * 1000;
    this._play();
    this._show(this._frame, false);
    return this._step;
  }

  /**
   * Plays on, and shows the frame of another group.
   * @param share the share of the range that is shown
   */
  follow(deltaSeconds: number, share: number): ClipStep {
    this._elapsed += deltaSeconds * 1000;
    this._play();
    this._show(this._from + (this._to - this._from) * share, true);
    return this._step;
  }

  /** How far the group has played, as `RuntimeAnimation` counts; see the fields. The frame is 0 before the first frame. */
  get state(): { elapsed: number; frame: number; played: number; playedAt: number; shift: number; jump: GroupJump | null } {
    const { _elapsed: elapsed, frame, _played: played, _playedAt: playedAt, _shift: shift, _jump: jump } = this;
    return { elapsed, frame, played, playedAt, shift, jump };
  }

  /** Whether nothing but time moves the group: it is not to continue from a sought frame. */
  get isSteady(): boolean {
    return this._jump === null && !this._isFinished && !Number.isNaN(this._frame);
  }

  get isEndless(): boolean {
    return this._playback.loop;
  }

  /** Writes the clock into a row of columns. */
  storeIn(columns: TimeColumns, row: number): GroupColumns {
    const { _playback: playback, _keys: keys, _from: from, _to: to, _elapsed: elapsed, _shift: shift, _frame: frame } = this;
    columns.groups.set(row, { playback, keys, from, to, elapsed, shift, frame });
    return columns.groups;
  }

  /** The clock as it would be at another time. The next call changes the clock that this one returned. */
  peek(elapsed: number): GroupClock {
    const clock = Object.assign((this._peeked ??= new GroupClock(this._playback, this._keys)), this);
    clock.resume(elapsed);
    return clock;
  }

  /** Goes on at another time. */
  resume(elapsed: number): void {
    this._elapsed = elapsed;
    this._play();
    this._frame = this._frameAfter();
  }

  private _applyJump(): void {
    if (this._jump) {
      const { before, to } = this._jump;
      const { speedRatio } = this._playback;
      const delay = speedRatio === 0 ? 0 : (((to - before) / this._keys.framePerSecond) * 1000) / speedRatio;
      this._elapsed += speedRatio < 0 ? -delay : delay;
      this._jump = null;
    }
  }

  /** Computes the frames played, and whether the group is finished. */
  private _play(): void {
    this._applyJump();
    const { speedRatio: speed, loop } = this._playback;
    const played = (this._elapsed * (this._keys.framePerSecond * speed)) / 1000 + this._shift;
    this._isFinished = !loop && isOverAt(this._inColumns(played), 0);
    this._passes = this._countPasses(this._isFinished ? this._played : played); // a step that finishes begins no pass
    this._played = played;
    this._playedAt = this._elapsed;
  }

  private _countPasses(played: number): number {
    const range = this._to - this._from;
    const wrapped = range === 0 ? 0 : Math.round((played - (played % range)) / Math.abs(range));
    return wrapped + (isReversedAt(this._inColumns(played), 0) ? Math.sign(played) : 0);
  }

  /**
   * Shows a frame.
   * @param isMoving whether a frame against the direction is a loop
   */
  private _show(frame: number, isMoving: boolean): void {
    const { speedRatio: speed } = this._playback;
    const before = this._frame;
    const isLoop = isMoving && ((speed > 0 && before > frame) || (speed < 0 && before < frame));
    this._frame = frame;
    this._step.crossings = Number(isLoop) + Number(this._isFinished);
    this._step.firstBound = speed < 0 ? -1 : 1;
    this._step.isFinished = this._isFinished;
  }

  private _frameAfter(): number {
    showAt(this._inColumns(this._played), 0, this._isFinished);
    return one.frames[0]!;
  }

  /** The closed form works on columns. */
  private _inColumns(played: number): GroupColumns {
    one.played[0] = played;
    one.froms[0] = this._from;
    one.tos[0] = this._to;
    one.rates[0] = this._playback.speedRatio;
    return one;
  }

  /** Clamps the bounds to the keys, and translates the playback to settings. */
  private _applyPlayback(): ResolvedClipSettings {
    const { first, last, framePerSecond: fps } = this._keys;
    const { from, to, loop, speedRatio } = this._playback;
    this._from = from < first || from > last ? first : from;
    this._to = to < first || to > last ? last : to;
    const [start, end] = [Math.min(this._from, this._to) / fps, Math.max(this._from, this._to) / fps];
    return { start, end, offset: 0, speed: speedRatio, repetitions: loop ? -1 : 1, reverse: false };
  }
}

/** The group that is computed at present. */
const one = /* @__PURE__ */ new GroupColumns(1);
