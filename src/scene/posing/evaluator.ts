import type { Animation } from "@babylonjs/core/Animations/animation.js";
import type { Animatable } from "@babylonjs/core/Animations/animatable.core.js";
import type { TargetedAnimation } from "@babylonjs/core/Animations/animationGroup.js";
import type { ShownPlayback } from "../host/index.js";
import { clamp, type ResolvedClipSettings } from "../../gltf/timing/index.js";
import { type KeyRange, keyRangeOf } from "../keys/index.js";
import { placeOf } from "./properties/propertyAccess.js";

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

/** A double plus this share of itself is the next double. */
const ULP = 1.2e-16;

/** The frame of a timestamp, clamped to the range of the keys. A key is reached at its own time, although 61.5 / 60 * 60 is below 61.5. */
export function frameAt(timestamp: number, { framePerSecond }: Animation, { first, last }: KeyRange): number {
  const frame = timestamp * framePerSecond;
  const next = frame + Math.abs(frame) * ULP;
  return clamp(next / framePerSecond <= timestamp ? next : frame, first, last);
}

/** Writes the pose of a timestamp by Babylon's interpolation, regardless of weights and of whether a clip plays. */
export function showPose(targetedAnimations: readonly TargetedAnimation[], timestamp: number): void {
  for (const { animation, target } of targetedAnimations) {
    const { holder, name } = placeOf(animation.targetPropertyPath, target as object);
    if (holder) {
      const value = animation.evaluate(frameAt(timestamp, animation, keyRangeOf(animation))) as { clone?(): unknown };
      holder[name] = value.clone?.() ?? value;
      (target as { markAsDirty?(property: string): void }).markAsDirty?.(animation.targetProperty);
    }
  }
}
