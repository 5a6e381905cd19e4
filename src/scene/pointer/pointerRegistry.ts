import { logWarning, warnOfUnknownMembers } from "../host/index.js";
import { COMPONENTS, type ObjectModelProperty, type PointerProperty, type PointerTargetKind } from "../../gltf/objectModel/index.js";
import { excerpt, type MemberNames, parseArrayIndex, parseJsonPointer, show } from "../../gltf/util/index.js";
import type { Camera } from "@babylonjs/core/Cameras/camera.js";
import type { Light } from "@babylonjs/core/Lights/light.js";
import type { Material } from "@babylonjs/core/Materials/material.js";
import type { AbstractMesh } from "@babylonjs/core/Meshes/abstractMesh.js";
import type { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { Scene } from "@babylonjs/core/scene.js";

/** The components of a value. The type determines the number of components; a boolean is 0 or 1. */
export type PointerComponents = ArrayLike<number> & Iterable<number>;

/** The object that `write` of a registration receives, by kind of target. */
export interface PointerObjects {
  readonly camera: Camera;
  readonly light: Light;
  readonly material: Material;
  readonly node: TransformNode;
  /** A mesh, or the transform node of a glTF node with several primitives or without a mesh. */
  readonly mesh: TransformNode | AbstractMesh;
  readonly environment: object;
  /** The scene that the asset was loaded into. */
  readonly none: { readonly scene: Scene };
}

/** A registration for {@link RegisterPointer}, with one kind of target. */
export interface PointerRegistrationOf<Kind extends PointerTargetKind> extends PointerProperty {
  /** The kind of Babylon objects that the property is written to. */
  readonly target: Kind;
  /** The names of the Babylon properties, for display. */
  readonly property: string;
  /**
   * Writes the value to one Babylon object, as if the object had been loaded with the value. If `write` throws, the error is logged once
   * and the property is no longer animated.
   * @param value the value, within the bounds of the property; a boolean is 0 or 1
   * @param index the index of the object among the objects that the loader made for the glTF object, from 0; a node comes before its meshes
   */
  readonly write: (object: PointerObjects[Kind], value: PointerComponents, index: number) => void;
  /**
   * Copies any state that `write` keeps for an object to the copy of that object.
   * @param copyOf returns the copy of an object, or the object itself if the object was not copied
   */
  readonly copy?: (object: PointerObjects[Kind], copyOf: (original: object) => object) => void;
}

/** A registration for {@link RegisterPointer}: an animatable property of any kind of target. */
export type PointerRegistration = { readonly [Kind in PointerTargetKind]: PointerRegistrationOf<Kind> }[PointerTargetKind];

const REGISTRATION_NAMES: MemberNames<PointerRegistrationOf<PointerTargetKind>> = {
  ...{ pointer: true, type: true, default: true, min: true, max: true, exclusiveMin: true, exclusiveMax: true },
  ...{ target: true, property: true, write: true, copy: true },
};

const properties = new Map<string, ObjectModelProperty>();
const registered = new Set<ObjectModelProperty>();

/**
 * Makes another property animatable by JSON pointer, for example a property of a vendor extension or a custom material. Built-in properties
 * of this package cannot be replaced: once the built-in properties are loaded, an earlier registration is overridden with a warning.
 * @throws TypeError or RangeError if a member of the registration is invalid, or the pointer is already registered
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
  const { target, property, write, copy, ...facts } = registration as PointerRegistrationOf<"none">; // `write` gets objects of the target
  const { pointer } = facts;
  checkPointer(pointer);
  check("pointer", !properties.has(pointer), "must not be registered before", pointer);
  checkValues(facts);
  checkTarget(registration);
  warnOfUnknownMembers("RegisterPointer", "registration", registration, REGISTRATION_NAMES);
  const row = { ...facts, babylon: { target, property, parts: [], write: write as never, ...(copy && { copy: copy as never }) } };
  properties.set(pointer, row);
  registered.add(row);
}

/**
 * Reverts {@link RegisterPointer} for files loaded later.
 * @returns whether the pointer was registered
 */
export function UnregisterPointer(pointer: string): boolean {
  const row = properties.get(pointer);
  return row !== undefined && registered.delete(row) && properties.delete(pointer);
}

/** Adds the built-in properties of the package. Adding the table again changes nothing. */
export function addTable(table: readonly ObjectModelProperty[]): void {
  for (const row of table) {
    if ((propertyAt(row.pointer) ?? row) !== row) {
      logWarning(`RegisterPointer: pointer: must not be one of this package's own (got ${excerpt(row.pointer)})`);
    }
    properties.set(row.pointer, row);
  }
}

/** The property at a pointer template: a JSON pointer with `{}` for each array index. */
export function propertyAt(pointer: string): ObjectModelProperty | undefined {
  return properties.get(pointer);
}

/** All properties in the order of registration, including glTF properties that Babylon cannot animate. */
export function pointerProperties(): readonly ObjectModelProperty[] {
  return [...properties.values()];
}

/** @throws RangeError, or an error of `ErrorClass`, with the member, the rule and the value */
function check(
  member: string,
  holds: boolean,
  rule: string,
  value: unknown,
  ErrorClass: new (message: string) => Error = RangeError,
): void {
  if (!holds) {
    throw new ErrorClass(`${member}: ${rule} (got ${typeof value === "string" ? excerpt(value) : show(value)})`);
  }
}

function checkPointer(pointer: string): void {
  const tokens = (typeof pointer === "string" && parseJsonPointer(pointer)) || [];
  const hasIndex = tokens.includes("{}") || (tokens[0] === "extensions" && tokens.length > 2);
  const isValid = hasIndex && !tokens.some((token) => parseArrayIndex(token) >= 0);
  check("pointer", isValid, "must be a JSON pointer with {} for each array index", pointer);
}

function checkValues({ type, min, max, exclusiveMin, exclusiveMax, default: byDefault }: PointerProperty): void {
  check("type", Object.hasOwn(COMPONENTS, type), `must be one of ${Object.keys(COMPONENTS).join(", ")}`, type);
  for (const [member, bound] of Object.entries({ min, max, exclusiveMin, exclusiveMax })) {
    check(member, bound === undefined || (typeof bound === "number" && !Number.isNaN(bound)), "must be a number", bound, TypeError);
  }
  check("min", (min ?? -Infinity) <= (max ?? Infinity), "must be <= max", min);
  check("exclusiveMin", (exclusiveMin ?? -Infinity) < (exclusiveMax ?? Infinity), "must be < exclusiveMax", exclusiveMin);
  if (byDefault !== undefined) {
    const components: unknown[] = [byDefault].flat();
    const count = COMPONENTS[type] || components.length;
    const kind = type === "bool" ? "boolean" : "number";
    const isValid = components.length === count && components.every((component) => typeof component === kind);
    check("default", isValid, `must have ${count} components of type ${kind}`, byDefault);
  }
}

const KINDS: readonly PointerTargetKind[] = ["camera", "light", "material", "node", "mesh", "environment", "none"];

function checkTarget({ pointer, target, property, write }: PointerRegistration): void {
  check("target", KINDS.includes(target), `must be one of ${KINDS.join(", ")}`, target);
  check("target", target === "none" || pointer.includes("{}"), "must be none where the pointer has no index", target);
  check("property", typeof property === "string", "must be a string", property, TypeError);
  check("write", typeof write === "function", "must be a function", write, TypeError);
}
