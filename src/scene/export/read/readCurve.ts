import type { Animation } from "@babylonjs/core/Animations/animation.js";
import type { IAnimationKey } from "@babylonjs/core/Animations/animationKey.js";
import { copyData, copyKeys, interpolationBetween, kindOf, putValue, timesOf, type ValueKind } from "../../posing/index.js";
import { authoredKeys, boundKeysOf, type KeyData, keyDataOf, repeatsAtEnd } from "../../keys/index.js";
import { type Interpolation, leastGap } from "../../../gltf/sampling/index.js";
import { type Curve, justBefore, partsOf, toTimes } from "./curve.js";

/**
 * Reads the keys of a Babylon animation, without the keys that `AnimationGroup.normalize` has added at the ends, which only hold the value.
 * @param sampleRate seconds between the keys of an animation with easing or with several interpolations, which has to be sampled
 * @param keepsEnd whether to keep a last key that repeats the previous key
 * @returns the curve, or the reason why glTF cannot have the animation
 */
export function readCurve(animation: Animation, sampleRate: number, keepsEnd: boolean): Curve | string {
  const kind = kindOf(animation);
  if (!kind) {
    return "glTF has no animation of matrices or sizes";
  }
  const data = animation.getEasingFunction() ? null : keyDataOf(animation);
  const curve = data ? ofData(data) : ofKeys(animation, kind, sampleRate, keepsEnd);
  if (typeof curve === "string") {
    return curve;
  }
  if (curve.times[0]! < 0) {
    return "glTF has no times before 0";
  }
  return curve.values.every(Number.isFinite) ? curve : "it has values that are not finite";
}

/** The time of the last key in seconds, including keys that `AnimationGroup.normalize` has added. */
export function endOf(animation: Animation): number {
  const keys = boundKeysOf(animation);
  const last = keys.reduce((end, { frame }) => (Number.isFinite(frame) ? Math.max(end, frame) : end), 0);
  return Math.fround(last / animation.framePerSecond);
}

/**
 * Whether an animation ends with a constant value: the last key repeats the previous key, or `AnimationGroup.normalize` has added the last
 * key, at the end of the longest animation.
 */
export function holdsAtEnd(animation: Animation): boolean {
  const data = keyDataOf(animation);
  if (data) {
    return timesOf(data).at(-1)! < endOf(animation);
  }
  return repeatsAtEnd(animation.getKeys());
}

function ofData(data: KeyData): Curve {
  const { width, sampler } = data;
  const { interpolation } = sampler;
  const times = toTimes(timesOf(data));
  const values = new Float64Array(times.length * width * partsOf({ interpolation }));
  copyData(data, values, 0, width);
  const isPoint = interpolation === "CUBICSPLINE" && times.length === 1;
  return isPoint
    ? { times, interpolation: "LINEAR", width, values: values.subarray(width, 2 * width) } // a spline needs two keys (glTF 2.0, 3.11)
    : { times, interpolation, width, values };
}

function ofKeys(animation: Animation, kind: ValueKind, sampleRate: number, keepsEnd: boolean): Curve | string {
  const keys = authoredKeys(animation, keepsEnd);
  const problem = problemOf(keys);
  if (problem !== null) {
    return problem;
  }
  const interpolation = interpolationOf(animation, keys);
  return interpolation === null ? sample(animation, keys, kind, sampleRate) : toCurve(animation, keys, kind, interpolation);
}

function problemOf(keys: readonly IAnimationKey[]): string | null {
  if (keys.length === 0) {
    return "it has no keys";
  }
  const isInOrder = keys.every(({ frame }, i) => Number.isFinite(frame) && frame >= (keys[i - 1]?.frame ?? -Infinity));
  return isInOrder ? null : "its keys are not in order";
}

/** The interpolation between all keys; null if the animation has to be sampled. */
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

/** Samples an animation at the keys and between the keys. */
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

/** The times that divide an interval into equal pieces, without the ends of the interval. A jump is not divided. */
export function divide(from: number, to: number, pieces: number): number[] {
  const isJump = to - from < 2 * leastGap(to);
  return Array.from({ length: isJump ? 0 : Math.max(pieces - 1, 0) }, (_, i) => Math.fround(from + ((to - from) * (i + 1)) / pieces));
}
