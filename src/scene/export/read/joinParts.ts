import { type Curve, type CurvePart, joinCurves, mapCurve } from "./curve.js";
import type { ExportedPart } from "../plan/exportedProperty.js";
import { rotationsOf, unitRotationsOf } from "./rotations.js";

/** Some components of a property, and the curve of the components. */
export interface AnimatedPart extends ExportedPart {
  readonly target: unknown;
  readonly curve: Curve;
}

export type LeaveOut = (target: unknown, reason: string) => void;

/**
 * Joins the parts of a property to one curve.
 * @param atRest all components of the property, for components that are not animated
 * @returns null if no part can be exported
 */
export function joinParts(parts: readonly AnimatedPart[], atRest: readonly number[], sampleRate: number, leaveOut: LeaveOut): Curve | null {
  const { property: exported } = parts[0]!;
  const counted = parts.filter((part) => isCounted(part, parts, leaveOut));
  if (counted.length === 0) {
    return null;
  }
  if (exported.type === "quat" && !exported.rotationForm && counted[0]!.size < 4) {
    counted.forEach(({ target }) => leaveOut(target, "glTF animates rotations as a whole"));
    return null;
  }
  const joined = joinCurves(counted.map(scaled), atRest);
  if (!joined) {
    counted.forEach(({ target }) => leaveOut(target, "glTF cannot join jumps and splines in one property"));
    return null;
  }
  if (exported.rotationForm) {
    return rotationsOf(exported.rotationForm, joined, sampleRate);
  }
  const curve = exported.type === "quat" ? unitRotationsOf(joined) : joined;
  if (!curve) {
    counted.forEach(({ target }) => leaveOut(target, "glTF has no rotations of length 0"));
  }
  return curve;
}

function scaled({ curve, factor, offset, size }: AnimatedPart): CurvePart {
  const inUnits = (components: Float64Array): void => components.forEach((component, i) => (components[i] = component / factor));
  return { curve: factor === 1 ? curve : mapCurve(curve, inUnits), offset, size };
}

function isCounted(part: AnimatedPart, all: readonly AnimatedPart[], leaveOut: LeaveOut): boolean {
  const missing = part.coupledPaths?.find((twin) => !all.some(({ path }) => path === twin));
  if (missing !== undefined) {
    leaveOut(part.target, `glTF has one property for ${part.path} and ${missing}, which is not animated`);
    return false;
  }
  const other = all.find((each) => replaces(each, part, all));
  if (other && !isSame(part, other)) {
    leaveOut(part.target, "another animation of the group replaces its values");
  }
  return !other;
}

/** Whether Babylon shows one part in place of another part: a later part, or a part with more components, such as a whole vector. */
function replaces(one: AnimatedPart, other: AnimatedPart, all: readonly AnimatedPart[]): boolean {
  const covers = one.offset <= other.offset && one.offset + one.size >= other.offset + other.size;
  return covers && (one.size > other.size || all.indexOf(one) > all.indexOf(other));
}

function isSame(a: AnimatedPart, b: AnimatedPart): boolean {
  const same = (x: ArrayLike<number>, y: ArrayLike<number>, factor: number): boolean =>
    x.length === y.length && Array.from(x).every((value, i) => Math.abs(value - y[i]! * factor) <= 1e-6 * Math.abs(value));
  return (
    a.curve.interpolation === b.curve.interpolation &&
    same(a.curve.times, b.curve.times, 1) &&
    same(a.curve.values, b.curve.values, a.factor / b.factor)
  );
}
