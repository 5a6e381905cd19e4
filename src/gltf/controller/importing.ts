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

/** The conditions of a number, and one more; null if both cannot be said. */
export function withBound(before: ConditionDefinition | undefined, predicate: string, value: number): ConditionDefinition | null {
  const bounds: Writable<Exclude<ConditionDefinition, number | boolean>> =
    typeof before === "object" ? { ...before } : before === undefined ? {} : { atLeast: Number(before), atMost: Number(before) };
  if (predicate === "GREATER_THAN") {
    bounds.above = Math.max(bounds.above ?? -Infinity, value);
  } else if (predicate === "GREATER_THAN_EQUAL_TO") {
    bounds.atLeast = Math.max(bounds.atLeast ?? -Infinity, value);
  } else if (predicate === "LESS_THAN") {
    bounds.below = Math.min(bounds.below ?? Infinity, value);
  } else if (predicate === "LESS_THAN_EQUAL_TO") {
    bounds.atMost = Math.min(bounds.atMost ?? Infinity, value);
  } else if (predicate === "NOT_EQUAL_TO") {
    if (bounds.not !== undefined && bounds.not !== value) {
      return null;
    }
    bounds.not = value;
  } else if (before === undefined) {
    return value;
  } else {
    bounds.atLeast = Math.max(bounds.atLeast ?? -Infinity, value);
    bounds.atMost = Math.min(bounds.atMost ?? Infinity, value);
  }
  return bounds;
}
