import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import type { AnimationEvent } from "@babylonjs/core/Animations/animationEvent.js";

/** The events that were put on a group's animations, told as its timestamp passes their frames. */
export class FrameEvents {
  /** Ascending by seconds. */
  private readonly _events: { readonly seconds: number; readonly event: AnimationEvent }[];

  constructor(group: AnimationGroup) {
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
    if (this._events.length === 0) {
      return;
    }
    const [low, high] = from < to ? [from, to] : [to, from];
    const passed = this._events.filter(({ seconds }) => seconds >= low && seconds <= high && (inclusive || seconds !== from));
    for (const entry of from <= to ? passed : passed.reverse()) {
      if (entry.event.onlyOnce) {
        this._events.splice(this._events.indexOf(entry), 1);
      }
      entry.event.action(entry.event.frame);
    }
  }
}
