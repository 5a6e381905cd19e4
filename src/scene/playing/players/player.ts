import type { Animatable } from "@babylonjs/core/Animations/animatable.core.js";
import type { AnimationGroup, TargetedAnimation } from "@babylonjs/core/Animations/animationGroup.js";
import { logError } from "../../host/index.js";
import { excerpt } from "../../../gltf/util/index.js";
import type { ClipStep } from "../../../gltf/timing/index.js";
import { type EvaluationMode, type HandOver, type MixturePart, Posing } from "../../posing/index.js";
import { ClipScheduler, type ScheduledClip } from "./scheduler.js";
import { StepEvents } from "../events/stepEvents.js";
import { PHASES } from "./phases.js";
import type { PendingStart, Playhead } from "./playhead.js";
import type { PlayerListener, Plays } from "./plays.js";
import { PosePace } from "./posePace.js";

/** Plays the targeted animations of a group: moves its playhead, poses the targets and reports the events. All times are seconds. */
export abstract class Player<Head extends Playhead = Playhead> implements Plays, ScheduledClip {
  readonly pace: PosePace;
  /** Poses the targets. Wake the group before a change. */
  readonly posing: Posing;
  protected readonly events: StepEvents;
  private _scheduler: ClipScheduler | null = null;

  /** @param playhead for reading; {@link Player.wake} has it for changes */
  constructor(
    readonly group: AnimationGroup,
    animatables: Animatable[],
    protected readonly listener: PlayerListener,
    readonly playhead: Head,
    mode: EvaluationMode,
    showsFrameOfEvents: boolean,
    handOver: HandOver | null,
  ) {
    const posingListener = {
      onTargetsEnd: (targetedAnimations: readonly TargetedAnimation[]) => listener.onTargetsEnd(targetedAnimations),
      onEmpty: () => {
        this.end(true);
        listener.onEnd();
      },
      onDisturbed: () => this.wake(),
      onFailure: (error: unknown) => this.fail(error),
      handOver,
    };
    this.posing = new Posing(group, animatables, posingListener, () => this.scheduler, playhead);
    this.posing.mode = mode;
    this.pace = new PosePace(playhead, this.posing);
    this.events = new StepEvents(group, this.posing, listener, showsFrameOfEvents);
  }

  get scheduler(): ClipScheduler {
    return (this._scheduler ??= ClipScheduler.For(this.group.getScene()));
  }

  /** The present time, for reading. The group does not wake. */
  get clock(): Head["clock"] {
    return this.playhead.clock;
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

  onWake(): void {
    this.pace.character?.onWake();
  }

  /** Whether the group need not be shown, and reports nothing. */
  get canRest(): boolean {
    return this.isRunning && this.pace.isCalm && this.events.areSilent && this.loopsUnobserved;
  }

  get loopsUnobserved(): boolean {
    return this.playhead.running.isEndless && !this.listener.isObserved();
  }

  /** Lets the row play the group from the next frame on, if nothing but time changes it. */
  private _settle(): void {
    const { pace, events } = this;
    const isSettled = pace.character === null && this.isRunning && pace.isCalm && !events.hasEvents;
    const pose = isSettled ? this.posing.steadyPose : null;
    if (pose) {
      this.scheduler.rows.show(this, pose);
    }
  }

  /** Whether the group has parts in mixtures. It holds its pose then, while it is paused or finished, because others are mixed with it. */
  private get _isMixed(): boolean {
    return this.posing.parts.length > 0;
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
    this.posing.applyWeight();
  }

  private _changeParts(change: (parts: Posing["parts"]) => Posing["parts"]): void {
    this.wake();
    const wasMixed = this._isMixed;
    this.posing.parts = change(this.posing.parts);
    this.applyParts();
    if (this._isMixed !== wasMixed && this.isStarted && !this.isPlaying) {
      this.scheduler[wasMixed ? "pause" : "resume"](this);
    }
  }

  pause(): boolean {
    this.playhead.turn();
    if (!this.playhead.enter("pause")) {
      return false;
    }
    this.wake();
    this.pace.showLast();
    if (!this._isMixed) {
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
    this.pace.showLast();
    const ended = this.end(silent);
    if (!silent) {
      this._reportEnd(ended);
    }
  }

  /** Stops for good. */
  dispose(): void {
    const playhead = this.wake();
    playhead.isStale = false;
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
    this.playhead.isStale = false;
    this.stop(false);
    this.scheduler.stop(this); // a start that failed left it there
  }

  /** Updates the player after targeted animations were added or removed. */
  updateTargets(): void {
    if (this.isStarted) {
      this.wake();
      this.posing.updateTargets();
      this.events.read();
    }
  }

  setWeight(weight: number): void {
    this.wake();
    this.posing.weight = weight;
  }

  updateMask(): void {
    this.wake();
    this.posing.updateMask();
  }

  /** As {@link Plays.syncWith}; in the same frame. */
  syncWith(root: Animatable | null): void {
    this.wake();
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
    if (!this._isMixed) {
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
    const { playhead, posing, events } = this;
    const { pending, running: clock } = playhead;
    const from = clock.timestamp;
    const seconds = playhead.elapse(delta) * posing.rate;
    const step = playhead.advance(seconds, posing);
    if (isShown) {
      this.pace.show(seconds, pending, this.scheduler);
    }
    events.update();
    if (step && seconds >= 0 && (events.isAwaited(step) || playhead.isFinished)) {
      this._report(from, step, pending !== null);
    }
    if (playhead.isStale) {
      this.pace.character?.onSkip(this);
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
   * @param isDeferred whether compiling may wait for the first frame
   * @throws Error where a target lacks the animated property, as Babylon does
   * @throws RangeError if animations have to be compiled and cannot be
   */
  protected begin(isDeferred: boolean, createClock: () => Head["running"]): void {
    const playhead = this.wake();
    const { running, phase } = playhead;
    playhead.ownClock?.reset();
    this.posing.start();
    this.events.read();
    playhead.running = createClock();
    playhead.lead = 0;
    playhead.enter("start");
    this.setPending("started");
    this.scheduler.start(this);
    try {
      if (!isDeferred || this.posing.mode !== "auto") {
        this.posing.begin();
      } else {
        this.posing.defer();
      }
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
  protected showSought(weighted: boolean): void {
    this.setPending("sought");
    if (!weighted || !this.isStarted || this.posing.weight === -1) {
      this.showNow();
    } else if (!this.isPlaying) {
      this.scheduler.resume(this); // for a frame
    }
  }

  /** Seeks a frame as Babylon does: also after a seek, no time passes until the first frame after a start. */
  protected seekFrame(seek: () => void): void {
    const { pending } = this.playhead;
    seek();
    if (pending === "started") {
      this.setPending(pending);
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
    this.pace.showLast();
    const ended = this._isMixed ? null : this.end(false);
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
