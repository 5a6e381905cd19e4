import type { ResolvedClipSettings } from "./settings.js";

/** Which way a timestamp goes: 1 up, -1 down. */
export type Heading = 1 | -1;

/** A bound that a timestamp goes beyond. */
export interface BoundCrossing {
  /** The bound, in seconds of timestamp. */
  readonly bound: number;
  /** Where the timestamp goes on: ping-pong at the same bound, a loop at the other one. */
  readonly resume: number;
}

/**
 * The n-th crossing of a way.
 * @param first the heading at the beginning
 * @param n from 1
 */
export function crossingAt({ start, end, reverse }: ResolvedClipSettings, first: Heading, n: number): BoundCrossing {
  const isUpwards = headingOfCrossing(reverse, first, n) === 1;
  return { bound: isUpwards ? end : start, resume: isUpwards === reverse ? end : start };
}

/** The heading in which the n-th bound of a way is reached: a loop always goes the same way, ping-pong takes turns. */
export function headingOfCrossing(reverse: boolean, first: Heading, n: number): Heading {
  return reverse && n % 2 === 0 ? flip(first) : first;
}

export function flip(heading: Heading): Heading {
  return heading === 1 ? -1 : 1;
}
