import type { Finding } from "../util/index.js";
import type { ConditionDefinition, ControllerDefinition } from "./definition.js";

/** A controller made of the state machine of another format. */
export interface ImportedController {
  /** To be checked: it names what the state machine names. */
  readonly definition: ControllerDefinition;
  /** `CONTROLLER_DOUBTFUL`, with JSON pointers of the state machine: what a controller cannot say, or says otherwise. */
  readonly findings: readonly Finding[];
}

export type Writable<T> = { -readonly [Name in keyof T]: T[Name] };

/** How a number is compared: by a bound of a condition, or by equality. */
export type Comparison = keyof Exclude<ConditionDefinition, number | boolean> | "equal";

/** The conditions of a number, and one more; null if both cannot be said. */
export function withBound(before: ConditionDefinition | undefined, comparison: Comparison, value: number): ConditionDefinition | null {
  if (comparison === "equal" && before === undefined) {
    return value;
  }
  const bounds: Writable<Exclude<ConditionDefinition, number | boolean>> =
    typeof before === "object" ? { ...before } : before === undefined ? {} : { atLeast: Number(before), atMost: Number(before) };
  const raise = (bound: "above" | "atLeast"): number => (bounds[bound] = Math.max(bounds[bound] ?? -Infinity, value));
  const lower = (bound: "below" | "atMost"): number => (bounds[bound] = Math.min(bounds[bound] ?? Infinity, value));
  if (comparison === "not") {
    if (bounds.not !== undefined && bounds.not !== value) {
      return null;
    }
    bounds.not = value;
  } else if (comparison === "equal") {
    raise("atLeast");
    lower("atMost");
  } else if (comparison === "above" || comparison === "atLeast") {
    raise(comparison);
  } else {
    lower(comparison);
  }
  return bounds;
}
