import { withoutDirtying } from "../host/index.js";
import type { PointerComponents, PointerOwner, PointerLanding } from "./pointerRow.js";

/** Writes a value to a Babylon object. An object without the property stays as it is. */
export type Write = (object: object, value: PointerComponents) => void;

/** The code of a landing. */
export type Setter = Pick<PointerLanding, "write" | "copy">;

/** Makes a value of Babylon out of the components of a glTF value. */
export type Conversion = (value: PointerComponents) => number | boolean;

export const first: Conversion = (value) => value[0]!;
export const negated: Conversion = (value) => -value[0]!;
/** Babylon measures cones from side to side, glTF from the middle. */
export const twice: Conversion = (value) => 2 * value[0]!;
export const isPositive: Conversion = (value) => value[0]! > 0;

type Properties = Record<string, unknown>;

/** The value at the end of a path of properties; undefined where the path breaks off. */
export function followPath(object: object, path: readonly string[]): unknown {
  let value: unknown = object;
  for (const name of path) {
    value = (value as Properties | null | undefined)?.[name];
  }
  return value;
}

/** Writes a number or boolean in place of a different one. Babylon marks materials dirty on every assignment, and has null for unused properties. */
export function toNumber(path: string, convert: Conversion = first): Write {
  const names = path.split(".");
  const last = names.pop()!;
  return (object, value) => {
    const holder = followPath(object, names) as Properties | null | undefined;
    const before = holder?.[last] ?? null;
    const converted = convert(value);
    if (before !== null && before !== converted) {
      holder![last] = converted;
    }
  };
}

/** Sets a colour, vector or quaternion in place; a colour takes the first three components. */
export function toParts(path: string): Write {
  const names = path.split(".");
  return (object, value) => {
    const parts = followPath(object, names) as { set(...parts: number[]): void } | null | undefined;
    parts?.set(value[0]!, value[1]!, value[2]!, value[3]!);
  };
}

/** Keeps the shader of a material: the value written is only a uniform. */
export function uniform(write: Write): Write {
  return (material, value) => withoutDirtying(material, value, write);
}

/** Writes to some objects only. */
export function where(holds: (object: object) => boolean, write: Write): Write {
  return (object, value) => {
    if (holds(object)) {
      write(object, value);
    }
  };
}

/** Writes to two places, in order. */
export function both(first: Write, second: Write): Write {
  return (object, value) => {
    first(object, value);
    second(object, value);
  };
}

export function landing(owner: PointerOwner, at: string, write: Write): PointerLanding {
  return { owner, at, write };
}

/** A property that lands on one number of the same meaning; no shader depends on it. */
export function number(owner: PointerOwner, path: string, convert?: Conversion): PointerLanding {
  const write = toNumber(path, convert);
  return landing(owner, path, owner === "material" ? uniform(write) : write);
}

/** A property that lands on a colour, vector or quaternion of the same meaning. */
export function parts(owner: PointerOwner, path: string): PointerLanding {
  return landing(owner, path, toParts(path));
}
