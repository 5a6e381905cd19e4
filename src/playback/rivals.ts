import type { Animatable } from "@babylonjs/core/Animations/animatable.core.js";
import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import { findForeignAnimatable } from "../evaluation/index.js";
import { logWarning } from "../host/index.js";
import { excerpt, show } from "../util/index.js";
import { EvaluatedAnimationGroup } from "./evaluatedAnimationGroup.js";

/** The animatables of a group; reading them does not change the group's evaluation. */
function animatablesOf(group: AnimationGroup): readonly Animatable[] {
  return group instanceof EvaluatedAnimationGroup ? group.animatableList : group.animatables;
}

/** The groups, and other owners of animations, that a warning has named. */
const named = new WeakSet<object>();

/**
 * Warns if a plain animation group, or another animation of Babylon's, plays on the same properties as a clip, both without a weight: Babylon
 * writes its values after the clip's. One warning per group.
 */
export function warnOfRival(clip: AnimationGroup): void {
  const animatable = findForeignAnimatable(clip);
  if (!animatable || animatable.weight !== -1) {
    return;
  }
  const owner = clip.getScene().animationGroups.find((group) => group.isStarted && animatablesOf(group).includes(animatable));
  if (!named.has(owner ?? animatable)) {
    named.add(owner ?? animatable);
    const name = owner ? `the animation group ${show(owner.name)}` : "an animation of Babylon.js";
    const remedy = owner ? "stop the group, or load the file with animationStartMode NONE" : "stop it";
    logWarning(`${excerpt(clip.name)}: ${name} is still playing on the same nodes, and hides the clip; ${remedy}`);
  }
}
