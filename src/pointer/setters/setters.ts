import type { BabylonPart } from "../../objectModel/index.js";
import { withoutDirtying } from "../../host/index.js";
import type { PointerComponents } from "../pointerRegistry.js";

/** Writes a value to one Babylon object. An object without the property stays as it is. */
export type Write = (object: object, value: PointerComponents) => void;

/** The code for one property. */
export interface Setter {
  /** Writes a value to one Babylon object. `index` is its place among the objects that the loader made, from 0. */
  readonly write: (object: object, value: PointerComponents, index: number) => void;
  /** Copies any state that `write` keeps for an object to the copy of that object. */
  readonly copy?: (object: object, copyOf: (original: object) => object) => void;
}

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
export function toNumber(path: string, convert: (value: PointerComponents) => number | boolean = (value) => value[0]!): Write {
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

/** Sets a color, vector or quaternion in place; a color takes the first three components. */
export function toWhole(path: string): Write {
  const names = path.split(".");
  return (object, value) => {
    const whole = followPath(object, names) as { set(...components: number[]): void } | null | undefined;
    whole?.set(value[0]!, value[1]!, value[2]!, value[3]!);
  };
}

/** Writes to one Babylon property. */
function toPart({ path, component, factor = 1, isSwitch }: BabylonPart): Write {
  if (isSwitch) {
    return toNumber(path, (value) => value[0]! > 0);
  }
  return component === undefined ? toWhole(path) : toNumber(path, (value) => value[component]! * factor);
}

/** Writes to Babylon properties, in order. */
export function toParts(parts: readonly BabylonPart[]): Write {
  const [first, ...others] = parts.map(toPart);
  return (object, value) => {
    first!(object, value);
    for (const write of others) {
      write(object, value);
    }
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
