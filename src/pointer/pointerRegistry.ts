import { logWarning } from "../host/index.js";
import { COMPONENTS, type ObjectModelProperty, type PointerProperty, type PointerTargetKind } from "../objectModel/index.js";
import { excerpt, parseArrayIndex, parseJsonPointer, show } from "../util/index.js";
import type { Camera } from "@babylonjs/core/Cameras/camera.js";
import type { Light } from "@babylonjs/core/Lights/light.js";
import type { Material } from "@babylonjs/core/Materials/material.js";
import type { AbstractMesh } from "@babylonjs/core/Meshes/abstractMesh.js";
import type { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { Scene } from "@babylonjs/core/scene.js";

/** The components of a value: as many as its type has, a boolean as 0 or 1. */
export type PointerComponents = ArrayLike<number> & Iterable<number>;

/** The object that `write` of a registration receives, for each kind of target. */
export interface PointerObjects {
  readonly camera: Camera;
  readonly light: Light;
  readonly material: Material;
  readonly node: TransformNode;
  /** A mesh, or the node of several meshes or of none. */
  readonly mesh: TransformNode | AbstractMesh;
  readonly environment: object;
  /** The scene that the asset was loaded into. */
  readonly none: { readonly scene: Scene };
}

/** A property that {@link RegisterPointer} makes animatable, of one kind of target. */
export interface PointerRegistrationOf<Kind extends PointerTargetKind> extends PointerProperty {
  /** The kind of Babylon objects that the property is written to. */
  readonly target: Kind;
  /** The Babylon properties, for people to read. */
  readonly property: string;
  /**
   * Writes the value to one Babylon object, as if it had been loaded with it. An exception is logged once, and ends the animation of the
   * property.
   * @param value within the bounds of the property; a boolean as 0 or 1
   * @param index the place among the objects that the loader made for the glTF object, from 0; of a node and its meshes, the node is the first
   */
  readonly write: (object: PointerObjects[Kind], value: PointerComponents, index: number) => void;
  /**
   * Copies any state that `write` keeps for an object to the copy of that object.
   * @param copyOf gives the copy of any object, or the object itself where it has none
   */
  readonly copy?: (object: PointerObjects[Kind], copyOf: (original: object) => object) => void;
}

/** A property that {@link RegisterPointer} makes animatable. */
export type PointerRegistration = { readonly [Kind in PointerTargetKind]: PointerRegistrationOf<Kind> }[PointerTargetKind];

const properties = new Map<string, ObjectModelProperty>();
const registered = new Set<ObjectModelProperty>();

/**
 * Makes another property animatable by JSON pointer, such as one of a vendor extension or a custom material. Properties that this package
 * animates itself cannot be replaced: a registration made before they are loaded gives way to them, with a warning.
 * @throws TypeError or RangeError if a member of the registration is invalid, or its pointer is already registered
 * @example
 * RegisterPointer({
 *   pointer: "/materials/{}/extensions/VENDOR_glow/strength",
 *   type: "float",
 *   default: 1,
 *   target: "material",
 *   property: "alpha",
 *   write: (material, value) => (material.alpha = value[0]!),
 * });
 */
export function RegisterPointer(registration: PointerRegistration): void {
  const { target, property, write, copy, ...facts } = registration as PointerRegistrationOf<"none">; // `write` only gets objects of the target
  const { pointer } = facts;
  checkPointer(pointer);
  check("pointer", !properties.has(pointer), "not be registered before", pointer);
  checkValues(facts);
  checkTarget(registration);
  const row = { ...facts, babylon: { target, property, parts: [], write: write as never, ...(copy && { copy: copy as never }) } };
  properties.set(pointer, row);
  registered.add(row);
}

/**
 * Undoes {@link RegisterPointer}, for files that are loaded from then on.
 * @returns whether the pointer was registered
 */
export function UnregisterPointer(pointer: string): boolean {
  const row = properties.get(pointer);
  return row !== undefined && registered.delete(row) && properties.delete(pointer);
}

/** Adds the table of the package. Adding it again changes nothing. */
export function addTable(table: readonly ObjectModelProperty[]): void {
  for (const row of table) {
    if ((propertyAt(row.pointer) ?? row) !== row) {
      logWarning(`RegisterPointer: pointer: must not be one of this package's own (got ${excerpt(row.pointer)})`);
    }
    properties.set(row.pointer, row);
  }
}

/** The property with a pointer that has `{}` for each array index. */
export function propertyAt(pointer: string): ObjectModelProperty | undefined {
  return properties.get(pointer);
}

/** All properties that can be animated, and those of glTF that cannot, in the order in which they were registered. */
export function pointerProperties(): readonly ObjectModelProperty[] {
  return [...properties.values()];
}

/** @throws RangeError, or another error, with the member, the rule and the value */
function check(
  member: string,
  holds: boolean,
  rule: string,
  value: unknown,
  ErrorClass: new (message: string) => Error = RangeError,
): void {
  if (!holds) {
    throw new ErrorClass(`${member}: must ${rule} (got ${typeof value === "string" ? excerpt(value) : show(value)})`);
  }
}

function checkPointer(pointer: string): void {
  const tokens = (typeof pointer === "string" && parseJsonPointer(pointer)) || [];
  const hasIndex = tokens.includes("{}") || (tokens[0] === "extensions" && tokens.length > 2);
  const isValid = hasIndex && !tokens.some((token) => parseArrayIndex(token) >= 0);
  check("pointer", isValid, "be a JSON pointer with {} for each array index", pointer);
}

function checkValues({ type, min, max, exclusiveMin, exclusiveMax, default: byDefault }: PointerProperty): void {
  check("type", Object.hasOwn(COMPONENTS, type), `be one of ${Object.keys(COMPONENTS).join(", ")}`, type);
  for (const [member, bound] of Object.entries({ min, max, exclusiveMin, exclusiveMax })) {
    check(member, bound === undefined || (typeof bound === "number" && !Number.isNaN(bound)), "be a number", bound, TypeError);
  }
  check("min", (min ?? -Infinity) <= (max ?? Infinity), "be <= max", min);
  check("exclusiveMin", (exclusiveMin ?? -Infinity) < (exclusiveMax ?? Infinity), "be < exclusiveMax", exclusiveMin);
  if (byDefault !== undefined) {
    const components: unknown[] = [byDefault].flat();
    const count = COMPONENTS[type] || components.length;
    const kind = type === "bool" ? "boolean" : "number";
    const isValid = components.length === count && components.every((component) => typeof component === kind);
    check("default", isValid, `have ${count} components of type ${kind}`, byDefault);
  }
}

const KINDS: readonly PointerTargetKind[] = ["camera", "light", "material", "node", "mesh", "environment", "none"];

function checkTarget({ pointer, target, property, write }: PointerRegistration): void {
  check("target", KINDS.includes(target), `be one of ${KINDS.join(", ")}`, target);
  check("target", target === "none" || pointer.includes("{}"), "be none where the pointer has no index", target);
  check("property", typeof property === "string", "be a string", property, TypeError);
  check("write", typeof write === "function", "be a function", write, TypeError);
}
