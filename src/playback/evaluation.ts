import { Animation } from "@babylonjs/core/Animations/animation.js";
import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import { excerpt } from "../messages/show.js";

/**
 * What evaluates a clip: `"auto"` compiled tracks, and Babylon's animatables for what only they can do; `"babylon"` those always;
 * `"compiled"` never, also where a group that is no clip mixes with the clip, or somebody reads its `animatables`, which are none.
 */
export type EvaluationMode = "auto" | "babylon" | "compiled";

export const EVALUATION_MODES: readonly EvaluationMode[] = ["auto", "babylon", "compiled"];

/** What evaluates a clip at the moment, and why. */
export interface Evaluation {
  readonly by: "compiled" | "babylon";
  readonly reason: string;
}

/** Why only Babylon's animatables evaluate an additive group. */
export const ADDITIVE = "it is additive";

/** Why only Babylon's animatables give what a group's animations ask for; null where they ask for nothing of the kind. */
export function whyBabylon({ targetedAnimations }: AnimationGroup): string | null {
  for (const { animation, target } of targetedAnimations) {
    const why = whyBabylonFor(animation, target as Overridable | null);
    if (why) {
      return `the animation ${excerpt(animation.name)} ${why}`;
    }
  }
  return null;
}

interface Overridable {
  readonly animationPropertiesOverride?: { readonly enableBlending: boolean; readonly loopMode: number } | null;
}

function whyBabylonFor(animation: Animation, target: Overridable | null): string | null {
  const { enableBlending, loopMode } = target?.animationPropertiesOverride ?? animation;
  if (enableBlending) {
    return "blends into what was before";
  }
  if (loopMode === Animation.ANIMATIONLOOPMODE_RELATIVE_FROM_CURRENT) {
    return "is relative to what was before";
  }
  if (animation.getEasingFunction()) {
    return "has an easing function";
  }
  return hasOwnInterpolation(animation) ? "has an interpolation of its own" : null;
}

/** The functions that interpolate values of a type; each may be replaced in one animation. */
function interpolationsOf(word: "float" | "vector2" | "vector3" | "color3" | "color4" | "quaternion"): readonly (keyof Animation)[] {
  return [`${word}InterpolateFunction`, `${word}InterpolateFunctionWithTangents`];
}

const INTERPOLATIONS: { readonly [dataType: number]: readonly (keyof Animation)[] } = {
  [Animation.ANIMATIONTYPE_FLOAT]: interpolationsOf("float"),
  [Animation.ANIMATIONTYPE_VECTOR2]: interpolationsOf("vector2"),
  [Animation.ANIMATIONTYPE_VECTOR3]: interpolationsOf("vector3"),
  [Animation.ANIMATIONTYPE_COLOR3]: interpolationsOf("color3"),
  [Animation.ANIMATIONTYPE_COLOR4]: interpolationsOf("color4"),
  [Animation.ANIMATIONTYPE_QUATERNION]: interpolationsOf("quaternion"),
};

function hasOwnInterpolation(animation: Animation): boolean {
  return INTERPOLATIONS[animation.dataType]?.some((name) => animation[name] !== Animation.prototype[name]) ?? false;
}
