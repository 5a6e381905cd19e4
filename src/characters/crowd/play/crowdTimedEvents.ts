import type { Observable } from "@babylonjs/core/Misc/observable.js";
import { eventChanges } from "../../../scene/playing/index.js";
import {
  type ClipColumns,
  countPasses,
  type Heading,
  HELD,
  resolveClipSettings,
  type ResolvedClipSettings,
  STARTING,
  timestampOfEvent,
} from "../../../gltf/timing/index.js";
import { getOrMake, grow } from "../../../gltf/util/index.js";
import type { CrowdClip } from "../asset/crowdClip.js";
import type { Characters } from "./characters.js";
import { EventList, type EventOf, type Named } from "./crowdEvents.js";
import type { LeftClips } from "./layers.js";

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

/** The columns before a step. */
type Before = Pick<ClipColumns, "states" | "pending" | "finished" | "headings" | "timestamps">;

/** The events of a clip, in ascending order of time. */
interface EventsOfClip<Crowd extends Named> {
  readonly timestamps: Float64Array;
  readonly lists: readonly NamedList<Crowd>[];
}

/** The timed events that the characters pass in a frame: one list for each name. Without observers, nothing is computed. */
export class CrowdTimedEvents<Crowd extends Named & { readonly onEventObservable: Observable<TimedEventOf<Crowd>> }> {
  /** One entry for each name. */
  private _lists: readonly NamedList<Crowd>[] = [];
  /** By clip; null for a clip without events. */
  private _clips: readonly (EventsOfClip<Crowd> | null)[] = [];
  private _eventChanges = -1;
  private _isObserved = false;
  private _isBack = false;
  private readonly _before: Before = {
    ...{ states: new Uint8Array(0), pending: new Uint8Array(0), finished: new Uint8Array(0) },
    ...{ headings: new Int8Array(0), timestamps: new Float64Array(0) },
  };

  constructor(
    private readonly _crowd: Crowd,
    private readonly _characters: Characters,
    private readonly _left: LeftClips,
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
    const { _before: before } = this;
    if (before.states.length !== capacity) {
      before.states = grow(before.states, capacity, Uint8Array);
      before.pending = grow(before.pending, capacity, Uint8Array);
      before.finished = grow(before.finished, capacity, Uint8Array);
      before.headings = grow(before.headings, capacity, Int8Array);
      before.timestamps = grow(before.timestamps, capacity, Float64Array);
    }
    before.states.set(columns.states);
    before.pending.set(columns.pending);
    before.finished.set(columns.finished);
    before.headings.set(columns.headings);
    before.timestamps.set(columns.timestamps);
  }

  /** Reports the events that the characters have passed since {@link CrowdTimedEvents.begin}, in clips that they left first. */
  report(): void {
    if (!this._isObserved) {
      return;
    }
    this._update();
    const { _left: left } = this;
    if (left.count > 0) {
      this._reportOf(left.before, left.after, left.count, left.clipIndices, left.indices);
    }
    const { end, clipIndices, columns } = this._characters;
    this._reportOf(this._before, columns, end, clipIndices, null);
  }

  /** @param indices of the characters, by row; null where they are the rows */
  private _reportOf(
    before: Before,
    after: ClipColumns,
    count: number,
    clipIndices: ArrayLike<number>,
    indices: readonly number[] | null,
  ): void {
    const { crossings } = after;
    const { states, finished } = before;
    for (let n = 0; n < this._lists.length; n++) {
      this._lists[n]!.clear();
    }
    for (let i = 0; i < count; i++) {
      const events = this._clips[clipIndices[i]!];
      const state = states[i]!;
      if (events && (this._isBack ? state === STARTING : state !== HELD) && finished[i] === 0) {
        const index = indices ? indices[i]! : i;
        if (crossings[i] === 0) {
          pass(index, i, before, after, events);
        } else {
          cross(index, i, before, after, events);
        }
      }
    }
    const lists = this._lists; // observers may change them
    for (let n = 0; n < lists.length; n++) {
      lists[n]!.notify(this._characters.alive);
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

/** Lists the events that a clip passed without a bound. @param row of the clip in the columns */
function pass<Crowd extends Named>(
  index: number,
  row: number,
  before: Before,
  after: ClipColumns,
  { timestamps, lists }: EventsOfClip<Crowd>,
): void {
  const from = before.timestamps[row]!; // not as an argument, which would be a number on the heap
  const to = after.timestamps[row]!;
  const isInclusive = before.pending[row] === 1;
  for (let e = 0; e < timestamps.length; e++) {
    const timestamp = timestamps[e]!;
    if (timestamp === from ? isInclusive : from < to ? timestamp > from && timestamp <= to : timestamp < from && timestamp >= to) {
      lists[e]!.add(index, 1);
    }
  }
}

/** Lists the events that a clip passed across bounds. */
function cross<Crowd extends Named>(
  index: number,
  row: number,
  before: Before,
  after: ClipColumns,
  { timestamps, lists }: EventsOfClip<Crowd>,
): void {
  settings.start = after.starts[row]!;
  settings.end = after.ends[row]!;
  settings.reverse = after.reverses[row] === 1;
  step.from = before.timestamps[row]!;
  step.to = after.timestamps[row]!;
  step.isInclusive = before.pending[row] === 1;
  step.heading = before.headings[row] as Heading;
  step.passed = after.crossings[row]! - after.finished[row]!;
  for (let e = 0; e < timestamps.length; e++) {
    const count = countPasses(timestamps[e]!, settings, step);
    if (count > 0) {
      lists[e]!.add(index, count);
    }
  }
}

/** Scratch objects, whose numbers are not integers, so that V8 keeps them in place. */
const settings = resolveClipSettings({ start: 0.5, end: 1.5, speed: 0.5 }) as {
  -readonly [Key in keyof ResolvedClipSettings]: ResolvedClipSettings[Key];
};
const step = { from: 0.5, to: 0.5, isInclusive: false, heading: 1 as Heading, passed: 0 };
