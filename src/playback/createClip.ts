import { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import { type AnimationGroupOwner, groupsOf } from "../evaluation/index.js";
import { createBeside } from "../host/index.js";
import type { ClipSettings } from "../timing/index.js";
import { excerpt, show } from "../util/index.js";
import { listChannels } from "./channelList.js";
import { ClipAnimationGroup } from "./clipAnimationGroup.js";
import type { ClipOptions } from "./clipPlayer.js";

/**
 * Creates a clip from animation groups, without copying keys. Several clips of one group split a long animation into named ranges. The clip
 * is added to the container of the first group, or to its scene.
 * @param name any name; several clips may have the same name
 * @param source the groups whose channels the clip plays, at least one; later changes of the groups' channels do not affect the clip
 * @param settings the settings of the clip; times are in seconds
 * @throws TypeError or RangeError if the settings, the weight or the evaluation mode are invalid, if `source` is not an animation group or
 * an array of at least one animation group, or if a group is a disposed clip
 * @example CreateClip("walk", result.animationGroups[0], { start: 2, end: 3.2 }).play();
 * @experimental follows draft specifications
 */
export function CreateClip(
  name: string,
  source: AnimationGroup | readonly AnimationGroup[],
  settings: ClipSettings = {},
  options: ClipOptions = {},
): ClipAnimationGroup {
  const groups = expectGroups(source);
  const [first] = groups;
  const clip = createBeside(first, () => new ClipAnimationGroup(name, first.getScene(), { ...options, settings }));
  clip.adoptChannels(groups.map(listChannels));
  return clip;
}

/**
 * @throws TypeError unless the argument is an animation group or an array of animation groups; RangeError if the array is empty or a group
 * is a disposed clip
 */
function expectGroups(source: unknown): readonly [AnimationGroup, ...AnimationGroup[]] {
  const groups: readonly unknown[] = Array.isArray(source) ? source : [source];
  groups.forEach((group, i) => {
    const place = Array.isArray(source) ? `source/${i}` : "source";
    if (!(group instanceof AnimationGroup)) {
      throw new TypeError(`${place}: must be an AnimationGroup (got ${show(group)})`);
    }
    if (group instanceof ClipAnimationGroup && group.player.isDisposed) {
      throw new RangeError(`${place}: must not be disposed (got ${excerpt(group.name)})`);
    }
  });
  if (groups.length === 0) {
    throw new RangeError("source: must hold at least one animation group (got [])");
  }
  return groups as [AnimationGroup, ...AnimationGroup[]];
}

/**
 * The first clip with a given name among the animation groups of a scene, an asset container, the instances made of one, or the result of
 * loading.
 * @returns the clip, or null if no clip has the name
 * @throws TypeError if the argument has no animation groups
 * @example GetClip(result, "walk")?.play();
 * @experimental follows draft specifications
 */
export function GetClip(owner: AnimationGroupOwner, name: string): ClipAnimationGroup | null {
  return GetClips(owner).find((clip) => clip.name === name) ?? null;
}

/**
 * Like {@link GetClip}, for a clip that must exist.
 * @returns the first clip with the name, never null
 * @throws RangeError with the names of all clips, if no clip has the name
 * @throws TypeError if the first argument has no animation groups
 * @example RequireClip(result, "walk").play();
 * @experimental follows draft specifications
 */
export function RequireClip(owner: AnimationGroupOwner, name: string): ClipAnimationGroup {
  const clip = GetClip(owner, name);
  if (!clip) {
    const known = excerpt(
      GetClips(owner)
        .map((other) => other.name)
        .join(", "),
      400,
    );
    throw new RangeError(`name: must be ${known ? `one of ${known}` : "the name of a clip, but there is none"} (got ${show(name)})`);
  }
  return clip;
}

/**
 * The clips among the animation groups of a scene, an asset container, the instances made of one, or the result of loading.
 * @returns the clips in the order of `animationGroups`
 * @throws TypeError if the argument has no animation groups
 * @experimental follows draft specifications
 */
export function GetClips(owner: AnimationGroupOwner): ClipAnimationGroup[] {
  return groupsOf(owner).filter((group) => group instanceof ClipAnimationGroup);
}
