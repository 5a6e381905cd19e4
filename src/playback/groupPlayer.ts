import type { Animatable } from "@babylonjs/core/Animations/animatable.core.js";
import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import { type ClipStep, GroupClock, type GroupKeys, type GroupPlayback, type ResolvedClipSettings } from "../timing/index.js";
import { isRetained } from "../evaluation/index.js";
import { Player, type PlayerListener, shareOf } from "./player.js";

const NOTHING: GroupPlayback = { from: 0, to: 0, loop: false, speedRatio: 1 };
const NO_KEYS: GroupKeys = { first: 0, last: 0, framePerSecond: 60 };

/** Plays the targeted animations of a group at the frames at which Babylon plays them. */
export class GroupPlayer extends Player<GroupClock> {
  /** Whether the last frame was hidden by a weight of 0. Babylon does not evaluate the next hidden frames. */
  private _wasHidden = false;

  constructor(group: AnimationGroup, animatables: Animatable[], listener: PlayerListener) {
    super(group, animatables, listener, new GroupClock(NOTHING, NO_KEYS), "auto", true);
  }

  override get activeSettings(): ResolvedClipSettings {
    return this.restingClock.settings;
  }

  override get passes(): number {
    const { completedRepetitions, isFinished, played } = this.clock;
    return Math.sign(played) * (isFinished ? completedRepetitions - 1 : completedRepetitions);
  }

  /**
   * Starts the group.
   * @param isDeferred whether compiling may wait for the first frame
   * @returns whether the group was started
   */
  start(playback: GroupPlayback, keys: GroupKeys, isDeferred: boolean): boolean {
    if (!this.canStart) {
      return false;
    }
    this._wasHidden = false;
    this.begin(isDeferred, () => new GroupClock(playback, keys));
    return true;
  }

  /** Changes what plays, from the next frame on. */
  change(playback: Partial<GroupPlayback>): void {
    this.runningClock.playback = { ...this.runningClock.playback, ...playback };
  }

  /**
   * Seeks a frame, and shows the pose at once, as Babylon does.
   * @param weighted whether the pose is mixed by weight, with the next frame
   */
  seek(frame: number, weighted: boolean): void {
    const { pendingStart } = this;
    this.runningClock.seek(frame);
    if (weighted) {
      this.showSought(true);
    } else {
      this.setPendingStart("sought");
      this.showNow();
    }
    if (pendingStart === "started") {
      this.setPendingStart("started"); // no time passes before the first frame
    }
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

  /** Root motion of Babylon's reads the animatables. */
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
