/** The part of a group in a mixture with others, such as a cross-fade. */
export interface MixturePart {
  /** The factor of the group's weight, 0..1. */
  readonly factor: number;
  /** The factor of the group's speed, in addition to the speed of its settings. */
  readonly rate: number;
}

/** All parts of a group: their factors and rates multiply. */
export class MixtureParts {
  private readonly _parts: MixturePart[] = [];

  get isEmpty(): boolean {
    return this._parts.length === 0;
  }

  /** The factor of the group's weight, 0..1; 1 without parts. */
  get factor(): number {
    let product = 1;
    for (let i = 0; i < this._parts.length; i++) {
      product *= this._parts[i]!.factor;
    }
    return product;
  }

  /** The factor of the group's speed; 1 without parts. */
  get rate(): number {
    let product = 1;
    for (let i = 0; i < this._parts.length; i++) {
      product *= this._parts[i]!.rate;
    }
    return product;
  }

  add(part: MixturePart): void {
    this._parts.push(part);
  }

  remove(part: MixturePart): void {
    const index = this._parts.indexOf(part);
    if (index >= 0) {
      this._parts.splice(index, 1);
    }
  }
}
