/** The initial values: the values that an asset states for animated properties. */
import { Matrix, Quaternion, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import type { ExportedJson } from "../../host/gltf/gltfExporter.js";
import { setAt, toJson } from "./json.js";
import type { Location } from "./locator.js";
import type { ExportedPart, ExportedProperty } from "../plan/exportedProperty.js";
import { rotationOf } from "../read/rotations.js";

/** The initial value of a property, all components. Euler angles and handedness are Babylon's. */
export function initialValueOf(
  exported: ExportedProperty,
  parts: readonly ExportedPart[],
  initialValues: "rest" | "current",
): readonly number[] {
  if (initialValues === "current") {
    return exported.current;
  }
  const value = [...(exported.inFile ?? exported.current)];
  for (const { before, offset, size } of parts) {
    before?.slice(0, size).forEach((component, i) => (value[offset + i] = component));
  }
  return value;
}

/** @returns false if the asset does not have the object or texture that the value belongs to */
export function writeInitialValue({ json, tokens, convert }: Location, exported: ExportedProperty, value: readonly number[]): boolean {
  const holder = json();
  if (!holder) {
    return false;
  }
  const components = Float64Array.from(exported.type === "quat" ? toRotation(exported, value).asArray() : value);
  convert?.(components);
  if (tokens[0] === "extras") {
    holder["extras"] ??= extrasOf(exported.object);
  }
  if (exported.collection === "nodes" && exported.pathInObject === "/matrix") {
    Object.assign(holder, toTransform(components));
    return true;
  }
  return setAt(holder, tokens, toJson(exported.type, [...components]));
}

function toRotation({ rotationForm: form }: ExportedProperty, value: readonly number[]): Quaternion {
  return form ? rotationOf(form, value) : Quaternion.FromArray(value).normalize();
}

/**
 * Decomposes a matrix into translation, rotation and scale. Babylon's exporter states these properties for every node, and glTF allows no
 * matrix beside them.
 */
function toTransform(matrix: ArrayLike<number>): ExportedJson {
  const [translation, rotation, scale] = [new Vector3(), new Quaternion(), new Vector3()];
  Matrix.FromArray(matrix).decompose(scale, rotation, translation);
  return { translation: translation.asArray(), rotation: rotation.asArray(), scale: scale.asArray() };
}

/** A copy of the extras that Babylon's loader keeps. The extras of nodes are already written by Babylon. */
function extrasOf(object: object): ExportedJson {
  const { metadata } = object as { metadata?: { gltf?: { extras?: ExportedJson } } | null };
  return JSON.parse(JSON.stringify(metadata?.gltf?.extras ?? {})) as ExportedJson;
}
