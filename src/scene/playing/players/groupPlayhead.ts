import type { ClipStep, GroupClock, ResolvedClipSettings } from "../../../gltf/timing/index.js";
import type { ShownPlayback } from "../../host/index.js";
import { type Posing, isRetained } from "../../posing/index.js";
import { Playhead, shareOf } from "./playhead.js";

/** Where a compiled group is in time. */
export class GroupPlayhead extends Playhead<GroupClock> {
  /** Whether the last frame was hidden by a weight of 0. Babylon does not evaluate the next hidden frames. */
  wasHidden = false;

  override get activeSettings(): ResolvedClipSettings {
    return this.running.settings;
  }

  override get passes(): number {
    return this.clock.passes;
  }

  override playbackOf(): ShownPlayback {
    const { playback, state } = this.clock;
    const { elapsed } = state;
    return { ...playback, ...state, elapsed: this.isPlaying ? elapsed : elapsed + this.timeSinceTurn }; // goes on, as in Babylon
  }

  override isFree(posing: Posing): boolean {
    return !posing.syncRoot && !posing.isHidden && !this.group.mask;
  }

  override advance(seconds: number, posing: Posing): ClipStep | null {
    const { running: clock, group } = this;
    if (this.isFree(posing)) {
      this.wasHidden = false;
      return clock.advance(seconds);
    }
    if (group.mask && !group.targetedAnimations.some(({ target }) => isRetained(group, target))) {
      return null; // Babylon pauses the animatables that a mask does not retain
    }
    const isHidden = posing.isHidden;
    if (isHidden && this.wasHidden) {
      clock.elapse(seconds);
      return null;
    }
    this.wasHidden = isHidden;
    if (!posing.syncRoot) {
      return clock.advance(seconds);
    }
    const share = shareOf(posing.syncRoot);
    return share === null ? clock.hold(seconds) : clock.follow(seconds, share);
  }
}
