import { argumentError, type TypeName } from "./messages.js";

/** Checks a value. @param argument for the message, such as `options.capacity` @throws TypeError or RangeError unless the value follows a rule */
export type Check = (argument: string, value: unknown) => void;

/** The options of a function: of each, the value if it is missing, and the check of a given one. */
export type OptionTable<T> = { readonly [Name in keyof T]-?: { readonly default: T[Name]; readonly check: Check } };

/** Options with defaults filled in; undefined only where that is the default. */
export type ResolvedOptions<T, Table extends OptionTable<T>> = {
  readonly [Name in keyof T]-?: Exclude<T[Name], undefined> | Extract<Table[Name]["default"], undefined>;
};

/**
 * A check of one rule.
 * @param type the `typeof` of values that can follow the rule
 */
export function check<T>(rule: string, type: TypeName, holds: (value: T) => boolean): Check {
  return (argument, value) => {
    if ((type !== "object" && typeof value !== type) || !holds(value as T)) {
      throw argumentError(argument, rule, value, type);
    }
  };
}

export const BOOLEAN: Check = /*#__PURE__*/ check("must be true or false", "boolean", () => true);
export const STRING: Check = /*#__PURE__*/ check("must be a string", "string", () => true);

/** @param values two of them @example oneOf("camera", "none") // must be "camera" or "none" */
export function oneOf(...values: readonly string[]): Check {
  const names = values.map((value) => JSON.stringify(value)).join(" or ");
  return check(`must be ${names}`, "string", (value: string) => values.includes(value));
}

/** @throws TypeError or RangeError if an option is invalid */
export function readOptions<T extends object, Table extends OptionTable<T>>(options: T, table: Table): ResolvedOptions<T, Table> {
  const names = Object.keys(table) as (keyof T & string)[];
  const resolved = names.map((name) => {
    const { default: byDefault, check: expect } = table[name];
    const value = options[name];
    if (value === undefined) {
      return [name, byDefault];
    }
    expect(`options.${name}`, value);
    return [name, value];
  });
  return Object.fromEntries(resolved) as ResolvedOptions<T, Table>;
}
