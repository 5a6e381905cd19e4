import type { Animatable } from "@babylonjs/core/Animations/animatable.core.js";

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
