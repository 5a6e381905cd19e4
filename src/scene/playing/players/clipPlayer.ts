import type { Animatable } from "@babylonjs/core/Animations/animatable.core.js";
import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import { loopsOf } from "../../host/index.js";
import {
  ClipClock,
  type ClipClockOptions,
  type ClipClockState,
  type ClipSettings,
  type ClipStep,
  PlayedTime,
  resolveClipSettings,
  type ResolvedClipSettings,
} from "../../../gltf/timing/index.js";
import type { Animation } from "@babylonjs/core/Animations/animation.js";
import { elapsedUntil, type EvaluationMode, playbackAt, rangeOf } from "../../posing/index.js";
import type { AnimationClock, ShownPlayback } from "../../host/index.js";
import { PHASES, type ScenePhase } from "./phases.js";
import { type PendingStart, type PlayerListener } from "./plays.js";
import { Player, shareOf } from "./player.js";

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
export class ClipPlayer extends Player<ClipClock> {
  private readonly _played = new PlayedTime();
  /** What `played` is while the row plays the clip. */
  private readonly _playedSteadily = new PlayedTime();
  private _settings: ResolvedClipSettings;
  /** The passes that were played before the last start. */
  private _passesBefore = 0;

  /** @throws TypeError or RangeError if the settings cannot be played */
  constructor(
    group: AnimationGroup,
    animatables: Animatable[],
    listener: PlayerListener,
    settings: ClipSettings,
    readonly options: ClipOptions,
  ) {
    const resolved = resolveClipSettings(settings);
    super(group, animatables, listener, new ClipClock(resolved, options), options.evaluationMode ?? "auto", false, null);
    this._settings = resolved;
  }

  /** The settings of a start without overrides. */
  get settings(): ResolvedClipSettings {
    return this._settings;
  }

  /** The time that the clip has played. */
  get played(): Readonly<PlayedTime> {
    const { isSteady, _played: played, _playedSteadily: sum } = this;
    if (isSteady) {
      sum.copyFrom(played).addTime(this.steadyClock, this.clock, this.activeSettings);
    }
    return isSteady ? sum : played;
  }

  override takeTime(elapsed: number, lost: number): void {
    const { steadyClock: clock } = this;
    this._played.addTime(clock, clock.peek(elapsed, lost), clock.settings);
    super.takeTime(elapsed, lost);
  }

  /** The settings in effect, including the arguments of `start()`. When stopped: the settings of the next start. */
  override get activeSettings(): ResolvedClipSettings {
    return this.isStarted ? this.steadyClock.settings : this._settings;
  }

  override get passes(): number {
    return this.played.passes - this._passesBefore;
  }

  override playbackOf(animation: Animation): ShownPlayback {
    const playback = playbackAt(this, animation, this.timestamp, this.run?.syncRoot ?? null, false);
    const [from, to] = rangeOf(this, animation, this.group.to);
    const { speed, repetitions } = this.activeSettings;
    const { frame, progress } = playback;
    const elapsed = elapsedUntil(this, animation, playback);
    return { from, to, loop: repetitions === -1, speedRatio: speed, frame, played: progress, elapsed };
  }

  /**
   * Changes the settings, including the active settings.
   * @throws TypeError or RangeError if the result cannot be played; nothing changes then
   */
  change(change: (settings: ResolvedClipSettings) => ClipSettings): void {
    const settings = resolveClipSettings(change(this._settings));
    this.changeActive(change);
    this._settings = settings;
    if (this.phase === "idle") {
      this._rewind();
    }
  }

  /** Changes the active settings, until the next start. */
  changeActive(change: (settings: ResolvedClipSettings) => ClipSettings): void {
    this.runningClock.settings = change(this.runningClock.settings);
    this.events.cancel();
    if (this.runningClock.settings.repetitions === 0) {
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
    if (!this.canStart || settings.repetitions === 0) {
      return false;
    }
    this._passesBefore = this._played.passes;
    this.begin(isDeferred, () => {
      if (!PHASES[this.phase].isSought) {
        return new ClipClock(settings, this.options);
      }
      this.runningClock.settings = settings;
      return this.runningClock;
    });
    return true;
  }

  /**
   * Seeks a timestamp and shows the pose at once, whether or not the clip plays.
   * @param weighted whether the pose of a started clip is mixed by weight instead, in the next frame
   * @param notifies whether timed events between the timestamps are reported, if the clip is started
   */
  seek(timestamp: number, weighted = false, notifies = false): void {
    const isInclusive = this.pendingStart !== null;
    const from = this._move((clock) => (clock.timestamp = timestamp));
    this.showSought(weighted);
    if (notifies && this.isStarted) {
      this.events.reportSought(from, isInclusive, this.runningClock);
    }
  }

  /** Seeks a timestamp as {@link ClipPlayer.seek} does, for `goToFrame` of Babylon. */
  goTo(timestamp: number, weighted: boolean, notifies: boolean): void {
    this.seekFrame(() => this.seek(timestamp, weighted, notifies));
  }

  /** Goes to a total time, and shows the pose, as {@link ClipPlayer.seek} does. */
  seekTotalTime(totalTime: number): void {
    this._move((clock) => (clock.totalTime = totalTime));
    this.showSought(false);
  }

  /** The state of the player of a clip in a scene. Its objects do not change later. */
  get state(): ClipPlayerState {
    const { pendingStart, settings, clock } = this;
    const phase = this.phase as ScenePhase;
    return { phase, pendingStart, settings, activeSettings: clock.settings, time: clock.state };
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
      this.begin(false, () => clock);
    } else if (!isStarted) {
      this.stop(true);
    }
    this._settings = usual;
    this.runningClock = clock;
    this.phase = phase;
    if (isStarted) {
      this[advances ? "resume" : "pause"]();
    }
    this.ownClock?.reset();
    this.setPendingStart(pendingStart);
  }

  /**
   * Seeks to keep step with a second clip, and shows the pose in the next tick. If the second clip has just started, neither clip advances in
   * that tick.
   */
  seekInStep(timestamp: number, other: ClipPlayer): void {
    const { pendingStart } = other;
    this._move((clock) => (clock.timestamp = timestamp));
    this.setPendingStart(pendingStart ?? "sought");
  }

  /** Returns the clip to its beginning. A started clip restores the targets; a stopped clip shows the first pose. */
  override reset(): void {
    if (this.isStarted) {
      super.reset();
    } else {
      this._rewind();
      this.evaluation.show(this.timestamp);
    }
  }

  protected override isFree(): boolean {
    return !this.run?.syncRoot;
  }

  protected override advance(): null {
    const { runningClock: clock, run } = this;
    const share = shareOf(run!.syncRoot!);
    if (share !== null) {
      const { start } = clock.settings;
      clock.timestamp = start + (this._lastTimestamp - start) * share;
    }
    return null;
  }

  /** @returns the timestamp before */
  private _move(move: (clock: ClipClock) => void): number {
    const isOver = !this.isStarted && !PHASES[this.phase].isSought; // so are the overrides of the last start
    const clock = isOver ? new ClipClock(this._settings, this.options) : this.runningClock;
    const { timestamp: from } = clock;
    move(clock);
    this.runningClock = clock;
    this.enter("seek");
    return from;
  }

  protected override onAdvanced(from: number, step: ClipStep | null): void {
    const { runningClock: clock, run, _played: played } = this;
    if (step) {
      played.add(from, clock.timestamp, step, clock.settings);
    } else {
      const { start, reverse } = clock.settings;
      const root = run!.syncRoot!;
      played.follow(clock.timestamp, root, reverse ? 0 : loopsOf(root), start, this._lastTimestamp);
    }
    played.weight = run?.weight ?? 0;
  }

  /** The upper bound; without one, the last key. */
  private get _lastTimestamp(): number {
    return Math.min(this.runningClock.settings.end, this.group.to / this.group.targetedAnimations[0]!.animation.framePerSecond);
  }

  private _rewind(): void {
    this.runningClock = new ClipClock(this._settings, this.options);
    this.enter("rewind");
  }
}
