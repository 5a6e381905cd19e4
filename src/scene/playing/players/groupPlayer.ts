import type { Animatable } from "@babylonjs/core/Animations/animatable.core.js";
import type { AnimationGroup, TargetedAnimation } from "@babylonjs/core/Animations/animationGroup.js";
import {
  GroupClock,
  type GroupKeys,
  type GroupPlayback,
  playbackOfStart,
  VirtualTimeline,
  wrapVirtualFrame,
} from "../../../gltf/timing/index.js";
import type { PlayedRun } from "../../host/index.js";
import type { HandOver } from "../../posing/index.js";
import type { BabylonPlayer } from "./babylonPlayer.js";
import { GroupPlayhead } from "./groupPlayhead.js";
import { Player, type PlayerListener } from "./player.js";

const NOTHING: GroupPlayback = { from: 0, to: 0, loop: false, speedRatio: 1 };
const NO_KEYS: GroupKeys = { first: 0, last: 0, framePerSecond: 60 };

/** Plays the targeted animations of a group at the frames at which Babylon plays them. */
export class GroupPlayer extends Player<GroupPlayhead> {
  private _timeline = new VirtualTimeline(0, 0, 60, 1, null);
  private _args = NOTHING;
  /** The frame that was sought while the group was stopped; null for that of the clock. */
  private _retainedFrame: number | null = null;

  /** @param handOver called when Babylon has to go on with the run; it calls {@link GroupPlayer.handOver} */
  constructor(group: AnimationGroup, animatables: Animatable[], listener: PlayerListener, handOver: HandOver) {
    super(group, animatables, listener, new GroupPlayhead(group, new GroupClock(NOTHING, NO_KEYS)), true, handOver);
  }

  /** The frame shown; 0 while the group is stopped. */
  get frame(): number {
    return this.isStarted ? this.playhead.clock.frame : 0;
  }

  /** The frame shown last. */
  get retainedFrame(): number {
    return this._retainedFrame ?? this.playhead.clock.frame;
  }

  /** The frame on the timeline that loops do not wrap. */
  get virtualFrame(): number {
    return this._timeline.frameAt(this.scheduler.time);
  }

  /** Whether the timeline has reached a virtual frame. */
  hasReachedVirtual(frame: number): boolean {
    return this._timeline.hasReached(frame, this.scheduler.time);
  }

  /** Whether a virtual frame is between the arguments of the start; the end is excluded. */
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
    this.playhead.wasHidden = false;
    this.begin(isDeferred, new GroupClock(playbackOfStart(args), keys));
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
    this._timeline.seek(this.playhead.running.playback.from, this.scheduler.time);
  }

  /** Changes what plays, from the next frame on. */
  change(playback: Partial<GroupPlayback>): void {
    const { running: clock } = this.wake();
    clock.playback = { ...clock.playback, ...playback };
    if (playback.speedRatio !== undefined) {
      this._timeline.setSpeedRatio(playback.speedRatio, this.scheduler.time);
    }
  }

  /**
   * Seeks a frame, and shows the pose at once, as Babylon does.
   * @param weighted whether the pose is mixed by weight, with the next frame
   */
  seek(frame: number, weighted: boolean): void {
    const playhead = this.wake();
    playhead.running.seek(frame);
    this.showSought(weighted, playhead.pendingAfterFrame);
  }

  /** Seeks a frame on the timeline that loops do not wrap. */
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
    const { running: clock, pending, isPlaying, wasHidden } = this.wake();
    const { playback, state } = clock;
    const run: PlayedRun = {
      ...state,
      ...playback,
      elapsed: pending === "started" ? null : state.elapsed,
      isPaused: !isPlaying,
      wasHidden,
      weight: this.posing.weight,
      virtualFrame: this.virtualFrame,
      isLeft: (event) => this.events.hasFrameEvent(event),
    };
    const coming = this.scheduler.comingStep(this);
    this.posing.handOver(() => babylon.continue(this._args, run, coming, isShown && coming !== null));
    this.end(true);
  }

  /** Without weight, a pose that is sought blends as any other. */
  protected override showNow(): void {
    if (this.posing.isStarted && this.posing.weight === -1) {
      this.posing.pose(this.playhead.timestamp);
    } else {
      super.showNow();
    }
  }
}
