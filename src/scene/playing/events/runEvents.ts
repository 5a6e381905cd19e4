import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import type { Posing } from "../../posing/index.js";
import type { ClipStep, TimedEvent } from "../../../gltf/timing/index.js";
import { type Crossing, type EventBudget, type StepEnd, StepEvents } from "./stepEvents.js";
import { eventChanges } from "./timedEvents.js";

/** Receives the events of a group. */
export interface RunListener {
  /** Whether repetitions have observers. */
  isObserved(): boolean;
  onCrossing(crossing: Crossing): void;
  /** Whether timed events have observers. */
  areEventsObserved(): boolean;
  /** @param weight the effective weight, > 0; 1 for an unweighted group */
  onEvent(event: TimedEvent, direction: 1 | 0 | -1, count: number, weight: number): void;
}

/** Reports the events of a group's runs, by the events that its animations have at the moment. A group of weight 0 reports none. */
export class RunEvents extends StepEvents {
  private _changes = 0;

  /** @param showsFrame whether events on the animations receive the frame that is shown, as in Babylon, instead of their own frame */
  constructor(
    private readonly _group: AnimationGroup,
    private readonly _posing: Posing,
    private readonly _listener: RunListener,
    showsFrame: boolean,
  ) {
    const timed = {
      isObserved: () => _listener.areEventsObserved(),
      onEvent: (event: TimedEvent, direction: 1 | 0 | -1, count: number): void => {
        const { weight } = _posing;
        if (weight !== 0) {
          _listener.onEvent(event, direction, count, weight === -1 ? 1 : weight);
        }
      },
    };
    super(
      (crossing) => _listener.onCrossing(crossing),
      showsFrame,
      timed,
      (channel) => _posing.active.isActive(channel),
    );
  }

  /** Whether no events are reported until some, or observers, are added. */
  get areSilent(): boolean {
    return !this.hasFrameEvents && !this._listener.areEventsObserved();
  }

  /** Reads the events of the group's animations, those included that come only once. */
  read(): void {
    this._changes = eventChanges.count;
    this.readEvents(this._group);
  }

  /** Reads the timed events again if those of any animation have changed. */
  update(): void {
    if (this._changes !== eventChanges.count) {
      this._changes = eventChanges.count;
      this.readTimedEvents(this._group.targetedAnimations);
    }
  }

  /** Whether a step has something to report. */
  isAwaited({ crossings }: ClipStep): boolean {
    return (crossings > 0 && this._listener.isObserved()) || this.hasEvents;
  }

  override report(from: number, step: ClipStep, isInclusive: boolean, clock: StepEnd, budget: EventBudget): void {
    if (!this._posing.isHidden) {
      super.report(from, step, isInclusive, clock, budget);
    }
  }

  override reportSought(from: number, isInclusive: boolean, clock: StepEnd): void {
    if (!this._posing.isHidden) {
      this.update();
      super.reportSought(from, isInclusive, clock);
    }
  }
}
