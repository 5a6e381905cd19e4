/** Gives the copy of a Babylon object, or the object itself where it was not copied. */
export type CopyOf = (original: object) => object;

/** Keeps a value beside each of some Babylon objects, and gives their copies values of their own. */
export class CopiedState<Kept> {
  private readonly _kept = new WeakMap<object, Kept>();

  /** @param _copyKept makes the value of a copy out of the value of its original */
  constructor(private readonly _copyKept: (kept: Kept, copy: object, copyOf: CopyOf) => Kept) {}

  of(object: object): Kept | undefined {
    return this._kept.get(object);
  }

  keep(object: object, kept: Kept): Kept {
    this._kept.set(object, kept);
    return kept;
  }

  /** Gives the copy of an object a value, unless it has one already. */
  copy(original: object, copyOf: CopyOf): void {
    const kept = this._kept.get(original);
    const copy = copyOf(original);
    if (kept && !this._kept.has(copy)) {
      this._kept.set(copy, this._copyKept(kept, copy, copyOf));
    }
  }
}
