import type { AnimationEvent } from "@babylonjs/core/Animations/animationEvent.js";
import type { AnimationGroup, TargetedAnimation } from "@babylonjs/core/Animations/animationGroup.js";
import {
  type ClipPosition,
  type ClipStep,
  countFullPasses,
  crossingAt,
  EVENT_TOLERANCE,
  isBetween,
  type ResolvedClipSettings,
  type TimedEvent,
  timestampOfEvent,
} from "../../../gltf/timing/index.js";
import { runSafely } from "../../host/index.js";
import type { Posing } from "../../posing/index.js";
import { eventChanges, timedEventsOf } from "./timedEvents.js";

/** The crossing of a bound by a clip. */
export interface Crossing {
  readonly kind: "repeat" | "reverse" | "finish";
  /** The bound, in seconds of timestamp. */
  readonly bound: number;
  /** The number of bounds crossed since the start, including `bound`. */
  readonly completedRepetitions: number;
  /** The number of crossings that the event stands for: 1, unless a frame has too many crossings. */
  readonly count: number;
}

/** Limits how many events are reported. */
export interface EventBudget {
  /** @returns the number of events that may be reported for a number of crossings */
  grantEvents(crossings: number): number;
}

/** Receives the events of a group. */
export interface StepEventListener {
  /** Whether repetitions have observers. */
  isObserved(): boolean;
  onCrossing(crossing: Crossing): void;
  /** Whether timed events have observers. */
  areEventsObserved(): boolean;
  /**
   * @param direction in which the group passed the event: 1 up, -1 down, 0 at speed 0
   * @param count how often the group passed the event: 1, unless a frame has too many crossings
   * @param weight the effective weight, > 0; 1 for an unweighted group
   */
  onEvent(event: TimedEvent, direction: 1 | 0 | -1, count: number, weight: number): void;
}

/** What the group shows of its pose: a group of weight 0 reports no events. */
type ShownPose = Pick<Posing, "weight" | "isHidden"> & { readonly active: Pick<Posing["active"], "isActive"> };

/** An event at a time of a clip: an event on one of Babylon's animations, or a timed event. */
interface StepEvent {
  readonly seconds: number;
  readonly framePerSecond: number;
  readonly event: AnimationEvent | null;
  /** The channel of an event of Babylon's. */
  readonly channel: TargetedAnimation | null;
  readonly timed: TimedEvent | null;
}

/** Most groups have none. */
const NO_EVENTS: StepEvent[] = [];

/**
 * The events that a group passes in a step: the crossed bounds, the events on its animations, and timed events, by those that its animations have at
 * the moment.
 */
export class StepEvents {
  /** The events of the group's animations, in ascending order of seconds. */
  private _events: StepEvent[] = [];
  private _cancellations = 0;
  /** How often the events of any animation had changed when they were read. */
  private _changes = 0;

  /** @param _showsFrame whether events on the animations receive the frame that is shown, as in Babylon, instead of their own frame */
  constructor(
    private readonly _group: AnimationGroup,
    private readonly _posing: ShownPose,
    private readonly _listener: StepEventListener,
    private readonly _showsFrame: boolean,
  ) {}

  /** Whether no events are reported until some, or observers, are added. */
  get areSilent(): boolean {
    return !this._events.some(isOfBabylon) && !this._listener.areEventsObserved();
  }

  /** Whether an event of Babylon's own is still to come, at least once. */
  hasFrameEvent(sought: AnimationEvent): boolean {
    return this._events.some(({ event }) => event === sought);
  }

  get hasEvents(): boolean {
    return this._events.length > 0;
  }

  /** Whether a step has something to report. */
  isAwaited({ crossings }: ClipStep): boolean {
    return (crossings > 0 && this._listener.isObserved()) || this.hasEvents;
  }

  /** Reads the events of the group's animations, those included that come only once. */
  read(): void {
    let events = NO_EVENTS;
    const { targetedAnimations } = this._group;
    for (let i = 0; i < targetedAnimations.length; i++) {
      const channel = targetedAnimations[i]!;
      const { framePerSecond } = channel.animation;
      for (const event of channel.animation.getEvents()) {
        events = events === NO_EVENTS ? [] : events;
        events.push({ seconds: event.frame / framePerSecond, framePerSecond, event, channel, timed: null });
      }
    }
    this._events = events;
    this._readTimed();
  }

  /** Reads the timed events again if those of any animation have changed. The events of Babylon's own that come only once do not come back. */
  update(): void {
    if (this._changes !== eventChanges.count) {
      this._readTimed();
    }
  }

  private _readTimed(): void {
    this._changes = eventChanges.count;
    const all = timedEventsOf(this._group.targetedAnimations);
    if (all.length === 0 && this._events.length === 0) {
      return;
    }
    const events = this._events.filter(({ timed }) => !timed);
    for (const timed of all) {
      events.push({ seconds: timed.time, framePerSecond: 0, event: null, channel: null, timed });
    }
    this._events = events.sort((a, b) => a.seconds - b.seconds);
  }

  /** Cancels the events of a step that have not been reported yet, since the clip was started, stopped, sought or changed. */
  cancel(): void {
    this._cancellations++;
  }

  /**
   * Reports the events of a step, in the order in which the clip passes the events, except the crossing that finishes the clip.
   * @param from the timestamp at the beginning of the step
   * @param isInclusive whether events at `from` are reported
   * @param clock the clock after the step
   */
  report(from: number, { crossings, firstBound }: ClipStep, isInclusive: boolean, clock: ClipPosition, budget: EventBudget): void {
    if (this._posing.isHidden) {
      return;
    }
    const { settings, timestamp, completedRepetitions, isFinished } = clock;
    const cancellations = this._cancellations;
    const passed = isFinished ? crossings - 1 : crossings;
    const kind = settings.reverse ? "reverse" : "repeat";
    const count = this._grantPasses(passed, settings, budget);
    for (let pass = 1; pass <= count; pass++) {
      const n = pass === count ? passed : pass;
      this._pass(from, crossingAt(settings, firstBound, pass).bound, isInclusive, clock);
      if (n > pass && this._cancellations === cancellations) {
        const { resume: start } = crossingAt(settings, firstBound, n - 1);
        const to = crossingAt(settings, firstBound, n).bound;
        const countOf = (time: number): number => countFullPasses(time, settings, firstBound, pass, n);
        this._pass(start, to, true, clock, countOf);
      }
      if (this._cancellations !== cancellations) {
        return;
      }
      const { bound, resume } = crossingAt(settings, firstBound, n);
      this._listener.onCrossing({ kind, bound, completedRepetitions: completedRepetitions - crossings + n, count: n - pass + 1 });
      if (this._cancellations !== cancellations) {
        return;
      }
      from = resume;
      isInclusive = !settings.reverse;
    }
    this._pass(from, timestamp, isInclusive, clock);
  }

  /**
   * Reports the timed events from one timestamp to another, without the events at the second one: the clip has not left it yet.
   * @param isInclusive whether events at `from` are reported
   */
  reportSought(from: number, isInclusive: boolean, clock: ClipPosition): void {
    if (!this._posing.isHidden) {
      this.update();
      const { timestamp: to } = clock;
      this._pass(from, to, isInclusive, clock, (time) => Number(time !== to));
    }
  }

  /** @returns the number of passes to report one by one, such that neither crossings nor timed events exceed the budget; at least 1 */
  private _grantPasses(passed: number, { start, end }: ResolvedClipSettings, budget: EventBudget): number {
    const eventsOfPass =
      passed > 1 && this._listener.areEventsObserved()
        ? Math.max(this._indexOf(end + EVENT_TOLERANCE) - this._indexOf(start - EVENT_TOLERANCE), 1)
        : 1;
    const granted = budget.grantEvents(passed * eventsOfPass);
    return eventsOfPass === 1 ? granted : Math.max(Math.floor(granted / eventsOfPass), 1);
  }

  /**
   * Reports the events between two timestamps, without a bound between them. No event is reported twice if the next pass begins at the end of the previous one.
   * @param isInclusive whether events at `from` count
   * @param countOf the number of passes that have an event at a time. If given, only timed events are reported
   */
  private _pass(
    from: number,
    to: number,
    isInclusive: boolean,
    clock: ClipPosition,
    countOf: ((timestamp: number) => number) | null = null,
  ): void {
    const { settings, timestamp: shown, direction } = clock;
    const events = this._events;
    const cancellations = this._cancellations;
    const isUpwards = from <= to;
    const [low, high] = isUpwards ? [from, to] : [to, from];
    const first = this._indexOf(low - EVENT_TOLERANCE);
    let end = first;
    while (end < events.length && events[end]!.seconds <= high + EVENT_TOLERANCE) {
      end++;
    }
    for (let left = end - first; left > 0 && this._cancellations === cancellations; left--) {
      const i = isUpwards ? end - left : first + left - 1;
      const { seconds, framePerSecond, event, channel, timed } = events[i]!;
      const at = timestampOfEvent(seconds, settings.start, settings.end);
      if (!isBetween(at, from, to, isInclusive) || at < settings.start || at > settings.end) {
        continue;
      }
      if (timed) {
        this._notify(timed, from < to ? 1 : from > to ? -1 : direction, countOf ? countOf(at) : 1);
      } else if (event && !countOf && this._posing.active.isActive(channel!)) {
        if (event.onlyOnce) {
          events.splice(i, 1);
          end--;
        }
        const frame = this._showsFrame ? shown * framePerSecond : event.frame;
        runSafely(`frame event ${event.frame}`, () => event.action(frame));
      }
    }
  }

  private _notify(timed: TimedEvent, direction: 1 | 0 | -1, count: number): void {
    const { weight } = this._posing;
    if (count > 0 && weight !== 0) {
      this._listener.onEvent(timed, direction, count, weight === -1 ? 1 : weight);
    }
  }

  /** The index of the first event at or after a time. */
  private _indexOf(seconds: number): number {
    let [low, high] = [0, this._events.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      [low, high] = this._events[middle]!.seconds < seconds ? [middle + 1, high] : [low, middle];
    }
    return low;
  }
}

function isOfBabylon({ event }: StepEvent): boolean {
  return event !== null;
}
