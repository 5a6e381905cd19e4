/** IEEE 754 half floats: 5 bits of exponent, 10 of fraction. */

/** The largest half float. */
export const LARGEST_HALF = 65504;

const single = new Float32Array(1);
const bits = new Int32Array(single.buffer);

/** The bits of the nearest half float; ties go to the even one. */
export function toHalf(value: number): number {
  single[0] = value;
  const sign = (bits[0]! >>> 16) & 0x8000;
  const rest = bits[0]! & 0x7fffffff;
  if (rest < 0x38800000) {
    single[0] = Math.abs(value) + 0.5; // below 2^-14, they are multiples of 2^-24, the precision of 0.5
    return sign | (bits[0]! - 0x3f000000);
  }
  const rounded = (rest - 0x38000000 + 0xfff + ((rest >> 13) & 1)) >> 13;
  return sign | Math.min(rounded, 0x7c00);
}

export function fromHalf(half: number): number {
  const exponent = (half >> 10) & 31;
  const fraction = half & 0x3ff;
  const size = exponent === 0 ? fraction * 2 ** -24 : exponent === 31 ? Infinity : (1 + fraction / 1024) * 2 ** (exponent - 15);
  return half & 0x8000 ? -size : size;
}
