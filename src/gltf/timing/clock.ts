import { argumentError } from "../util/index.js";
import { type ClipColumns, RUNNING } from "./clipColumns.js";
import { flip, type Heading } from "./crossing.js";
import { clamp, type ClipSettings, resolveClipSettings, type ResolvedClipSettings } from "./settings.js";
import type { TimeColumns } from "./timeColumns.js";
import {
  addTime,
  copyPosition,
  directionOf,
  discardsOvertime,
  initialOrigin,
  initialPosition,
  move,
  type Origin,
  type OvertimePolicy,
  type Position,
  signOf,
  type TimestampOptions,
  totalTimeOf,
} from "./timestamp.js";

/** How a {@link ClipClock} treats time. */
export interface ClipClockOptions {
  /** What happens to time left over when a loop wraps. Default `"carry"`. */
  readonly overtime?: OvertimePolicy | undefined;
}

/** The exact state of a {@link ClipClock} beside its settings: a position, and the seconds since then. Plain numbers, for JSON. */
export interface ClipClockState {
  readonly timestamp: number;
  readonly heading: 1 | -1;
  readonly completedRepetitions: number;
  readonly isFinished: boolean;
  /** Seconds since the position; below 0 after an outer clock went back beyond it. */
  readonly elapsed: number;
  /** The rounding error of `elapsed`, in seconds. */
  readonly lost: number;
}

/** The bounds that a clock crossed in one step. */
export interface ClipStep {
  /** How many bounds were crossed, >= 0. The sum over all steps does not depend on their lengths. */
  readonly crossings: number;
  /** The first bound crossed: 1 is `end`, -1 is `start`. A loop crosses the same bound each time, ping-pong alternates. */
  readonly firstBound: 1 | -1;
  /** Whether the last crossing finished the clip. */
  readonly isFinished: boolean;
}

/**
 * The running time of a clip. It uses the closed form of {@link TimestampAt}: the timestamp depends on the seconds since the clip began, or
 * since the last change of `timestamp`, `speed` or `settings`, and not on the frame rate.
 * @example
 * const clock = new ClipClock({ end: 4, repetitions: 2 });
 * clock.advance(5); // { crossings: 1, firstBound: 1, isFinished: false }
 * clock.timestamp; // 1
 * @experimental follows draft specifications
 */
export class ClipClock {
  private readonly _options: TimestampOptions;
  private readonly _step = { crossings: 0, firstBound: 1 as Heading, isFinished: false };
  /** @internal */
  protected _settings: ResolvedClipSettings;
  /** @internal */
  protected readonly _origin: Origin;
  /** @internal */
  protected readonly _position: Position;
  private _peeked: ClipClock | null = null;

  /** @throws TypeError or RangeError if the settings are invalid */
  constructor(settings: ClipSettings = {}, options: ClipClockOptions = {}) {
    this._options = options;
    this._settings = resolveClipSettings(settings);
    this._origin = initialOrigin(this._settings);
    this._position = initialPosition(this._settings);
  }

  /**
   * How the clip plays, with all defaults filled in. Setting it keeps the timestamp (clamped to the new bounds), the direction and the
   * completed repetitions. The current pass always plays to its bound. A finished clip stays finished unless `repetitions` increases.
   * @throws TypeError or RangeError if the settings are invalid
   */
  get settings(): ResolvedClipSettings {
    return this._settings;
  }

  set settings(value: ClipSettings) {
    const settings = resolveClipSettings(value);
    const position = this._position;
    const turned = signOf(settings.speed) !== signOf(this._settings.speed);
    const hasMore = countOf(settings.repetitions) > countOf(this._settings.repetitions);
    position.isFinished &&= this._settings.repetitions !== 0; // with repetitions 0 the clip never played
    this._settings = settings;
    position.timestamp = clamp(position.timestamp, settings.start, settings.end);
    position.heading = turned ? flip(position.heading) : position.heading;
    if (settings.repetitions === 0) {
      position.isFinished = true;
    } else if (!position.isFinished || hasMore) {
      this._giveLastRepetitionBack();
    }
    this._rebase();
  }

  /** The speed of the settings. Setting it keeps the timestamp; a change of sign reverses the direction at once. */
  get speed(): number {
    return this._settings.speed;
  }

  set speed(value: number) {
    this.settings = { ...this._settings, speed: value };
  }

  /**
   * The clip's own time in seconds, within start..end. Setting it seeks: the value is clamped to the bounds, the direction is kept, and a
   * finished clip can play its last repetition again.
   * @throws TypeError if the value is not a number; RangeError if it is NaN
   */
  get timestamp(): number {
    return this._position.timestamp;
  }

  set timestamp(value: number) {
    if (typeof value !== "number" || Number.isNaN(value)) {
      throw argumentError("timestamp", "must be a number", value, "number");
    }
    const position = this._position;
    position.timestamp = clamp(value + 0, this._settings.start, Math.min(this._settings.end, Number.MAX_VALUE)); // adding 0 turns -0 into 0
    if (this._settings.repetitions !== 0) {
      this._giveLastRepetitionBack();
    }
    this._rebase();
  }

  /**
   * The seconds for which the clip has played. After a seek or a change of settings: the seconds after which the present settings reach the
   * present position; 0 where they never do, as before `offset` in the first pass. Setting it moves the clip to where {@link TimestampAt} has
   * it at this total time, also if it finishes before; no bound counts as crossed. Negative values count as 0. Overtime is carried, whatever
   * `overtime` says, because what `"discard"` loses depends on the frames.
   * @throws TypeError if the value is not a number; RangeError if it is NaN
   * @example
   * const clock = new ClipClock({ end: 4, reverse: true });
   * clock.totalTime = 5;
   * clock.timestamp; // 3
   */
  get totalTime(): number {
    return Math.max(totalTimeOf(this._settings, this._origin, this._position), 0);
  }

  set totalTime(value: number) {
    if (typeof value !== "number" || Number.isNaN(value)) {
      throw argumentError("totalTime", "must be a number", value, "number");
    }
    this.reset();
    addTime(this._origin, value, 0);
    this._move(false);
    if (discardsOvertime(this._settings, this._options)) {
      this._rebase();
    }
  }

  /** @internal The exact state beside the settings. */
  get state(): ClipClockState {
    return { ...this._origin };
  }

  /** @internal */
  set state(value: ClipClockState) {
    copyPosition(value, this._origin);
    this._setTime(value.elapsed, value.lost);
    this._move(discardsOvertime(this._settings, this._options));
  }

  /** @internal Whether nothing but time moves the clip. */
  get isSteady(): boolean {
    return !this._position.isFinished;
  }

  /** @internal Whether the clip never finishes, and its position does not depend on each step. */
  get isEndless(): boolean {
    const { _settings: settings, _origin: origin } = this;
    const canFinish = settings.repetitions !== -1 || (settings.end === Infinity && settings.speed < 0 && !settings.reverse);
    return !canFinish && origin.elapsed >= 0 && !discardsOvertime(settings, this._options);
  }

  /** @internal Writes the clock into a row of columns. */
  storeIn({ clips }: TimeColumns, row: number): ClipColumns {
    clips.states[row] = RUNNING;
    clips.rates[row] = 1;
    clips.set(row, this._settings, this._origin, this._position);
    return clips;
  }

  /** @internal The clock as it would be at another time. The next call changes the clock that this one returned. */
  peek(elapsed: number, lost: number): ClipClock {
    this._peeked ??= new ClipClock();
    this._peeked.adopt(this._settings, this._origin);
    this._peeked.resume(elapsed, lost);
    return this._peeked;
  }

  /** @internal Takes over settings that are resolved, and an origin. */
  protected adopt(settings: ResolvedClipSettings, origin: Origin): void {
    this._settings = settings;
    copyPosition(origin, this._origin);
  }

  /** @internal Goes on at another time. */
  resume(elapsed: number, lost: number): void {
    this._setTime(elapsed, lost);
    this._move(false);
  }

  /** 1 if the timestamp increases, -1 if it decreases, 0 if speed is 0. */
  get direction(): 1 | 0 | -1 {
    return directionOf(this._settings, this._position);
  }

  /** How many bounds were crossed so far, >= 0. */
  get completedRepetitions(): number {
    return this._position.completedRepetitions;
  }

  /** Whether all repetitions are used up. */
  get isFinished(): boolean {
    return this._position.isFinished;
  }

  /** Returns to total time 0. */
  reset(): void {
    copyPosition(initialPosition(this._settings), this._position);
    this._rebase();
  }

  /**
   * Advances the clip.
   * @param deltaSeconds seconds; negative values go back, at most to the beginning or the last change or seek. NaN counts as 0
   * @param earliest how far negative values count, in seconds since then, <= 0. Below 0 the clip holds there, and goes on once as many
   * seconds have passed again: what follows a clock passes `-Infinity`. Default 0
   * @returns the bounds crossed. Every call returns the same object: copy the values you want to keep
   */
  advance(deltaSeconds: number, earliest = 0): ClipStep {
    const { _step: step, _position: position, _settings: settings } = this;
    const completed = position.completedRepetitions;
    step.firstBound = position.heading;
    addTime(this._origin, deltaSeconds, earliest);
    const discard = discardsOvertime(settings, this._options);
    this._move(discard);
    step.crossings = Math.max(position.completedRepetitions - completed, 0);
    step.isFinished = position.isFinished && step.crossings > 0;
    if (discard && step.crossings > 0 && !step.isFinished) {
      this._rebase();
    }
    return step;
  }

  /** Makes the last crossing of a finished clip available again, and caps the count below the new `repetitions`. */
  private _giveLastRepetitionBack(): void {
    const position = this._position;
    const completed = position.completedRepetitions - (position.isFinished ? 1 : 0);
    position.completedRepetitions = Math.min(completed, countOf(this._settings.repetitions) - 1);
    position.isFinished = false;
  }

  private _move(discard: boolean): void {
    move(this._settings, this._origin, discard, this._position);
  }

  private _rebase(): void {
    copyPosition(this._position, this._origin);
    this._setTime(0, 0);
  }

  private _setTime(elapsed: number, lost: number): void {
    this._origin.elapsed = elapsed;
    this._origin.lost = lost;
  }
}

function countOf(repetitions: number): number {
  return repetitions === -1 ? Infinity : repetitions;
}
