import { PrecisionDate } from "@babylonjs/core/Misc/precisionDate.js";
import type { Scene } from "@babylonjs/core/scene.js";

/** What the scene's animation loop keeps, in milliseconds of the wall clock: when it last ran. Unset before the first time. */
interface SceneInternals {
  _animationTimeLast?: number;
}

const CONSTANT_DELTA_MILLISECONDS = 16;

/** The wall clock of animations, in milliseconds. */
export function animationNow(): number {
  return PrecisionDate.Now;
}

/**
 * The seconds by which the scene is going to advance its animations in the frame that begins, as `Scene._animate` will
 * compute them outside of deterministic lockstep.
 * @param lastSeen milliseconds of the wall clock; what lies before is not counted
 */
export function animationDelta(scene: Scene, lastSeen: number): number {
  const last = (scene as unknown as SceneInternals)._animationTimeLast;
  if (!last) {
    return 0;
  }
  if (scene.useConstantAnimationDeltaTime) {
    return CONSTANT_DELTA_MILLISECONDS / 1000;
  }
  return ((animationNow() - Math.max(last, lastSeen)) * scene.animationTimeScale) / 1000;
}
