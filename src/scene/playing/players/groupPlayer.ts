import type { Animatable } from "@babylonjs/core/Animations/animatable.core.js";
import type { AnimationGroup, TargetedAnimation } from "@babylonjs/core/Animations/animationGroup.js";
import {
  type ClipStep,
  GroupClock,
  type GroupKeys,
  type GroupPlayback,
  playbackOfStart,
  type ResolvedClipSettings,
  VirtualTimeline,
  wrapVirtualFrame,
} from "../../../gltf/timing/index.js";
import { isRetained } from "../../posing/index.js";
import type { PlayedRun, ShownPlayback } from "../../host/index.js";
import type { BabylonPlayer } from "./babylonPlayer.js";
import { type HandOver } from "../../posing/index.js";
import { Player, shareOf } from "./player.js";
import { type PlayerListener, type Plays } from "./plays.js";

const NOTHING: GroupPlayback = { from: 0, to: 0, loop: false, speedRatio: 1 };
const NO_KEYS: GroupKeys = { first: 0, last: 0, framePerSecond: 60 };

/** What plays a compiled group: its player, or Babylon. */
export interface GroupPlays extends Plays {
  /** The frame shown; 0 while the group is stopped. */
  readonly frame: number;
  /** The frame shown last. */
  readonly retainedFrame: number;
  /** The frame on the timeline that loops do not wrap. */
  readonly virtualFrame: number;
  /** Returns to the beginning. */
  reset(): void;
  /**
   * Seeks a frame, and shows the pose at once, as Babylon does.
   * @param weighted whether the pose is mixed by weight, with the next frame
   */
  seek(frame: number, weighted: boolean): void;
  /** Seeks a frame on the timeline that loops do not wrap. */
  seekVirtual(frame: number): void;
  /** Whether a virtual frame is between the arguments of the start; the end is excluded. */
  hasVirtual(frame: number): boolean;
  /** Whether the timeline has reached a virtual frame. */
  hasReachedVirtual(frame: number): boolean;
}

/** Plays the targeted animations of a group at the frames at which Babylon plays them. */
export class GroupPlayer extends Player<GroupClock> implements GroupPlays {
  /** Whether the last frame was hidden by a weight of 0. Babylon does not evaluate the next hidden frames. */
  private _wasHidden = false;
  private _timeline = new VirtualTimeline(0, 0, 60, 1, null);
  private _args = NOTHING;
  /** The frame that was sought while the group was stopped; null for that of the clock. */
  private _retainedFrame: number | null = null;

  /** @param handOver called when Babylon has to go on with the run; it calls {@link GroupPlayer.handOver} */
  constructor(group: AnimationGroup, animatables: Animatable[], listener: PlayerListener, handOver: HandOver) {
    super(group, animatables, listener, new GroupClock(NOTHING, NO_KEYS), "auto", true, handOver);
  }

  override get activeSettings(): ResolvedClipSettings {
    return this.steadyClock.settings;
  }

  override get passes(): number {
    return this.clock.passes;
  }

  override playbackOf(): ShownPlayback {
    const { playback, state } = this.clock;
    const { elapsed } = state;
    return { ...playback, ...state, elapsed: this.isPlaying ? elapsed : elapsed + this.timeSinceTurn }; // goes on, as in Babylon
  }

  get frame(): number {
    return this.isStarted ? this.clock.frame : 0;
  }

  get retainedFrame(): number {
    return this._retainedFrame ?? this.clock.frame;
  }

  get virtualFrame(): number {
    return this._timeline.frameAt(this.scheduler.time);
  }

  hasReachedVirtual(frame: number): boolean {
    return this._timeline.hasReached(frame, this.scheduler.time);
  }

  hasVirtual(frame: number): boolean {
    return this._timeline.has(frame);
  }

  /**
   * Starts the group.
   * @param args the arguments of the start
   * @param isDeferred whether compiling may wait for the first frame
   * @returns whether the group was started
   */
  start(args: GroupPlayback, keys: GroupKeys, isDeferred: boolean): boolean {
    if (!this.canStart) {
      return false;
    }
    const { from, to, speedRatio } = args;
    this._args = args;
    this._retainedFrame = null;
    this._wasHidden = false;
    this.begin(isDeferred, () => new GroupClock(playbackOfStart(args), keys));
    this._timeline = new VirtualTimeline(from, to, keys.framePerSecond, speedRatio, this.scheduler.time);
    return true;
  }

  override pause(): boolean {
    this._timeline.hold(this.scheduler.time);
    return super.pause();
  }

  override resume(): boolean {
    const isStarted = super.resume();
    if (isStarted) {
      this._timeline.resume(this.scheduler.time);
    }
    return isStarted;
  }

  override stop(silent: boolean): void {
    this._timeline.hold(this.scheduler.time);
    super.stop(silent);
  }

  protected override end(silent: boolean): TargetedAnimation[] {
    this._timeline.end(this.scheduler.time);
    return super.end(silent);
  }

  override reset(): void {
    super.reset();
    this._timeline.seek(this.runningClock.playback.from, this.scheduler.time);
  }

  /** Changes what plays, from the next frame on. */
  change(playback: Partial<GroupPlayback>): void {
    this.runningClock.playback = { ...this.runningClock.playback, ...playback };
    if (playback.speedRatio !== undefined) {
      this._timeline.setSpeedRatio(playback.speedRatio, this.scheduler.time);
    }
  }

  seek(frame: number, weighted: boolean): void {
    this.seekFrame(() => {
      this.runningClock.seek(frame);
      this.showSought(weighted);
    });
  }

  seekVirtual(frame: number): void {
    const shown = wrapVirtualFrame(frame, this.group.to);
    this._timeline.seek(frame, this.scheduler.time);
    this._retainedFrame = this.isStarted ? null : shown;
    this.group.goToFrame(shown);
  }

  /**
   * Lets Babylon go on with the run. Observers notice nothing.
   * @param isShown whether the pose of the present frame is shown already
   */
  handOver(babylon: BabylonPlayer, isShown: boolean): void {
    const { playback, state } = this.runningClock;
    const run: PlayedRun = {
      ...state,
      ...playback,
      elapsed: this.pendingStart === "started" ? null : state.elapsed,
      isPaused: !this.isPlaying,
      wasHidden: this._wasHidden,
      weight: this.evaluation.weight,
      virtualFrame: this.virtualFrame,
      isLeft: (event) => this.events.hasFrameEvent(event),
    };
    const coming = this.scheduler.comingStep(this);
    this.evaluation.handOver(() => babylon.continue(this._args, run, coming, isShown && coming !== null));
    this.end(true);
  }

  /** Without weight, a pose that is sought blends as any other. */
  protected override showNow(): void {
    if (this.run && this.evaluation.weight === -1) {
      this.run.pose(this.timestamp);
    } else {
      super.showNow();
    }
  }

  protected override isFree(): boolean {
    const { run, group } = this;
    const isFree = !run?.syncRoot && !run?.isHidden && !group.mask;
    this._wasHidden &&= !isFree;
    return isFree;
  }

  /** Root motion of Babylon's uses the animatables. */
  protected override onAdvanced(): void {}

  protected override advance(deltaSeconds: number): ClipStep | null {
    const { runningClock: clock, run, group } = this;
    if (group.mask && !group.targetedAnimations.some(({ target }) => isRetained(group, target))) {
      return null; // Babylon pauses the animatables that a mask does not retain
    }
    const isHidden = run?.isHidden === true;
    if (isHidden && this._wasHidden) {
      clock.elapse(deltaSeconds);
      return null;
    }
    this._wasHidden = isHidden;
    if (!run?.syncRoot) {
      return clock.advance(deltaSeconds);
    }
    const share = shareOf(run.syncRoot);
    return share === null ? clock.hold(deltaSeconds) : clock.follow(deltaSeconds, share);
  }
}
