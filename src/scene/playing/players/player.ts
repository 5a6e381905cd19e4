import type { Animatable } from "@babylonjs/core/Animations/animatable.core.js";
import type { AnimationGroup, TargetedAnimation } from "@babylonjs/core/Animations/animationGroup.js";
import type { Animation } from "@babylonjs/core/Animations/animation.js";
import { animationTimeOf, type ClockReader, logError, type ShownPlayback } from "../../host/index.js";
import { excerpt } from "../../../gltf/util/index.js";
import type { ClipColumns, ClipStep, GroupColumns, ResolvedClipSettings, TimeColumns } from "../../../gltf/timing/index.js";
import { type ClipProgress, type EvaluationMode, type HandOver, type MixturePart, Posing, rateOf } from "../../posing/index.js";
import { ClipScheduler, type ScheduledClip } from "./scheduler.js";
import { RunEvents } from "../events/runEvents.js";
import { type Phase, PHASES, type PhaseChange } from "./phases.js";
import type { PendingStart, PlayerClock, PlayerListener, Plays } from "./plays.js";
import { PosePace } from "./posePace.js";

/** Plays the targeted animations of a group by a clock. All times are seconds. */
export abstract class Player<Clock extends PlayerClock> implements Plays, ScheduledClip, ClipProgress {
  lastFrame = -1;
  isTicked = false;
  row = -1;
  isSteady = false;
  isJump = false;
  /** The clock of the group alone; null for the clock of the scene. */
  ownClock: ClockReader | null = null;
  readonly pace = new PosePace();
  /** Seconds of the scene that the next tick adds: those by which a start is late; below 0, those that were played ahead. */
  lead = 0;
  private readonly _evaluation: Posing;
  private _phase: Phase = "idle";
  protected readonly events: RunEvents;
  private _pendingStart: PendingStart = null;
  private _scheduler: ClipScheduler | null = null;
  /** The animation time of the scene at the last pause or restart, and whether the step before had played the group. */
  private _turnedAt = NaN;
  private _wasAnimated = false;

  constructor(
    readonly group: AnimationGroup,
    animatables: Animatable[],
    protected readonly listener: PlayerListener,
    private _clock: Clock,
    mode: EvaluationMode,
    showsFrameOfEvents: boolean,
    handOver: HandOver | null,
  ) {
    const evaluationListener = {
      onTargetsEnd: (targetedAnimations: readonly TargetedAnimation[]) => listener.onTargetsEnd(targetedAnimations),
      onEmpty: () => {
        this.end(true);
        listener.onEnd();
      },
      onDisturbed: () => this.wake(),
      onFailure: (error: unknown) => this.fail(error),
      handOver,
    };
    this._evaluation = new Posing(group, animatables, evaluationListener, () => this.scheduler, this);
    this._evaluation.mode = mode;
    this.events = new RunEvents(group, this._evaluation, listener, showsFrameOfEvents);
  }

  private readonly _nextSpread = (): number => this.scheduler.nextSpread();

  /** The settings in effect, including the arguments of `start()`. */
  abstract get activeSettings(): ResolvedClipSettings;

  /** How many passes a loop has begun after the first, less the passes begun backwards; 0 in ping-pong. */
  abstract get passes(): number;

  abstract playbackOf(animation: Animation): ShownPlayback;

  /** Whether the last animation step has played the group. */
  get isAnimated(): boolean {
    return this.timeSinceTurn === 0 ? this._wasAnimated : this.isPlaying && this._pendingStart !== "started";
  }

  /** Milliseconds of the scene's animations since the last pause or restart; NaN before the first one. */
  protected get timeSinceTurn(): number {
    return animationTimeOf(this.group.getScene()) - this._turnedAt;
  }

  private _turn(): void {
    this._wasAnimated = this.isAnimated;
    this._turnedAt = animationTimeOf(this.group.getScene());
  }

  /** Reads the clock. The group does not wake. */
  get clock(): Readonly<Clock> {
    return this.isSteady ? this._peek() : this._clock;
  }

  private _peek(): Clock {
    const { rows } = this.scheduler;
    return this._clock.peek(rows.elapsedOf(this), rows.lostOf(this)) as Clock;
  }

  /** The evaluation. Wake the group before a change. */
  get evaluation(): Posing {
    return this._evaluation;
  }

  /** Lets frames tick the group, if its row has played it until now: the clock has the present time. */
  wake(): void {
    if (this.isSteady) {
      this.scheduler.rows.wake(this);
    }
  }

  /** The clock as of the last frame that ticked the group. While the group is steady, it is behind the scene's time. */
  get steadyClock(): Clock {
    return this._clock;
  }

  storeTime(columns: TimeColumns, row: number): ClipColumns | GroupColumns {
    return this._clock.storeIn(columns, row);
  }

  takeTime(elapsed: number, lost: number): void {
    this._clock.resume(elapsed, lost);
    this.pace.character?.onWake();
  }

  /** Whether nothing but time can change the group, until the application accesses it. */
  private get _isCalm(): boolean {
    const { _evaluation: evaluation, pace, _clock: clock } = this;
    return (
      evaluation.weight === -1 &&
      this._pendingStart === null &&
      pace.interval === null &&
      this.isTicked &&
      this.isPlaying &&
      !this.isJump &&
      !this.ownClock &&
      evaluation.parts.length === 0 &&
      clock.isSteady &&
      this.isFree()
    );
  }

  /** Whether the group need not be shown, and reports nothing. */
  get canRest(): boolean {
    return this._isCalm && !this.events.hasFrameEvents && !this.listener.areEventsObserved() && this.loopsUnobserved;
  }

  get loopsUnobserved(): boolean {
    return this._clock.isEndless && !this.listener.isObserved();
  }

  /** Lets the row play the group from the next frame on, if nothing but time changes it. */
  private _settle(): void {
    if (this.pace.character === null && this._isCalm && !this.events.hasEvents) {
      const pose = this.run?.steadyPose;
      if (pose) {
        this.scheduler.rows.show(this, pose);
      }
    }
  }

  /** The clock, for changes. */
  protected get runningClock(): Clock {
    this.wake();
    return this._clock;
  }

  protected set runningClock(value: Clock) {
    this.wake();
    this._clock = value;
  }

  get timestamp(): number {
    return this.clock.timestamp;
  }

  get direction(): 1 | 0 | -1 {
    return this.clock.direction;
  }

  get isFinished(): boolean {
    return this.clock.isFinished;
  }

  get phase(): Phase {
    return this._phase;
  }

  protected set phase(value: Phase) {
    this._phase = value;
  }

  get isStale(): boolean {
    return this.pace.isStale;
  }

  get isStarted(): boolean {
    return PHASES[this._phase].isStarted;
  }

  get isPlaying(): boolean {
    return PHASES[this._phase].advances;
  }

  get isDisposed(): boolean {
    return this._phase === "disposed";
  }

  /** @returns whether the change has an effect in the present phase */
  protected enter(change: PhaseChange): boolean {
    const next = PHASES[this._phase].next[change];
    this._phase = next ?? this._phase;
    return next !== undefined;
  }

  /** The posing; null while the group is stopped. */
  get run(): Posing | null {
    return this._evaluation.isStarted ? this._evaluation : null;
  }

  /** Whether the group has parts in mixtures. It holds its pose then, while it is paused or finished, because others are mixed with it. */
  get isMixed(): boolean {
    return this._evaluation.parts.length > 0;
  }

  /** Mixes the group with others from now on. */
  addPart(part: MixturePart): void {
    this._changeParts((parts) => [...parts, part]);
  }

  /** Without effect if the group does not have the part. */
  removePart(part: MixturePart): void {
    this._changeParts((parts) => parts.filter((each) => each !== part));
  }

  /** Applies the factors of the parts, after they have changed. */
  applyParts(): void {
    this.wake();
    this.run?.applyWeight();
  }

  private _changeParts(change: (parts: Posing["parts"]) => Posing["parts"]): void {
    this.wake();
    const wasMixed = this.isMixed;
    this._evaluation.parts = change(this._evaluation.parts);
    this.applyParts();
    if (this.isMixed !== wasMixed && this.isStarted && !this.isPlaying) {
      this.scheduler[wasMixed ? "pause" : "resume"](this);
    }
  }

  pause(): boolean {
    this._turn();
    if (!this.enter("pause")) {
      return false;
    }
    this._showLast();
    if (!this.isMixed) {
      this.scheduler.pause(this);
    }
    return true;
  }

  resume(): boolean {
    const wasPlaying = this.isPlaying;
    this._turn();
    if (!this.enter("resume")) {
      return false;
    }
    if (!wasPlaying) {
      this.ownClock?.reset();
    }
    this.scheduler.resume(this);
    return true;
  }

  stop(silent: boolean): void {
    if (!this.isStarted) {
      return;
    }
    this._showLast();
    const ended = this.end(silent);
    if (!silent) {
      this._reportEnd(ended);
    }
  }

  /** Stops for good. */
  dispose(): void {
    this.wake();
    this.pace.isStale = false;
    const wasStarted = this.isStarted;
    this.enter("dispose");
    if (wasStarted) {
      this._reportEnd(this.end(false));
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
    this.pace.isStale = false;
    this.stop(false);
    this.scheduler.stop(this); // a start that failed left it there
  }

  /** Updates the player after targeted animations were added or removed. */
  updateTargets(): void {
    if (this.isStarted) {
      this.wake();
      this.run?.updateTargets();
      this.events.read();
    }
  }

  /** Changes the group's `playOrder`. */
  reorder(change: () => void): void {
    this.scheduler.reorder(this, change);
  }

  setWeight(weight: number): void {
    this.wake();
    this._evaluation.weight = weight;
  }

  updateMask(): void {
    this.wake();
    this.run?.updateMask();
  }

  /** As {@link Plays.syncWith}; in the same frame. */
  syncWith(root: Animatable | null): void {
    this.wake();
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
    this.wake();
    const { _pendingStart: pending, run } = this;
    this.isJump = pending === "sought";
    if (!this.isPlaying) {
      run?.pose(this.timestamp);
      if (!this.isMixed) {
        this.scheduler.pause(this);
      }
    } else {
      this._advance(delta, true);
    }
  }

  /** Plays a part of the coming frame at once: its events come now, its pose in the frame. The group must play. @param seconds of the frame */
  playAhead(seconds: number): void {
    this._advance(seconds, false);
    if (this._pendingStart !== "started") {
      this.lead = -seconds;
    }
  }

  /** @param isShown whether the step is that of a frame, which shows the pose */
  private _advance(delta: number, isShown: boolean): void {
    const { _pendingStart: pending, run } = this;
    this._pendingStart = null;
    const clock = this._clock;
    const from = clock.timestamp;
    const elapsed = pending === "started" ? 0 : (this.ownClock?.elapse() ?? delta);
    const seconds = (elapsed + this.lead) * rateOf(this._evaluation.parts);
    this.lead = 0;
    const step = this.isFree() ? clock.advance(seconds, -Infinity) : this.advance(seconds);
    this.onAdvanced(from, step);
    if (isShown) {
      const isDue = this.pace.isDue(seconds, pending, this._evaluation, this._nextSpread);
      if (isDue) {
        run?.pose(clock.timestamp);
      }
      this.pace.isStale = !isDue;
    }
    this.events.update();
    if (step && seconds >= 0 && (this.events.isAwaited(step) || this.isFinished)) {
      this._report(from, step, pending !== null);
    }
    if (this.isStale) {
      this.pace.character?.onSkip(this);
    } else if (isShown) {
      this._settle();
    }
  }

  /** Shows the pose of an unweighted group that stops or pauses after frames without poses. */
  private _showLast(): void {
    this.wake();
    if (this.isStale) {
      this.pace.isStale = false;
      if (this._evaluation.weight === -1) {
        this.run?.pose(this._clock.timestamp);
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
    return PHASES[this._phase].next.start !== undefined && this.scheduler.isOpen && this.group.targetedAnimations.length > 0;
  }

  /**
   * Starts to play by a clock.
   * @param isDeferred whether compiling may wait for the first frame
   * @throws Error where a target lacks the animated property, as Babylon does
   * @throws RangeError if animations have to be compiled and cannot be
   */
  protected begin(isDeferred: boolean, createClock: () => Clock): void {
    const { runningClock: clock, _phase: phase } = this;
    this.ownClock?.reset();
    this.evaluation.start();
    this.events.read();
    this._clock = createClock();
    this.lead = 0;
    this.enter("start");
    this.setPendingStart("started");
    this.scheduler.start(this);
    try {
      if (!isDeferred || this.evaluation.mode !== "auto") {
        this.prepare();
      } else {
        this.run?.defer();
      }
    } catch (error) {
      this.end(true);
      this._phase = phase;
      this._clock = clock;
      throw error;
    }
  }

  get scheduler(): ClipScheduler {
    return (this._scheduler ??= ClipScheduler.For(this.group.getScene()));
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
   * Shows the pose after a seek: at once and in full, as Babylon does, so that code may seek and read. The next frame mixes the pose of a
   * playing group by its weight.
   * @param weighted whether the pose of a started group is mixed by weight instead, in the next frame
   */
  protected showSought(weighted: boolean): void {
    this.setPendingStart("sought");
    if (!weighted || !this.isStarted || this.evaluation.weight === -1) {
      this.showNow();
    } else if (!this.isPlaying) {
      this.scheduler.resume(this); // for a frame
    }
  }

  /** Seeks a frame as Babylon does: also after a seek, no time passes until the first frame after a start. */
  protected seekFrame(seek: () => void): void {
    const { _pendingStart: pending } = this;
    seek();
    if (pending === "started") {
      this.setPendingStart(pending);
    }
  }

  protected showNow(): void {
    this.evaluation.show(this.timestamp);
  }

  /**
   * Reports the events of a step, and finishes.
   * @param from the timestamp at the beginning of the step
   */
  private _report(from: number, step: ClipStep, isInclusive: boolean): void {
    const clock = this.runningClock;
    const justFinished = step.isFinished; // an observer may advance the clock, which uses the step again
    this.events.report(from, step, isInclusive, clock, this.scheduler);
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
    this._showLast();
    const ended = this.isMixed ? null : this.end(false);
    if (justFinished) {
      this.listener.onCrossing({ kind: "finish", bound, completedRepetitions, count: 1 });
    }
    if (ended) {
      this._reportEnd(ended);
    }
  }

  /**
   * Ends the run: because of a call, at the end of the clock, or without targets.
   * @returns the channels that were animated until now
   */
  protected end(silent: boolean): TargetedAnimation[] {
    this.wake();
    this.scheduler.stop(this);
    this.enter("stop");
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
