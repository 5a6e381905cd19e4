import { Animation } from "@babylonjs/core/Animations/animation.js";
import { KINDS, kindOf, putValue, type ValueKind } from "./valueKind.js";

/** The methods of `Animation` that interpolate values of the kinds. */
type Interpolations = Pick<Animation, Extract<keyof Animation, `${string}InterpolateFunction${"" | "WithTangents"}`>>;

const SMALL = 1e-3;

/**
 * Babylon's own methods: those that the prototype had when this module was loaded, and undefined where the application had already replaced
 * one. A method that is replaced later differs from them.
 */
const OWN = /*#__PURE__*/ findOwn();

function findOwn(): Interpolations {
  const own: Record<string, unknown> = {};
  for (const kind of Object.values(KINDS)) {
    for (const name of kind.interpolations) {
      own[name] = isBabylons(kind, name) ? Animation.prototype[name] : undefined;
    }
  }
  return own as unknown as Interpolations;
}

/** Whether a method of the prototype interpolates as Babylon's own does, between two values that differ so little that arcs are straight. */
function isBabylons({ size, create }: ValueKind, name: keyof Animation): boolean {
  const make = (x: number, w: number): unknown => {
    const value = create?.();
    value?.fromArray([x, 0, 0, w].slice(0, size), 0);
    return value ?? x;
  };
  const interpolate = Animation.prototype[name] as (this: Animation, ...args: readonly unknown[]) => unknown;
  const [from, to, flat] = [make(0, 1), make(SMALL, 1), make(0, 0)];
  const hasTangents = name.endsWith("WithTangents");
  const found = new Float64Array(size);
  try {
    putValue(interpolate.call(Animation.prototype, ...(hasTangents ? [from, flat, to, flat, 0.3] : [from, to, 0.3])), found, 0);
  } catch {
    return false;
  }
  return Math.abs(found[0]! / SMALL - (hasTangents ? 0.216 : 0.3)) < 1e-3; // 0.3² · (3 - 2 · 0.3)
}

/** Whether an animation does not interpolate as Babylon does. Runs for each channel at each start, and computed names would be slow. */
export function isCustom(animation: Animation): boolean {
  return (
    !interpolatesAs(animation, OWN) &&
    kindOf(animation)?.interpolations.some((name) => animation[name] !== (OWN as Animation)[name]) === true
  );
}

/** Whether animations interpolate values of all kinds alike. */
function interpolatesAs(a: Interpolations, b: Interpolations): boolean {
  return (
    a.floatInterpolateFunction === b.floatInterpolateFunction &&
    a.floatInterpolateFunctionWithTangents === b.floatInterpolateFunctionWithTangents &&
    a.vector2InterpolateFunction === b.vector2InterpolateFunction &&
    a.vector2InterpolateFunctionWithTangents === b.vector2InterpolateFunctionWithTangents &&
    a.vector3InterpolateFunction === b.vector3InterpolateFunction &&
    a.vector3InterpolateFunctionWithTangents === b.vector3InterpolateFunctionWithTangents &&
    a.color3InterpolateFunction === b.color3InterpolateFunction &&
    a.color3InterpolateFunctionWithTangents === b.color3InterpolateFunctionWithTangents &&
    a.color4InterpolateFunction === b.color4InterpolateFunction &&
    a.color4InterpolateFunctionWithTangents === b.color4InterpolateFunctionWithTangents &&
    a.quaternionInterpolateFunction === b.quaternionInterpolateFunction &&
    a.quaternionInterpolateFunctionWithTangents === b.quaternionInterpolateFunctionWithTangents
  );
}
