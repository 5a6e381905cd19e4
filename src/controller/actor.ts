import type { StatePlan } from "./plan.js";

/** A state that a layer of a character shows: from the beginning of its clips until they have faded out. */
export interface StateRun {
  /**
   * How often the clip of the state has played, the present pass in part; of a blend, its first clip that has a length. 0 for an empty state.
   */
  readonly cycles: number;
  /** Plain data, from which {@link LayerActor.restore} makes the run again. */
  readonly saved: readonly number[];
  /** Shows the state for a frame. @param share of the layer, 0..1 */
  show(share: number): void;
}

/** Plays the states of a layer on a character. */
export interface LayerActor {
  /** Begins the clips of a state. What is left of an earlier run of them fades out beside it. */
  begin(state: StatePlan): StateRun;
  /** A run as it was saved. Its clips are started by others. */
  restore(state: StatePlan, saved: readonly number[]): StateRun;
  /** Ends the clips of runs that have faded out. @param isSilent whether observers of the clips hear nothing of it. Default false */
  end(runs: readonly StateRun[], isSilent?: boolean): void;
}
