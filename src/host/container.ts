import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import type { IAssetContainer } from "@babylonjs/core/IAssetContainer.js";
import type { Scene } from "@babylonjs/core/scene.js";

interface SceneInternals {
  _blockEntityCollection: boolean;
}

/**
 * Creates an animation group in a container instead of in the scene.
 * @param container null creates the group in the scene
 */
export function createInContainer<T extends AnimationGroup>(scene: Scene, container: IAssetContainer | null, create: () => T): T {
  const internals = scene as unknown as SceneInternals;
  const blocked = internals._blockEntityCollection;
  internals._blockEntityCollection = container !== null;
  try {
    const group = create();
    group._parentContainer = container;
    return group;
  } finally {
    internals._blockEntityCollection = blocked;
  }
}

/** Creates an animation group wherever another one is: in its container, in the scene, or in both. */
export function createBeside<T extends AnimationGroup>(neighbour: AnimationGroup, create: () => T): T {
  const scene = neighbour.getScene();
  const container = neighbour._parentContainer;
  const group = createInContainer(scene, container, create);
  if (container) {
    container.animationGroups.push(group);
    if (scene.animationGroups.includes(neighbour)) {
      scene.addAnimationGroup(group);
    }
  }
  return group;
}
