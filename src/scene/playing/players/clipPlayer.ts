import type { Animatable } from "@babylonjs/core/Animations/animatable.core.js";
import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import {
  ClipClock,
  type ClipClockOptions,
  type ClipClockState,
  type ClipSettings,
  resolveClipSettings,
  type ResolvedClipSettings,
} from "../../../gltf/timing/index.js";
import type { AnimationClock } from "../../host/index.js";
import type { EvaluationMode } from "../../posing/index.js";
import { ClipPlayhead } from "./clipPlayhead.js";
import { PHASES, type ScenePhase } from "./phases.js";
import { Player, type PlayerListener } from "./player.js";
import type { PendingStart } from "./playhead.js";

/** The options of a clip in addition to the settings. */
export interface ClipOptions extends ClipClockOptions {
  /**
   * The clock that the clip follows from its start on, in place of the scene's; see {@link ClipAnimationGroup.clock}. Default null.
   */
  readonly clock?: AnimationClock | null | undefined;
  /** The evaluators that the clip may use. Default `"auto"`. */
  readonly evaluationMode?: EvaluationMode | undefined;
  /** The clip's weight where several clips animate a property: -1 for unweighted (default), else 0..1. */
  readonly weight?: number | undefined;
  /** The order in which clips of a scene play, lowest first. Default 0. */
  readonly playOrder?: number | undefined;
  /** The layer in which the clip is mixed, an integer >= 0; see {@link ClipAnimationGroup.layer}. Default 0. */
  readonly layer?: number | undefined;
}

/** The state of a player. */
export interface ClipPlayerState {
  readonly phase: ScenePhase;
  readonly pendingStart: PendingStart;
  /** The settings of a start without overrides. */
  readonly settings: ClipSettings;
  /** The settings in effect. */
  readonly activeSettings: ClipSettings;
  readonly time: ClipClockState;
}

/** Plays the targeted animations of a group by a clip's settings. All times are seconds. */
export class ClipPlayer extends Player<ClipPlayhead> {
  /** @throws TypeError or RangeError if the settings cannot be played */
  constructor(
    group: AnimationGroup,
    animatables: Animatable[],
    listener: PlayerListener,
    settings: ClipSettings,
    readonly options: ClipOptions,
  ) {
    const playhead = new ClipPlayhead(group, resolveClipSettings(settings), options);
    super(group, animatables, listener, playhead, false, null);
    this.posing.mode = options.evaluationMode ?? "auto";
  }

  /**
   * Changes the settings, including the active settings.
   * @throws TypeError or RangeError if the result cannot be played; nothing changes then
   */
  change(change: (settings: ResolvedClipSettings) => ClipSettings): void {
    const settings = resolveClipSettings(change(this.playhead.settings));
    this.changeActive(change);
    this.playhead.settings = settings;
    if (this.playhead.phase === "idle") {
      this._rewind();
    }
  }

  /** Changes the active settings, until the next start. */
  changeActive(change: (settings: ResolvedClipSettings) => ClipSettings): void {
    const { running: clock } = this.wake();
    clock.settings = change(clock.settings);
    this.events.cancel();
    if (clock.settings.repetitions === 0) {
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
    const settings = override ? resolveClipSettings(override) : this.playhead.settings;
    if (!this.canStart || settings.repetitions === 0) {
      return false;
    }
    const { playhead } = this;
    const { isSought } = PHASES[playhead.phase];
    const clock = isSought ? playhead.running : new ClipClock(settings, this.options);
    if (isSought) {
      clock.settings = settings;
    }
    playhead.resetPasses();
    this.begin(isDeferred, clock);
    return true;
  }

  /**
   * Seeks a timestamp and shows the pose at once, whether or not the clip plays.
   * @param weighted whether the pose of a started clip is mixed by weight instead, in the next frame
   * @param notifies whether timed events between the timestamps are reported, if the clip is started
   */
  seek(timestamp: number, weighted = false, notifies = false, pending: PendingStart = "sought"): void {
    const isInclusive = this.playhead.pending !== null;
    const from = this._move((clock) => (clock.timestamp = timestamp));
    this.showSought(weighted, pending);
    if (notifies && this.isStarted) {
      this.events.reportSought(from, isInclusive, this.wake().running);
    }
  }

  /** Seeks a timestamp as {@link ClipPlayer.seek} does, for `goToFrame` of Babylon. */
  goTo(timestamp: number, weighted: boolean, notifies: boolean): void {
    this.seek(timestamp, weighted, notifies, this.playhead.pendingAfterFrame);
  }

  /** Goes to a total time, and shows the pose, as {@link ClipPlayer.seek} does. */
  seekTotalTime(totalTime: number): void {
    this._move((clock) => (clock.totalTime = totalTime));
    this.showSought(false);
  }

  /** The state of the player of a clip in a scene. Its objects do not change later. */
  get state(): ClipPlayerState {
    const { phase, pending: pendingStart, settings, clock } = this.playhead;
    return { phase: phase as ScenePhase, pendingStart, settings, activeSettings: clock.settings, time: clock.state };
  }

  /**
   * Takes over a state, without events.
   * @throws TypeError or RangeError if the settings are invalid
   */
  restore({ phase, pendingStart, settings, activeSettings, time }: ClipPlayerState): void {
    const usual = resolveClipSettings(settings);
    const clock = new ClipClock(activeSettings, this.options);
    clock.state = time;
    const { isStarted, advances } = PHASES[phase];
    if (isStarted && !this.isStarted) {
      if (!this.canStart) {
        return;
      }
      this.begin(false, clock);
    } else if (!isStarted) {
      this.stop(true);
    }
    const playhead = this.wake();
    playhead.settings = usual;
    playhead.running = clock;
    playhead.phase = phase;
    if (isStarted) {
      this[advances ? "resume" : "pause"]();
    }
    playhead.ownClock?.reset();
    this.setPending(pendingStart);
  }

  /**
   * Seeks to keep step with a second clip, and shows the pose in the next tick. If the second clip has just started, neither clip advances in
   * that tick.
   */
  seekInStep(timestamp: number, other: ClipPlayer): void {
    const { pending } = other.playhead;
    this._move((clock) => (clock.timestamp = timestamp));
    this.setPending(pending ?? "sought");
  }

  /** Returns the clip to its beginning. A started clip restores the targets; a stopped clip shows the first pose. */
  override reset(): void {
    if (this.isStarted) {
      super.reset();
    } else {
      this._rewind();
      this.showNow();
    }
  }

  /** @returns the timestamp before */
  private _move(move: (clock: ClipClock) => void): number {
    const playhead = this.wake();
    const { isStarted, isSought } = PHASES[playhead.phase];
    const isOver = !isStarted && !isSought; // so are the overrides of the last start
    const clock = isOver ? new ClipClock(this.playhead.settings, this.options) : playhead.running;
    const { timestamp: from } = clock;
    move(clock);
    playhead.running = clock;
    playhead.enter("seek");
    return from;
  }

  private _rewind(): void {
    const playhead = this.wake();
    playhead.running = new ClipClock(this.playhead.settings, this.options);
    playhead.enter("rewind");
  }
}
