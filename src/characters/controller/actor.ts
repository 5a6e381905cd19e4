import type { StatePlan } from "./plan.js";

/** A state that a layer of a character shows: from the beginning of its clips until they have faded out. */
export interface StateRun {
  /**
   * Seconds from the last frame until the clip of the state has made some passes, at the present speed; of a blend, its first clip that has a
   * length. 0 if it has made them; Infinity if it never does, as in an empty state.
   */
  secondsTo(passes: number): number;
  /** Plain data, from which {@link LayerActor.restore} makes the run again. */
  readonly saved: readonly number[];
  /** Shows the state for a frame. @param share of the layer, 0..1 */
  show(share: number): void;
  /** Plays a part of the coming frame at once, so that its events come before those of the next state. @param seconds of the frame */
  playAhead(seconds: number): void;
}

/** Plays the states of a layer on a character. */
export interface LayerActor {
  /**
   * Begins the clips of a state. What is left of an earlier run of them fades out beside it.
   * @param late how long ago they should have begun, in seconds: the coming frame shows them there
   */
  begin(state: StatePlan, late: number): StateRun;
  /** A run as it was saved. Its clips are started by others. */
  restore(state: StatePlan, saved: readonly number[]): StateRun;
  /** Ends the clips of runs that have faded out. @param isSilent whether observers of the clips hear nothing of it. Default false */
  end(runs: readonly StateRun[], isSilent?: boolean): void;
}
