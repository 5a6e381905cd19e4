import type { TargetedAnimation } from "@babylonjs/core/Animations/animationGroup.js";
import { findKey } from "../../../gltf/sampling/index.js";
import { keyChanges } from "../../keys/index.js";
import { type CompiledAnimations, type EditableKeys, hasNewKeys, isEdited } from "./compile.js";

/** The number of animations that are looked at in each frame. */
const WATCHED = 16;

/** The number of further keys of each animation that are compared in each frame but the first, so that all have been compared before long. */
const AHEAD = 8;

/** Finds keys that the application replaces while a group plays, and keys that it edited in place before. */
export class KeyWatch {
  private _changes = keyChanges.count;
  /** The last animation that was looked at, among the editable ones. */
  private _last = 0;
  /** The keys that may have been edited before the start; null once all were looked at. */
  private _unseen: UnseenKeys | null = null;

  /** @param tracks whose keys may have been edited in place since they were compiled; null for none */
  expectEdits(tracks: CompiledAnimations | null): void {
    this._unseen = tracks && tracks.editable.length > 0 ? new UnseenKeys(tracks.editable) : null;
  }

  /** Whether keys may have been edited in place before, and no timestamp has needed them yet. */
  get expectsEdits(): boolean {
    return this._unseen !== null;
  }

  /** Whether some keys are not the compiled ones: were replaced, or were edited in place before and are needed for a timestamp. */
  findsNewKeys(tracks: CompiledAnimations, channels: readonly TargetedAnimation[], timestamp: number): boolean {
    return this.findsReplacedKeys(tracks, channels) || (this._unseen !== null && this._findsEdits(this._unseen, timestamp));
  }

  /**
   * Whether some keys are not those that were compiled. Notices `setKeys` at once, and other changes of editable animations within some frames, because
   * each call looks at a few animations only.
   */
  findsReplacedKeys(tracks: CompiledAnimations, channels: readonly TargetedAnimation[]): boolean {
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
      const { index } = editable[this._last]!;
      isNew ||= hasNewKeys(tracks, channels[index]!.animation, index);
    }
    return isNew;
  }

  /** Looks at all keys: whether some were edited in place before. */
  findsEdits(): boolean {
    const { _unseen: unseen } = this;
    this._unseen = null;
    return unseen !== null && unseen.hasEdits();
  }

  private _findsEdits(unseen: UnseenKeys, timestamp: number): boolean {
    const isEdited = unseen.hasEditsAt(timestamp);
    if (isEdited || unseen.areSeen) {
      this._unseen = null;
    }
    return isEdited;
  }
}

/** Keys that are compared with the compiled values, each before a timestamp needs it: a start that looks at all keys would take most of its time. */
class UnseenKeys {
  areSeen = false;
  /** For each array of keys, the first key that was compared, and the one after the last. */
  private readonly _seen: Int32Array;

  constructor(private readonly _editable: readonly EditableKeys[]) {
    this._seen = new Int32Array(2 * _editable.length);
  }

  /** Whether keys that a timestamp needs were edited. */
  hasEditsAt(timestamp: number): boolean {
    const { _editable: editable, _seen: seen } = this;
    let areSeen = true;
    for (let i = 0; i < editable.length; i++) {
      const { times } = editable[i]!.track;
      let first = seen[2 * i]!;
      let end = seen[2 * i + 1]!;
      if (first === 0 && end === times.length) {
        continue;
      }
      const isFirst = end === 0;
      const key = Math.max(findKey(times, timestamp, end - 2), 0);
      const last = Math.min(key + 1, times.length - 1);
      if (last < first - 1 || key > end) {
        first = end = key; // a jump
      }
      const to = Math.min(Math.max(last + 1, isFirst ? 0 : end + AHEAD), times.length);
      const from = Math.max(to < times.length ? key : Math.min(key, first - AHEAD), 0);
      while (first > from) {
        if (isEdited(editable[i]!, --first)) {
          return true;
        }
      }
      while (end < to) {
        if (isEdited(editable[i]!, end++)) {
          return true;
        }
      }
      seen[2 * i] = first;
      seen[2 * i + 1] = end;
      areSeen &&= first === 0 && end === times.length;
    }
    this.areSeen = areSeen;
    return false;
  }

  hasEdits(): boolean {
    return this._editable.some((each) => each.track.times.some((_, key) => isEdited(each, key)));
  }
}
