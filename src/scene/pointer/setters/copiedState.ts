/** Returns the copy of a Babylon object, or the object itself if the object was not copied. */
export type CopyOf = (original: object) => object;

/** Stores values by Babylon object. A copy of an object gets a separate value. */
export class CopiedState<Kept> {
  private readonly _kept = new WeakMap<object, Kept>();

  /** @param _copyKept creates the value of a copied object from the value of the original */
  constructor(private readonly _copyKept: (kept: Kept, copy: object, copyOf: CopyOf) => Kept) {}

  of(object: object): Kept | undefined {
    return this._kept.get(object);
  }

  keep(object: object, kept: Kept): Kept {
    this._kept.set(object, kept);
    return kept;
  }

  /** Copies the value of an object to the object's copy, unless the copy already has a value. */
  copy(original: object, copyOf: CopyOf): void {
    const kept = this._kept.get(original);
    const copy = copyOf(original);
    if (kept && !this._kept.has(copy)) {
      this._kept.set(copy, this._copyKept(kept, copy, copyOf));
    }
  }
}
