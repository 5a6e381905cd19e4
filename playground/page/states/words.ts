import type { BlendedClipDefinition, ConditionDefinition, StateDefinition, TransitionDefinition } from "../../../src/controller.js";
import type { Finding } from "../../../src/tools.js";
import { format } from "../controls/dom.js";
import { ANY, type Parameters } from "./graph.js";

/** What a transition does as long as its definition does not state it, in seconds. */
export const DURATION = 0.2;

/** Bounds of a number, with their signs. */
export const BOUNDS = { above: ">", atLeast: "≥", below: "<", atMost: "≤", not: "≠" } as const;

/** A condition in words: `grounded`, `not grounded`, `wave fires`, `speed > 0.5, ≤ 2`. */
export function describeCondition(name: string, condition: ConditionDefinition, parameter: Parameters[string] | undefined): string {
  if (typeof condition === "boolean") {
    return parameter === "trigger" && condition ? `${name} fires` : condition ? name : `not ${name}`;
  }
  if (typeof condition === "number") {
    return `${name} = ${format(condition)}`;
  }
  const bounds = Object.entries(BOUNDS).flatMap(([bound, sign]) => {
    const value = condition?.[bound as keyof typeof BOUNDS];
    return typeof value === "number" ? `${sign} ${format(value)}` : [];
  });
  return bounds.length > 0 ? `${name} ${bounds.join(", ")}` : name;
}

/** When a transition is taken and how long it fades, a line for each: `not grounded`, `after 0.8 passes`, `fades 0.1 s`. */
export function describeTransition(transition: TransitionDefinition, parameters: Parameters): readonly string[] {
  const { when = {}, after, afterSeconds, afterEach, duration = DURATION, durationPasses, keepStep, offset } = transition;
  const conditions = Object.entries(when).map(([name, condition]) => describeCondition(name, condition, parameters[name]));
  const times = [
    ...(after ? [`after ${count(after, "pass", "passes")}`] : []),
    ...(afterSeconds ? [`after ${format(afterSeconds)} s`] : []),
    ...(afterEach ? [`at ${format(afterEach)} of a pass`] : []),
  ];
  const fade = durationPasses
    ? `fades ${count(durationPasses, "pass", "passes")}`
    : duration > 0
      ? `fades ${format(duration)} s`
      : "at once";
  const begins = [...(keepStep ? ["in step"] : []), ...(offset === undefined ? [] : [`from ${format(offset)}`])];
  const lines = [...conditions, ...times];
  return [...(lines.length > 0 ? lines : ["always"]), [fade, ...begins].join(", ")];
}

/** What a transition waits for, as a controller explains it, in fewer digits: `28 % played`. */
export function describeReason(reason: string): string {
  const [, made, passes] = /^the clip has made ([\d.]+) of ([\d.]+) passes$/.exec(reason) ?? [];
  return made === undefined
    ? reason
    : passes === "1"
      ? `${Math.round(100 * Number(made))} % played`
      : `${format(Number(made), 2)} of ${passes} passes played`;
}

/** A finding, as one says it of a graph that is being made; null for what is wrong, however it goes on. */
export function describeUnfinished({ message, pointer }: Pick<Finding, "message" | "pointer">): string | null {
  const [name = ""] = /[^/]*$/.exec(pointer)!;
  return message.startsWith("is never entered")
    ? `Nothing leads to ${name.replaceAll("~1", "/").replaceAll("~0", "~")} yet: add a transition.`
    : null;
}

/** What a state plays, in a line: `idle, walk, run by speed`. */
export function describeState(state: StateDefinition): string {
  const { speed = 1, repetitions } = state;
  const rate = speed === 1 ? "" : `× ${typeof speed === "number" ? format(speed) : speed}`;
  const times = repetitions === undefined ? "" : repetitions === -1 ? "∞" : count(repetitions, "time", "times");
  return [describeClips(state), rate, times].filter(Boolean).join(" · ");
}

/** The names of the clips that a state plays, with those of blends within its blend. */
export function clipsOf({ clip, clips }: Pick<StateDefinition, "clip" | "clips">): readonly string[] {
  return [
    ...(clip === undefined ? [] : [clip]),
    ...(Array.isArray(clips) ? clips : []).flatMap((part: BlendedClipDefinition) => clipsOf(part)),
  ];
}

function describeClips(state: StateDefinition): string {
  const { blend, states } = state;
  if (states) {
    return `states ${Object.keys(states).join(", ")}`;
  }
  const names = clipsOf(state).join(", ");
  return names === "" ? "empty" : blend === undefined ? names : `${names} by ${typeof blend === "string" ? blend : blend.join(", ")}`;
}

/** The name of a state for people. */
export function titleOf(name: string): string {
  return name === ANY ? "Any state" : name;
}

function count(value: number, one: string, many: string): string {
  return `${format(value)} ${value === 1 ? one : many}`;
}
