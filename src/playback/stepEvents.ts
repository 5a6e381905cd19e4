import type { AnimationEvent } from "@babylonjs/core/Animations/animationEvent.js";
import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import { type ClipStep, crossingAt, type ResolvedClipSettings } from "../timing/index.js";
import { runSafely } from "../host/index.js";

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

/** The position after a step. */
export interface StepEnd {
  readonly settings: ResolvedClipSettings;
  readonly timestamp: number;
  readonly completedRepetitions: number;
  readonly isFinished: boolean;
}

/** Limits how many events are reported. */
export interface EventBudget {
  /** @returns the number of events that may be reported for a number of crossings */
  grantEvents(crossings: number): number;
}

interface FrameEvent {
  readonly seconds: number;
  readonly framePerSecond: number;
  readonly event: AnimationEvent;
}

/** The events that a clip passes in a step: the crossed bounds, and the events on the animations of the group. */
export class StepEvents {
  /** The events on the group's animations, in ascending order of seconds. */
  private _frameEvents: FrameEvent[] = [];
  private _cancellations = 0;

  /** @param _showsFrame whether events on the animations receive the frame that is shown, as in Babylon, instead of their own frame */
  constructor(
    private readonly _onCrossing: (crossing: Crossing) => void,
    private readonly _showsFrame = false,
  ) {}

  get hasFrameEvents(): boolean {
    return this._frameEvents.length > 0;
  }

  readFrameEvents({ targetedAnimations }: AnimationGroup): void {
    this._frameEvents = [];
    for (const { animation } of targetedAnimations) {
      for (const event of animation.getEvents()) {
        const { framePerSecond } = animation;
        this._frameEvents.push({ seconds: event.frame / framePerSecond, framePerSecond, event });
      }
    }
    this._frameEvents.sort((a, b) => a.seconds - b.seconds);
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
  report(from: number, { crossings, firstBound }: ClipStep, isInclusive: boolean, clock: StepEnd, budget: EventBudget): void {
    const { settings, timestamp, completedRepetitions, isFinished } = clock;
    const cancellations = this._cancellations;
    const passed = isFinished ? crossings - 1 : crossings;
    const kind = settings.reverse ? "reverse" : "repeat";
    const count = budget.grantEvents(passed);
    for (let event = 1; event <= count; event++) {
      const n = event === count ? passed : event;
      const { bound, resume } = crossingAt(settings, firstBound, n);
      this._pass(from, bound, isInclusive, timestamp);
      if (this._cancellations !== cancellations) {
        return;
      }
      this._onCrossing({ kind, bound, completedRepetitions: completedRepetitions - crossings + n, count: n - event + 1 });
      if (this._cancellations !== cancellations) {
        return;
      }
      from = resume;
      isInclusive = !settings.reverse;
    }
    this._pass(from, timestamp, isInclusive, timestamp);
  }

  /**
   * Reports the frame events between two timestamps; no event is reported twice if the next range begins at the end of the previous range.
   * @param shown the timestamp that is shown after the step
   */
  private _pass(from: number, to: number, isInclusive: boolean, shown: number): void {
    const events = this._frameEvents;
    const isUpwards = from <= to;
    const [low, high] = isUpwards ? [from, to] : [to, from];
    for (let i = isUpwards ? 0 : events.length - 1; i >= 0 && i < events.length; i += isUpwards ? 1 : -1) {
      const { seconds, framePerSecond, event } = events[i]!;
      if (seconds >= low && seconds <= high && (isInclusive || seconds !== from)) {
        if (event.onlyOnce) {
          events.splice(i, 1);
          i -= isUpwards ? 1 : 0;
        }
        const frame = this._showsFrame ? shown * framePerSecond : event.frame;
        runSafely(`frame event ${event.frame}`, () => event.action(frame));
      }
    }
  }
}
