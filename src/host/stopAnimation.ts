import type { Animation } from "@babylonjs/core/Animations/animation.js";
import type { Scene } from "@babylonjs/core/scene.js";

/** Whether a stop applies to an animation of the target. */
export type Stop = (animation: Animation) => boolean;

/**
 * Observes `scene.stopAnimation`, which Babylon's objects call when they are disposed.
 * @param onStop replaces the call; receives a function that stops the scene's own animatables
 * @returns ends the observation
 */
export function observeStops(scene: Scene, onStop: (target: object, isMeant: Stop, stopKnown: () => void) => void): () => void {
  return override(scene, "stopAnimation", (stopAnimation) => (target, animationName, targetMask) => {
    const stopKnown = (): void => stopAnimation(target, animationName, targetMask);
    return target && typeof target === "object" && (!targetMask || targetMask(target))
      ? onStop(target as object, ({ name }) => !animationName || name === animationName, stopKnown)
      : stopKnown();
  });
}

/**
 * Observes `scene.stopAllAnimations`.
 * @param onStopAll replaces the call; receives a function that stops the scene's own animatables
 * @returns ends the observation
 */
export function observeStopAll(scene: Scene, onStopAll: (stopKnown: () => void) => void): () => void {
  return override(scene, "stopAllAnimations", (stopAllAnimations) => () => onStopAll(stopAllAnimations));
}

/**
 * Overrides a method of a scene.
 * @returns removes the override. If others have overridden the method since, the override stays and only calls the method below
 */
function override<Name extends "stopAnimation" | "stopAllAnimations">(
  scene: Scene,
  name: Name,
  create: (below: Scene[Name]) => Scene[Name],
): () => void {
  type Method = (...args: Parameters<Scene[Name]>) => void;
  const below = scene[name].bind(scene) as Scene[Name];
  let current = create(below) as Method;
  const method = ((...args: Parameters<Scene[Name]>) => current(...args)) as Scene[Name];
  scene[name] = method;
  return () => {
    current = below as Method;
    if (scene[name] === method) {
      delete (scene as Partial<Scene>)[name]; // leaves the method of the prototype
    }
  };
}
