/** More digits than a number of single precision can have. */
const MAX_DIGITS = 9;

/**
 * A number as people write it: the shortest decimal that is the same number in single precision, which files have for the times of keys.
 * Integers stay exact, and so do numbers beyond single precision.
 */
export function asDecimal(value: number): number {
  const single = Math.fround(value);
  if (Number.isInteger(value) || !Number.isFinite(single) || single === 0) {
    return value;
  }
  for (let digits = 1; digits < MAX_DIGITS; digits++) {
    const decimal = Number(single.toPrecision(digits));
    if (Math.fround(decimal) === single) {
      return decimal;
    }
  }
  return Number(single.toPrecision(MAX_DIGITS));
}
