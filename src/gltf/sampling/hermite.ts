/** The cubic between two keys with tangents (glTF 2.0, Appendix C.4). Tangents are multiplied by the seconds between the keys. */

/** @param t the share of the time between the keys, 0..1 */
export function hermite(t: number, from: number, outTangent: number, to: number, inTangent: number): number {
  const towards = t * t * (3 - 2 * t);
  return (1 - towards) * from + t * (1 - t) ** 2 * outTangent + towards * to + t * t * (t - 1) * inTangent;
}

/** The change of {@link hermite} per `t`. */
export function hermiteSlope(t: number, from: number, outTangent: number, to: number, inTangent: number): number {
  return 6 * t * (1 - t) * (to - from) + (1 - t) * (1 - 3 * t) * outTangent + t * (3 * t - 2) * inTangent;
}

/** The change of {@link hermiteSlope} per `t`: a linear function. */
export function hermiteSecond(t: number, from: number, outTangent: number, to: number, inTangent: number): number {
  return (12 * t - 6) * (from - to) + (6 * t - 4) * outTangent + (6 * t - 2) * inTangent;
}
