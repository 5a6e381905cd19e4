import type { AnimationEvent } from "@babylonjs/core/Animations/animationEvent.js";
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
export class RunEvents {
  private readonly _step: StepEvents;
  private _changes = 0;

  /** @param showsFrame whether events on the animations receive the frame that is shown, as in Babylon, instead of their own frame */
  constructor(
    private readonly _group: AnimationGroup,
    private readonly _evaluation: Posing,
    private readonly _listener: RunListener,
    showsFrame: boolean,
  ) {
    const timed = {
      isObserved: () => _listener.areEventsObserved(),
      onEvent: (event: TimedEvent, direction: 1 | 0 | -1, count: number): void => this._reportTimed(event, direction, count),
    };
    this._step = new StepEvents(
      (crossing) => _listener.onCrossing(crossing),
      showsFrame,
      timed,
      (channel) => _evaluation.active.isActive(channel),
    );
  }

  /** Whether the group's animations have events of Babylon's own, which need no observer. */
  get hasFrameEvents(): boolean {
    return this._step.hasFrameEvents;
  }

  /** Whether the group's animations have events, Babylon's own or timed ones. */
  get hasEvents(): boolean {
    return this._step.hasEvents;
  }

  /** Whether an event of Babylon's own is still to come, at least once. */
  hasFrameEvent(event: AnimationEvent): boolean {
    return this._step.hasFrameEvent(event);
  }

  /** Reads the events of the group's animations, those included that come only once. */
  read(): void {
    this._changes = eventChanges.count;
    this._step.readEvents(this._group);
  }

  /** Reads the timed events again if those of any animation have changed. */
  update(): void {
    if (this._changes !== eventChanges.count) {
      this._changes = eventChanges.count;
      this._step.readTimedEvents(this._group.targetedAnimations);
    }
  }

  /** Whether a step has something to report. */
  isAwaited({ crossings }: ClipStep): boolean {
    return (crossings > 0 && this._listener.isObserved()) || this._step.hasEvents;
  }

  /** Cancels the events of a step that is being reported. */
  cancel(): void {
    this._step.cancel();
  }

  /** As {@link StepEvents.report}. */
  report(from: number, step: ClipStep, isInclusive: boolean, clock: StepEnd, budget: EventBudget): void {
    if (!this._evaluation.isHidden) {
      this._step.report(from, step, isInclusive, clock, budget);
    }
  }

  /** As {@link StepEvents.reportSought}. */
  reportSought(from: number, isInclusive: boolean, clock: StepEnd): void {
    if (!this._evaluation.isHidden) {
      this.update();
      this._step.reportSought(from, isInclusive, clock);
    }
  }

  private _reportTimed(event: TimedEvent, direction: 1 | 0 | -1, count: number): void {
    const { weight } = this._evaluation;
    if (weight !== 0) {
      this._listener.onEvent(event, direction, count, weight === -1 ? 1 : weight);
    }
  }
}
