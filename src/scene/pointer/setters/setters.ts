import type { BabylonPart } from "../../../gltf/objectModel/index.js";
import { withoutDirtying } from "../../host/index.js";
import type { PointerComponents } from "../pointerRegistry.js";

/** Writes a value to one Babylon object. An object without the property stays unchanged. */
export type Write = (object: object, value: PointerComponents) => void;

/** The functions that write a glTF property to Babylon objects. */
export interface Setter {
  /** Writes a value to one Babylon object. `index` counts the objects that the loader made for the glTF object, from 0. */
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

/**
 * Writes a number or boolean that differs from the current value, because Babylon marks materials dirty on every assignment. Skips null,
 * which Babylon uses for unused properties.
 */
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

/** Makes the function that writes one Babylon property. */
function toPart({ path, component, factor = 1, isSwitch }: BabylonPart): Write {
  if (isSwitch) {
    return toNumber(path, (value) => value[0]! > 0);
  }
  return component === undefined ? toWhole(path) : toNumber(path, (value) => value[component]! * factor);
}

/** Makes the function that writes several Babylon properties, in order. */
export function toParts(parts: readonly BabylonPart[]): Write {
  const [first, ...others] = parts.map(toPart);
  return (object, value) => {
    first!(object, value);
    for (const write of others) {
      write(object, value);
    }
  };
}

/** Writes to a material and keeps the shader, because the value is only a uniform. */
export function uniform(write: Write): Write {
  return (material, value) => withoutDirtying(material, value, write);
}

/** Writes only to objects that fulfill a condition. */
export function where(holds: (object: object) => boolean, write: Write): Write {
  return (object, value) => {
    if (holds(object)) {
      write(object, value);
    }
  };
}
