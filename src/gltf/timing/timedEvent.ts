import { argumentError, show } from "../util/index.js";
import { crossingAt, type Heading } from "./crossing.js";
import type { ResolvedClipSettings } from "./settings.js";

/**
 * An event of an animation: a footstep, or the moment at which a sword hits (KHR_animation_events).
 * @example { time: 0.8, name: "step.r", payload: { surface: "gravel" } }
 * @experimental follows a draft specification
 */
export interface TimedEvent {
  /** The time in the animation, in seconds, finite. */
  readonly time: number;
  /** Any name; several events may have the same name. */
  readonly name: string;
  /** Any JSON value for the listeners. */
  readonly payload?: unknown;
  /** A member of the draft, which is kept and not interpreted. */
  readonly isSync?: boolean | undefined;
}

/** A rule that an event breaks. */
export interface TimedEventProblem {
  readonly member: keyof TimedEvent;
  /** The rule, as in `must be a finite number`. */
  readonly rule: string;
  /** The rule and the value, as in `must be a finite number (got NaN)`. */
  readonly message: string;
}

/**
 * Finds the first rule that an event breaks.
 * @returns null if the event is valid
 */
export function findTimedEventProblem({ time, name, isSync }: { readonly [Key in keyof TimedEvent]?: unknown }): TimedEventProblem | null {
  if (!Number.isFinite(time)) {
    return problemOf("time", "must be a finite number", time);
  }
  if (typeof name !== "string") {
    return problemOf("name", "must be a string", name);
  }
  return isSync === undefined || typeof isSync === "boolean" ? null : problemOf("isSync", "must be true or false", isSync);
}

function problemOf(member: keyof TimedEvent, rule: string, value: unknown): TimedEventProblem {
  return { member, rule, message: `${rule} (got ${show(value)})` };
}

/**
 * Copies the members of an event that are known. The copy is frozen.
 * @throws TypeError or RangeError if the event is invalid
 */
export function resolveTimedEvent(event: TimedEvent): TimedEvent {
  if (typeof event !== "object" || (event as unknown) === null) {
    throw new TypeError(`event: must be an object (got ${show(event)})`);
  }
  const problem = findTimedEventProblem(event);
  if (problem) {
    const { member, rule } = problem;
    throw argumentError(`event.${member}`, rule, event[member], member === "time" ? "number" : member === "name" ? "string" : "boolean");
  }
  const { time, name, payload, isSync } = event;
  return Object.freeze({
    time: time + 0, // turns -0 into 0
    name,
    ...(payload === undefined ? {} : { payload }),
    ...(isSync === undefined ? {} : { isSync }),
  });
}

/**
 * How far an event may lie outside of the bounds of a clip, in seconds, to count as an event at the bound: times of keys are floats, times of
 * events are not.
 */
export const EVENT_TOLERANCE = 1e-6;

/** The timestamp at which a clip passes an event: the time of the event, or the bound that the time misses only by rounding. */
export function timestampOfEvent(time: number, start: number, end: number): number {
  if (time > end && time - end <= EVENT_TOLERANCE) {
    return end;
  }
  return time < start && start - time <= EVENT_TOLERANCE ? start : time;
}

/** What a clip did in a step, from one timestamp to another across any number of bounds. */
export interface StepOfClip {
  /** The timestamp at the beginning of the step. */
  readonly from: number;
  /** Whether an event at `from` counts: the clip has just started there, or was sought. */
  readonly isInclusive: boolean;
  /** The number of bounds that the clip crossed and continued from, >= 0: without the crossing that finished the clip. */
  readonly passed: number;
  /** The heading at the beginning. */
  readonly heading: Heading;
  /** The timestamp at the end of the step. */
  readonly to: number;
}

/** Whether a timestamp is passed between two others, the first of which counts only if `isInclusive`. */
export function isBetween(timestamp: number, from: number, to: number, isInclusive: boolean): boolean {
  return timestamp === from ? isInclusive : from < to ? timestamp > from && timestamp <= to : timestamp < from && timestamp >= to;
}

/**
 * How often a clip passes a timestamp in a step, in closed form. A loop passes `end` when it crosses the bound, and `start` when it continues
 * there; ping-pong passes the bound at which it turns once.
 */
export function countPasses(timestamp: number, settings: ResolvedClipSettings, step: StepOfClip): number {
  const { from, isInclusive, passed, heading, to } = step;
  if (passed === 0) {
    return Number(isBetween(timestamp, from, to, isInclusive));
  }
  const { resume } = crossingAt(settings, heading, passed);
  return (
    Number(isBetween(timestamp, from, crossingAt(settings, heading, 1).bound, isInclusive)) +
    countFullPasses(timestamp, settings, heading, 1, passed) +
    Number(isBetween(timestamp, resume, to, !settings.reverse))
  );
}

/**
 * How often the passes from one bound to another contain a timestamp: the passes after crossing `before`, up to crossing `last`.
 * @param first the heading before the first crossing
 */
export function countFullPasses(timestamp: number, settings: ResolvedClipSettings, first: Heading, before: number, last: number): number {
  const { start, end, reverse } = settings;
  const passes = last - before;
  if (timestamp < start || timestamp > end) {
    return 0;
  }
  if (!reverse || (timestamp !== start && timestamp !== end)) {
    return passes;
  }
  return crossingAt(settings, first, last).bound === timestamp ? Math.ceil(passes / 2) : Math.floor(passes / 2);
}
