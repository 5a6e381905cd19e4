import type { Observable } from "@babylonjs/core/Misc/observable.js";
import type { Stop } from "../../host/index.js";
import { propertiesOf } from "../../posing/index.js";

/** A set of observers that exists only while the observers are needed. */
export class Subscription {
  private _removals: readonly (() => void)[] | null = null;

  /**
   * @param _isNeeded whether the observers are needed at the moment
   * @param _subscribe adds the observers, and returns a removal function for each observer
   */
  constructor(
    private readonly _isNeeded: () => boolean,
    private readonly _subscribe: () => readonly (() => void)[],
  ) {}

  /** Adds or removes the observers, if the need has changed. */
  update(): void {
    if (this._isNeeded() !== (this._removals !== null)) {
      const removals = this._removals;
      this._removals = removals ? null : this._subscribe();
      removals?.forEach((remove) => remove());
    }
  }
}

/**
 * @returns a function that ends the observation at once: an observable with observers keeps a reference to the last group of a notification
 */
export function observe<T>(observable: Observable<T>, callback: (data: T) => void): () => void {
  const observer = observable.add(callback);
  return () => observer.remove();
}

/**
 * Stops the animations of a target: first those of plain groups, then clip by clip, in the order of `playOrder`, then of starting, however the
 * clips are evaluated; without clips started meanwhile.
 */
export function stopTarget(target: object, isMeant: Stop, stopKnown: () => void): void {
  const users = new Set(propertiesOf(target).flatMap((property) => property.users));
  const sorted = [...users].sort((a, b) => a.playOrder - b.playOrder || a.startNumber - b.startNumber);
  const starts = sorted.map(({ startNumber }) => startNumber);
  sorted.forEach((user) => user.holdStops(target, isMeant));
  try {
    stopKnown();
  } finally {
    sorted.forEach((user, i) => user.stopTarget(target, isMeant, starts[i]!));
  }
}
