import type { GltfSampler } from "../../gltf/file/index.js";
import type { PointerBounds, ResolvedPointer } from "../../gltf/objectModel/index.js";
import { excerpt } from "../../gltf/util/index.js";
import type { Source } from "../asset.js";

/** Values in a file may be rounded. */
const TOLERANCE = 1e-5;

/** The greatest error of the length of a quaternion in normalized bytes. */
const LENGTH_TOLERANCE = 0.00769;

/**
 * Finds the first value of a sampler that the animated property cannot have. Tangents may have any value.
 * @returns the broken rule and the value; null if there is none, or the values cannot be read
 */
export function findWrongValue(
  { file }: Source,
  { output, interpolation }: GltfSampler,
  { pointer, property, element, initial }: ResolvedPointer,
): string | null {
  const bounds = describeBounds(property);
  const isRotation = property.type === "quat" && element < 0;
  if (file?.json.accessors?.[output]?.bufferView === undefined || (bounds === "" && !isRotation)) {
    return null; // also of accessors whose values an extension gives
  }
  let values: Float32Array;
  try {
    values = file.readAccessor(output);
  } catch {
    return null; // the core validator reports the fault
  }
  const size = element >= 0 ? 1 : initial.length;
  const [first, step] = interpolation === "CUBICSPLINE" ? [size, 3 * size] : [0, size];
  for (let at = first; at + size <= values.length; at += step) {
    const value = values.subarray(at, at + size);
    const length = isRotation ? Math.hypot(...value) : 1;
    if (Math.abs(length - 1) > LENGTH_TOLERANCE) {
      return `must have unit quaternions for ${excerpt(pointer)} (got the length ${length})`;
    }
    const wrong = value.find((component) => component !== property.fixedAt && isBeyond(property, component));
    if (wrong !== undefined) {
      return `must have values ${bounds} for ${excerpt(pointer)}; players clamp them (got ${wrong})`;
    }
  }
  return null;
}

function isBeyond(
  { min = -Infinity, max = Infinity, exclusiveMin = -Infinity, exclusiveMax = Infinity }: PointerBounds,
  value: number,
): boolean {
  return value < min - TOLERANCE || value > max + TOLERANCE || value <= exclusiveMin || value >= exclusiveMax;
}

function describeBounds({ min, max, exclusiveMin, exclusiveMax }: PointerBounds): string {
  const rules = [
    ...(min === undefined ? [] : [`>= ${min}`]),
    ...(max === undefined ? [] : [`<= ${max}`]),
    ...(exclusiveMin === undefined ? [] : [`> ${exclusiveMin}`]),
    ...(exclusiveMax === undefined ? [] : [`< ${exclusiveMax}`]),
  ];
  return rules.join(" and ");
}
