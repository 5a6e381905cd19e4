import type { Observable } from "@babylonjs/core/Misc/observable.js";

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
