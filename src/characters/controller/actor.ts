import type { StatePlan } from "../../gltf/controller/index.js";

/** Sums of frames are rounded: seconds by which what is due may be missed. */
export const ROUNDING = 1e-9;

/** A state that a layer of a character shows: from the beginning of its clips until they have faded out. */
export interface StateRun {
  /** Passes per second by itself, at the present parameters; null for a state without a clip that has a length. */
  readonly frequency: number | null;
  /**
   * The passes that the clip of the state has made, the present one in part; of a blend, its first clip that has a length. 0 in an empty state;
   * Infinity without a length, or if it was stopped.
   */
  readonly passes: number;
  /**
   * Seconds from the last frame until the clip has made some passes. 0 if it has made them; Infinity if it never does, as in an empty state.
   * @param frequency passes per second; null for those by itself
   */
  secondsTo(passes: number, frequency: number | null): number;
  /**
   * Seconds from the last frame until the clip gets to a share of a pass, or to its end.
   * @param from the seconds that have to pass at least
   */
  secondsToEach(share: number, from: number, frequency: number | null): number;
  /** The share of a pass that the clip will have made in some seconds, 0..1; null for a state that makes no passes. */
  phaseIn(seconds: number, frequency: number | null): number | null;
  /** Plain data, from which {@link LayerActor.restore} makes the run again. */
  readonly saved: readonly number[];
  /** Shows the state for a frame. @param share of the layer, 0..1 @param frequency passes per second; null for those by itself */
  show(share: number, frequency: number | null): void;
  /** Plays a part of the coming frame at once, so that its events come before those of the next state. @param seconds of the frame */
  playAhead(seconds: number): void;
}

/** A state that a layer shows, and what was saved of its run. */
export interface SavedRun {
  readonly state: StatePlan;
  readonly saved: readonly unknown[];
}

/** Plays the states of a layer on a character. */
export interface LayerActor {
  /**
   * Begins the clips of a state. What is left of an earlier run of them fades out beside it.
   * @param phase the share of a pass at which they begin, 0..1; null for where they begin by themselves
   * @param late how long ago they should have begun, in seconds: the coming frame shows them there
   */
  begin(state: StatePlan, phase: number | null, late: number): StateRun;
  /** A run as it was saved. In a scene, its clips are started by others. */
  restore(state: StatePlan, saved: readonly number[]): StateRun;
  /**
   * Whether values are what {@link StateRun.saved} gives of states that the layer shows at once.
   * @param nameOf gives the name of the character's clip for one in the definition
   */
  areSaved(states: readonly SavedRun[], nameOf: (name: string) => string): boolean;
  /**
   * Plays another clip for a name in the definition, also in runs that are shown: there, at the same pass and share of a pass.
   * @param clip the name of a clip of the character
   */
  exchange(name: string, clip: string, runs: readonly StateRun[]): void;
  /** Ends the clips of runs that have faded out. @param isSilent whether observers of the clips hear nothing of it. Default false */
  end(runs: readonly StateRun[], isSilent?: boolean): void;
}

/** The clips that a character has by names in the definition. */
export interface ClipNames {
  /** The names of the character's clips at first, where they differ from those in the definition. */
  readonly initial: Readonly<Record<string, string>>;
  /** Makes sure that a clip can be played. @throws TypeError or RangeError if the character has no such clip, or it cannot be played */
  reserve(name: string): void;
}

/** The name of the character's clip for a name in the definition. */
export function clipFor(name: string, names: Readonly<Record<string, string>>): string {
  return Object.hasOwn(names, name) ? names[name]! : name;
}
