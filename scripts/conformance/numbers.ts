/** A number to 9 significant digits, which are more than single precision has. The last digits of sines may differ between machines. */
export function rounded(value: number): number {
  return Number(value.toPrecision(9)) + 0;
}
