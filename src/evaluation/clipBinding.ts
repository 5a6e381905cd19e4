import type { Animation } from "@babylonjs/core/Animations/animation.js";
import type { AnimationGroup, TargetedAnimation } from "@babylonjs/core/Animations/animationGroup.js";
import { excerpt } from "../messages/show.js";
import { propertyOf, type AnimatedProperty } from "./animatedProperty.js";
import { compile, type CompiledAnimations } from "./compile.js";
import { needOfBabylon } from "./evaluationChoice.js";
import { playableOf } from "./playable.js";
import { PropertyList } from "./propertyList.js";

/** The animations of a group, bound to their targets. */
export interface ClipBinding {
  /** Those that can be played. */
  readonly targetedAnimations: readonly TargetedAnimation[];
  /** Their animations: a targeted animation may get another one. */
  readonly animations: readonly Animation[];
  /** For each of them, the property that it animates; empty where they cannot be compiled. */
  readonly properties: PropertyList;
  /** Null where they cannot be compiled. */
  readonly tracks: CompiledAnimations | null;
  /** Why only Babylon's animatables can evaluate them; null where the tracks can. */
  readonly obstacle: string | null;
}

const NO_PROPERTIES = /*#__PURE__*/ new PropertyList([], []);

/**
 * Compiles and binds the animations of a group.
 * @param before the last binding of the group: it is used again where nothing has changed
 */
export function bind(group: AnimationGroup, before: ClipBinding | null): ClipBinding {
  const need = needOfBabylon(group);
  if (before && isCurrent(before, group.targetedAnimations)) {
    return before.obstacle === need ? before : { ...before, obstacle: need };
  }
  let targetedAnimations: readonly TargetedAnimation[] = [...group.targetedAnimations];
  let animations = targetedAnimations.map(animationOf);
  let tracks = compile(animations);
  if ("obstacle" in tracks) {
    targetedAnimations = playableOf(group); // not before: it takes as long as compiling
    animations = targetedAnimations.map(animationOf);
    tracks = compile(animations);
  }
  const none = { targetedAnimations, animations, properties: NO_PROPERTIES, tracks: null };
  if ("obstacle" in tracks) {
    return { ...none, obstacle: need ?? tracks.obstacle };
  }
  const found = targetedAnimations.map(propertyFor);
  const lacking = targetedAnimations[found.indexOf(null)]?.animation;
  if (lacking) {
    const obstacle = `the animation ${excerpt(lacking.name)} has a target without ${excerpt(lacking.targetProperty)}`;
    return { ...none, obstacle: need ?? obstacle };
  }
  const properties = new PropertyList(found as AnimatedProperty[], tracks.offsets);
  return { targetedAnimations, animations, properties, tracks, obstacle: need };
}

/** Whether the channels of a group are those of a binding, and have the same keys, targets and properties. */
function isCurrent({ targetedAnimations, animations, properties, tracks }: ClipBinding, now: readonly TargetedAnimation[]): boolean {
  if (!tracks || now.length !== targetedAnimations.length) {
    return false;
  }
  for (let i = 0; i < now.length; i++) {
    const each = now[i]!;
    const property = properties.properties[i]!;
    const isSame = each === targetedAnimations[i] && each.animation === animations[i] && each.target === property.target;
    if (!isSame || !property.isOf(each.animation)) {
      return false;
    }
  }
  return compile(animations) === tracks;
}

function animationOf({ animation }: TargetedAnimation): Animation {
  return animation;
}

function propertyFor({ target, animation }: TargetedAnimation): AnimatedProperty | null {
  return Array.isArray(target) ? null : propertyOf(target as object, animation);
}
