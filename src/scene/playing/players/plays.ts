import type { Animatable } from "@babylonjs/core/Animations/animatable.core.js";
import type { TargetedAnimation } from "@babylonjs/core/Animations/animationGroup.js";
import type { ClipColumns, ClipStep, GroupColumns, ResolvedClipSettings, TimeColumns } from "../../../gltf/timing/index.js";
import type { StepEventListener } from "../events/stepEvents.js";

/** What plays a group: a player, or Babylon. */
export interface Plays {
  readonly isStarted: boolean;
  readonly isPlaying: boolean;
  /** @returns whether the observers of the group are to be notified */
  pause(): boolean;
  /** @returns whether the observers of the group are to be notified */
  resume(): boolean;
  /** @param silent whether the end is not reported */
  stop(silent: boolean): void;
  /** Sets the weight of the run. */
  setWeight(weight: number): void;
  /** Keeps the group in sync with an animatable: at the same share of the range. Null ends the synchronization. */
  syncWith(root: Animatable | null): void;
  /** Called when the group's mask has changed. */
  updateMask(forceUpdate?: boolean): void;
}

/** The callbacks of a player. */
export interface PlayerListener extends StepEventListener {
  /** Called when channels are not animated any more: all channels, or channels that were stopped individually. */
  onTargetsEnd(targetedAnimations: readonly TargetedAnimation[]): void;
  /** Called when no channel is animated any more. */
  onEnd(): void;
}

/** The running time of a player, in seconds. */
export interface PlayerClock {
  readonly timestamp: number;
  readonly settings: ResolvedClipSettings;
  readonly direction: 1 | 0 | -1;
  readonly completedRepetitions: number;
  readonly isFinished: boolean;
  /** @param earliest how far negative seconds count, in seconds since the beginning or the last seek or change */
  advance(deltaSeconds: number, earliest?: number): ClipStep;
  /** Returns to the beginning. */
  reset(): void;
  /** Whether nothing but time moves the clock. */
  readonly isSteady: boolean;
  /** Whether the clock never finishes, and its position does not depend on each step. */
  readonly isEndless: boolean;
  /** Writes the clock into a row of columns. */
  storeIn(columns: TimeColumns, row: number): ClipColumns | GroupColumns;
  /** The clock as it would be at another time. The next call changes the clock that this one returned. */
  peek(elapsed: number, lost: number): PlayerClock;
  /** Goes on at another time. */
  resume(elapsed: number, lost: number): void;
}
