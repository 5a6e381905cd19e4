/** Observers that exist only while they are needed. */
export class Subscription {
  private _removals: readonly (() => void)[] | null = null;

  /**
   * @param _isNeeded whether they are needed at the moment
   * @param _subscribe adds them, and returns a function for each that removes it
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
