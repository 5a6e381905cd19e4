import { ClipAnimationGroup } from "./clipAnimationGroup.js";
import type { AnimationGroupOwner } from "./clipPose.js";

/**
 * The clips among the animation groups of a scene, an asset container, the instances made of one, or the result of loading.
 * @returns in the order of `animationGroups`
 */
export function GetClips({ animationGroups }: AnimationGroupOwner): ClipAnimationGroup[] {
  return animationGroups.filter((group) => group instanceof ClipAnimationGroup);
}
