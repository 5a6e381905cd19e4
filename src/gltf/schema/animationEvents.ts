import { findTimedEventProblem, resolveTimedEvent, type TimedEvent } from "../timing/index.js";
import {
  argumentError,
  AssetError,
  attemptOrNote,
  createFinding,
  excerpt,
  expectArray,
  expectObject,
  type Finding,
  getOrMake,
  isObject,
  itemsOf,
  omit,
  show,
} from "../util/index.js";
import type { ClipAsset } from "./clipDefinition.js";
import { type ExtensibleAsset, listExtension, unlistExtension } from "./extensionLists.js";

/** An event of an animation of an asset (KHR_animation_events). */
export interface EventDefinition {
  /** JSON pointer of the event in the asset. */
  readonly pointer: string;
  /** Index in the asset's `animations`. */
  readonly animation: number;
  readonly event: TimedEvent;
  /** The members that the draft does not define, unchanged. */
  readonly other: Readonly<Record<string, unknown>>;
}

/** The events of an asset. */
export interface EventReading {
  /** By animation, then in the order of the file. */
  readonly definitions: readonly EventDefinition[];
  /** `EVENT_INVALID` for each skipped event, or once for the extension of an animation. */
  readonly findings: readonly Finding[];
}

export const EVENTS_EXTENSION = "KHR_animation_events";
export const EVENT_MEMBERS = ["time", "name", "payload", "isSync"] as const;

/**
 * Reads the events of all animations: of `KHR_animation_events`, and of animations without the extension, `extras.events` of the same shape.
 * In `extras`, items of another shape are skipped silently. The asset is not changed.
 * @param asset the JSON of a glTF asset
 * @returns the valid events; never throws because of the asset
 * @example ReadEvents(asset).definitions.map(({ animation, event }) => [animation, event.time, event.name])
 * @experimental follows a draft specification
 */
export function ReadEvents(asset: ClipAsset): EventReading {
  const definitions: EventDefinition[] = [];
  const findings: Finding[] = [];
  itemsOf(asset.animations).forEach((json, animation) => {
    const { extensions, extras } = Object(json) as { extensions?: unknown; extras?: unknown };
    const extension = (Object(extensions) as Record<string, unknown>)[EVENTS_EXTENSION];
    const read = (list: string, items: unknown, skipped: Finding[]): void => {
      itemsOf(items).forEach((item, i) => {
        const pointer = `${list}/${i}`;
        attemptOrNote("EVENT_INVALID", pointer, skipped, () => definitions.push(readEvent(pointer, animation, item)));
      });
    };
    if (extension === undefined) {
      read(`/animations/${animation}/extras/events`, (Object(extras) as { events?: unknown }).events, []);
      return;
    }
    // an empty list is valid: it takes the place of those in extras
    const pointer = `/animations/${animation}/extensions/${EVENTS_EXTENSION}`;
    const list = `${pointer}/events`;
    const items = attemptOrNote("EVENT_INVALID", pointer, findings, () => expectArray(list, expectObject(pointer, extension)["events"]));
    read(list, items, findings);
  });
  return { definitions, findings };
}

/** The events of an asset for code that loads them. */
export interface EventsByAnimation {
  /** The events by index in the asset's `animations`, in the order of the file. */
  readonly events: ReadonlyMap<number, readonly TimedEvent[]>;
  /** `EVENT_MEMBER_UNKNOWN` for the first ignored member of each event. */
  readonly findings: readonly Finding[];
}

/** Groups the events of an asset by animation. */
export function groupEvents({ definitions }: EventReading): EventsByAnimation {
  const events = new Map<number, TimedEvent[]>();
  const findings: Finding[] = [];
  for (const { pointer, animation, event, other } of definitions) {
    getOrMake(events, animation, (): TimedEvent[] => []).push(event);
    const [unknown] = pointer.includes("/extras/") ? [] : Object.keys(other);
    if (unknown !== undefined) {
      findings.push(createFinding("EVENT_MEMBER_UNKNOWN", `${pointer}/${excerpt(unknown)}`, "is no member of an event, and is ignored"));
    }
  }
  return { events, findings };
}

function readEvent(pointer: string, animation: number, json: unknown): EventDefinition {
  const stated = expectObject(pointer, json);
  const problem = findTimedEventProblem(stated);
  if (problem) {
    throw new AssetError(`${pointer}/${problem.member}`, problem.message);
  }
  return { pointer, animation, event: resolveTimedEvent(stated as unknown as TimedEvent), other: omit(stated, ...EVENT_MEMBERS) };
}

/** An event to write: a {@link TimedEvent}, and further members of its JSON. */
export interface EventInput extends TimedEvent {
  /** Other members of the event's JSON. */
  readonly other?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Writes the events of an animation as `KHR_animation_events`, in ascending order of time, replacing its events. An empty list removes them,
 * unless `extras.events` would take their place. `extensionsUsed` is updated.
 * @param asset the JSON of a glTF asset; changed, unless `WriteEvents` throws
 * @param animation index in the asset's `animations`
 * @throws TypeError or RangeError if an event is invalid, or there is no such animation
 * @example WriteEvents(asset, 0, [{ time: 0.3, name: "step.l" }, { time: 0.8, name: "step.r" }]);
 * @experimental follows a draft specification
 */
export function WriteEvents(asset: ClipAsset & ExtensibleAsset, animation: number, events: readonly EventInput[]): void {
  const json = asset.animations?.[animation];
  if (!isObject(json)) {
    throw argumentError("animation", "must be the index of one of the asset's animations", animation, "number");
  }
  putEvents(json, events);
  listEvents(asset);
}

/** Lists the extension of events in an asset if an animation has events, and removes it from the lists otherwise. */
export function listEvents(asset: ClipAsset & ExtensibleAsset): void {
  const isUsed = itemsOf(asset.animations).some((each) => EVENTS_EXTENSION in Object((Object(each) as Extended).extensions));
  (isUsed ? listExtension : unlistExtension)(asset, EVENTS_EXTENSION);
}

interface Extended {
  extensions?: Record<string, unknown>;
  readonly extras?: unknown;
}

/**
 * Writes events into the JSON of an animation.
 * @throws TypeError or RangeError if an event is invalid
 */
export function putEvents(animation: object, events: readonly EventInput[]): void {
  const json = animation as Extended;
  const written = events.map(toJson).sort((a, b) => a.time - b.time);
  const before = Object((Object(json.extensions) as Record<string, unknown>)[EVENTS_EXTENSION]) as object;
  const hasOthers = itemsOf((Object(json.extras) as { events?: unknown }).events).length > 0;
  const rest = omit(json.extensions ?? {}, EVENTS_EXTENSION);
  if (written.length > 0 || hasOthers) {
    json.extensions = { ...rest, [EVENTS_EXTENSION]: { ...before, events: written } };
  } else if (Object.keys(rest).length > 0) {
    json.extensions = rest;
  } else {
    delete json.extensions;
  }
}

/**
 * Finds the first rule that an event to write breaks.
 * @returns null if the event is valid
 */
export function findEventProblem(event: EventInput): { readonly member: string; readonly message: string } | null {
  const problem = findTimedEventProblem(event);
  return problem ?? (hasKnownOther(event) ? { member: "other", message: `${OTHER_RULE} (got ${show(event.other)})` } : null);
}

const OTHER_RULE = `must not have members of an event, ${EVENT_MEMBERS.join(", ")}`;

function hasKnownOther({ other }: EventInput): boolean {
  return EVENT_MEMBERS.some((member) => member in (other ?? {}));
}

function toJson(event: EventInput): TimedEvent {
  const json = resolveTimedEvent(event);
  if (hasKnownOther(event)) {
    throw argumentError("event.other", OTHER_RULE, event.other, "object");
  }
  return { ...json, ...event.other };
}
