import type { Observable } from "@babylonjs/core/Misc/observable.js";
import { eventChanges } from "../../playback/index.js";
import {
  countPasses,
  type Heading,
  HELD,
  resolveClipSettings,
  type ResolvedClipSettings,
  STARTING,
  timestampOfEvent,
} from "../../timing/index.js";
import { getOrMake, grow } from "../../util/index.js";
import type { CrowdClip } from "../asset/crowdClip.js";
import type { Characters } from "./characters.js";
import { EventList, type EventOf, type Named } from "./crowdEvents.js";

/** A `CrowdTimedEvent` of a crowd of any class. */
interface TimedEventOf<Crowd> extends EventOf<Crowd> {
  readonly name: string;
}

class NamedList<Crowd extends Named> extends EventList<Crowd> {
  constructor(
    readonly name: string,
    crowd: Crowd,
    observable: Observable<TimedEventOf<Crowd>>,
  ) {
    super(crowd, observable as unknown as Observable<EventOf<Crowd>>); // it only notifies, with itself
  }
}

/** The events of a clip, in ascending order of time. */
interface EventsOfClip<Crowd extends Named> {
  readonly timestamps: Float64Array;
  readonly lists: readonly NamedList<Crowd>[];
}

/** The timed events that the characters pass in a frame: one list for each name. Without observers, nothing is computed. */
export class CrowdTimedEvents<Crowd extends Named & { readonly onEventObservable: Observable<TimedEventOf<Crowd>> }> {
  /** One for each name. */
  private _lists: readonly NamedList<Crowd>[] = [];
  /** By clip; null for a clip without events. */
  private _clips: readonly (EventsOfClip<Crowd> | null)[] = [];
  private _eventChanges = -1;
  private _isObserved = false;
  private _isBack = false;
  // the columns before a step
  private _states = new Uint8Array(0);
  private _pending = new Uint8Array(0);
  private _finished = new Uint8Array(0);
  private _headings = new Int8Array(0);
  private _timestamps = new Float64Array(0);

  constructor(
    private readonly _crowd: Crowd,
    private readonly _characters: Characters,
    private readonly _crowdClips: readonly CrowdClip[],
  ) {}

  /**
   * To be called before the characters advance.
   * @param delta seconds; where they are negative, only characters that start have events
   */
  begin(delta: number): void {
    this._isBack = delta < 0;
    this._isObserved = this._crowd.onEventObservable.hasObservers();
    if (!this._isObserved) {
      return;
    }
    const { capacity, columns } = this._characters;
    if (this._states.length !== capacity) {
      this._states = grow(this._states, capacity, Uint8Array);
      this._pending = grow(this._pending, capacity, Uint8Array);
      this._finished = grow(this._finished, capacity, Uint8Array);
      this._headings = grow(this._headings, capacity, Int8Array);
      this._timestamps = grow(this._timestamps, capacity, Float64Array);
    }
    this._states.set(columns.states);
    this._pending.set(columns.pending);
    this._finished.set(columns.finished);
    this._headings.set(columns.headings);
    this._timestamps.set(columns.timestamps);
  }

  /** Reports the events that the characters have passed since {@link CrowdTimedEvents.begin}. */
  report(): void {
    if (!this._isObserved) {
      return;
    }
    this._update();
    const { end, clipIndices, alive, columns } = this._characters;
    const { crossings } = columns;
    for (let n = 0; n < this._lists.length; n++) {
      this._lists[n]!.clear();
    }
    for (let i = 0; i < end; i++) {
      const events = this._clips[clipIndices[i]!];
      const state = this._states[i]!;
      if (events && (this._isBack ? state === STARTING : state !== HELD) && this._finished[i] === 0) {
        if (crossings[i] === 0) {
          this._pass(i, events);
        } else {
          this._cross(i, events);
        }
      }
    }
    const lists = this._lists; // observers may change them
    for (let n = 0; n < lists.length; n++) {
      lists[n]!.notify(alive);
    }
  }

  private _pass(index: number, { timestamps, lists }: EventsOfClip<Crowd>): void {
    const from = this._timestamps[index]!; // not as an argument, which would be a number on the heap
    const to = this._characters.columns.timestamps[index]!;
    const isInclusive = this._pending[index] === 1;
    for (let e = 0; e < timestamps.length; e++) {
      const timestamp = timestamps[e]!;
      if (timestamp === from ? isInclusive : from < to ? timestamp > from && timestamp <= to : timestamp < from && timestamp >= to) {
        lists[e]!.add(index, 1);
      }
    }
  }

  private _cross(index: number, { timestamps, lists }: EventsOfClip<Crowd>): void {
    const { columns } = this._characters;
    settings.start = columns.starts[index]!;
    settings.end = columns.ends[index]!;
    settings.reverse = columns.reverses[index] === 1;
    step.from = this._timestamps[index]!;
    step.to = columns.timestamps[index]!;
    step.isInclusive = this._pending[index] === 1;
    step.heading = this._headings[index] as Heading;
    step.passed = columns.crossings[index]! - columns.finished[index]!;
    for (let e = 0; e < timestamps.length; e++) {
      const count = countPasses(timestamps[e]!, settings, step);
      if (count > 0) {
        lists[e]!.add(index, count);
      }
    }
  }

  /** Reads the events of the clips again if any have changed, or if there are more clips. */
  private _update(): void {
    if (this._eventChanges !== eventChanges.count || this._clips.length !== this._crowdClips.length) {
      this._eventChanges = eventChanges.count;
      const crowd = this._crowd;
      const byName = new Map<string, NamedList<Crowd>>();
      const listOf = (name: string): NamedList<Crowd> => getOrMake(byName, name, () => new NamedList(name, crowd, crowd.onEventObservable));
      this._clips = this._crowdClips.map(({ events, settings: { start, end } }) =>
        events.length === 0
          ? null
          : {
              timestamps: Float64Array.from(events, ({ time }) => timestampOfEvent(time, start, end)),
              lists: events.map(({ name }) => listOf(name)),
            },
      );
      this._lists = [...byName.values()];
    }
  }
}

/** Scratch objects, whose numbers are not integers, so that V8 keeps them in place. */
const settings = resolveClipSettings({ start: 0.5, end: 1.5, speed: 0.5 }) as {
  -readonly [Key in keyof ResolvedClipSettings]: ResolvedClipSettings[Key];
};
const step = { from: 0.5, to: 0.5, isInclusive: false, heading: 1 as Heading, passed: 0 };
