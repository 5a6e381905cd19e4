import type { Animatable } from "@babylonjs/core/Animations/animatable.core.js";
import type { AnimationGroup, TargetedAnimation } from "@babylonjs/core/Animations/animationGroup.js";
import { logError } from "../host/index.js";
import { excerpt } from "../util/index.js";
import type { ClipStep, ResolvedClipSettings } from "../timing/index.js";
import { ClipEvaluation, type ClipProgress, type EvaluationMode, type EvaluationRun, type FadePart } from "../evaluation/index.js";
import { ClipScheduler, type ScheduledClip } from "./scheduler.js";
import { type Crossing, StepEvents } from "./stepEvents.js";

/** The callbacks of a player. */
export interface PlayerListener {
  /** Whether repetitions have observers. */
  isObserved(): boolean;
  onCrossing(crossing: Crossing): void;
  /** Called when channels are not animated any more: all channels, or channels that were stopped individually. */
  onTargetsEnd(targetedAnimations: readonly TargetedAnimation[]): void;
  /** Called when no channel is animated any more. */
  onEnd(): void;
}

/** The running time of a player, in seconds. */
export interface PlayerClock {
  readonly timestamp: number;
  readonly settings: ResolvedClipSettings;
  readonly direction: 1 | 0 | -1;
  readonly completedRepetitions: number;
  readonly isFinished: boolean;
  advance(deltaSeconds: number): ClipStep;
  /** Returns to the beginning. */
  reset(): void;
}

/**
 * The phase of a player:
 *
 * - `idle`: at the beginning
 * - `sought`: a start continues from the timestamp
 * - `playing`, `paused`: started; in a cross-fade, a paused or finished clip holds its pose
 * - `stopped`: at the last timestamp; a start begins at the beginning
 */
export type Phase = "idle" | "sought" | "playing" | "paused" | "stopped";

/**
 * The last start or seek, until the next tick: the events at the timestamp are still to be reported. The tick after a start advances by 0.
 */
type PendingStart = "started" | "sought" | null;

/** Plays the targeted animations of a group by a clock. All times are seconds. */
export abstract class Player<Clock extends PlayerClock> implements ScheduledClip, ClipProgress {
  lastFrame = -1;
  isTicked = false;
  isDisposed = false;
  isJump = false;
  readonly evaluation: ClipEvaluation;
  protected phase: Phase = "idle";
  protected readonly events: StepEvents;
  private _pendingStart: PendingStart = null;

  constructor(
    readonly group: AnimationGroup,
    animatables: Animatable[],
    protected readonly listener: PlayerListener,
    protected runningClock: Clock,
    mode: EvaluationMode,
    showsFrameOfEvents: boolean,
  ) {
    this.events = new StepEvents((crossing) => listener.onCrossing(crossing), showsFrameOfEvents);
    const evaluationListener = {
      onTargetsEnd: (targetedAnimations: readonly TargetedAnimation[]) => listener.onTargetsEnd(targetedAnimations),
      onEmpty: () => {
        this._stop(true);
        listener.onEnd();
      },
      onFailure: (error: unknown) => this.fail(error),
    };
    this.evaluation = new ClipEvaluation(group, animatables, evaluationListener, () => this.scheduler, this);
    this.evaluation.mode = mode;
  }

  /** The settings in effect, including the arguments of `start()`. */
  abstract get activeSettings(): ResolvedClipSettings;

  /** How many passes a loop has begun after the first, less the passes begun backwards; 0 in ping-pong. */
  abstract get passes(): number;

  get clock(): Readonly<Clock> {
    return this.runningClock;
  }

  get timestamp(): number {
    return this.runningClock.timestamp;
  }

  get direction(): 1 | 0 | -1 {
    return this.runningClock.direction;
  }

  get isFinished(): boolean {
    return this.runningClock.isFinished;
  }

  get isStarted(): boolean {
    return this.phase === "playing" || this.phase === "paused";
  }

  get isPlaying(): boolean {
    return this.phase === "playing";
  }

  get run(): EvaluationRun | null {
    return this.evaluation.run;
  }

  /** The part in a cross-fade; null without a cross-fade. A paused or finished clip holds its pose during a cross-fade. */
  get fade(): FadePart | null {
    return this.evaluation.fade;
  }

  set fade(value: FadePart | null) {
    const hasChanged = (value === null) !== (this.fade === null);
    this.evaluation.fade = value;
    if (hasChanged && this.phase === "paused") {
      this.scheduler[value ? "resume" : "pause"](this);
    }
  }

  pause(): void {
    this.phase = "paused";
    if (!this.fade) {
      this.scheduler.pause(this);
    }
  }

  resume(): void {
    this.phase = "playing";
    this.scheduler.resume(this);
  }

  /** @param silent whether the end is not reported */
  stop(silent: boolean): void {
    const ended = this._stop(silent);
    if (!silent) {
      this._reportEnd(ended);
    }
  }

  /** Stops for good. */
  dispose(): void {
    this.isDisposed = true;
    if (this.isStarted) {
      this.stop(false);
    }
  }

  /** Returns to the beginning. A started player restores the targets; a stopped player shows the first pose. */
  reset(): void {
    this.runningClock.reset();
    this.setPendingStart("started");
    this.run?.restore();
  }

  /** Stops after an error that would come back in each frame. */
  fail(error: unknown): void {
    logError(`${excerpt(this.group.name)}: stopped by an error`, error);
    if (this.isStarted) {
      this.stop(false);
    }
    this.scheduler.stop(this); // a start that failed left it there
  }

  /** Updates the player after targeted animations were added or removed. */
  updateTargets(): void {
    this.run?.updateTargets();
    this.events.readFrameEvents(this.group);
  }

  /** Called when the group's `playOrder` has changed. */
  reorder(): void {
    this.scheduler.reorder();
  }

  /** Keeps the group in sync with an animatable: at the same share of the range, in the same frame. Null ends the synchronization. */
  syncWith(root: Animatable | null): void {
    if (this.run) {
      this.run.syncRoot = root;
      this.scheduler.moveToEnd(this); // behind the root
    }
  }

  prepare(): void {
    this.run?.begin();
  }

  /** The player's part of a frame: advances the timestamp, samples and writes the pose, and reports the events. */
  tick(delta: number): void {
    const { _pendingStart: pending, run, fade } = this;
    this.isJump = pending === "sought";
    if (this.phase === "paused") {
      run?.pose(this.timestamp);
      if (!fade) {
        this.scheduler.pause(this);
      }
    } else {
      this._pendingStart = null;
      const clock = this.runningClock;
      const from = clock.timestamp;
      const seconds = pending === "started" ? 0 : fade === null ? delta : delta * fade.rate;
      const step = this.isFree() ? clock.advance(seconds) : this.advance(seconds);
      this.onAdvanced(from, step);
      run?.pose(clock.timestamp);
      if (step && ((step.crossings > 0 && this.listener.isObserved()) || this.events.hasFrameEvents || this.isFinished)) {
        this._report(from, step, pending !== null);
      }
    }
  }

  /**
   * Called when the clock has advanced.
   * @param from the timestamp at the beginning of the step
   * @param step the bounds crossed; null if the step has no events
   */
  protected abstract onAdvanced(from: number, step: ClipStep | null): void;

  /** Whether nothing but time advances the clock. */
  protected abstract isFree(): boolean;

  /**
   * Advances the clock of a group that is not free.
   * @returns the bounds crossed; null if the step has no events
   */
  protected abstract advance(deltaSeconds: number): ClipStep | null;

  /** Whether the player can start now. */
  protected get canStart(): boolean {
    return !this.isStarted && !this.isDisposed && this.scheduler.isOpen && this.group.targetedAnimations.length > 0;
  }

  /**
   * Starts to play by a clock.
   * @param isDeferred whether compiling may wait for the first frame
   */
  protected begin(isDeferred: boolean, createClock: () => Clock): void {
    this.evaluation.start(isDeferred);
    this.events.readFrameEvents(this.group);
    this.runningClock = createClock();
    this.phase = "playing";
    this.setPendingStart("started");
    this.scheduler.start(this);
  }

  protected get scheduler(): ClipScheduler {
    return ClipScheduler.For(this.group.getScene());
  }

  protected get pendingStart(): PendingStart {
    return this._pendingStart;
  }

  /** Called when the timestamp was set: cancels the events of a step that is being reported. */
  protected setPendingStart(pending: PendingStart): void {
    this._pendingStart = pending;
    this.events.cancel();
  }

  /**
   * Shows the pose after a seek. The pose of a playing group with a weight is mixed in the next frame, any other pose is shown at once.
   * @param weighted whether the pose of a paused group is mixed by weight, too
   */
  protected showSought(weighted: boolean): void {
    this.setPendingStart("sought");
    const isMixed = this.evaluation.weight !== -1 && (this.isPlaying || (this.isStarted && weighted));
    if (!isMixed) {
      this.evaluation.show(this.timestamp);
    } else if (!this.isPlaying) {
      this.scheduler.resume(this); // for a frame
    }
  }

  /**
   * Reports the events of a step, unless the group has weight 0, and finishes.
   * @param from the timestamp at the beginning of the step
   */
  private _report(from: number, step: ClipStep, isInclusive: boolean): void {
    const clock = this.runningClock;
    const justFinished = step.isFinished; // an observer may advance the clock, which uses the step again
    if (!this.run?.isHidden) {
      this.events.report(from, step, isInclusive, clock, this.scheduler);
    }
    if (clock === this.runningClock && this.isStarted && clock.isFinished) {
      this._finish(justFinished);
    }
  }

  /**
   * Stops at the end, unless the pose is held in a cross-fade.
   * @param justFinished whether the end was reached in this step
   */
  private _finish(justFinished: boolean): void {
    const { timestamp: bound, completedRepetitions } = this.runningClock;
    const ended = this.fade ? null : this._stop(false);
    if (justFinished) {
      this.listener.onCrossing({ kind: "finish", bound, completedRepetitions, count: 1 });
    }
    if (ended) {
      this._reportEnd(ended);
    }
  }

  /** @returns the channels that were animated until now */
  private _stop(silent: boolean): TargetedAnimation[] {
    this.scheduler.stop(this);
    this.phase = "stopped";
    this.events.cancel();
    return this.evaluation.stop(silent);
  }

  private _reportEnd(ended: readonly TargetedAnimation[]): void {
    this.listener.onTargetsEnd(ended);
    this.listener.onEnd();
  }
}

/** The share of the range at which an animatable is, for groups that follow it; null if it has no range, or was stopped. */
export function shareOf(root: Animatable): number | null {
  const range = root.toFrame - root.fromFrame;
  return range === 0 || root.getAnimations().length === 0 ? null : (root.masterFrame - root.fromFrame) / range;
}
