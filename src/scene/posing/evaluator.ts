import type { Animation } from "@babylonjs/core/Animations/animation.js";
import type { Animatable } from "@babylonjs/core/Animations/animatable.core.js";
import type { ShownPlayback } from "../host/index.js";
import type { ResolvedClipSettings } from "../../gltf/timing/index.js";

/** Poses the targets of a clip that plays. */
export interface Evaluator {
  /** The animatables in the scene that belong to the evaluator, in the order of the scene's animation step. */
  readonly places: readonly Animatable[];
  /** Whether poses wait for the scene's animation step, for their turn; otherwise, they are shown before the step. */
  isInStep: boolean;
  /**
   * How many poses up to the last one had a weight of 0. From the second on, they are not mixed in, as with Babylon's groups. An evaluator that
   * takes over gets the value of the one before.
   */
  silentPoses: number;
  /**
   * Shows the pose of a timestamp on the targets that the group's mask retains. An unweighted pose is written at once, a weighted pose is
   * mixed at the end of the frame or in the scene's animation step.
   */
  pose(timestamp: number): void;
  /** Updates the set of targets that the group's mask retains. */
  updateMask(): void;
  /** Restores the values that all targets had before the animation. */
  restore(): void;
  /**
   * Shows something else again after the unweighted pose that waits for the scene's animation step, if one waits: until its turn, others may show
   * theirs. Also after the evaluator was disposed.
   */
  showAfter(show: () => void): void;
  /** Shows the unweighted pose that waits for the scene's animation step already now, because something else is about to begin from it. */
  showWaiting(): void;
  /** Notes how far the channels have blended, with the step that a pose which waits will take: for an evaluator that takes over. */
  noteBlending(): void;
  /**
   * @param silent whether the end of the animatables is not announced
   * @param afterStep whether the scene's animation step still has to mix the last pose
   */
  dispose(silent: boolean, afterStep: boolean): void;
}

/** The progress of a clip. */
export interface ClipProgress {
  /** In seconds. */
  readonly timestamp: number;
  readonly activeSettings: Pick<ResolvedClipSettings, "start" | "end" | "reverse" | "speed">;
  readonly direction: 1 | 0 | -1;
  /** How many passes a loop has begun after the first, less the passes begun backwards; 0 in ping-pong. */
  readonly passes: number;
  readonly isFinished: boolean;
  /** Whether the timestamp was sought since the last frame. */
  readonly isJump: boolean;
  /** Whether the last animation step has played the group. */
  readonly isAnimated: boolean;
  /** How far an animation of the group has played, as its animatable shows it. @param syncRoot the animatable that the group follows */
  playbackOf(animation: Animation, syncRoot: Animatable | null): ShownPlayback;
}
