import { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import { createBeside } from "../host/container.js";
import { show } from "../messages/show.js";
import type { ClipSettings } from "../timing/index.js";
import { channelsOf } from "./channelList.js";
import { ClipAnimationGroup, type CreateClipOptions } from "./clipAnimationGroup.js";

/**
 * Makes a clip of animation groups, without copying their keys; any number of clips, to split a long animation into named ranges. The clip lives where the first group does, in its scene or its container.
 * @param name any name; several clips may share one
 * @param source the groups that the clip's timestamp drives, at least one
 * @param settings how the clip plays
 * @throws RangeError where the settings cannot be played, for another weight or evaluation, and where `source` is not an animation group or
 * an array of at least one
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

/** @throws RangeError unless the argument is an animation group, or an array of at least one */
function expectGroups(source: unknown): readonly [AnimationGroup, ...AnimationGroup[]] {
  const groups: readonly unknown[] = Array.isArray(source) ? source : [source];
  const wrong = groups.findIndex((group) => !(group instanceof AnimationGroup));
  if (wrong >= 0) {
    throw new RangeError(`source${Array.isArray(source) ? `/${wrong}` : ""}: must be an AnimationGroup (got ${show(groups[wrong])})`);
  }
  if (groups.length === 0) {
    throw new RangeError("source: must hold at least one animation group (got [])");
  }
  return groups as [AnimationGroup, ...AnimationGroup[]];
}
