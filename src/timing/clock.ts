import { flip, type Heading } from "./crossing.js";
import { brief, clamp, resolveClipSettings, type ClipSettings, type ResolvedClipSettings } from "./settings.js";
import {
  beginning,
  copyPosition,
  createJourney,
  directionOf,
  discardsOvertime,
  signOf,
  travel,
  type OvertimePolicy,
  type Position,
  type TimestampOptions,
} from "./timestamp.js";

/** How a running clip's clock treats time. */
export interface ClipClockOptions {
  /** Default `"carry"`. */
  readonly overtime?: OvertimePolicy | undefined;
}

/** Time that passes. */
export interface Elapsing {
  /** Seconds since the last step. */
  readonly delta: number;
}

/** What one step of a clock went across. */
export interface ClipStep {
  /** How many bounds were crossed, each once however time is cut into steps. */
  readonly crossings: number;
  /** Which bound was the first of them: 1 `end`, -1 `start`. A loop crosses that one every time, ping-pong takes turns. */
  readonly firstBound: Heading;
  /** Whether the last of them finished the clip. */
  readonly isFinished: boolean;
}

/**
 * A clip's time while it runs. Built on the closed form of {@link TimestampAt}: the timestamp depends on the seconds since
 * the clip began, or since the last change of `timestamp`, `speed` or `settings`, never on how they were cut into steps.
 * @experimental follows draft specifications
 */
export class ClipClock {
  private readonly _options: TimestampOptions;
  private readonly _step = { crossings: 0, firstBound: 1 as Heading, isFinished: false };
  private _settings: ResolvedClipSettings;
  /** Where time is counted from. */
  private readonly _origin: Position;
  private readonly _position: Position;
  /** Seconds since the origin, and what was lost when they were summed (compensated summation). */
  private _elapsed = 0;
  private _lost = 0;

  /** @throws RangeError where the settings cannot be played */
  constructor(settings: ClipSettings = {}, options: ClipClockOptions = {}) {
    this._options = options;
    this._settings = resolveClipSettings(settings);
    this._origin = beginning(this._settings);
    this._position = beginning(this._settings);
  }

  /**
   * How the clip plays, with all defaults filled in. Setting it keeps the timestamp (clamped to the new bounds), the
   * direction and the repetitions completed; the pass under way is always played to its bound, and a finished clip stays so
   * unless the new repetitions are more.
   * @throws RangeError where the settings cannot be played
   */
  get settings(): ResolvedClipSettings {
    return this._settings;
  }

  set settings(value: ClipSettings) {
    const settings = resolveClipSettings(value);
    const position = this._position;
    const turned = signOf(settings.speed) !== signOf(this._settings.speed);
    const hasMore = countOf(settings.repetitions) > countOf(this._settings.repetitions);
    position.isFinished &&= this._settings.repetitions !== 0; // what never played is not used up
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

  /** Signed speed of the settings. Setting it keeps the timestamp; a change of sign turns the direction there and then. */
  get speed(): number {
    return this._settings.speed;
  }

  set speed(value: number) {
    this.settings = { ...this._settings, speed: value };
  }

  /**
   * The clip's own time in seconds. Setting it seeks: it is clamped to the bounds, keeps the direction, and gives the last
   * repetition of a finished clip back.
   * @throws RangeError for what is not a number, NaN included
   */
  get timestamp(): number {
    return this._position.timestamp;
  }

  set timestamp(value: number) {
    if (typeof value !== "number" || Number.isNaN(value)) {
      throw new RangeError(`timestamp: must be a number (got ${brief(value)})`);
    }
    const position = this._position;
    position.timestamp = clamp(value + 0, this._settings.start, Math.min(this._settings.end, Number.MAX_VALUE)); // never -0
    if (this._settings.repetitions !== 0) {
      this._giveLastRepetitionBack();
    }
    this._rebase();
  }

  /** Which way the timestamp goes: 1 up, -1 down, 0 where speed is 0. */
  get direction(): 1 | 0 | -1 {
    return directionOf(this._settings, this._position);
  }

  /** How many times a bound was crossed so far. */
  get completedRepetitions(): number {
    return this._position.completedRepetitions;
  }

  /** Whether all repetitions are used up. */
  get isFinished(): boolean {
    return this._position.isFinished;
  }

  /** Goes back to where the clip begins. */
  reset(): void {
    copyPosition(beginning(this._settings), this._position);
    this._rebase();
  }

  /**
   * Lets time pass.
   * @param deltaSeconds seconds; negative ones take time back, at most to where the clip began, was sought, or was changed
   * @returns what was crossed. The same object every time: copy what you want to keep
   */
  advance(deltaSeconds: number): ClipStep {
    elapsing.delta = deltaSeconds;
    return this.follow(elapsing, 1);
  }

  /**
   * As `advance`, for time in a box.
   * @internal
   * @param rate how fast the time passes
   */
  follow({ delta }: Elapsing, rate: number): ClipStep {
    const { _step: step, _position: position, _settings: settings } = this;
    const completed = position.completedRepetitions;
    step.firstBound = position.heading;
    this._addElapsed(rate === 1 ? delta : delta * rate);
    const discard = discardsOvertime(settings, this._options);
    journey.way = Math.abs(settings.speed) * this._elapsed;
    travel(settings, this._origin, journey, discard, position);
    step.crossings = Math.max(position.completedRepetitions - completed, 0);
    step.isFinished = position.isFinished && step.crossings > 0;
    if (discard && step.crossings > 0 && !step.isFinished) {
      this._rebase();
    }
    return step;
  }

  /** A finished clip has its last crossing before it again; none has completed all of its repetitions. */
  private _giveLastRepetitionBack(): void {
    const position = this._position;
    const completed = position.completedRepetitions - (position.isFinished ? 1 : 0);
    position.completedRepetitions = Math.min(completed, countOf(this._settings.repetitions) - 1);
    position.isFinished = false;
  }

  private _rebase(): void {
    copyPosition(this._position, this._origin);
    this._elapsed = 0;
    this._lost = 0;
  }

  private _addElapsed(delta: number): void {
    const addend = (delta || 0) - this._lost;
    const sum = Math.min(Math.max(this._elapsed + addend, 0), Number.MAX_VALUE);
    this._lost = sum - this._elapsed - addend;
    this._elapsed = sum;
    if (sum === 0 || sum === Number.MAX_VALUE) {
      this._lost = 0;
    }
  }
}

/** Boxes of the clock that is advanced at the moment. */
const elapsing = { delta: 0.5 };
const journey = createJourney(0);

function countOf(repetitions: number): number {
  return repetitions === -1 ? Infinity : repetitions;
}
