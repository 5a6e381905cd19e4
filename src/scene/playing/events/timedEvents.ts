import type { Animation } from "@babylonjs/core/Animations/animation.js";
import { resolveTimedEvent, type TimedEvent } from "../../../gltf/timing/index.js";

/** The events of an animation of a file, in ascending order of time. All Babylon animations made of its channels share the list. */
interface EventList {
  events: readonly TimedEvent[];
}

const lists = new WeakMap<Animation, EventList>();

/** The number of times that the events of any animation were changed. */
export const eventChanges = { count: 0 };

/** Something that animates, such as a channel of a group. */
interface Animated {
  readonly animation: Animation;
}

/**
 * Sets the events of the channels of one animation of a file, in place of their present events.
 * @throws TypeError or RangeError if an event is invalid
 */
export function setTimedEvents(channels: readonly Animated[], events: readonly TimedEvent[]): void {
  const setEvents = prepareTimedEvents(events);
  channels.forEach(({ animation }) => setEvents(animation));
}

/**
 * Prepares the events of one animation of a file, for Babylon animations that are made later.
 * @returns sets the events of a Babylon animation, before anything reads its events
 * @throws TypeError or RangeError if an event is invalid
 */
export function prepareTimedEvents(events: readonly TimedEvent[]): (animation: Animation) => void {
  const list = { events: sorted(events.map(resolveTimedEvent)) };
  eventChanges.count++;
  return (animation) => void lists.set(animation, list);
}

/** Lets channels share the events of other channels, in the same order. */
export function shareTimedEvents(source: readonly Animated[], channels: readonly Animated[]): void {
  source.forEach(({ animation }, i) => {
    const list = lists.get(animation);
    if (list && channels[i]) {
      lists.set(channels[i].animation, list);
      eventChanges.count++;
    }
  });
}

/** The events of channels, as one list for each animation of a file. */
export function timedEventListsOf(channels: readonly Animated[]): readonly (readonly TimedEvent[])[] {
  return listsOf(channels).map(({ events }) => events);
}

/** The events of channels, in ascending order of time. */
export function timedEventsOf(channels: readonly Animated[]): readonly TimedEvent[] {
  const [first, ...others] = timedEventListsOf(channels);
  return others.length > 0 ? sorted([first!, ...others].flat()) : (first ?? NONE);
}

/**
 * Adds an event to the animation of the first channel.
 * @returns the event that was added
 * @throws TypeError or RangeError if the event is invalid; RangeError without channels
 */
export function addTimedEvent(channels: readonly Animated[], event: TimedEvent): TimedEvent {
  const added = resolveTimedEvent(event);
  const [first] = channels;
  if (!first) {
    throw new RangeError("event: must be added to a group that has animations (got 0 animations)");
  }
  const [list] = listsOf(channels);
  if (list) {
    list.events = sorted([...list.events, added]);
    eventChanges.count++;
  } else {
    setTimedEvents(channels, [added]);
  }
  return added;
}

/**
 * Removes an event, or else the first equal event.
 * @returns whether there was one
 */
export function removeTimedEvent(channels: readonly Animated[], event: TimedEvent): boolean {
  const all = listsOf(channels);
  const isSame = ({ time, name, payload }: TimedEvent): boolean => time === event.time && name === event.name && payload === event.payload;
  const found = timedEventsOf(channels).find((each) => each === event) ?? timedEventsOf(channels).find(isSame);
  const list = all.find(({ events }) => events.includes(found!));
  if (!found || !list) {
    return false;
  }
  list.events = list.events.filter((each) => each !== found);
  eventChanges.count++;
  return true;
}

/** Gives copies of animations copies of their events, so that changes of either do not affect the other. */
export class TimedEventCopies {
  private readonly _copies = new Map<EventList, EventList>();

  copy(from: Animation, to: Animation): void {
    const list = lists.get(from);
    if (list) {
      const copy = this._copies.get(list) ?? { events: list.events };
      this._copies.set(list, copy);
      lists.set(to, copy);
    }
  }
}

const NONE: readonly TimedEvent[] = [];

function listsOf(channels: readonly Animated[]): readonly EventList[] {
  if (eventChanges.count === 0) {
    return []; // no file has events
  }
  return [...new Set(channels.flatMap(({ animation }) => lists.get(animation) ?? []))];
}

function sorted(events: readonly TimedEvent[]): readonly TimedEvent[] {
  return [...events].sort((a, b) => a.time - b.time);
}
