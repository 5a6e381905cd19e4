import {
  DescribeFinding,
  ReadEvents,
  WriteEvents,
  type ClipAsset,
  type EventInput,
  type ExtensibleAsset,
  type Finding,
  type TimedEvent,
} from "../../../src/tools.js";
import { isEqual } from "../document/json.js";

/** An event of an animation of the document. Immutable. */
export interface EventEntry {
  /** Stays the same when the event is changed, and when a change is undone. */
  readonly id: number;
  /** Index in the asset's `animations`. */
  readonly animation: number;
  readonly event: TimedEvent;
  /** Further members of the event's JSON. */
  readonly other: Readonly<Record<string, unknown>>;
}

/** The events of an animation, as a file states them. */
export type AnimationEvents = readonly [animation: number, events: readonly unknown[]];

/** The result of reading events: what can be read, and what is wrong with the rest. */
export interface ReadEntries {
  readonly entries: readonly EventEntry[];
  readonly problems: readonly string[];
}

/** @param takeId gives the id of the next event */
export function readEvents(asset: ClipAsset, takeId: () => number): ReadEntries {
  const { definitions, findings } = ReadEvents(asset);
  return {
    entries: definitions.map(({ animation, event, other }) => ({ id: takeId(), animation, event, other })),
    problems: findings.map(DescribeFinding),
  };
}

/**
 * Replaces the events of some animations.
 * @param count the number of the asset's animations
 */
export function replacedEvents(
  entries: readonly EventEntry[],
  lists: readonly AnimationEvents[],
  count: number,
  takeId: () => number,
): ReadEntries {
  const known = lists.filter(([animation]) => animation < count);
  const animations: unknown[] = Array.from({ length: count }, () => ({}));
  const present = known.filter(([, events]) => events.length > 0);
  present.forEach(([animation, events]) => (animations[animation] = { extensions: { KHR_animation_events: { events } } }));
  const replaced = new Set(known.map(([animation]) => animation));
  const read = readEvents({ animations }, takeId);
  return {
    entries: [...entries.filter(({ animation }) => !replaced.has(animation)), ...read.entries],
    problems: [
      ...lists.filter((list) => !known.includes(list)).map(([animation]) => `The model has no animation ${animation}, which has events.`),
      ...read.problems,
    ],
  };
}

/** The events of an animation, in ascending order of time. */
function eventsOf(entries: readonly EventEntry[], animation: number): readonly EventInput[] {
  const own = entries.filter((entry) => entry.animation === animation);
  return own.map(({ event, other }) => ({ ...event, other })).sort((a, b) => a.time - b.time);
}

/** The events of the animations whose events differ from those before. */
export function changedEvents(
  before: readonly EventEntry[],
  after: readonly EventEntry[],
): readonly (readonly [number, readonly EventInput[]])[] {
  if (before === after) {
    return [];
  }
  const animations = [...new Set([...before, ...after].map(({ animation }) => animation))].sort((a, b) => a - b);
  return animations.flatMap((animation) => {
    const events = eventsOf(after, animation);
    return isEqual(events, eventsOf(before, animation)) ? [] : [[animation, events] as const];
  });
}

/** The same as {@link changedEvents}, as a file states it. */
export function changedEventsJson(before: readonly EventEntry[], after: readonly EventEntry[]): readonly AnimationEvents[] {
  return changedEvents(before, after).map(([animation, events]) => [
    animation,
    events.map(({ other, ...event }) => ({ ...event, ...other })),
  ]);
}

/**
 * Writes events into the JSON of a file. Animations whose events are unchanged keep the JSON of the file.
 * @param asset changed
 * @param opened the events that the file has
 * @returns what is left out, because it is invalid: it was not shown
 */
export function writeEvents(
  asset: ClipAsset & ExtensibleAsset,
  opened: readonly EventEntry[],
  entries: readonly EventEntry[],
): readonly string[] {
  const changed = changedEvents(opened, entries);
  const findings = changed.length > 0 ? ReadEvents(asset).findings : [];
  changed.forEach(([animation, events]) => WriteEvents(asset, animation, events));
  const isReplaced = ({ pointer }: Finding): boolean => changed.some(([animation]) => pointer.startsWith(`/animations/${animation}/`));
  return findings.filter(isReplaced).map((finding) => `${DescribeFinding(finding)}; it is left out`);
}
