import type { Animatable } from "@babylonjs/core/Animations/animatable.core.js";
import type { Animation } from "@babylonjs/core/Animations/animation.js";
import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import { loopsOf, type ShownPlayback } from "../../host/index.js";
import { ClipClock, type ClipClockOptions, type ClipStep, PlayedTime, type ResolvedClipSettings } from "../../../gltf/timing/index.js";
import { elapsedUntil, type Posing, playbackAt, rangeOf } from "../../posing/index.js";
import { Playhead, shareOf } from "./playhead.js";

/** Where a clip is in time. */
export class ClipPlayhead extends Playhead<ClipClock> {
  private readonly _played = new PlayedTime();

  /** @param settings those of a start without overrides */
  constructor(
    group: AnimationGroup,
    public settings: ResolvedClipSettings,
    options: ClipClockOptions,
  ) {
    super(group, new ClipClock(settings, options));
  }

  /** The settings in effect, including the arguments of `start()`. When stopped: the settings of the next start. */
  override get activeSettings(): ResolvedClipSettings {
    return this.isStarted ? this.running.settings : this.settings;
  }

  /** The time that the clip has played. The next call, for any clip, may change the result. */
  get played(): Readonly<PlayedTime> {
    return this.isSteady ? steadily.copyFrom(this._played).addTime(this.running, this.clock, this.running.settings) : this._played;
  }

  override takeBack(): void {
    this._played.addTime(this.running, this.clock, this.running.settings);
    super.takeBack();
  }

  override get passes(): number {
    return this.played.passes;
  }

  /** Counts passes from now on. */
  resetPasses(): void {
    this._played.passes = 0;
  }

  override playbackOf(animation: Animation, syncRoot: Animatable | null): ShownPlayback {
    const playback = playbackAt(this, animation, this.timestamp, syncRoot, false);
    const [from, to] = rangeOf(this, animation, this.group.to);
    const { speed, repetitions } = this.activeSettings;
    const { frame, progress } = playback;
    const elapsed = elapsedUntil(this, animation, playback);
    return { from, to, loop: repetitions === -1, speedRatio: speed, frame, played: progress, elapsed };
  }

  override isFree(posing: Posing): boolean {
    return !posing.syncRoot;
  }

  override advance(seconds: number, { weight, syncRoot }: Posing): ClipStep | null {
    const { running: clock, _played: played } = this;
    played.weight = weight;
    if (syncRoot) {
      this._follow(syncRoot);
      return null;
    }
    const { timestamp: from } = clock;
    const step = clock.advance(seconds, -Infinity);
    played.add(from, clock.timestamp, step, clock.settings);
    return step;
  }

  private _follow(root: Animatable): void {
    const { running: clock, group } = this;
    const { start, end, reverse } = clock.settings;
    const last = Math.min(end, group.to / group.targetedAnimations[0]!.animation.framePerSecond); // without an upper bound, the last key
    const share = shareOf(root);
    if (share !== null) {
      clock.timestamp = start + (last - start) * share;
    }
    this._played.follow(clock.timestamp, root, reverse ? 0 : loopsOf(root), start, last);
  }
}

const steadily = /*#__PURE__*/ new PlayedTime();
