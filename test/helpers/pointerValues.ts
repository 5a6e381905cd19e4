/** Legal values for the templates of the glTF object model, and what glTF makes of keys. Knows neither Babylon nor the package. */
import type { Encoding, Keys, Template, Value } from "./pointerAsset.js";

// ---- legal values -------------------------------------------------------------------------------------------------------------------

/** How far inside a bound that is itself excluded a clamped value lies. */
const INSIDE = 1e-6;

const HALF = Math.SQRT1_2;

/** Two legal values inside the bounds of a template, different in each component. */
const VALUES: Readonly<Record<string, readonly [Value, Value]>> = {
  "/cameras/{}/orthographic/xmag": [[2], [5]],
  "/cameras/{}/orthographic/ymag": [[2], [5]],
  "/cameras/{}/orthographic/zfar": [[50], [200]],
  "/cameras/{}/perspective/aspectRatio": [[0.75], [1.5]],
  "/cameras/{}/perspective/yfov": [[0.5], [1.25]],
  "/cameras/{}/perspective/zfar": [[50], [200]],
  "/cameras/{}/perspective/znear": [[0.125], [0.5]],
  "/extensions/KHR_lights_punctual/lights/{}/range": [[5], [20]],
  "/extensions/KHR_lights_punctual/lights/{}/spot/innerConeAngle": [[0.125], [0.5]],
  "/extensions/KHR_lights_punctual/lights/{}/spot/outerConeAngle": [[0.5], [1.25]],
  "/materials/{}/extensions/KHR_materials_ior/ior": [[1.25], [2]],
  "/materials/{}/extensions/KHR_materials_iridescence/iridescenceIor": [[1.75], [2]],
  "/materials/{}/extensions/KHR_materials_iridescence/iridescenceThicknessMinimum": [[120], [300]],
  "/materials/{}/extensions/KHR_materials_iridescence/iridescenceThicknessMaximum": [[200], [500]],
};

const LINEAR_VALUES: Readonly<Record<Template["type"], readonly [Value, Value]>> = {
  float: [[0.25], [1.5]],
  float2: [
    [0.25, 0.5],
    [2, 1.5],
  ],
  float3: [
    [0.5, 1.25, 2],
    [2, 0.5, 1.5],
  ],
  float4: [
    [0.25, 0.5, 0.75, 0.5],
    [0.75, 0.25, 0.5, 0.25],
  ],
  "float[]": [
    [0.25, 0.5, 0],
    [0.75, 0, 0.5],
  ],
  // more than half a turn apart if taken literally: the other way round is shorter
  quat: [
    [0.5, 0.5, 0.5, 0.5],
    [-HALF, 0, 0, -HALF],
  ],
  float4x4: [
    [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1],
    [0, 2, 0, 0, -1, 0, 0, 0, 0, 0, 3, 0, 4, 5, 6, 1],
  ],
  bool: [[1], [0]],
};

const UNIT_VALUES: Readonly<Partial<Record<Template["type"], readonly [Value, Value]>>> = {
  float: [[0.25], [0.75]],
  float3: [
    [0.25, 0.5, 0.75],
    [0.75, 0.25, 0.5],
  ],
};

export function valuesOf(template: Template): readonly [Value, Value] {
  return VALUES[template.pointer] ?? (isUnit(template) ? UNIT_VALUES[template.type] : undefined) ?? LINEAR_VALUES[template.type];
}

export function isUnit({ max, below }: Template): boolean {
  return max === 1 || below === 1;
}

export function lowest({ min, above }: Template): number | undefined {
  return min ?? (above === undefined ? undefined : above + INSIDE);
}

export function highest({ max, below }: Template): number | undefined {
  return max ?? (below === undefined ? undefined : below - INSIDE);
}

export function clamp(template: Template, value: Value): Value {
  const [low, high] = [lowest(template) ?? -Infinity, highest(template) ?? Infinity];
  return value.map((component) => Math.min(Math.max(component, low), high));
}

export function isLegal(template: Template, value: Value): boolean {
  return clamp(template, value).every((component, i) => component === value[i]);
}

/** All components the same. */
export function fill(template: Template, component: number): Value {
  return valuesOf(template)[0].map(() => component);
}

export function isNumeric({ type }: Template): boolean {
  return type !== "bool" && type !== "quat" && type !== "float4x4";
}

/** Properties that may not be 0, although the object model has no bound for them. */
export const NEVER_ZERO = /\/(xmag|ymag)$/;
/** Babylon's own loader takes a multiplier of 0 for one that is absent: there is nothing right to compare with. */
export const LOADED_WRONG_AT_ZERO = /EXT_lights_ies\/multiplier$/;

export function mayBeZero(template: Template): boolean {
  return (
    isNumeric(template) &&
    !NEVER_ZERO.test(template.pointer) &&
    !LOADED_WRONG_AT_ZERO.test(template.pointer) &&
    isLegal(template, fill(template, 0))
  );
}

export function defaultOf({ default: byDefault }: Template): Value | undefined {
  return byDefault === undefined ? undefined : typeof byDefault === "object" ? byDefault : [Number(byDefault)];
}

// ---- what glTF makes of keys (Appendix C) -------------------------------------------------------------------------------------------

export function normalize(value: Value): Value {
  const length = Math.hypot(...value);
  return value.map((component) => component / length);
}

export function slerp(a: Value, b: Value, t: number): Value {
  const dot = a.reduce((sum, component, i) => sum + component * b[i]!, 0);
  const angle = Math.acos(Math.min(Math.abs(dot), 1));
  const [fromA, fromB] = [Math.sin(angle * (1 - t)) / Math.sin(angle), (Math.sign(dot) * Math.sin(angle * t)) / Math.sin(angle)];
  return a.map((component, i) => fromA * component + fromB * b[i]!);
}

/** Two values one second apart, and how they are connected. */
export interface Motion {
  readonly from: Value;
  readonly to: Value;
  /** Of a spline: how fast it leaves the one and comes to the other. */
  readonly tangents?: readonly [Value, Value];
}

export function interpolate(
  { type }: Template,
  { from, to, tangents }: Motion,
  interpolation: Encoding["interpolation"],
  t: number,
): Value {
  if (interpolation === "STEP" || type === "bool") {
    return t < 1 ? from : to;
  }
  if (interpolation === "CUBICSPLINE") {
    const [out, into] = tangents!;
    const value = from.map(
      (component, i) =>
        (2 * t ** 3 - 3 * t ** 2 + 1) * component +
        (t ** 3 - 2 * t ** 2 + t) * out[i]! +
        (-2 * t ** 3 + 3 * t ** 2) * to[i]! +
        (t ** 3 - t ** 2) * into[i]!,
    );
    return type === "quat" ? normalize(value) : value;
  }
  return type === "quat" ? slerp(from, to, t) : from.map((component, i) => component + t * (to[i]! - component));
}

export function keysOf(template: Template, { from, to, tangents }: Motion, interpolation: Encoding["interpolation"]): Keys {
  const nothing = from.map(() => 0);
  const spline = interpolation === "CUBICSPLINE" && template.type !== "bool";
  const elements = spline ? [nothing, from, tangents![0], tangents![1], to, nothing] : [from, to];
  return { template, times: [0, 1], elements };
}
