import type { Observable } from "@babylonjs/core/Misc/observable.js";
import type { Stop } from "../host/index.js";
import { propertiesOf } from "../evaluation/index.js";

/** A set of observers that exists only while it is needed. */
export class Subscription {
  private _removals: readonly (() => void)[] | null = null;

  /**
   * @param _isNeeded whether they are needed at the moment
   * @param _subscribe adds the observers, and returns functions that remove them
   */
  constructor(
    private readonly _isNeeded: () => boolean,
    private readonly _subscribe: () => readonly (() => void)[],
  ) {}

  /** Adds or removes them, where the need has changed. */
  update(): void {
    if (this._isNeeded() !== (this._removals !== null)) {
      const removals = this._removals;
      this._removals = removals ? null : this._subscribe();
      removals?.forEach((remove) => remove());
    }
  }
}

/** @returns ends the observation, at once: an observable that has observers keeps the last group that it notified them of */
export function observe<T>(observable: Observable<T>, callback: (data: T) => void): () => void {
  const observer = observable.add(callback);
  return () => observer.remove();
}

/** Stops the compiled animations of a target, as Babylon stops its own: clip by clip, in their order, without those started meanwhile. */
export function stopTarget(target: object, isMeant: Stop, stopKnown: () => void): void {
  const users = new Set(propertiesOf(target).flatMap((property) => property.users));
  stopKnown();
  [...users].sort((a, b) => a.playOrder - b.playOrder || a.startNumber - b.startNumber).forEach((user) => user.stopTarget(target, isMeant));
}
