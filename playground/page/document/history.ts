/** A change that can be undone. */
interface Step<Label, State> {
  readonly label: Label | null;
  readonly state: State;
  /** Changes of one gesture, a drag for example, are one step. Null once it has ended. */
  gesture: string | null;
}

/** A sequence of immutable states, with undo and redo. */
export class History<Label, State> {
  private _steps: Step<Label, State>[];
  private _index = 0;

  constructor(
    first: State,
    private readonly _isEqual: (a: State, b: State) => boolean,
  ) {
    this._steps = [{ label: null, state: first, gesture: null }];
  }

  get current(): State {
    return this._steps[this._index]!.state;
  }

  /** The change that undo takes back; null if there is none. */
  get undoable(): Label | null {
    return this._steps[this._index]!.label;
  }

  /** The change that redo makes again; null if there is none. */
  get redoable(): Label | null {
    return this._steps[this._index + 1]?.label ?? null;
  }

  /**
   * Adds a state and drops all undone states. A state that equals the current one is no step.
   * @param gesture changes of the same gesture become one step, until {@link endGesture}
   */
  push(label: Label, state: State, gesture: string | null = null): void {
    const last = this._steps[this._index]!;
    const continues = gesture !== null && last.gesture === gesture && this.redoable === null;
    if (this._isEqual(state, last.state)) {
      return;
    }
    this._steps.length = this._index + (continues ? 0 : 1);
    // a gesture that returns to where it began leaves no step
    if (continues && this._isEqual(state, this._steps.at(-1)!.state)) {
      this._index--;
    } else {
      this._index = this._steps.push({ label, state, gesture }) - 1;
    }
  }

  endGesture(): void {
    this._steps[this._index]!.gesture = null;
  }

  /** @returns whether there was a step to undo */
  undo(): boolean {
    return this._move(-1);
  }

  /** @returns whether there was a step to redo */
  redo(): boolean {
    return this._move(1);
  }

  private _move(by: 1 | -1): boolean {
    this.endGesture();
    if (!this._steps[this._index + by]) {
      return false;
    }
    this._index += by;
    return true;
  }
}
