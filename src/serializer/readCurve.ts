import type { Animation } from "@babylonjs/core/Animations/animation.js";
import type { IAnimationKey } from "@babylonjs/core/Animations/animationKey.js";
import { copyKeys, interpolationBetween } from "../evaluation/copyKeys.js";
import { timedKeys } from "../evaluation/keyRange.js";
import { kindOf, putValue, type ValueKind } from "../evaluation/valueKind.js";
import type { Interpolation } from "../sampling/index.js";
import { justBefore, partsOf, toTimes, type Curve } from "./curve.js";

/**
 * Reads the keys of a Babylon animation. Keys that Babylon's loader has added around them are left out: they only hold the value.
 * @param sampleRate seconds between the keys of an animation with easing or with several interpolations, which has to be sampled
 * @param keepsEnd whether to keep a last key that repeats the one before
 * @returns why glTF cannot have the animation, otherwise
 */
export function readCurve(animation: Animation, sampleRate: number, keepsEnd: boolean): Curve | string {
  const kind = kindOf(animation);
  if (!kind) {
    return "glTF has no animation of matrices or sizes";
  }
  const keys = ownKeys(animation, keepsEnd);
  const problem = problemOf(keys);
  if (problem !== null) {
    return problem;
  }
  const interpolation = interpolationOf(animation, keys);
  const curve = interpolation === null ? sample(animation, keys, kind, sampleRate) : toCurve(animation, keys, kind, interpolation);
  return curve.values.every(Number.isFinite) ? curve : "it has values that are not finite";
}

/** The time of the last key, in seconds. */
export function endOf(animation: Animation): number {
  const last = animation.getKeys().reduce((end, { frame }) => (Number.isFinite(frame) ? Math.max(end, frame) : end), 0);
  return Math.fround(last / animation.framePerSecond);
}

/** Whether the last key repeats the one before, as those do that `AnimationGroup.normalize` adds up to the end of the longest animation. */
export function holdsAtEnd(animation: Animation): boolean {
  const keys = animation.getKeys();
  return keys.length > 1 && repeats(keys[keys.length - 1]!, keys[keys.length - 2]!);
}

function ownKeys(animation: Animation, keepsEnd: boolean): readonly IAnimationKey[] {
  const keys = timedKeys(animation);
  const first = keys.length > 1 && repeats(keys[0]!, keys[1]!) ? 1 : 0;
  const end = keys.length - first > 1 && !keepsEnd && holdsAtEnd(animation) ? keys.length - 1 : keys.length;
  return keys.slice(first, end);
}

/** Added keys share the value of their neighbour. */
function repeats(a: IAnimationKey, b: IAnimationKey): boolean {
  return a.value === b.value && a.inTangent === b.inTangent && a.outTangent === b.outTangent;
}

function problemOf(keys: readonly IAnimationKey[]): string | null {
  if (keys.length === 0) {
    return "it has no keys";
  }
  if (keys.some(({ frame }, i) => !Number.isFinite(frame) || frame < (keys[i - 1]?.frame ?? -Infinity))) {
    return "its keys are not in order";
  }
  return keys[0]!.frame < 0 ? "glTF has no times before 0" : null;
}

/** The interpolation between all keys; null if they have to be sampled. */
function interpolationOf(animation: Animation, keys: readonly IAnimationKey[]): Interpolation | null {
  if (animation.getEasingFunction() || keys.some(({ easingFunction }) => easingFunction)) {
    return null;
  }
  const all = new Set(keys.slice(1).map((key, i) => interpolationBetween(keys[i]!, key)));
  return all.size > 1 ? null : (all.values().next().value ?? "LINEAR");
}

function toCurve({ framePerSecond }: Animation, keys: readonly IAnimationKey[], { size }: ValueKind, interpolation: Interpolation): Curve {
  const values = new Float64Array(keys.length * size * partsOf({ interpolation }));
  copyKeys(keys, { size, framePerSecond, interpolation }, values, 0, size);
  return { times: toTimes(keys.map(({ frame }) => frame / framePerSecond)), interpolation, width: size, values };
}

/** Samples an animation at its keys and between them. */
function sample(animation: Animation, keys: readonly IAnimationKey[], { size }: ValueKind, sampleRate: number): Curve {
  const { framePerSecond } = animation;
  const seconds = new Set<number>();
  keys.forEach((key, i) => {
    const time = Math.fround(key.frame / framePerSecond);
    const before = keys[i - 1];
    if (before) {
      const from = Math.fround(before.frame / framePerSecond);
      const isStep = interpolationBetween(before, key) === "STEP";
      divide(from, time, isStep ? 1 : Math.ceil((time - from) / sampleRate)).forEach((each) => seconds.add(each));
      if (isStep && justBefore(time) > from) {
        seconds.add(justBefore(time));
      }
    }
    seconds.add(time);
  });
  const times = toTimes([...seconds]);
  const values = new Float64Array(times.length * size);
  times.forEach((time, i) => putValue(animation.evaluate(time * framePerSecond), values, i * size));
  return { times, interpolation: "LINEAR", width: size, values };
}

/** The times between two others that divide the distance into equal pieces. */
export function divide(from: number, to: number, pieces: number): number[] {
  return Array.from({ length: Math.max(pieces - 1, 0) }, (_, i) => Math.fround(from + ((to - from) * (i + 1)) / pieces));
}
