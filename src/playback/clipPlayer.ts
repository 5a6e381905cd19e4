import type { Animatable } from "@babylonjs/core/Animations/animatable.core.js";
import type { AnimationGroup, TargetedAnimation } from "@babylonjs/core/Animations/animationGroup.js";
import { ClipClock, resolveClipSettings, type ClipClockOptions, type ClipSettings, type ResolvedClipSettings } from "../timing/index.js";
import { AnimatableEvaluator, type Evaluator } from "./evaluator.js";
import { FrameEvents } from "./frameEvents.js";
import { ClipScheduler, type Tickable } from "./scheduler.js";

/** A bound that a clip crossed. */
export interface Crossing {
  readonly kind: "repeat" | "reverse" | "finish";
  /** The bound, in seconds of timestamp. */
  readonly bound: number;
  /** How many bounds the clip has crossed, this one included. */
  readonly completedRepetitions: number;
  /** How many crossings this one stands for: 1, unless one step crossed more than {@link MAX_CROSSINGS_TOLD}. */
  readonly count: number;
}

/** What a player tells its group. */
export interface ClipPlayerListener {
  onCrossing(crossing: Crossing): void;
  /** Some targets are not animated any more: all of them, unless somebody else stopped a single animatable. */
  onTargetsEnd(targetedAnimations: readonly TargetedAnimation[]): void;
  /** Nothing is animated any more. */
  onEnd(): void;
}

/** Most crossings of one step that are told one by one; the last of these stands for the rest. */
export const MAX_CROSSINGS_TOLD = 1000;

/** Plays the targeted animations of a group by a clip's settings. All times are seconds. */
export class ClipPlayer implements Tickable {
  private readonly _options: ClipClockOptions;
  private _settings: ResolvedClipSettings;
  private _clock: ClipClock;
  private _evaluator: Evaluator | null = null;
  private _frameEvents: FrameEvents | null = null;
  private _isPaused = false;
  /** Whether no time has passed since the start: the first frame shows where the clip begins, however long it took to come. */
  private _isFresh = false;
  /** Whether the clip came to its timestamp by starting or seeking, so that what happens at it is still to be told. */
  private _hasArrived = false;
  /** Whether a start goes on from where somebody sought while the clip was stopped. */
  private _isSought = false;
  /** Counts starts and stops: what a step has still to tell is not told after one. */
  private _run = 0;

  /** @throws RangeError where the settings cannot be played */
  constructor(
    readonly group: AnimationGroup,
    private readonly _listener: ClipPlayerListener,
    settings: ClipSettings,
    options: ClipClockOptions,
  ) {
    this._options = options;
    this._settings = resolveClipSettings(settings);
    this._clock = new ClipClock(this._settings, options);
  }

  get options(): ClipClockOptions {
    return this._options;
  }

  /** What a start without overrides plays. */
  get settings(): ResolvedClipSettings {
    return this._settings;
  }

  /**
   * Changes what a start plays, and what plays, whatever overrides it.
   * @throws RangeError where the result cannot be played; nothing is changed then
   */
  change(change: (settings: ResolvedClipSettings) => ClipSettings): void {
    const settings = resolveClipSettings(change(this._settings));
    const hasMoved = this._run > 0 || this._isSought;
    if (hasMoved) {
      this._clock.settings = change(this._clock.settings);
    }
    this._settings = settings;
    if (!hasMoved) {
      this._rewind();
    }
  }

  /** What plays, overrides included; where nothing plays, what would. */
  get activeSettings(): ResolvedClipSettings {
    return this.isStarted ? this._clock.settings : this._settings;
  }

  get clock(): Readonly<Pick<ClipClock, "timestamp" | "direction" | "completedRepetitions" | "finished">> {
    return this._clock;
  }

  get isStarted(): boolean {
    return this._evaluator !== null;
  }

  get isPlaying(): boolean {
    return this.isStarted && !this._isPaused;
  }

  /**
   * @param override settings for this time only; with any, what was sought before does not count
   * @returns whether there was something to start
   */
  start(override: ClipSettings | null): boolean {
    const settings = override ? resolveClipSettings(override) : this._settings;
    if (this.isStarted || this.group.targetedAnimations.length === 0 || settings.repetitions === 0) {
      return false;
    }
    this._animate();
    this._run++;
    if (!this._isSought || override) {
      this._clock = new ClipClock(settings, this._options);
    }
    this._isSought = false;
    this._isFresh = true;
    this._hasArrived = true;
    this.resume();
    return true;
  }

  pause(): void {
    this._isPaused = true;
    ClipScheduler.For(this.group.getScene()).remove(this);
  }

  resume(): void {
    this._isPaused = false;
    ClipScheduler.For(this.group.getScene()).add(this);
  }

  /** @param silent whether the listener is not to be told */
  stop(silent: boolean): void {
    ClipScheduler.For(this.group.getScene()).remove(this);
    this._evaluator?.dispose();
    this._evaluator = null;
    this._run++;
    if (!silent) {
      this._listener.onTargetsEnd([...this.group.targetedAnimations]);
      this._listener.onEnd();
    }
  }

  /** Goes to a timestamp and shows it, whether or not the clip plays. */
  seek(timestamp: number, weighted = false): void {
    this._clock.timestamp = timestamp;
    this._hasArrived = true;
    if (!this._evaluator) {
      this._isSought = true;
      this._poseOnce();
    } else if (this._isPaused || this.group.weight === -1) {
      this._evaluator.pose(this._clock.timestamp, weighted);
    } // otherwise the next frame shows it, mixed by weight
  }

  /** Goes back to where the clip begins: with the values the targets had before, or, where nothing plays, with the first pose. */
  reset(): void {
    if (this._evaluator) {
      this._clock.reset();
      this._isFresh = true;
      this._hasArrived = true;
      this._evaluator.restore();
    } else {
      this._rewind();
      this._poseOnce();
    }
  }

  updateMask(): void {
    this._evaluator?.updateMask();
  }

  /** Takes up targeted animations that were added or removed. */
  updateTargets(): void {
    if (this._evaluator) {
      this._evaluator.dispose();
      this._animate();
    }
  }

  /** Follows another animation from now on: at the same share of the clip's range, in the same frame. */
  updateSyncRoot(): void {
    if (this.isPlaying) {
      this.pause(); // to tick behind those that play already, the root among them
      this.resume();
    }
  }

  tick(deltaSeconds: number): void {
    const clock = this._clock;
    const from = clock.timestamp;
    const root = this.group.animatables[0]?.syncRoot;
    if (root) {
      clock.timestamp = this._timestampBeside(root);
      this._evaluator?.pose(clock.timestamp, true);
      return;
    }
    const { crossings, firstBound, finished } = clock.advance(this._isFresh ? 0 : deltaSeconds);
    this._isFresh = false;
    this._evaluator?.pose(clock.timestamp, true);
    this._tell(from, crossings, firstBound, finished);
  }

  private _animate(): void {
    this._evaluator = this._createEvaluator();
    this._frameEvents = new FrameEvents(this.group);
  }

  private _createEvaluator(): Evaluator {
    return new AnimatableEvaluator(this.group, (targetedAnimation) => {
      this._listener.onTargetsEnd([targetedAnimation]);
      if (this.group.animatables.length === 0) {
        this.stop(true);
        this._listener.onEnd();
      }
    });
  }

  private _rewind(): void {
    this._clock = new ClipClock(this._settings, this._options);
    this._isSought = false;
  }

  private _poseOnce(): void {
    const evaluator = this._createEvaluator();
    evaluator.pose(this._clock.timestamp, false);
    evaluator.dispose();
  }

  private _timestampBeside(root: Animatable): number {
    const { start, end } = this._clock.settings;
    const share = (root.masterFrame - root.fromFrame) / (root.toFrame - root.fromFrame);
    return end === Infinity ? root.masterFrame / this.group.targetedAnimations[0]!.animation.framePerSecond : start + (end - start) * share;
  }

  /** Tells what one step passed, in order, until somebody stops the clip. */
  private _tell(from: number, crossings: number, firstBound: 1 | -1, finished: boolean): void {
    const { start, end, reverse } = this._clock.settings;
    const { timestamp, completedRepetitions } = this._clock;
    const run = this._run;
    let inclusive = this._hasArrived;
    this._hasArrived = false;
    const passed = finished ? crossings - 1 : crossings;
    for (let told = 1; told <= Math.min(passed, MAX_CROSSINGS_TOLD); told++) {
      const crossing = told === MAX_CROSSINGS_TOLD ? passed : told;
      const upwards = firstBound > 0 !== (reverse && crossing % 2 === 0);
      const bound = upwards ? end : start;
      this._frameEvents?.pass(from, bound, inclusive);
      if (this._run !== run) {
        return;
      }
      this._listener.onCrossing({
        kind: reverse ? "reverse" : "repeat",
        bound,
        completedRepetitions: completedRepetitions - crossings + crossing,
        count: crossing - told + 1,
      });
      if (this._run !== run) {
        return;
      }
      from = upwards !== reverse ? start : end;
      inclusive = !reverse;
    }
    this._frameEvents?.pass(from, timestamp, inclusive);
    if (finished && this._run === run) {
      const targetedAnimations = [...this.group.targetedAnimations];
      this.stop(true);
      this._listener.onCrossing({ kind: "finish", bound: timestamp, completedRepetitions, count: 1 });
      this._listener.onTargetsEnd(targetedAnimations);
      this._listener.onEnd();
    }
  }
}
