import type { Animation } from "@babylonjs/core/Animations/animation.js";
import type { AnimationGroup, TargetedAnimation } from "@babylonjs/core/Animations/animationGroup.js";
import { excerpt } from "../../gltf/util/index.js";
import { compile, type CompiledAnimations, isUnchanged } from "./tracks/compile.js";
import { needOfBabylon } from "./evaluationChoice.js";
import { playableOf } from "./playable.js";
import { listProperties, PropertyList } from "./properties/propertyList.js";

/** The animations of a group, bound to their targets. */
export interface ClipBinding {
  /** The targeted animations that can be played. */
  readonly targetedAnimations: readonly TargetedAnimation[];
  /** The property of each targeted animation; empty if the animations cannot be compiled. */
  readonly properties: PropertyList;
  /** The compiled animations; null if the animations cannot be compiled. */
  readonly tracks: CompiledAnimations | null;
  /** The keys from which searches start; all runs of the group may have them. */
  readonly cursors: Int32Array;
  /** The reason why only Babylon's animatables can evaluate the animations; null if the tracks can. */
  readonly obstacle: string | null;
}

const NO_PROPERTIES = /*#__PURE__*/ new PropertyList([], []);
const NO_CURSORS = /*#__PURE__*/ new Int32Array(0);

/**
 * Compiles and binds the animations of a group.
 * @param before the last binding of the group, used again if nothing has changed
 * @param looksAtKeys whether keys that were edited in place are found now. Otherwise, the caller looks at keys before they are sampled
 */
export function bind(group: AnimationGroup, before: ClipBinding | null, looksAtKeys = true): ClipBinding {
  const need = needOfBabylon(group);
  let targetedAnimations: readonly TargetedAnimation[] = group.targetedAnimations;
  if (!looksAtKeys && before?.tracks?.findsEdits && isStill(before, before.tracks, targetedAnimations)) {
    return before.obstacle === need ? before : { ...before, obstacle: need };
  }
  let tracks = compile(targetedAnimations.map(animationOf), looksAtKeys);
  if (before?.tracks === tracks && targetedAnimations.every((each, i) => isBound(each, before, i))) {
    return before.obstacle === need ? before : { ...before, obstacle: need };
  }
  if ("obstacle" in tracks) {
    targetedAnimations = playableOf(group); // not before: it takes as long as compiling
    tracks = compile(targetedAnimations.map(animationOf));
  }
  targetedAnimations = [...targetedAnimations];
  if ("obstacle" in tracks) {
    return { targetedAnimations, properties: NO_PROPERTIES, tracks: null, cursors: NO_CURSORS, obstacle: need ?? tracks.obstacle };
  }
  const properties = listProperties(targetedAnimations, tracks.offsets);
  if (!(properties instanceof PropertyList)) {
    const { name, targetProperty } = properties.animation;
    const obstacle = `the animation ${excerpt(name)} has a target without ${excerpt(targetProperty)}`;
    return { targetedAnimations, properties: NO_PROPERTIES, tracks: null, cursors: NO_CURSORS, obstacle: need ?? obstacle };
  }
  return { targetedAnimations, properties, tracks, cursors: tracks.trackSet.createCursors(), obstacle: need };
}

/** Whether channels are those of a binding, and animate the bound properties by the compiled tracks. */
function isStill(before: ClipBinding, tracks: CompiledAnimations, channels: readonly TargetedAnimation[]): boolean {
  if (channels.length !== before.targetedAnimations.length) {
    return false;
  }
  for (let i = 0; i < channels.length; i++) {
    const channel = channels[i]!;
    if (!isBound(channel, before, i) || !isUnchanged(tracks, channel.animation, i)) {
      return false;
    }
  }
  return true;
}

/** Whether a channel is at its index in a binding, and still animates the bound property. */
function isBound(channel: TargetedAnimation, { targetedAnimations, properties }: ClipBinding, i: number): boolean {
  return channel === targetedAnimations[i] && properties.isAt(i, channel.target, channel.animation);
}

function animationOf({ animation }: TargetedAnimation): Animation {
  return animation;
}
