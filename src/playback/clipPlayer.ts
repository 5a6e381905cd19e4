import type { Animatable } from "@babylonjs/core/Animations/animatable.core.js";
import type { AnimationGroup, TargetedAnimation } from "@babylonjs/core/Animations/animationGroup.js";
import {
  ClipClock,
  resolveClipSettings,
  type ClipClockOptions,
  type ClipSettings,
  type Elapsing,
  type ResolvedClipSettings,
} from "../timing/index.js";
import { logError } from "../messages/log.js";
import { excerpt } from "../messages/show.js";
import { ClipEvaluation } from "./clipEvaluation.js";
import type { EvaluationMode } from "./evaluation.js";
import { FrameEvents } from "./frameEvents.js";
import { ClipScheduler, type Tickable } from "./scheduler.js";

/** A bound that a clip crossed. */
export interface Crossing {
  readonly kind: "repeat" | "reverse" | "finish";
  /** The bound, in seconds of timestamp. */
  readonly bound: number;
  /** How many bounds the clip has crossed, this one included. */
  readonly completedRepetitions: number;
  /** How many crossings this one stands for: 1, unless one frame has too many to tell them one by one. */
  readonly count: number;
}

/** How a clip is played, apart from its settings. */
export interface ClipOptions extends ClipClockOptions {
  /** Default `"auto"`. */
  readonly evaluationMode?: EvaluationMode | undefined;
}

/** What a player tells its group. */
export interface ClipPlayerListener {
  /** Whether anybody wants to know of crossings on the way. */
  isObserved(): boolean;
  onCrossing(crossing: Crossing): void;
  /** Some targets are not animated any more: all of them, unless somebody else stopped a single animatable. */
  onTargetsEnd(targetedAnimations: readonly TargetedAnimation[]): void;
  /** Nothing is animated any more. */
  onEnd(): void;
}

/** Plays the targeted animations of a group by a clip's settings. All times are seconds. */
export class ClipPlayer implements Tickable {
  pass = -1;
  isTicked = false;
  private _settings: ResolvedClipSettings;
  private _clock: ClipClock;
  readonly evaluation: ClipEvaluation;
  /** How fast time passes for it, beside the speed of its settings. */
  rate = 1;
  /** Whether no time has passed since the start: the first frame shows where the clip begins, however long it took to come. */
  isFresh = false;
  private _holdsPose = false;
  private _frameEvents: FrameEvents | null = null;
  private _isPaused = false;
  /** Whether the clip came to its timestamp by starting or seeking, so that what happens at it is still to be told. */
  private _hasArrived = false;
  /** Whether a start goes on from where somebody sought while the clip was stopped. */
  private _isSought = false;
  /** Whether the clip was ever started, so that its timestamp is where it was left. */
  private _hasMoved = false;
  /** Where the step under way began. */
  private _timestampBefore = 0;
  /** Counts the times it was stopped. */
  private _run = 0;
  /** Counts what makes the rest of a step void, while it is told: starts, stops, seeks and changes. */
  private _interruptions = 0;
  isDisposed = false;

  /** @throws RangeError where the settings cannot be played */
  constructor(
    readonly group: AnimationGroup,
    animatables: Animatable[],
    private readonly _listener: ClipPlayerListener,
    settings: ClipSettings,
    readonly options: ClipOptions,
  ) {
    this._settings = resolveClipSettings(settings);
    this._clock = new ClipClock(this._settings, options);
    this.evaluation = new ClipEvaluation(group, animatables, {
      onTargetsEnd: (targetedAnimations) => this._listener.onTargetsEnd(targetedAnimations),
      onEmpty: () => {
        this._stop(true);
        this._listener.onEnd();
      },
      onFailure: (error) => this.fail(error),
    });
    this.evaluation.mode = options.evaluationMode ?? "auto";
  }

  get contestant(): ClipEvaluation {
    return this.evaluation;
  }

  /** What a start without overrides plays. */
  get settings(): ResolvedClipSettings {
    return this._settings;
  }

  /** What plays, overrides included; where nothing plays, what would. */
  get activeSettings(): ResolvedClipSettings {
    return this.isStarted ? this._clock.settings : this._settings;
  }

  get clock(): Readonly<Pick<ClipClock, "timestamp" | "direction" | "completedRepetitions" | "isFinished">> {
    return this._clock;
  }

  get isStarted(): boolean {
    return this.evaluation.isRunning;
  }

  get isPlaying(): boolean {
    return this.isStarted && !this._isPaused;
  }

  /** Whether it goes on giving its pose to the mixture while it is paused, and when it is finished, until it is stopped. */
  get holdsPose(): boolean {
    return this._holdsPose;
  }

  set holdsPose(value: boolean) {
    this._holdsPose = value;
    if (this.isStarted && this._isPaused) {
      this._scheduler[value ? "resume" : "pause"](this);
    }
  }

  /**
   * Changes what a start plays, and what plays, whatever overrides it.
   * @throws RangeError where the result cannot be played; nothing is changed then
   */
  change(change: (settings: ResolvedClipSettings) => ClipSettings): void {
    const settings = resolveClipSettings(change(this._settings));
    const keepsPlace = this._hasMoved || this._isSought;
    if (keepsPlace) {
      this.changeActive(change);
    }
    this._settings = settings;
    if (!keepsPlace) {
      this._rewind();
    }
  }

  /** Changes what plays, until the clip is started the next time. */
  changeActive(change: (settings: ResolvedClipSettings) => ClipSettings): void {
    this._clock.settings = change(this._clock.settings);
    this._interruptions++;
    if (this.isStarted && this._clock.settings.repetitions === 0) {
      this.stop(false);
    }
  }

  /**
   * Starts from where the clip begins, or from where it was sought.
   * @param override settings for this time only
   * @param isDeferred whether what takes time may be left to the first frame
   * @returns whether there was something to start
   */
  start(override: ClipSettings | null, isDeferred = false): boolean {
    const settings = override ? resolveClipSettings(override) : this._settings;
    const canStart = !this.isStarted && !this.isDisposed && this._scheduler.isOpen;
    if (!canStart || this.group.targetedAnimations.length === 0 || settings.repetitions === 0) {
      return false;
    }
    this.evaluation.start(isDeferred);
    this._frameEvents = FrameEvents.Of(this.group);
    if (this._isSought) {
      this._clock.settings = settings;
    } else {
      this._clock = new ClipClock(settings, this.options);
    }
    this._isSought = false;
    this._hasMoved = true;
    this._isPaused = false;
    this.isFresh = true;
    this._hasArrived = true;
    this._interruptions++;
    this._scheduler.start(this);
    return true;
  }

  pause(): void {
    this._isPaused = true;
    if (!this._holdsPose) {
      this._scheduler.pause(this);
    }
  }

  resume(): void {
    this._isPaused = false;
    this._scheduler.resume(this);
  }

  /** @param silent whether nobody is to be told */
  stop(silent: boolean): void {
    const ended = this._stop(silent);
    if (!silent) {
      this._tellEnd(ended);
    }
  }

  /** Stops it, if it is started, and never starts it again. */
  dispose(): void {
    this.isDisposed = true;
    if (this.isStarted) {
      this.stop(false);
    }
  }

  /**
   * Goes to a timestamp and shows it, whether or not the clip plays: by weight in the next frame, otherwise at once.
   * @param weighted whether the weight counts in a clip that is paused
   */
  seek(timestamp: number, weighted = false): void {
    if (!this.isStarted && !this._isSought) {
      this._rewind(); // what overrode the settings the last time is over
    }
    this._clock.timestamp = timestamp;
    this._isSought = !this.isStarted;
    this._hasArrived = true;
    this._interruptions++;
    const isMixed = this.evaluation.weight !== -1 && (this.isPlaying || (this.isStarted && weighted));
    if (!isMixed) {
      this.evaluation.show(this._clock.timestamp);
    } else if (this._isPaused) {
      this._scheduler.resume(this); // for a frame
    }
  }

  /** Goes back to where the clip begins: with the values the targets had before, or, where nothing plays, with the first pose. */
  reset(): void {
    if (this.isStarted) {
      this._clock.reset();
      this.isFresh = true;
      this._hasArrived = true;
      this._interruptions++;
      this.evaluation.restore();
    } else {
      this._rewind();
      this.evaluation.show(this._clock.timestamp);
    }
  }

  /** Stops for an error that would come back in each frame. */
  fail(error: unknown): void {
    logError(`${excerpt(this.group.name)}: stopped by an error`, error);
    if (this.isStarted) {
      this.stop(false);
    }
    this._scheduler.stop(this); // a start that failed left it there
  }

  /** Takes up targeted animations that were added or removed. */
  updateTargets(): void {
    this.evaluation.updateTargets();
    if (this.isStarted) {
      this._frameEvents = FrameEvents.Of(this.group);
    }
  }

  /** The group's `playOrder` changed. */
  reorder(): void {
    this._scheduler.reorder();
  }

  /** Follows another animation from now on: at the same share of the clip's range, in the same frame. */
  follow(root: Animatable | null): void {
    this.evaluation.syncRoot = root;
    this._scheduler.moveToEnd(this); // behind the root
  }

  tick(time: Elapsing): void {
    const { _clock: clock, evaluation } = this;
    this._timestampBefore = clock.timestamp;
    if (this._isPaused) {
      evaluation.pose(clock);
      if (!this._holdsPose) {
        this._scheduler.pause(this);
      }
      return;
    }
    const root = evaluation.syncRoot;
    if (root) {
      clock.timestamp = this._timestampBeside(root);
      evaluation.pose(clock);
      return;
    }
    const { crossings, firstBound, isFinished } = clock.follow(time, this.isFresh ? 0 : this.rate);
    this.isFresh = false;
    evaluation.pose(clock);
    if ((crossings > 0 && this._listener.isObserved()) || this._frameEvents !== null || clock.isFinished) {
      this._conclude(crossings, firstBound, isFinished);
    }
  }

  /** Tells what happened in a step, and finishes. */
  private _conclude(crossings: number, firstBound: 1 | -1, isFinished: boolean): void {
    const { _clock: clock, _run: run } = this;
    this._tell(this._timestampBefore, crossings, firstBound);
    if (clock === this._clock && run === this._run) {
      this._finish(isFinished);
    }
  }

  private get _scheduler(): ClipScheduler {
    return ClipScheduler.For(this.group.getScene());
  }

  /**
   * Stops a clip that is finished, unless it is to hold its last pose.
   * @param isNews whether it came to its end in this step, and that is to be told
   */
  private _finish(isNews: boolean): void {
    const { timestamp: bound, completedRepetitions, isFinished } = this._clock;
    const ended = isFinished && !this._holdsPose ? this._stop(false) : null;
    if (isFinished && isNews) {
      this._listener.onCrossing({ kind: "finish", bound, completedRepetitions, count: 1 });
    }
    if (ended) {
      this._tellEnd(ended);
    }
  }

  /** @returns what was animated until now */
  private _stop(silent: boolean): TargetedAnimation[] {
    this._scheduler.stop(this);
    const ended = this.evaluation.stop(silent);
    this._run++;
    this._interruptions++;
    return ended;
  }

  private _tellEnd(ended: readonly TargetedAnimation[]): void {
    this._listener.onTargetsEnd(ended);
    this._listener.onEnd();
  }

  private _rewind(): void {
    this._clock = new ClipClock(this._settings, this.options);
    this._isSought = false;
  }

  private _timestampBeside(root: Animatable): number {
    const range = root.toFrame - root.fromFrame;
    if (range === 0 || root.getAnimations().length === 0) {
      return this._clock.timestamp; // nowhere to be, or stopped
    }
    const { start, end } = this._clock.settings;
    const { framePerSecond } = this.group.targetedAnimations[0]!.animation;
    return start + ((Math.min(end, this.group.to / framePerSecond) - start) * (root.masterFrame - root.fromFrame)) / range;
  }

  /** Tells what one step passed, in order, until something makes the rest void. */
  private _tell(from: number, crossings: number, firstBound: 1 | -1): void {
    const { start, end, reverse } = this._clock.settings;
    const { timestamp, completedRepetitions, isFinished } = this._clock;
    const interruptions = this._interruptions;
    let inclusive = this._hasArrived;
    this._hasArrived = false;
    const passed = isFinished ? crossings - 1 : crossings;
    const events = this._scheduler.grantEvents(passed);
    for (let told = 1; told <= events; told++) {
      const crossing = told === events ? passed : told;
      const upwards = firstBound > 0 !== (reverse && crossing % 2 === 0);
      const bound = upwards ? end : start;
      this._frameEvents?.pass(from, bound, inclusive);
      if (this._interruptions !== interruptions) {
        return;
      }
      this._listener.onCrossing({
        kind: reverse ? "reverse" : "repeat",
        bound,
        completedRepetitions: completedRepetitions - crossings + crossing,
        count: crossing - told + 1,
      });
      if (this._interruptions !== interruptions) {
        return;
      }
      from = upwards !== reverse ? start : end;
      inclusive = !reverse;
    }
    this._frameEvents?.pass(from, timestamp, inclusive);
  }
}
