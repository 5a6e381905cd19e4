import { Animation } from "@babylonjs/core/Animations/animation.js";
import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import { excerpt } from "../messages/show.js";
import { kindOf } from "./valueKind.js";

/**
 * What may evaluate a clip: `"auto"` compiled tracks, and Babylon's animatables for what only they can do; `"babylon"` always
 * animatables; `"compiled"` never, even where a plain group mixes with the clip, or its `animatables` are read, which are empty then.
 */
export type EvaluationMode = "auto" | "babylon" | "compiled";

const EVALUATION_MODES: readonly EvaluationMode[] = ["auto", "babylon", "compiled"];

/** @throws RangeError for another value */
export function expectMode(mode: EvaluationMode): void {
  if (!EVALUATION_MODES.includes(mode)) {
    throw new RangeError(`evaluationMode: must be one of ${EVALUATION_MODES.join(", ")} (got ${excerpt(String(mode))})`);
  }
}

/** What evaluates a clip at the moment, and why. */
export interface Evaluation {
  readonly by: "compiled" | "babylon";
  readonly reason: string;
}

/** What evaluates a clip, and for Babylon's animatables, what calls for them. */
export interface Choice extends Evaluation {
  readonly cause?: "mode" | "animations" | "reading" | "mixing";
}

const COMPILED: Choice = { by: "compiled", reason: "its animations are compiled" };

/** The circumstances that a choice depends on. */
export interface Circumstances {
  readonly mode: EvaluationMode;
  /** Why only Babylon's animatables can evaluate the animations; null where tracks can. */
  readonly obstacle: string | null;
  /** Whether somebody has read the animatables since the start. */
  readonly areAnimatablesRead: boolean;
  /** Whether it is mixed by weight with something that is not compiled. */
  readonly isMixedByBabylon: boolean;
}

/** Chooses what evaluates a clip. */
export function chooseEvaluation({ mode, obstacle, areAnimatablesRead, isMixedByBabylon }: Circumstances): Choice {
  if (mode === "babylon") {
    return { by: "babylon", cause: "mode", reason: 'its evaluationMode is "babylon"' };
  }
  if (obstacle !== null) {
    return { by: "babylon", cause: "animations", reason: obstacle };
  }
  if (mode === "auto" && areAnimatablesRead) {
    return { by: "babylon", cause: "reading", reason: "its animatables are read" };
  }
  if (mode === "auto" && isMixedByBabylon) {
    return { by: "babylon", cause: "mixing", reason: "it is mixed by weight with a group that is not compiled" };
  }
  return COMPILED;
}

/** Why only Babylon's animatables can evaluate an additive group. */
export const ADDITIVE = "it is additive";

/** Why only Babylon's animatables can do what the animations of a group ask for; null where they ask for nothing of the kind. */
export function needOfBabylon({ targetedAnimations }: AnimationGroup): string | null {
  for (const { animation, target } of targetedAnimations) {
    const need = needOf(animation, target as Overridable | null);
    if (need) {
      return `the animation ${excerpt(animation.name)} ${need}`;
    }
  }
  return null;
}

interface Overridable {
  readonly animationPropertiesOverride?: { readonly enableBlending: boolean; readonly loopMode: number } | null;
}

function needOf(animation: Animation, target: Overridable | null): string | null {
  const { enableBlending, loopMode } = target?.animationPropertiesOverride ?? animation;
  if (enableBlending) {
    return "blends into the value before";
  }
  if (loopMode === Animation.ANIMATIONLOOPMODE_RELATIVE_FROM_CURRENT) {
    return "is relative to the value before";
  }
  if (animation.getEasingFunction()) {
    return "has an easing function";
  }
  const isCustom = kindOf(animation)?.interpolations.some((name) => animation[name] !== Animation.prototype[name]);
  return isCustom ? "has an interpolation of its own" : null;
}
