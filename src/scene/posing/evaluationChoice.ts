import { Animation } from "@babylonjs/core/Animations/animation.js";
import type { AnimationGroup, TargetedAnimation } from "@babylonjs/core/Animations/animationGroup.js";
import { argumentError, excerpt } from "../../gltf/util/index.js";
import { isCustom } from "./properties/interpolations.js";

/**
 * The evaluators that a clip may use:
 *
 * - `"auto"`: compiled tracks, or Babylon's animatables for features that only Babylon supports
 * - `"babylon"`: always Babylon's animatables
 * - `"compiled"`: never animatables; `clip.animatables` is empty
 */
export type EvaluationMode = "auto" | "babylon" | "compiled";

const EVALUATION_MODES: readonly EvaluationMode[] = ["auto", "babylon", "compiled"];

/** @throws TypeError or RangeError for an unknown mode */
export function expectMode(mode: EvaluationMode): void {
  if (!EVALUATION_MODES.includes(mode)) {
    throw argumentError("evaluationMode", `must be one of ${EVALUATION_MODES.join(", ")}`, mode, "string");
  }
}

/** The evaluator of a clip, and the reason for the choice. */
export interface EvaluationDescription {
  /** The evaluator: compiled tracks, or Babylon's animatables. */
  readonly by: "compiled" | "babylon";
  /** The reason for the choice, for people to read. */
  readonly reason: string;
}

const COMPILED: EvaluationDescription = { by: "compiled", reason: "its animations are compiled" };

/** The circumstances that a choice depends on. */
export interface Circumstances {
  readonly mode: EvaluationMode;
  /** The reason why only Babylon's animatables can evaluate the animations; null if tracks can. */
  readonly obstacle: string | null;
  /** Whether code has used the animatables since the start. */
  readonly areAnimatablesUsed: boolean;
}

/** Chooses the evaluator of a clip. */
export function chooseEvaluation({ mode, obstacle, areAnimatablesUsed }: Circumstances): EvaluationDescription {
  if (mode === "babylon") {
    return { by: "babylon", reason: 'its evaluationMode is "babylon"' };
  }
  if (obstacle !== null) {
    return { by: "babylon", reason: obstacle };
  }
  if (mode === "auto" && areAnimatablesUsed) {
    return { by: "babylon", reason: "its animatables are used" };
  }
  return COMPILED;
}

/** The reason why the animations of a group need Babylon's animatables; null without such a need. */
export function needOfBabylon({ targetedAnimations }: AnimationGroup): string | null {
  for (let i = 0; i < targetedAnimations.length; i++) {
    const channel = targetedAnimations[i]!;
    const need = isUsual(channel) ? null : needOf(channel, targetedAnimations);
    if (need) {
      return `the animation ${excerpt(channel.animation.name)} ${need}`;
    }
  }
  return null;
}

/** Whether tracks can evaluate a channel whatever the others are: a function without closures, since it runs for each channel at each start. */
function isUsual(channel: TargetedAnimation): boolean {
  const { enableBlending, loopMode } = overridesOf(channel);
  return !enableBlending && (loopMode ?? CYCLE) === CYCLE && !isCustom(channel.animation);
}

const CYCLE = Animation.ANIMATIONLOOPMODE_CYCLE;

type Overridable = Pick<Animation, "enableBlending" | "blendingSpeed" | "loopMode">;

/** The settings of a channel that Babylon takes from `target.animationPropertiesOverride`, if there is one. */
export function overridesOf({ animation, target }: TargetedAnimation): Overridable {
  return (target as { readonly animationPropertiesOverride?: Overridable | null } | null)?.animationPropertiesOverride ?? animation;
}

/** The loop mode of a channel; by default CYCLE. */
export function loopModeOf(channel: TargetedAnimation): number {
  return overridesOf(channel).loopMode ?? Animation.ANIMATIONLOOPMODE_CYCLE;
}

function needOf(channel: TargetedAnimation, all: readonly TargetedAnimation[]): string | null {
  const { animation } = channel;
  if (overridesOf(channel).enableBlending && all.some((other) => overlaps(channel, other))) {
    return "blends a property that another one of the group animates, too";
  }
  const loopMode = loopModeOf(channel);
  if (loopMode === Animation.ANIMATIONLOOPMODE_RELATIVE_FROM_CURRENT) {
    return "is relative to the previous value";
  }
  if (loopMode !== Animation.ANIMATIONLOOPMODE_CYCLE) {
    return "has a loop mode other than CYCLE";
  }
  return isCustom(animation) ? "has a custom interpolation" : null;
}

/** Whether another channel animates the property of a channel, a part of it, or a whole that contains it. */
function overlaps(channel: TargetedAnimation, other: TargetedAnimation): boolean {
  return other.target === channel.target && other !== channel && areNested(channel.animation, other.animation);
}

function areNested({ targetPropertyPath: a }: Animation, { targetPropertyPath: b }: Animation): boolean {
  return a.every((name, i) => i >= b.length || name === b[i]);
}
