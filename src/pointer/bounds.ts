/** The values that a property may have; each bound holds for each component. */
export interface Bounds {
  readonly min?: number;
  readonly max?: number;
  /** The values are above this one. */
  readonly above?: number;
  /** The values are below this one. */
  readonly below?: number;
}

/** How far inside a bound that is excluded clamped values are. */
const MARGIN = 1e-6;

/** Limits a value to its bounds. */
export function clampTo({ min, max, above, below }: Bounds, value: number): number {
  const low = Math.max(min ?? -Infinity, above === undefined ? -Infinity : above + MARGIN);
  const high = Math.min(max ?? Infinity, below === undefined ? Infinity : below - MARGIN);
  return Math.min(Math.max(value, low), high);
}
