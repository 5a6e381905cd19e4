/**
 * Reads a number that a user typed; a comma is taken for a decimal point, a minus sign for a hyphen.
 * @returns null unless the text is a finite number
 */
export function parseNumber(text: string): number | null {
  const plain = text.trim().replace("−", "-").replace(",", ".");
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(plain) && Number.isFinite(Number(plain)) ? Number(plain) : null;
}

/** A number for a text field: at most 4 decimals, none superfluous. */
export function numberText(value: number): string {
  return String(Number(value.toFixed(4)) + 0);
}

/** The next multiple of a step, without the rounding errors of sums. */
export function stepped(value: number, step: number, direction: 1 | -1): number {
  const steps = value / step;
  const nearest = Math.round(steps);
  const isOnStep = Math.abs(steps - nearest) < 1e-6;
  const next = isOnStep ? nearest + direction : direction > 0 ? Math.ceil(steps) : Math.floor(steps);
  return Number((next * step).toFixed(6));
}
