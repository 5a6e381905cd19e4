/** The values of a curve at ascending times. */
export interface Samples {
  /** Seconds. */
  readonly times: Float64Array;
  /** The components of all values, one value after the other. */
  readonly values: Float64Array;
  /** Number of components. */
  readonly size: number;
}

/** What values count as equal: `q` and `-q` of a rotation; angles that differ by full turns of so many units. */
export type Equality = "rotation" | { readonly turn: number } | null;

/** Seconds; a change that takes longer is seen as a motion. */
const LONGEST = 0.1;
/** Seconds between samples where the keys are farther apart. */
const USUAL_STEP = 1 / 30;
/** More samples of one curve would take too long. */
const MAX_SAMPLES = 100_000;

/** How many times as large as the changes of velocity around it a jump is. */
const OUTLIER = 8;
/** The part of the curve's range that a jump or seam is at least; less is not seen. */
const LEAST = 0.02;
/** How many changes of velocity on each side a jump is compared with. */
const AROUND = 10;
/** How many of the compared ones may be part of other jumps. */
const OTHERS = 6;
/** How many frames on each side a seam is compared with, and how many times as large as their steps it is. */
const SEAM_AROUND = 4;
const SEAM_OUTLIER = 3;
/** The part of the values that is an error of single precision. */
const PRECISION = 1e-5;

/**
 * Signs of the successive changes of velocity: of a value that moves in one frame and stays, of one frame that is off, of two frames that are.
 */
const PATTERNS = [
  [1, -1],
  [1, -1, 1],
  [1, -1, -1, 1],
] as const;

/**
 * Samples a curve at its keys, and evenly between keys that are farther apart than usual.
 * @param start seconds
 * @param end seconds
 */
export function sampleCurve(
  curve: { readonly times: ArrayLike<number>; readonly size: number; at(time: number): ArrayLike<number> },
  start: number,
  end: number,
): Samples {
  const { size } = curve;
  const keys = [start, ...Array.from(curve.times).filter((time) => time > start && time < end), end];
  const gaps = keys.slice(1).map((key, i) => key - keys[i]!);
  const usual = [...gaps].sort((a, b) => a - b)[gaps.length >> 1]!;
  const step = Math.max(usual > 0 && usual <= LONGEST ? usual : USUAL_STEP, (end - start) / MAX_SAMPLES);
  const found = gaps.flatMap((gap, i) => {
    const count = gap > 1.5 * step ? Math.round(gap / step) : Number(gap > 0);
    return Array.from({ length: count }, (_, part) => keys[i]! + (gap * part) / count);
  });
  found.push(end);
  const values = new Float64Array(found.length * size);
  found.forEach((time, i) => values.set(Array.from(curve.at(time)).slice(0, size), i * size));
  return { times: Float64Array.from(found), values, size };
}

/**
 * Finds jumps of a curve: outliers of the second difference. A jump is a pair of opposite changes of velocity, since a fast motion begins and
 * ends softly, and a corner changes it only once. Both have to be 8 times as large as those of the 10 samples on each side, of which those of
 * two more jumps do not count, and the jump has to be 2 % of the range of the curve. Neither the unit of the values nor their speed matters;
 * but a change that takes longer than 0.1 s is a motion.
 * @returns the times at which a value is off, or has jumped, in seconds
 */
export function findJumps(samples: Samples, equality: Equality = null): readonly number[] {
  const { times, size } = samples;
  const values = continued(samples, equality);
  const least = LEAST * rangeOf(values, size);
  const changes = changesOf(times, values, size);
  const jumps: number[] = [];
  // change i is at sample i + 1
  for (let i = 0; i < changes.length; i++) {
    const length = PATTERNS.map((pattern) => pattern.length).find((_, p) => isJump(changes, i, PATTERNS[p]!, times, least));
    if (length !== undefined) {
      jumps.push(times[i + 2]!);
      i += length - 1;
    }
  }
  return jumps;
}

/**
 * Whether a loop of a curve has a bad seam: from its last to its first value, it is more than 2 % of the curve's range, and 3 times as far as in
 * any of the four frames before and after. A loop without a copy of its first frame at the end has a good seam.
 */
export function hasSeam(samples: Samples, equality: Equality = null): boolean {
  const { size } = samples;
  const values = continued(samples, equality);
  const count = values.length / size;
  const step = (from: number, to: number): number => distance(values, from, to, size, equality);
  const frames = [...Array(count - 1).keys()].filter((i) => i < SEAM_AROUND || i >= count - 1 - SEAM_AROUND);
  const usual = Math.max(0, ...frames.map((i) => step(i, i + 1)));
  return step(count - 1, 0) > Math.max(LEAST * rangeOf(values, size), SEAM_OUTLIER * usual);
}

/** The values, each stated as close to the one before as it can be. */
function continued({ values, size }: Samples, equality: Equality): Float64Array {
  const result = values.slice();
  for (let i = size; equality && i < result.length; i += size) {
    if (equality === "rotation") {
      let dot = 0;
      for (let c = 0; c < size; c++) {
        dot += result[i + c]! * result[i + c - size]!;
      }
      for (let c = 0; dot < 0 && c < size; c++) {
        result[i + c] = -result[i + c]!;
      }
    } else {
      for (let c = 0; c < size; c++) {
        result[i + c]! += equality.turn * Math.round((result[i + c - size]! - result[i + c]!) / equality.turn);
      }
    }
  }
  return result;
}

/** The distance of two values, in either direction around. */
function distance(values: Float64Array, from: number, to: number, size: number, equality: Equality): number {
  let [sum, opposite] = [0, 0];
  for (let c = 0; c < size; c++) {
    const [a, b] = [values[from * size + c]!, values[to * size + c]!];
    const turn = equality && equality !== "rotation" ? equality.turn : 0;
    const apart = b - a - (turn > 0 ? turn * Math.round((b - a) / turn) : 0);
    sum += apart * apart;
    opposite += (b + a) ** 2;
  }
  return Math.sqrt(equality === "rotation" ? Math.min(sum, opposite) : sum);
}

/** The greatest range of a component; infinite if it is not more than an error of single precision. */
function rangeOf(values: Float64Array, size: number): number {
  let [range, greatest] = [0, 0];
  for (let c = 0; c < size; c++) {
    let [low, high] = [Infinity, -Infinity];
    for (let i = c; i < values.length; i += size) {
      low = Math.min(low, values[i]!);
      high = Math.max(high, values[i]!);
    }
    range = Math.max(range, high - low);
    greatest = Math.max(greatest, Math.abs(low), Math.abs(high));
  }
  return range > PRECISION * greatest ? range : Infinity;
}

/** The change of velocity at each sample but the first and the last, and its length. */
function changesOf(times: Float64Array, values: Float64Array, size: number): readonly Change[] {
  const velocity = (i: number, c: number): number =>
    (values[(i + 1) * size + c]! - values[i * size + c]!) / Math.max(times[i + 1]! - times[i]!, 1e-9);
  return Array.from({ length: Math.max(times.length - 2, 0) }, (_, i) => {
    const by = Array.from({ length: size }, (_component, c) => velocity(i + 1, c) - velocity(i, c));
    return { by, length: Math.hypot(...by) };
  });
}

interface Change {
  readonly by: readonly number[];
  readonly length: number;
}

/** Whether a jump begins with a change of velocity. */
function isJump(changes: readonly Change[], first: number, pattern: readonly number[], times: Float64Array, least: number): boolean {
  const { by, length } = changes[first]!;
  const last = first + pattern.length - 1;
  const seconds = times[first + 2]! - times[first + 1]!;
  if (last >= changes.length || length * seconds < least || times[last + 1]! - times[first + 1]! > LONGEST * (pattern.length - 1)) {
    return false;
  }
  let weakest = Infinity;
  for (let k = 0; k < pattern.length; k++) {
    const along = changes[first + k]!.by.reduce((sum, each, c) => sum + each * by[c]!, 0) / length;
    weakest = Math.min(weakest, along * pattern[k]!);
  }
  const beside = [changes[first - 1], changes[last + 1]].map((change) => change?.length ?? 0);
  const others = [...changes.slice(Math.max(first - AROUND, 0), first), ...changes.slice(last + 1, last + 1 + AROUND)]
    .map((change) => change.length)
    .sort((a, b) => b - a);
  const usual = Math.max(...beside, others[OTHERS] ?? others[0] ?? Infinity);
  return weakest * seconds >= least && weakest >= OUTLIER * usual;
}
