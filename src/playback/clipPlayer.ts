import type { Animatable } from "@babylonjs/core/Animations/animatable.core.js";
import type { AnimationGroup, TargetedAnimation } from "@babylonjs/core/Animations/animationGroup.js";
import { logError } from "../host/index.js";
import { excerpt } from "../util/index.js";
import {
  ClipClock,
  type ClipClockOptions,
  type ClipSettings,
  type ClipStep,
  resolveClipSettings,
  type ResolvedClipSettings,
} from "../timing/index.js";
import { ClipEvaluation, type ClipProgress, type EvaluationMode, type EvaluationRun, type FadePart } from "../evaluation/index.js";
import { ClipScheduler, type ScheduledClip } from "./scheduler.js";
import { type Crossing, StepEvents } from "./stepEvents.js";

/** The options of a clip in addition to the settings. */
export interface ClipOptions extends ClipClockOptions {
  /** The evaluators that the clip may use. Default `"auto"`. */
  readonly evaluationMode?: EvaluationMode | undefined;
  /** The clip's weight where several clips animate a property: -1 for unweighted (default), else 0..1. */
  readonly weight?: number | undefined;
  /** The order in which clips of a scene play, lowest first. Default 0. */
  readonly playOrder?: number | undefined;
}

/** The callbacks of a player. */
export interface ClipPlayerListener {
  /** Whether repetitions have observers. */
  isObserved(): boolean;
  onCrossing(crossing: Crossing): void;
  /** Called when channels are not animated any more: all channels, or channels that were stopped individually. */
  onTargetsEnd(targetedAnimations: readonly TargetedAnimation[]): void;
  /** Called when no channel is animated any more. */
  onEnd(): void;
}

/**
 * The phase of a clip:
 *
 * - `idle`: at the beginning
 * - `sought`: a start continues from the timestamp
 * - `playing`, `paused`: started; in a cross-fade, a paused or finished clip holds its pose
 * - `stopped`: at the last timestamp; a start begins at the beginning
 */
type Phase = "idle" | "sought" | "playing" | "paused" | "stopped";

/**
 * The last start or seek, until the next tick: the events at the timestamp are still to be reported. The tick after a start advances by 0.
 */
type PendingStart = "started" | "sought" | null;

/** Plays the targeted animations of a group by a clip's settings. All times are seconds. */
export class ClipPlayer implements ScheduledClip, ClipProgress {
  lastFrame = -1;
  isTicked = false;
  isDisposed = false;
  isJump = false;
  readonly evaluation: ClipEvaluation;
  private _settings: ResolvedClipSettings;
  private _clock: ClipClock;
  private _phase: Phase = "idle";
  private _pendingStart: PendingStart = null;
  private readonly _events: StepEvents;

  /** @throws TypeError or RangeError if the settings cannot be played */
  constructor(
    readonly group: AnimationGroup,
    animatables: Animatable[],
    private readonly _listener: ClipPlayerListener,
    settings: ClipSettings,
    readonly options: ClipOptions,
  ) {
    this._settings = resolveClipSettings(settings);
    this._clock = new ClipClock(this._settings, options);
    this._events = new StepEvents((crossing) => _listener.onCrossing(crossing));
    const listener = {
      onTargetsEnd: (targetedAnimations: readonly TargetedAnimation[]) => _listener.onTargetsEnd(targetedAnimations),
      onEmpty: () => {
        this._stop(true);
        _listener.onEnd();
      },
      onFailure: (error: unknown) => this.fail(error),
    };
    this.evaluation = new ClipEvaluation(group, animatables, listener, () => this._scheduler, this);
    this.evaluation.mode = options.evaluationMode ?? "auto";
  }

  /** The settings of a start without overrides. */
  get settings(): ResolvedClipSettings {
    return this._settings;
  }

  /** The settings in effect, including the arguments of `start()`. When stopped: the settings of the next start. */
  get activeSettings(): ResolvedClipSettings {
    return this.isStarted ? this._clock.settings : this._settings;
  }

  get clock(): Readonly<Pick<ClipClock, "timestamp" | "direction" | "completedRepetitions" | "isFinished">> {
    return this._clock;
  }

  get timestamp(): number {
    return this._clock.timestamp;
  }

  get direction(): 1 | 0 | -1 {
    return this._clock.direction;
  }

  get isFinished(): boolean {
    return this._clock.isFinished;
  }

  get completedRepetitions(): number {
    return this._clock.completedRepetitions;
  }

  get isStarted(): boolean {
    return this._phase === "playing" || this._phase === "paused";
  }

  get isPlaying(): boolean {
    return this._phase === "playing";
  }

  get run(): EvaluationRun | null {
    return this.evaluation.run;
  }

  /** The clip's part in a cross-fade; null without a cross-fade. A paused or finished clip holds its pose during a cross-fade. */
  get fade(): FadePart | null {
    return this.evaluation.fade;
  }

  set fade(value: FadePart | null) {
    const hasChanged = (value === null) !== (this.fade === null);
    this.evaluation.fade = value;
    if (hasChanged && this._phase === "paused") {
      this._scheduler[value ? "resume" : "pause"](this);
    }
  }

  /**
   * Changes the settings, including the active settings.
   * @throws TypeError or RangeError if the result cannot be played; nothing changes then
   */
  change(change: (settings: ResolvedClipSettings) => ClipSettings): void {
    const settings = resolveClipSettings(change(this._settings));
    this.changeActive(change);
    this._settings = settings;
    if (this._phase === "idle") {
      this._rewind();
    }
  }

  /** Changes the active settings, until the next start. */
  changeActive(change: (settings: ResolvedClipSettings) => ClipSettings): void {
    this._clock.settings = change(this._clock.settings);
    this._events.cancel();
    if (this.isStarted && this._clock.settings.repetitions === 0) {
      this.stop(false);
    }
  }

  /**
   * Starts the clip at the beginning, or at the sought timestamp.
   * @param override settings for this start only
   * @param isDeferred whether compiling may wait for the first frame
   * @returns whether the clip was started
   */
  start(override: ClipSettings | null, isDeferred = false): boolean {
    const settings = override ? resolveClipSettings(override) : this._settings;
    const canStart = !this.isStarted && !this.isDisposed && this._scheduler.isOpen;
    if (!canStart || this.group.targetedAnimations.length === 0 || settings.repetitions === 0) {
      return false;
    }
    this.evaluation.start(isDeferred);
    this._events.readFrameEvents(this.group);
    if (this._phase === "sought") {
      this._clock.settings = settings;
    } else {
      this._clock = new ClipClock(settings, this.options);
    }
    this._phase = "playing";
    this._setPendingStart("started");
    this._scheduler.start(this);
    return true;
  }

  pause(): void {
    this._phase = "paused";
    if (!this.fade) {
      this._scheduler.pause(this);
    }
  }

  resume(): void {
    this._phase = "playing";
    this._scheduler.resume(this);
  }

  /** @param silent whether the end is not reported */
  stop(silent: boolean): void {
    const ended = this._stop(silent);
    if (!silent) {
      this._reportEnd(ended);
    }
  }

  /** Stops the clip for good. */
  dispose(): void {
    this.isDisposed = true;
    if (this.isStarted) {
      this.stop(false);
    }
  }

  /**
   * Seeks a timestamp and shows the pose, whether or not the clip plays. The pose of a playing clip with a weight is mixed in the next
   * frame, any other pose is shown at once.
   * @param weighted whether the pose of a paused clip is mixed by weight, too
   */
  seek(timestamp: number, weighted = false): void {
    const isOver = this._phase === "idle" || this._phase === "stopped"; // so are the overrides of the last start
    const clock = isOver ? new ClipClock(this._settings, this.options) : this._clock;
    clock.timestamp = timestamp;
    this._clock = clock;
    this._phase = this.isStarted ? this._phase : "sought";
    this._setPendingStart("sought");
    const isMixed = this.evaluation.weight !== -1 && (this.isPlaying || (this.isStarted && weighted));
    if (!isMixed) {
      this.evaluation.show(this._clock.timestamp);
    } else if (!this.isPlaying) {
      this._scheduler.resume(this); // for a frame
    }
  }

  /** Seeks to keep step with a second clip. If the second clip has just started, neither clip advances in the next tick. */
  seekInStep(timestamp: number, { _pendingStart: pending }: ClipPlayer): void {
    this.seek(timestamp);
    this._pendingStart = pending ?? "sought";
  }

  /** Returns the clip to its beginning. A started clip restores the targets; a stopped clip shows the first pose. */
  reset(): void {
    if (this.isStarted) {
      this._clock.reset();
      this._setPendingStart("started");
      this.run?.restore();
    } else {
      this._rewind();
      this.evaluation.show(this._clock.timestamp);
    }
  }

  /** Stops the clip after an error that would come back in each frame. */
  fail(error: unknown): void {
    logError(`${excerpt(this.group.name)}: stopped by an error`, error);
    if (this.isStarted) {
      this.stop(false);
    }
    this._scheduler.stop(this); // a start that failed left it there
  }

  /** Updates the clip after targeted animations were added or removed. */
  updateTargets(): void {
    this.run?.updateTargets();
    this._events.readFrameEvents(this.group);
  }

  /** Called when the group's `playOrder` has changed. */
  reorder(): void {
    this._scheduler.reorder();
  }

  /** Keeps the clip in sync with an animatable: at the same share of the range, in the same frame. Null ends the synchronization. */
  syncWith(root: Animatable | null): void {
    if (this.run) {
      this.run.syncRoot = root;
      this._scheduler.moveToEnd(this); // behind the root
    }
  }

  /** The clip's part of a frame: advances the timestamp, samples and writes the pose, and reports the events. */
  tick(delta: number): void {
    const { _clock: clock, _pendingStart: pending, run, fade } = this;
    this.isJump = pending === "sought";
    if (this._phase === "paused") {
      run?.pose(clock.timestamp);
      if (!fade) {
        this._scheduler.pause(this);
      }
    } else if (run?.syncRoot) {
      clock.timestamp = timestampInSync(run.syncRoot, this.group, clock);
      run.pose(clock.timestamp);
    } else {
      this._pendingStart = null;
      const from = clock.timestamp;
      const step = clock.advance(pending === "started" ? 0 : fade === null ? delta : delta * fade.rate);
      run?.pose(clock.timestamp);
      if ((step.crossings > 0 && this._listener.isObserved()) || this._events.hasFrameEvents || clock.isFinished) {
        this._report(from, step, pending !== null);
      }
    }
  }

  private get _scheduler(): ClipScheduler {
    return ClipScheduler.For(this.group.getScene());
  }

  /** Called when the timestamp was set: cancels the events of a step that is being reported. */
  private _setPendingStart(pending: PendingStart): void {
    this._pendingStart = pending;
    this._events.cancel();
  }

  private _rewind(): void {
    this._clock = new ClipClock(this._settings, this.options);
    this._phase = "idle";
  }

  /**
   * Reports the events of a step, unless the clip has weight 0, and finishes.
   * @param from the timestamp at the beginning of the step
   */
  private _report(from: number, step: ClipStep, isInclusive: boolean): void {
    const clock = this._clock;
    const justFinished = step.isFinished; // an observer may advance the clock, which uses the step again
    if (!this.run?.isHidden) {
      this._events.report(from, step, isInclusive, clock, this._scheduler);
    }
    if (clock === this._clock && this.isStarted && clock.isFinished) {
      this._finish(justFinished);
    }
  }

  /**
   * Stops a finished clip, unless it holds its pose in a cross-fade.
   * @param justFinished whether the clip has finished in this step
   */
  private _finish(justFinished: boolean): void {
    const { timestamp: bound, completedRepetitions } = this._clock;
    const ended = this.fade ? null : this._stop(false);
    if (justFinished) {
      this._listener.onCrossing({ kind: "finish", bound, completedRepetitions, count: 1 });
    }
    if (ended) {
      this._reportEnd(ended);
    }
  }

  /** @returns the channels that were animated until now */
  private _stop(silent: boolean): TargetedAnimation[] {
    this._scheduler.stop(this);
    this._phase = "stopped";
    this._events.cancel();
    return this.evaluation.stop(silent);
  }

  private _reportEnd(ended: readonly TargetedAnimation[]): void {
    this._listener.onTargetsEnd(ended);
    this._listener.onEnd();
  }
}

/** The timestamp of a clip that follows an animatable: at the same share of the range as the animatable. */
function timestampInSync(root: Animatable, group: AnimationGroup, { timestamp, settings }: ClipClock): number {
  const range = root.toFrame - root.fromFrame;
  if (range === 0 || root.getAnimations().length === 0) {
    return timestamp; // nowhere to be, or stopped
  }
  const { start, end } = settings;
  const { framePerSecond } = group.targetedAnimations[0]!.animation;
  return start + ((Math.min(end, group.to / framePerSecond) - start) * (root.masterFrame - root.fromFrame)) / range;
}
