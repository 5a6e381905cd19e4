import type { Animation } from "@babylonjs/core/Animations/animation.js";
import type { Scene } from "@babylonjs/core/scene.js";

/** Whether an animation of a target is one of those that are stopped. */
export type Stop = (animation: Animation) => boolean;

/**
 * Tells of everything that asks a scene to stop the animations of a target, as Babylon's objects do when they are disposed; of what is not
 * animated by animatables, the scene does not know.
 * @returns stops telling
 */
export function observeStops(scene: Scene, onStop: (target: object, isMeant: Stop) => void): () => void {
  return override(scene, "stopAnimation", (stopAnimation) => (target, animationName, targetMask) => {
    stopAnimation(target, animationName, targetMask);
    if (typeof target === "object" && target !== null && (!targetMask || targetMask(target))) {
      onStop(target as object, ({ name }) => !animationName || name === animationName);
    }
  });
}

/**
 * Takes part when a scene is asked to stop all animations.
 * @param onStopAll given what stops those that the scene knows
 * @returns ends this
 */
export function observeStopAll(scene: Scene, onStopAll: (stopKnown: () => void) => void): () => void {
  return override(scene, "stopAllAnimations", (stopAllAnimations) => () => onStopAll(stopAllAnimations));
}

/**
 * Puts a method over one of a scene's.
 * @returns takes it away; where others have put theirs over it, it only calls the one below from then on
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
      delete (scene as Partial<Scene>)[name]; // the prototype's is left
    }
  };
}
