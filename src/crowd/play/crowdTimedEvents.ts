import type { Observable } from "@babylonjs/core/Misc/observable.js";
import { eventChanges } from "../../playback/index.js";
import { countPasses, type Heading, HELD, isBetween, resolveClipSettings, timestampOfEvent } from "../../timing/index.js";
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
  private readonly _lists = new Map<string, NamedList<Crowd>>();
  /** By clip; null for a clip without events. */
  private _clips: readonly (EventsOfClip<Crowd> | null)[] = [];
  private _eventChanges = -1;
  private _isObserved = false;
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

  /** To be called before the characters advance. */
  begin(): void {
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
    const { timestamps, crossings } = columns;
    for (const list of this._lists.values()) {
      list.clear();
    }
    for (let i = 0; i < end; i++) {
      const events = this._clips[clipIndices[i]!];
      if (events && this._states[i] !== HELD && this._finished[i] === 0) {
        if (crossings[i] === 0) {
          this._pass(i, events, this._timestamps[i]!, timestamps[i]!, this._pending[i] === 1);
        } else {
          this._cross(i, events);
        }
      }
    }
    for (const list of this._lists.values()) {
      list.notify(alive);
    }
  }

  private _pass(index: number, { timestamps, lists }: EventsOfClip<Crowd>, from: number, to: number, isInclusive: boolean): void {
    for (let e = 0; e < timestamps.length; e++) {
      if (isBetween(timestamps[e]!, from, to, isInclusive)) {
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

  /** Reads the events of the clips again if any have changed. */
  private _update(): void {
    if (this._eventChanges !== eventChanges.count) {
      this._eventChanges = eventChanges.count;
      this._lists.clear();
      this._clips = this._crowdClips.map(({ events, settings: { start, end } }) =>
        events.length === 0
          ? null
          : {
              timestamps: Float64Array.from(events, ({ time }) => timestampOfEvent(time, start, end)),
              lists: events.map(({ name }) => this._listOf(name)),
            },
      );
    }
  }

  private _listOf(name: string): NamedList<Crowd> {
    const crowd = this._crowd;
    return getOrMake(this._lists, name, () => new NamedList(name, crowd, crowd.onEventObservable));
  }
}

/** Scratch objects. */
const settings = { ...resolveClipSettings({}) };
const step = { from: 0, to: 0, isInclusive: false, heading: 1 as Heading, passed: 0 };
