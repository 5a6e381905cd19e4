import { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import { type AnimationGroupOwner, groupsOf, createBeside, isDisposedGroup, logWarningOnce, takePlaces } from "../../host/index.js";
import { OnDemandAnimationGroup } from "../../keys/index.js";
import { excerpt, show } from "../../../gltf/util/index.js";
import { listChannels } from "./channelList.js";
import { CompiledAnimationGroup } from "./compiledAnimationGroup.js";
import { copyMembers, EvaluatedAnimationGroup } from "./evaluatedAnimationGroup.js";

/**
 * Replaces animation groups by compiled groups, which play the same several times faster: groups of any loader, such as those of `.babylon`, FBX and USD files, and groups
 * that the application made. `RegisterCompiledGroups` does this for glTF files as they load.
 *
 * A compiled group has the name, the animations, the settings, the observers and the places of the group that it replaces. That one is
 * disposed: use the one from the list of its owner, or of this function. {@link ReasonNotToCompile} says why a group stays as it is, for example because it is started; so does a warning.
 * @param owner a scene, an asset container, the instances made of one, or the result of loading, whose list is changed in place; or groups
 * @returns the groups after the replacement, in the same order; clips and compiled groups as they are
 * @throws TypeError if the argument has no animation groups
 * @example
 * const character = await LoadAssetContainerAsync("character.fbx", scene);
 * CompileGroups(character);
 */
export function CompileGroups(owner: AnimationGroupOwner | readonly AnimationGroup[]): readonly AnimationGroup[] {
  const groups = Array.isArray(owner) ? expectGroups(owner) : groupsOf(owner as AnimationGroupOwner);
  return [...groups].map((group) => {
    const reason = ReasonNotToCompile(group);
    if (reason === null) {
      return group instanceof CompiledAnimationGroup ? group : replace(group, Array.isArray(owner) ? [] : groups);
    }
    if (!(group instanceof EvaluatedAnimationGroup)) {
      logWarningOnce(`CompileGroups: ${excerpt(group.name)} stays as it is, because ${reason}`);
    }
    return group;
  });
}

/**
 * Why {@link CompileGroups} leaves a group as it is. Whether and why Babylon evaluates a group that is compiled, its `evaluation` says.
 * @returns the reason, for people to read; null if the group can be compiled, or is compiled
 * @throws TypeError if the argument is not an animation group
 */
export function ReasonNotToCompile(group: AnimationGroup): string | null {
  expectGroups([group]);
  if (group instanceof EvaluatedAnimationGroup) {
    return group instanceof CompiledAnimationGroup ? null : "it is a clip";
  }
  const { constructor } = Object.getPrototypeOf(group) as { constructor: unknown };
  if (constructor !== AnimationGroup && constructor !== OnDemandAnimationGroup) {
    return "it is of a class of its own";
  }
  if (isDisposedGroup(group)) {
    return "it is disposed";
  }
  return group.isStarted ? "it is started" : null;
}

function expectGroups(groups: readonly unknown[]): readonly AnimationGroup[] {
  for (const group of groups) {
    if (!(group instanceof AnimationGroup)) {
      throw new TypeError(`group: must be an AnimationGroup (got ${show(group)})`);
    }
  }
  return groups as readonly AnimationGroup[];
}

/** @param list a further list in which the group is replaced */
function replace(group: AnimationGroup, list: readonly AnimationGroup[]): CompiledAnimationGroup {
  const { name, weight, playOrder, from, to, speedRatio, loopAnimation } = group;
  const compiled = createBeside(group, () => new CompiledAnimationGroup(name, group.getScene(), weight, playOrder));
  compiled.adoptChannels([listChannels(group)].filter(({ channels }) => channels.length > 0));
  Object.assign(compiled, { from, to, speedRatio, loopAnimation });
  copyMembers(group, compiled);
  takePlaces(compiled, group, list as AnimationGroup[]);
  return compiled;
}
