import type { Animation } from "@babylonjs/core/Animations/animation.js";
import type { IAnimationKey } from "@babylonjs/core/Animations/animationKey.js";
import { type KeyRange, ownRangeOf } from "../keys/index.js";

/** Whether Babylon put a key for frame 0 in front of keys that begin before it. */
export function beginsOutOfOrder(keys: readonly IAnimationKey[]): boolean {
  const [added, first] = keys;
  return added?.frame === 0 && first !== undefined && first.frame < 0 && isPlain(added) && equal(added.value, first.value);
}

/** The keys of an animation, without such a key. */
export function timedKeys(animation: Animation): readonly IAnimationKey[] {
  const keys = animation.getKeys();
  return beginsOutOfOrder(keys) ? keys.slice(1) : keys;
}

/**
 * Removes a last key that Babylon added at the end of a group that another animation made infinite: CUBICSPLINE gives NaN on the way there.
 */
export function dropEndlessKey(keys: IAnimationKey[]): void {
  const last = keys.length - 1;
  if (last > 0 && keys[last]!.frame === Infinity && repeats(keys[last]!, keys[last - 1]!)) {
    keys.pop();
  }
}

/** The range beyond which an animation holds: the recorded one, or that of the keys, less those that look added by Babylon. */
export function keyRangeOf(animation: Animation): KeyRange {
  const recorded = ownRangeOf(animation.getKeys());
  if (recorded) {
    return recorded;
  }
  const keys = timedKeys(animation);
  let first = 0;
  let last = keys.length - 1;
  if (first < last && isPlain(keys[first]!) && equal(keys[first]!.value, keys[first + 1]!.value)) {
    first++; // Babylon puts such a key at frame 0 where there is none
  }
  while (first < last && repeats(keys[first]!, keys[first + 1]!)) {
    first++;
  }
  while (first < last && repeats(keys[last]!, keys[last - 1]!)) {
    last--;
  }
  return { first: keys[first]!.frame, last: keys[last]!.frame };
}

function isPlain({ inTangent, outTangent }: IAnimationKey): boolean {
  return inTangent === undefined && outTangent === undefined;
}

function repeats(a: IAnimationKey, b: IAnimationKey): boolean {
  return equal(a.value, b.value) && equal(a.inTangent, b.inTangent) && equal(a.outTangent, b.outTangent);
}

function equal(a: unknown, b: unknown): boolean {
  return a === b || (hasEquals(a) && hasEquals(b) && a.equals(b));
}

function hasEquals(value: unknown): value is { equals(other: unknown): boolean } {
  return typeof value === "object" && value !== null && "equals" in value;
}
