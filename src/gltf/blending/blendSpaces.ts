/**
 * The weights of clips that are blended by one or two parameters. In two dimensions, they are those of gradient bands (Rune Skovbo Johansen:
 * Automated Semi-Procedural Animation for Character Locomotion, 2009, section 6.3).
 */
import { clamp } from "../timing/index.js";

/** Whether the point with an index takes part in a blend. */
export type IsTakingPart = (index: number) => boolean;

/** A point of two parameters, for example a velocity. */
export type SpacePoint = readonly [x: number, y: number];

/** How two parameters are measured: by distances in the plane, or by direction and magnitude. */
export type BlendSpaceKind = "cartesian" | "directional";

/** The points of a blend. */
export interface BlendSpace {
  /**
   * Computes the weights of all points at a value: >= 0, with sum 1, continuous in the value, and exactly 1 at a point. Allocates nothing.
   * @param x finite; in one dimension, also infinite
   * @param y finite; without effect in one dimension
   * @param into gets the weights, in the order of the points
   * @param isTakingPart must hold for at least one point; the others get weight 0, and the rest is as if they did not exist. Default: all
   */
  weightsAt(x: number, y: number, into: Float64Array, isTakingPart?: IsTakingPart): void;
}

/** The points of one parameter: the weights of the two points around the value change linearly. */
export class LinearSpace implements BlendSpace {
  /** @param _values finite and distinct, in any order */
  constructor(private readonly _values: readonly number[]) {}

  weightsAt(x: number, _y: number, into: Float64Array, isTakingPart: IsTakingPart = always): void {
    const values = this._values;
    let below = -1;
    let above = -1;
    for (let i = 0; i < values.length; i++) {
      into[i] = 0;
      if (isTakingPart(i)) {
        const value = values[i]!;
        below = value <= x && (below < 0 || value > values[below]!) ? i : below;
        above = value >= x && (above < 0 || value < values[above]!) ? i : above;
      }
    }
    const low = below < 0 ? above : below;
    const high = above < 0 ? below : above;
    const share = low === high ? 1 : clamp((x - values[low]!) / (values[high]! - values[low]!), 0, 1);
    into[low] = 1 - share;
    into[high] = share;
  }
}

/**
 * The points of two parameters: the influence of a point is the value of its lowest gradient band, and its weight the share in the sum of
 * all influences. In a directional space without a point at the origin, the weights jump at the origin, where no direction is defined.
 */
export class PlaneSpace implements BlendSpace {
  private readonly _measure: Measure;
  /** For each point, the bands to all points; null from a point to itself. */
  private readonly _bands: readonly (readonly (Band | null)[])[];

  /** @param _points finite and distinct */
  constructor(
    private readonly _points: readonly SpacePoint[],
    kind: BlendSpaceKind,
  ) {
    this._measure = MEASURES[kind];
    this._bands = _points.map((from) => _points.map((to) => (from === to ? null : this._measure.createBand(from, to))));
  }

  weightsAt(x: number, y: number, into: Float64Array, isTakingPart: IsTakingPart = always): void {
    const { length } = this._points;
    let sum = 0;
    for (let i = 0; i < length; i++) {
      into[i] = isTakingPart(i) ? this._influenceAt(i, x, y, isTakingPart) : 0;
      sum += into[i]!;
    }
    if (!(sum > 0)) {
      sum = 1; // numbers too large or too small to be multiplied
      into.fill(0, 0, length);
      into[this._findNearest(x, y, isTakingPart)] = 1;
    }
    for (let i = 0; i < length; i++) {
      into[i]! /= sum;
    }
  }

  private _influenceAt(index: number, x: number, y: number, isTakingPart: IsTakingPart): number {
    const point = this._points[index]!;
    const bands = this._bands[index]!;
    const u = this._measure.u(point, x, y);
    const v = this._measure.v(point, x, y);
    let influence = 1;
    for (let i = 0; i < bands.length && influence > 0; i++) {
      const band = bands[i]!;
      if (band !== null && isTakingPart(i)) {
        influence = Math.min(influence, this._measure.valueIn(band, u, v));
      }
    }
    return Math.max(influence, 0);
  }

  private _findNearest(x: number, y: number, isTakingPart: IsTakingPart): number {
    let nearest = 0;
    let least = Infinity;
    for (let i = 0; i < this._points.length; i++) {
      const point = this._points[i]!;
      const distance = Math.hypot(x - point[0], y - point[1]);
      if (isTakingPart(i) && (distance < least || !isTakingPart(nearest))) {
        nearest = i;
        least = distance;
      }
    }
    return nearest;
  }
}

/** A gradient band from one point to another: its value is 1 at the first point, and decreases linearly to 0 at the second. */
interface Band {
  /** The change of the value along both coordinates, times `-scale`. */
  readonly alongU: number;
  readonly alongV: number;
  /** Divides last, so that the value is exactly 0 at the second point. */
  readonly scale: number;
}

/** The coordinates in which a space has straight bands. */
interface Measure {
  /** The first coordinate of the way from a point to a value. */
  u(from: SpacePoint, x: number, y: number): number;
  /** The second coordinate of the way from a point to a value. */
  v(from: SpacePoint, x: number, y: number): number;
  createBand(from: SpacePoint, to: SpacePoint): Band;
  /** The value of a band, at most 1 where it counts; negative beyond its second point. */
  valueIn(band: Band, u: number, v: number): number;
}

const cartesian: Measure = {
  u: (from, x) => x - from[0],
  v: (from, _x, y) => y - from[1],
  createBand: (from, [x, y]) => {
    const alongU = cartesian.u(from, x, y);
    const alongV = cartesian.v(from, x, y);
    return { alongU, alongV, scale: alongU * alongU + alongV * alongV };
  },
  valueIn: linearValue,
};

/** The weight of angles in relation to magnitudes, squared. The thesis recommends a weight of 2. */
const ANGLE_WEIGHT = 4;
/** Directions are opposite if their angle differs from half a turn by less, in radians. */
const OPPOSITE_TOLERANCE = 1e-9;

/** Polar coordinates: the difference of the magnitudes, and the angle in radians, within -pi..pi. The origin has no direction, so angle 0. */
const directional: Measure = {
  u: (from, x, y) => magnitudeOf(x, y) - magnitudeOf(from[0], from[1]),
  v: angleBetween,
  createBand: (from, [x, y]) => {
    const difference = directional.u(from, x, y);
    const angle = directional.v(from, x, y);
    const mean = (magnitudeOf(x, y) + magnitudeOf(from[0], from[1])) / 2;
    const alongU = difference / (mean * mean);
    const alongV = ANGLE_WEIGHT * angle;
    return { alongU, alongV, scale: difference * alongU + angle * alongV };
  },
  valueIn: (band, u, v) => {
    const { alongV } = band;
    if (alongV === 0) {
      return linearValue(band, u, v);
    }
    const distance = Math.abs(v);
    const isOpposite = Math.abs(alongV) > ANGLE_WEIGHT * (Math.PI - OPPOSITE_TOLERANCE);
    const value = linearValue(band, u, isOpposite ? Math.sign(alongV) * distance : v);
    return Math.min(value, 1 - distance / Math.PI); // without a jump behind the first point, where the angle changes its sign
  },
};

const MEASURES: Readonly<Record<BlendSpaceKind, Measure>> = { cartesian, directional };

function linearValue({ alongU, alongV, scale }: Band, u: number, v: number): number {
  return 1 - (u * alongU + v * alongV) / scale;
}

function magnitudeOf(x: number, y: number): number {
  return Math.sqrt(x * x + y * y);
}

/** The angle from the direction of a point to that of a value, in radians, within -pi..pi; 0 if one of both has no direction. */
function angleBetween(from: SpacePoint, x: number, y: number): number {
  const cosine = from[0] * x + from[1] * y;
  const sine = from[0] * y - from[1] * x;
  return cosine === 0 && sine === 0 ? 0 : Math.atan2(sine, cosine); // the angle of two zeros depends on their signs
}

function always(): boolean {
  return true;
}
