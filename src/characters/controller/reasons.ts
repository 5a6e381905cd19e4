import type { Condition, Parameter, TransitionPlan } from "../../gltf/controller/index.js";

/** What a transition waits for. */
export interface TransitionExplanation {
  /** The state that it leaves, or `"*"`. */
  readonly from: string;
  readonly to: string;
  /**
   * What is in the way, in words: `"grounded is false"`, `"speed is 0.4, not above 0.5"`, `"the clip has made 0.32 of 0.8 passes"`. If there is nothing,
   * the transition is taken in the next frame, unless one before it is.
   */
  readonly reasons: readonly string[];
}

/** Where the state that a transition leaves is. */
export interface StateTimes {
  readonly passes: number;
  readonly seconds: number;
  /** Whether the clip has made some passes. */
  hasMade(passes: number): boolean;
  /** Whether the clip is at a share of a pass, or at its end. */
  isAt(share: number): boolean;
}

/** What is in the way of a transition; nothing, if it can be taken. */
export function reasonsAgainst(
  { conditions, after, afterSeconds, afterEach }: TransitionPlan,
  parameters: ReadonlyMap<string, Parameter>,
  values: Float64Array,
  times: StateTimes,
): readonly string[] {
  const { passes, seconds } = times;
  const unmet = [...parameters].flatMap(([name, parameter]) =>
    conditions
      .filter((condition) => condition.parameter === parameter.index)
      .flatMap((condition) => reasonAgainst(condition, name, parameter, values[parameter.index]!) ?? []),
  );
  return [
    ...unmet,
    ...(after > 0 && !times.hasMade(after) ? [`the clip has made ${short(passes)} of ${short(after)} passes`] : []),
    ...(seconds < afterSeconds ? [`${short(seconds)} of ${short(afterSeconds)} s have passed`] : []),
    ...(afterEach > 0 && !times.isAt(afterEach) ? [`the clip is at ${short(passes % 1)} of a pass, not at ${short(afterEach)}`] : []),
  ];
}

/** @returns null if the condition is met */
function reasonAgainst({ above, atLeast, below, atMost, not }: Condition, name: string, { kind }: Parameter, value: number): string | null {
  const isMet = value > above && value >= atLeast && value < below && value <= atMost && value !== not;
  if (isMet || kind === "boolean") {
    return isMet ? null : `${name} is ${value === 1}`;
  }
  if (kind === "trigger") {
    return `${name} is ${value === 1 ? "fired" : "not fired"}`;
  }
  const rule =
    atLeast === atMost
      ? short(atLeast)
      : value <= above
        ? `above ${short(above)}`
        : value < atLeast
          ? `at least ${short(atLeast)}`
          : value >= below
            ? `below ${short(below)}`
            : value > atMost
              ? `at most ${short(atMost)}`
              : null;
  return `${name} is ${short(value)}${rule === null ? "" : `, not ${rule}`}`; // null where it must not have just this value
}

/** A number for people. */
function short(value: number): string {
  return String(Number(value.toPrecision(4)));
}
