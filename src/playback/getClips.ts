import { ClipAnimationGroup } from "./clipAnimationGroup.js";
import { type AnimationGroupOwner, groupsOf } from "../evaluation/index.js";

/**
 * The first clip of a name among the animation groups of a scene, an asset container, the instances made of one, or the result of loading.
 * @returns null where there is none
 * @throws RangeError where the argument has no animation groups
 * @example GetClip(result, "walk")?.play();
 * @experimental follows draft specifications
 */
export function GetClip(owner: AnimationGroupOwner, name: string): ClipAnimationGroup | null {
  return GetClips(owner).find((clip) => clip.name === name) ?? null;
}

/**
 * The clips among the animation groups of a scene, an asset container, the instances made of one, or the result of loading.
 * @returns in the order of `animationGroups`
 * @throws RangeError where the argument has no animation groups
 * @experimental follows draft specifications
 */
export function GetClips(owner: AnimationGroupOwner): ClipAnimationGroup[] {
  return groupsOf(owner).filter((group) => group instanceof ClipAnimationGroup);
}
