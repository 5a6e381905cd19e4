import type { IAnimationKey } from "@babylonjs/core/Animations/animationKey.js";

/** The first and the last frame of an animation's own keys. */
export interface KeyRange {
  readonly first: number;
  readonly last: number;
}

/** By the array of keys, so that other keys have a range of their own. */
const recorded = new WeakMap<readonly IAnimationKey[], KeyRange>();

/**
 * Records the present range of keys, before `AnimationGroup.normalize` adds keys around them. These repeat the tangents of their neighbour:
 * a CUBICSPLINE animation would swing where glTF holds the value.
 */
export function recordOwnRange(keys: readonly IAnimationKey[]): void {
  const [first, last] = [keys[0], keys[keys.length - 1]];
  if (first && last) {
    recorded.set(keys, { first: first.frame, last: last.frame });
  }
}

/** The recorded range; undefined without one. */
export function ownRangeOf(keys: readonly IAnimationKey[]): KeyRange | undefined {
  return recorded.get(keys);
}
