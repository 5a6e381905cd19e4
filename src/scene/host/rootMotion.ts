import type { Animation } from "@babylonjs/core/Animations/animation.js";
import type { Scene } from "@babylonjs/core/scene.js";

interface RootMotionInternals {
  readonly _sampleCount?: number;
  readonly duration: number;
}

/** The number of even steps at which a `RootMotionClip` has measured its motion, between which it interpolates. */
export function sampleCountOf(motion: object): number {
  const { _sampleCount: count, duration } = motion as RootMotionInternals;
  return count ?? Math.max(2, Math.ceil(duration * 60));
}

interface Write {
  readonly target: unknown;
  readonly weight: number;
  readonly additive: boolean;
  readonly runtimeAnimation: { readonly targetPath: string; readonly animation: Animation };
}

/** The record of the last animation step. Missing in old versions of Babylon, which have no root motion. */
interface SceneInternals {
  readonly _animationWrites?: readonly Write[];
  readonly _animationStepWriteCount?: number;
}

/** What Babylon's animatables wrote to a property in the last animation step. */
export interface PropertyWrites {
  /** The sum of the weights. */
  weight: number;
  /** The animation of the last one without a weight. */
  unweighted: Animation | null;
}

/** Reads what Babylon's animatables wrote to a property in the last animation step. */
export function readWrites(scene: Scene, target: unknown, property: string, ref: PropertyWrites): void {
  const { _animationWrites: writes, _animationStepWriteCount: count = 0 } = scene as SceneInternals;
  ref.weight = 0;
  ref.unweighted = null;
  for (let i = 0; i < count; i++) {
    const { target: written, weight, additive, runtimeAnimation } = writes![i]!;
    if (written === target && runtimeAnimation.targetPath === property) {
      if (weight < 0) {
        ref.unweighted = runtimeAnimation.animation;
      } else if (!additive) {
        ref.weight += weight;
      }
    }
  }
}
