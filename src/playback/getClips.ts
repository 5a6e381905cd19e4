import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import { ClipAnimationGroup } from "./clipAnimationGroup.js";

/**
 * The clips among the animation groups of a scene, an asset container, the instances made of one, or the result of loading.
 * @returns in the order of `animationGroups`
 */
export function GetClips(owner: { readonly animationGroups: readonly AnimationGroup[] }): ClipAnimationGroup[] {
  return owner.animationGroups.filter((group) => group instanceof ClipAnimationGroup);
}
