import type { Animation } from "@babylonjs/core/Animations/animation.js";
import type { IAnimationKey } from "@babylonjs/core/Animations/animationKey.js";

/**
 * The keys that Babylon adds to the keys of a file: `AnimationGroup.normalize` repeats the first and the last value at the bounds of the
 * group, and a start puts a key at frame 0. Two questions need two comparisons. The range that moves ({@link keyRangeOf}) may leave out any
 * keys of equal values, because the animation holds there either way. The keys that an export writes ({@link authoredKeys}) must include
 * equal keys of the file, and leave out only keys that share the very objects of their neighbors, as Babylon's do.
 */

/** The first and the last frame of an animation's own keys. */
export interface KeyRange {
  readonly first: number;
  readonly last: number;
}

/** The recorded ranges by array of keys: a new array of keys gets a new range. */
const recorded = new WeakMap<readonly IAnimationKey[], KeyRange>();

/**
 * Records the present range of keys, before `AnimationGroup.normalize` adds keys at both ends. The added keys repeat the tangents of the
 * neighbor keys: a CUBICSPLINE animation would swing where glTF holds the value.
 */
export function recordOwnRange(keys: readonly IAnimationKey[]): void {
  const [first, last] = [keys[0], keys[keys.length - 1]];
  if (first && last) {
    recorded.set(keys, { first: first.frame, last: last.frame });
  }
}

/** Whether Babylon put a key for frame 0 in front of keys that begin before frame 0. */
export function beginsOutOfOrder(keys: readonly IAnimationKey[]): boolean {
  const [added, first] = keys;
  return added?.frame === 0 && first !== undefined && first.frame < 0 && isPlain(added) && equal(added.value, first.value);
}

/** The keys of an animation, without a key that Babylon put out of order (see {@link beginsOutOfOrder}). */
export function timedKeys(animation: Animation): readonly IAnimationKey[] {
  const keys = animation.getKeys();
  return beginsOutOfOrder(keys) ? keys.slice(1) : keys;
}

/**
 * Removes a last key at frame Infinity, which Babylon adds if another animation makes the group infinite: CUBICSPLINE gives NaN before such
 * a key.
 */
export function dropEndlessKey(keys: IAnimationKey[]): void {
  const last = keys.length - 1;
  if (last > 0 && keys[last]!.frame === Infinity && repeats(keys[last]!, keys[last - 1]!)) {
    keys.pop();
  }
}

/**
 * The range beyond which the value of an animation holds: the recorded range, or the range of the keys without keys that look added by
 * Babylon.
 */
export function keyRangeOf(animation: Animation): KeyRange {
  const range = recorded.get(animation.getKeys());
  if (range) {
    return range;
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

/**
 * The keys of an animation without the keys that Babylon added.
 * @param keepsEnd whether to keep a last key that repeats the one before
 */
export function authoredKeys(animation: Animation, keepsEnd: boolean): readonly IAnimationKey[] {
  const keys = timedKeys(animation);
  const range = recorded.get(animation.getKeys());
  if (range) {
    return keys.filter(({ frame }) => frame >= range.first && frame <= range.last);
  }
  const first = keys.length > 1 && wasAddedBefore(keys[0]!, keys[1]!) ? 1 : 0;
  const end = keys.length - first > 1 && !keepsEnd && repeatsAtEnd(animation.getKeys()) ? keys.length - 1 : keys.length;
  return keys.slice(first, end);
}

/** Whether the last key shares the value of the key before, as keys do that Babylon adds. */
export function repeatsAtEnd(keys: readonly IAnimationKey[]): boolean {
  return keys.length > 1 && sharesValue(keys[keys.length - 1]!, keys[keys.length - 2]!);
}

/** Whether Babylon has put a key in front of another one: a start does so without tangents, `AnimationGroup.normalize` with those of the other. */
function wasAddedBefore(key: IAnimationKey, next: IAnimationKey): boolean {
  return sharesValue(key, next) || (key.value === next.value && isPlain(key));
}

function sharesValue(a: IAnimationKey, b: IAnimationKey): boolean {
  return a.value === b.value && a.inTangent === b.inTangent && a.outTangent === b.outTangent;
}
