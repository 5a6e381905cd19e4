/** The values that a property may have. Each bound holds for each component. */
export interface PointerBounds {
  readonly min?: number;
  readonly max?: number;
  /** Exclusive lower bound. */
  readonly above?: number;
  /** Exclusive upper bound. */
  readonly below?: number;
}

/** How far inside an exclusive bound clamped values are. */
const MARGIN = 1e-6;

/** Limits a value to its bounds. */
export function clampTo({ min, max, above, below }: PointerBounds, value: number): number {
  const low = Math.max(min ?? -Infinity, above === undefined ? -Infinity : above + MARGIN);
  const high = Math.min(max ?? Infinity, below === undefined ? Infinity : below - MARGIN);
  return Math.min(Math.max(value, low), high);
}
