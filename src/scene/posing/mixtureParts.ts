/** The part of a group in a mixture with others, such as a cross-fade. The parts of a group multiply. */
export interface MixturePart {
  /** The factor of the group's weight, 0..1. */
  readonly factor: number;
  /** The factor of the group's speed, in addition to the speed of its settings. */
  readonly rate: number;
}

/** The factor of a group's weight by all its parts, 0..1; 1 without parts. */
export function factorOf(parts: readonly MixturePart[]): number {
  let product = 1;
  for (let i = 0; i < parts.length; i++) {
    product *= parts[i]!.factor;
  }
  return product;
}

/** The factor of a group's speed by all its parts; 1 without parts. */
export function rateOf(parts: readonly MixturePart[]): number {
  let product = 1;
  for (let i = 0; i < parts.length; i++) {
    product *= parts[i]!.rate;
  }
  return product;
}
