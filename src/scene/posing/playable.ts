import { logWarning } from "../host/index.js";
import { excerpt } from "../../gltf/util/index.js";
import type { Animation } from "@babylonjs/core/Animations/animation.js";
import type { AnimationGroup, TargetedAnimation } from "@babylonjs/core/Animations/animationGroup.js";
import type { IAnimationKey } from "@babylonjs/core/Animations/animationKey.js";
import { dropEndlessKey, keyRangeOf, timedKeys } from "../keys/index.js";
import { kindOf, putValue } from "./properties/valueKind.js";

/** The targeted animations of a group whose keys are finite. Animations with other keys are not played, with one warning per animation. */
export function playableOf({ targetedAnimations }: AnimationGroup): readonly TargetedAnimation[] {
  return targetedAnimations.every(isPlayable) ? targetedAnimations : targetedAnimations.filter(isPlayable);
}

interface Verdict {
  /** The number of keys at the time of the check. */
  readonly count: number;
  readonly isPlayable: boolean;
}

const verdicts = new WeakMap<readonly IAnimationKey[], Verdict>();

function isPlayable({ animation }: TargetedAnimation): boolean {
  const keys = animation.getKeys();
  const known = verdicts.get(keys);
  if (known?.count === keys.length) {
    return known.isPlayable;
  }
  const fault = keys.length > 0 ? faultOf(animation) : null;
  if (fault !== null && known?.isPlayable !== false) {
    logWarning(`${excerpt(animation.name)}: ${fault}; clips leave its target as it is`);
  }
  verdicts.set(keys, { count: keys.length, isPlayable: fault === null });
  return fault === null;
}

/** The fault of an animation's keys, after removing unused values; null for valid keys. */
function faultOf(animation: Animation): string | null {
  dropEndlessKey(animation.getKeys());
  const size = kindOf(animation)?.size ?? 0;
  dropWrongTangents(animation, size);
  const keys = timedKeys(animation);
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i]!;
    const wrong = wrongIn(key.frame, size) ?? wrongIn(key.value, size) ?? wrongIn(key.inTangent, size) ?? wrongIn(key.outTangent, size);
    if (wrong !== undefined) {
      return `times and values of keys must be finite numbers (got ${wrong} in key ${i})`;
    }
  }
  return null;
}

/** Removes invalid tangents before the first key and after the last key. Such tangents have no meaning, but Babylon computes with them. */
function dropWrongTangents(animation: Animation, size: number): void {
  const { first, last } = keyRangeOf(animation);
  for (const key of animation.getKeys()) {
    if (key.frame <= first && wrongIn(key.inTangent, size) !== undefined) {
      key.inTangent = undefined;
    }
    if (key.frame >= last && wrongIn(key.outTangent, size) !== undefined) {
      key.outTangent = undefined;
    }
  }
}

const parts = new Float64Array(4);

/** The first component of a value that is not finite; undefined if all components are finite. */
function wrongIn(value: unknown, size: number): number | undefined {
  if (typeof value === "number") {
    return Number.isFinite(value) ? undefined : value;
  }
  if (value === undefined || size === 0) {
    return undefined;
  }
  putValue(value, parts, 0);
  for (let i = 0; i < size; i++) {
    if (!Number.isFinite(parts[i])) {
      return parts[i];
    }
  }
  return undefined;
}
