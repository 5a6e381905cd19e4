import type { Animatable } from "@babylonjs/core/Animations/animatable.core.js";
import type { AnimationGroup, TargetedAnimation } from "@babylonjs/core/Animations/animationGroup.js";
import { logError } from "../../host/index.js";
import { excerpt } from "../../../gltf/util/index.js";
import type { ClipStep } from "../../../gltf/timing/index.js";
import { type HandOver, Posing, type PosingOwner } from "../../posing/index.js";
import { type StepEventListener, StepEvents } from "../events/stepEvents.js";
import { PHASES } from "./phases.js";
import type { PendingStart, Playhead } from "./playhead.js";
import type { Plays } from "./plays.js";
import { PosePace } from "../pace/posePace.js";
import type { ScheduledPlayer } from "./rows.js";
import { ClipScheduler } from "./scheduler.js";

/** The callbacks of a player. */
export interface PlayerListener extends StepEventListener {
  /** Called when channels are not animated any more: all channels, or channels that were stopped individually. */
  onTargetsEnd(targetedAnimations: readonly TargetedAnimation[]): void;
  /** Called when no channel is animated any more. */
  onEnd(): void;
}

/** Plays the targeted animations of a group: moves its playhead, poses the targets and reports the events. All times are seconds. */
export abstract class Player<Head extends Playhead = Playhead> implements Plays, PosingOwner, ScheduledPlayer {
  readonly pace = new PosePace();
  /** Poses the targets. */
  readonly posing: Posing;
  protected readonly events: StepEvents;
  private _scheduler: ClipScheduler | null = null;

  /** @param playhead for reading; {@link Player.wake} has it for changes */
  constructor(
    readonly group: AnimationGroup,
    animatables: Animatable[],
    readonly listener: PlayerListener,
    readonly playhead: Head,
    showsFrameOfEvents: boolean,
    readonly letBabylonPlay: HandOver | null,
  ) {
    this.posing = new Posing(group, animatables, this);
    this.events = new StepEvents(group, this.posing, listener, showsFrameOfEvents);
  }

  get scheduler(): ClipScheduler {
    return (this._scheduler ??= ClipScheduler.For(this.group.getScene()));
  }

  get isStarted(): boolean {
    return this.playhead.isStarted;
  }

  get isPlaying(): boolean {
    return this.playhead.isPlaying;
  }

  /** Whether frames advance the group by the time of the scene. */
  get isRunning(): boolean {
    const { isPlaying, ownClock } = this.playhead;
    return isPlaying && !ownClock && this.scheduler.rows.isPlayed(this);
  }

  /**
   * Lets frames tick the group, if its row has played it until now.
   * @returns the playhead, for changes: the clock has the present time
   */
  wake(): Head {
    if (this.playhead.isSteady) {
      this.scheduler.rows.wake(this);
    }
    return this.playhead;
  }

  /** Whether the group need not be shown, and reports nothing. */
  get canRest(): boolean {
    return this._isCalm && this.events.areSilent && this.loopsUnobserved;
  }

  get loopsUnobserved(): boolean {
    return this.playhead.running.isEndless && !this.listener.isObserved();
  }

  /** Whether frames advance the group, and nothing but time changes its pose. */
  private get _isCalm(): boolean {
    const { playhead, posing, pace } = this;
    const isMoving = playhead.pending === null && !playhead.isJump && playhead.running.isSteady;
    return this.isRunning && isMoving && posing.weight === -1 && pace.interval === null && playhead.isFree(posing);
  }

  /** Lets the row play the group from the next frame on, if nothing but time changes it. */
  private _settle(): void {
    const { character } = this.pace;
    const isSettled = (character === null || character.interval === 0) && this._isCalm && !this.events.hasEvents;
    const pose = isSettled ? this.posing.steadyPose : null;
    if (pose) {
      this.scheduler.rows.show(this, pose);
      character?.onSteady();
    }
  }

  /** A group that does not advance is posed while it has parts in mixtures. */
  onMixed(): void {
    if (this.isStarted && !this.isPlaying) {
      this.scheduler[this.posing.isMixed ? "resume" : "pause"](this);
    }
  }

  onEmpty(): void {
    this.end(true);
    this.listener.onEnd();
  }

  pause(): boolean {
    this.playhead.turn();
    if (!this.playhead.enter("pause")) {
      return false;
    }
    this.wake();
    this.posing.showSkipped();
    if (!this.posing.isMixed) {
      this.scheduler.pause(this);
    }
    return true;
  }

  resume(): boolean {
    const { playhead } = this;
    const wasPlaying = playhead.isPlaying;
    playhead.turn();
    if (!playhead.enter("resume")) {
      return false;
    }
    if (!wasPlaying) {
      playhead.ownClock?.reset();
    }
    this.scheduler.resume(this);
    return true;
  }

  stop(silent: boolean): void {
    if (!this.isStarted) {
      return;
    }
    this.wake();
    this.posing.showSkipped();
    const ended = this.end(silent);
    if (!silent) {
      this._reportEnd(ended);
    }
  }

  /** Stops for good. */
  dispose(): void {
    const playhead = this.wake();
    const wasStarted = playhead.isStarted;
    playhead.enter("dispose");
    if (wasStarted) {
      this._reportEnd(this.end(false));
    }
  }

  /** Returns to the beginning. A started player restores the targets; a stopped player shows the first pose. */
  reset(): void {
    this.wake().running.reset();
    this.setPending("started");
    this.posing.restore();
  }

  /** Stops after an error that would come back in each frame. */
  fail(error: unknown): void {
    logError(`${excerpt(this.group.name)}: stopped by an error`, error);
    this.posing.isStale = false;
    this.stop(false);
    this.scheduler.stop(this); // a start that failed left it there
  }

  /** Updates the player after targeted animations were added or removed. */
  updateTargets(): void {
    if (this.isStarted) {
      this.posing.updateTargets();
      this.events.read();
    }
  }

  setWeight(weight: number): void {
    this.posing.weight = weight;
  }

  updateMask(): void {
    this.posing.updateMask();
  }

  /** As {@link Plays.syncWith}; in the same frame. */
  syncWith(root: Animatable | null): void {
    if (this.isStarted) {
      this.posing.syncRoot = root;
      this.scheduler.moveToEnd(this); // behind the root
    }
  }

  /** The player's part of a frame: advances the timestamp, samples and writes the pose, and reports the events. */
  tick(delta: number): void {
    const playhead = this.wake();
    playhead.isJump = playhead.pending === "sought";
    if (playhead.isPlaying) {
      this._advance(delta, true);
      return;
    }
    this.posing.pose(playhead.running.timestamp);
    if (!this.posing.isMixed) {
      this.scheduler.pause(this);
    }
  }

  /** Plays a part of the coming frame at once: its events come now, its pose in the frame. The group must play. @param seconds of the frame */
  playAhead(seconds: number): void {
    this._advance(seconds, false);
    if (this.playhead.pending !== "started") {
      this.playhead.lead = -seconds;
    }
  }

  /** @param isShown whether the step is that of a frame, which shows the pose */
  private _advance(delta: number, isShown: boolean): void {
    const { playhead, posing, events, pace } = this;
    const { pending, running: clock } = playhead;
    const from = clock.timestamp;
    const seconds = playhead.elapse(delta) * posing.rate;
    const step = playhead.advance(seconds, posing);
    if (!isShown) {
      posing.tellTime(clock.timestamp);
    } else if (pace.isDue(seconds, pending, posing, this.scheduler)) {
      posing.pose(clock.timestamp);
    } else {
      posing.isStale = true;
    }
    events.update();
    if (step && seconds >= 0 && (events.isAwaited(step) || playhead.isFinished)) {
      this._report(from, step, pending !== null);
    }
    if (posing.isStale) {
      pace.character?.onSkip(this);
    } else if (isShown) {
      this._settle();
    }
  }

  /** Whether the player can start now. */
  protected get canStart(): boolean {
    return PHASES[this.playhead.phase].next.start !== undefined && this.scheduler.isOpen && this.group.targetedAnimations.length > 0;
  }

  /**
   * Starts to play by a clock.
   * @param isDeferred whether compiling may wait for the next frame
   * @throws Error where a target lacks the animated property, as Babylon does
   * @throws RangeError if animations have to be compiled and cannot be
   */
  protected begin(isDeferred: boolean, clock: Head["running"]): void {
    const playhead = this.wake();
    const { running, phase } = playhead;
    playhead.ownClock?.reset();
    this.posing.start();
    this.events.read();
    playhead.running = clock;
    playhead.lead = 0;
    playhead.enter("start");
    this.setPending("started");
    this.scheduler.start(this);
    try {
      this.posing.begin(isDeferred && !this.scheduler.isTicking);
    } catch (error) {
      this.end(true);
      playhead.phase = phase;
      playhead.running = running;
      throw error;
    }
  }

  /** Called when the timestamp was set: cancels the events of a step that is being reported. */
  protected setPending(pending: PendingStart): void {
    this.playhead.pending = pending;
    this.events.cancel();
  }

  /**
   * Shows the pose after a seek: at once and in full, as Babylon does, so that code may seek and read. The next frame mixes the pose of a
   * playing group by its weight.
   * @param weighted whether the pose of a started group is mixed by weight instead, in the next frame
   */
  protected showSought(weighted: boolean, pending: PendingStart = "sought"): void {
    this.setPending(pending);
    if (!weighted || !this.isStarted || this.posing.weight === -1) {
      this.showNow();
    } else if (!this.isPlaying) {
      this.scheduler.resume(this); // for a frame
    }
  }

  protected showNow(): void {
    this.posing.show(this.playhead.timestamp);
  }

  /**
   * Reports the events of a step. At the end, the group stops, unless its pose is held in a mixture.
   * @param from the timestamp at the beginning of the step
   */
  private _report(from: number, step: ClipStep, isInclusive: boolean): void {
    const { running: clock } = this.wake();
    const justFinished = step.isFinished; // an observer may advance the clock, which uses the step again
    this.events.report(from, step, isInclusive, clock, this.scheduler);
    if (clock !== this.wake().running || !this.isStarted || !clock.isFinished) {
      return;
    }
    const { timestamp: bound, completedRepetitions } = clock;
    this.posing.showSkipped();
    const ended = this.posing.isMixed ? null : this.end(false);
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
    this.playhead.enter("stop");
    this.events.cancel();
    return this.posing.stop(silent);
  }

  private _reportEnd(ended: readonly TargetedAnimation[]): void {
    this.listener.onTargetsEnd(ended);
    this.listener.onEnd();
  }
}
