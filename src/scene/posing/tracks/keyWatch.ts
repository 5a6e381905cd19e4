import type { TargetedAnimation } from "@babylonjs/core/Animations/animationGroup.js";
import { keyChanges } from "../../keys/index.js";
import { type CompiledAnimations, hasNewKeys } from "./compile.js";

/** The number of animations that are looked at in each frame. */
const WATCHED = 16;

/** Finds keys that the application replaces while a group plays. */
export class KeyWatch {
  private _changes = keyChanges.count;
  /** The last animation that was looked at, among the editable ones. */
  private _last = 0;

  /**
   * Whether some keys are not the compiled ones. Notices `setKeys` at once, and other changes of editable animations within some frames, because
   * each call looks at a few animations only.
   */
  findsNewKeys(tracks: CompiledAnimations, channels: readonly TargetedAnimation[]): boolean {
    let isNew = false;
    if (this._changes !== keyChanges.count) {
      this._changes = keyChanges.count;
      for (let i = 0; i < channels.length; i++) {
        isNew ||= hasNewKeys(tracks, channels[i]!.animation, i);
      }
    }
    const { editable } = tracks;
    for (let n = Math.min(editable.length, WATCHED); n > 0; n--) {
      this._last = (this._last + 1) % editable.length;
      const i = editable[this._last]!;
      isNew ||= hasNewKeys(tracks, channels[i]!.animation, i);
    }
    return isNew;
  }
}
