import { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import { type AnimationGroupOwner, groupsOf, createBeside, isDisposedGroup, logWarningOnce } from "../../host/index.js";
import type { ClipSettings } from "../../../gltf/timing/index.js";
import { excerpt, show } from "../../../gltf/util/index.js";
import { type ChannelList, listChannels } from "./channelList.js";
import { ClipAnimationGroup, type ClipAnimationGroupOptions } from "./clipAnimationGroup.js";
import type { ClipOptions } from "../players/clipPlayer.js";
import { EvaluatedAnimationGroup } from "./evaluatedAnimationGroup.js";
import { describeOtherCopy, warnOfOtherCopies } from "./otherCopies.js";

/**
 * Creates a clip from animation groups, without copying keys. Several clips of one group split a long animation into named ranges. The clip
 * is added to the container of the first group, or to its scene.
 * @param name any name; several clips may have the same name
 * @param source the groups whose channels the clip plays, at least one; later changes of the groups' channels do not affect the clip
 * @param settings the settings of the clip; times are in seconds
 * @throws TypeError or RangeError if the settings, the weight or the evaluation mode are invalid, if `source` is not an animation group or
 * an array of at least one animation group, or if a clip among them is disposed
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
  const lists = groups.map(listChannels);
  const clip = createClipBeside(groups[0], name, lists, { ...options, settings });
  clip.warnOfExcess();
  if (lists.every(({ channels }) => channels.length === 0)) {
    // a loader disposes groups without animations, and lists them all the same
    const why = groups.some(isDisposedGroup) ? "are disposed" : "have no animations";
    logWarningOnce(`${excerpt(name)}: its groups ${why}, so that the clip shows nothing`);
  }
  return clip;
}

/** Creates a clip of channels in the container or scene of a group. */
export function createClipBeside(
  group: AnimationGroup,
  name: string,
  lists: readonly ChannelList[],
  options: ClipAnimationGroupOptions,
): ClipAnimationGroup {
  const clip = createBeside(group, () => new ClipAnimationGroup(name, group.getScene(), options));
  clip.adoptChannels(lists);
  return clip;
}

/**
 * @throws TypeError unless the argument is an animation group or an array of animation groups; RangeError if the array is empty or a clip is
 * disposed
 */
function expectGroups(source: unknown): readonly [AnimationGroup, ...AnimationGroup[]] {
  const groups: readonly unknown[] = Array.isArray(source) ? source : [source];
  groups.forEach((group, i) => {
    const argument = Array.isArray(source) ? `source/${i}` : "source";
    if (!(group instanceof AnimationGroup)) {
      throw new TypeError(`${argument}: must be an AnimationGroup (got ${show(group)})${describeOtherCopy(group)}`);
    }
    if (group instanceof EvaluatedAnimationGroup && group.player.playhead.phase === "disposed") {
      throw new RangeError(`${argument}: must not be disposed (got ${excerpt(group.name)})`);
    }
  });
  if (groups.length === 0) {
    throw new RangeError("source: must hold at least one animation group (got [])");
  }
  return groups as [AnimationGroup, ...AnimationGroup[]];
}

/**
 * The clip with a given name among the animation groups of a scene, an asset container, the instances made of one, or the result of
 * loading. Of several clips with the name, the first one, with a warning: {@link GetClips} has the others.
 * @returns the clip, or null if no clip has the name
 * @throws TypeError if the argument has no animation groups
 * @example GetClip(result, "walk")?.play();
 * @experimental follows draft specifications
 */
export function GetClip<Name extends string = string>(owner: AnimationGroupOwner, name: Name): ClipAnimationGroup | null {
  const clips = GetClips(owner).filter((clip) => clip.name === name);
  if (clips.length > 1) {
    logWarningOnce(`GetClip: ${clips.length} clips have the name ${show(name)}; the first is used; GetClips has all`, `GetClip ${name}`);
  }
  return clips[0] ?? null;
}

/**
 * Like {@link GetClip}, for a clip that must exist.
 * @returns the first clip with the name, never null
 * @throws RangeError with the names of all clips, or of all animation groups if there are no clips, if no clip has the name
 * @throws TypeError if the first argument has no animation groups
 * @example RequireClip(result, "walk").play();
 * @experimental follows draft specifications
 */
export function RequireClip<Name extends string = string>(owner: AnimationGroupOwner, name: Name): ClipAnimationGroup {
  const clip = GetClip(owner, name);
  if (!clip) {
    const known = excerpt(
      GetClips(owner)
        .map((other) => other.name)
        .join(", "),
      400,
    );
    const rule = known ? `must be one of ${known}` : "must be the name of a clip, but there is none";
    throw new RangeError(`name: ${rule} (got ${show(name)})${hintOf(groupsOf(owner), name, known !== "")}`);
  }
  return clip;
}

/** How to get the clip that is missing, if the animation groups say so. */
function hintOf(groups: readonly AnimationGroup[], name: string, hasClips: boolean): string {
  const names = groups.map((group) => group.name);
  if (names.includes(name)) {
    return "; it is the name of an animation group, of which CreateClip makes a clip";
  }
  const scene = groups[0]?.getScene();
  if (scene && GetClips(scene).some((clip) => clip.name === name)) {
    return `; the scene has it: RequireClip(scene, ${show(name)})`;
  }
  return hasClips || names.length === 0 ? "" : `; CreateClip makes clips of the animation groups ${excerpt(names.join(", "), 400)}`;
}

/**
 * The clips among the animation groups of a scene, an asset container, the instances made of one, or the result of loading.
 * @returns the clips in the order of `animationGroups`
 * @throws TypeError if the argument has no animation groups
 * @experimental follows draft specifications
 */
export function GetClips(owner: AnimationGroupOwner): ClipAnimationGroup[] {
  const groups = groupsOf(owner);
  warnOfOtherCopies("GetClips", groups);
  return groups.filter((group) => group instanceof ClipAnimationGroup);
}
