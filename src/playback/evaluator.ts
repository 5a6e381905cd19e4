import type { Animatable } from "@babylonjs/core/Animations/animatable.core.js";
import type { Animation } from "@babylonjs/core/Animations/animation.js";
import type { AnimationGroup, TargetedAnimation } from "@babylonjs/core/Animations/animationGroup.js";
import { clamp } from "../timing/settings.js";
import { keyRangeOf, type KeyRange } from "./keyRange.js";
import { playableOf } from "./playable.js";

/** A time of a clip; what has one is handed on, because numbers that are arguments may be allocated. */
export interface Moment {
  /** Seconds. */
  readonly timestamp: number;
}

/** Poses the targets of a group that plays. */
export interface Evaluator {
  /** -1 for unweighted, else 0..1. */
  weight: number;
  /** What says where the group is, instead of time. */
  syncRoot: Animatable | null;
  /**
   * Shows the pose of a moment, on the targets that the group's mask retains: mixed by weight with what else plays, for the scene's
   * animation step that follows, or, without weight, written at once.
   */
  pose(at: Moment): void;
  /** Looks again which targets the group's mask retains. */
  updateMask(): void;
  /** Gives all targets the values they had before. */
  restore(): void;
  /**
   * @param silent whether those who wait for the end of an animatable are not to be told
   * @param afterStep whether the last pose is still to be taken over by the scene's animation step
   */
  dispose(silent: boolean, afterStep: boolean): void;
}

/** Whether a group's mask lets it animate a target. */
export function isRetained({ mask }: AnimationGroup, target: unknown): boolean {
  return !mask || mask.disabled || mask.retainsTarget((target as { name: string }).name);
}

export function frameAt(timestamp: number, { framePerSecond }: Animation, { first, last }: KeyRange): number {
  return clamp(timestamp * framePerSecond, first, last);
}

/**
 * Writes the pose of a timestamp to the targets of a group as it is, whatever their weights and whether or not it plays.
 * @param stopped those of the group that are left out
 */
export function showPose(group: AnimationGroup, timestamp: number, stopped: ReadonlySet<TargetedAnimation>): void {
  for (const targetedAnimation of playableOf(group)) {
    const { animation } = targetedAnimation;
    const target: unknown = targetedAnimation.target;
    if (isRetained(group, target) && !stopped.has(targetedAnimation)) {
      const { holder, name } = placeOf(animation, target);
      if (!holder) {
        continue; // as with compiled tracks
      }
      const value = animation.evaluate(frameAt(timestamp, animation, keyRangeOf(animation))) as { clone?(): unknown };
      holder[name] = value.clone?.() ?? value;
      (target as Partial<Holder & { markAsDirty(property: string): void }>).markAsDirty?.(animation.targetProperty);
    }
  }
}

type Holder = Record<string, unknown> | null | undefined;

/** The animated property of a target: its name, and the object that has it. */
export function placeOf({ targetPropertyPath: path }: Animation, target: unknown): { readonly holder: Holder; readonly name: string } {
  return { holder: path.slice(0, -1).reduce((object, name) => object?.[name] as Holder, target as Holder), name: path[path.length - 1]! };
}
