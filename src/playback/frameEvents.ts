import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import type { AnimationEvent } from "@babylonjs/core/Animations/animationEvent.js";
import { contain } from "./contain.js";

/** The events that were put on a group's animations, told as its timestamp passes their frames. */
export class FrameEvents {
  /** Ascending by seconds. */
  private readonly _events: { readonly seconds: number; readonly event: AnimationEvent }[];

  /** @returns null where there are none */
  static Of(group: AnimationGroup): FrameEvents | null {
    return group.targetedAnimations.some(({ animation }) => animation.getEvents().length > 0) ? new FrameEvents(group) : null;
  }

  private constructor(group: AnimationGroup) {
    this._events = group.targetedAnimations
      .flatMap(({ animation }) => animation.getEvents().map((event) => ({ seconds: event.frame / animation.framePerSecond, event })))
      .sort((a, b) => a.seconds - b.seconds);
  }

  /**
   * Tells the events on a way, in the order in which it passes them: none of them twice, if the next way begins where this one ends.
   * @param from seconds, excluded unless `inclusive`
   * @param to seconds, included
   */
  pass(from: number, to: number, inclusive: boolean): void {
    const events = this._events;
    const upwards = from <= to;
    const [low, high] = upwards ? [from, to] : [to, from];
    for (let i = upwards ? 0 : events.length - 1; i >= 0 && i < events.length; i += upwards ? 1 : -1) {
      const { seconds, event } = events[i]!;
      if (seconds >= low && seconds <= high && (inclusive || seconds !== from)) {
        if (event.onlyOnce) {
          events.splice(i, 1);
          i -= upwards ? 1 : 0;
        }
        contain(`frame event ${event.frame}`, () => event.action(event.frame));
      }
    }
  }
}
