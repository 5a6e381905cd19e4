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
  let isTelling = true;
  const stopAnimation = scene.stopAnimation.bind(scene);
  const telling: Scene["stopAnimation"] = (target, animationName, targetMask) => {
    stopAnimation(target, animationName, targetMask);
    if (isTelling && typeof target === "object" && target !== null && (!targetMask || targetMask(target))) {
      onStop(target as object, ({ name }) => !animationName || name === animationName);
    }
  };
  scene.stopAnimation = telling;
  return () => {
    isTelling = false;
    if (scene.stopAnimation === telling) {
      delete (scene as Partial<Scene>).stopAnimation; // the prototype's is left
    }
  };
}
