import { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import { createBeside } from "../host/index.js";
import { excerpt, show } from "../util/index.js";
import type { ClipSettings } from "../timing/index.js";
import { channelsOf } from "./channelList.js";
import { ClipAnimationGroup, type CreateClipOptions } from "./clipAnimationGroup.js";

/**
 * Makes a clip of animation groups, without copying their keys. Several clips of one group split a long animation into named ranges. The
 * clip is added to the container of the first group, or to its scene.
 * @param name any name; several clips may share one
 * @param source the groups whose channels the clip plays, at least one; later changes of their channels do not affect the clip
 * @param settings how the clip plays, in seconds
 * @throws RangeError if the settings, the weight or the evaluation mode are invalid, if `source` is not an animation group or an array of at
 * least one, or if one of them is a disposed clip
 * @example CreateClip("walk", result.animationGroups[0], { start: 2, end: 3.2 }).play();
 * @experimental follows draft specifications
 */
export function CreateClip(
  name: string,
  source: AnimationGroup | readonly AnimationGroup[],
  settings: ClipSettings = {},
  options: CreateClipOptions = {},
): ClipAnimationGroup {
  const groups = expectGroups(source);
  const [first] = groups;
  const clip = createBeside(first, () => new ClipAnimationGroup(name, first.getScene(), { ...options, settings }));
  clip.share(groups.map(channelsOf));
  return clip;
}

/** @throws RangeError unless the argument is an animation group, or an array of at least one; disposed clips are refused, too */
function expectGroups(source: unknown): readonly [AnimationGroup, ...AnimationGroup[]] {
  const groups: readonly unknown[] = Array.isArray(source) ? source : [source];
  groups.forEach((group, i) => {
    const place = Array.isArray(source) ? `source/${i}` : "source";
    if (!(group instanceof AnimationGroup)) {
      throw new RangeError(`${place}: must be an AnimationGroup (got ${show(group)})`);
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
