import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import type { Extent } from "./extent.js";

const COUNT = 64;

/** Unit vectors in all directions, evenly. */
export const DIRECTIONS: readonly Vector3[] = Array.from({ length: COUNT }, (_, i) => {
  const y = 1 - (2 * i + 1) / COUNT;
  const angle = i * Math.PI * (Math.sqrt(5) - 1);
  const radius = Math.sqrt(1 - y * y);
  return new Vector3(radius * Math.cos(angle), y, radius * Math.sin(angle));
});

const AXES: readonly Vector3[] = [1, -1].flatMap((sign) => [new Vector3(sign, 0, 0), new Vector3(0, sign, 0), new Vector3(0, 0, sign)]);
const ALL: readonly Vector3[] = [...AXES, ...DIRECTIONS];

/** The outermost of any number of points. */
export class Outline {
  private readonly _reaches = new Float64Array(ALL.length).fill(-Infinity);
  private readonly _points: (Vector3 | undefined)[] = [];

  add(point: Vector3): void {
    const { x, y, z } = point;
    if (!Number.isFinite(x + y + z)) {
      return;
    }
    let kept: Vector3 | undefined;
    for (let i = 0; i < ALL.length; i++) {
      const direction = ALL[i]!;
      const reach = direction.x * x + direction.y * y + direction.z * z;
      if (reach > this._reaches[i]!) {
        this._reaches[i] = reach;
        this._points[i] = kept ??= point.clone();
      }
    }
  }

  get extent(): Extent {
    const [low, high] = [new Vector3(Infinity, Infinity, Infinity), new Vector3(-Infinity, -Infinity, -Infinity)];
    const points = [...new Set(this._points)].filter((point) => point !== undefined);
    for (const { x, y, z } of points) {
      low.minimizeInPlaceFromFloats(x, y, z);
      high.maximizeInPlaceFromFloats(x, y, z);
    }
    return { low, high, points };
  }
}

/** What a camera sees: where it is, which way is right and up, and how wide it sees. */
export interface Lens {
  /** Unit vectors, at right angles; `forward` leads away from the camera. */
  readonly right: Vector3;
  readonly up: Vector3;
  readonly forward: Vector3;
  /** The tangents of half the angles of view. */
  readonly horizontal: number;
  readonly vertical: number;
}

/** How much further away than the nearest point the camera stays, where the points are behind each other. */
const CLEARANCE = 1.1;

/**
 * Finds where a camera has to look, and from how far, so that points fill a share of the height or the width of its view, and are centered.
 * @param points at least one
 * @param share 0..1
 */
export function fit(
  points: readonly Vector3[],
  share: number,
  { right, up, forward, horizontal, vertical }: Lens,
): { target: Vector3; distance: number } {
  const depths = points.map((point) => Vector3.Dot(point, forward));
  const depth = (Math.min(...depths) + Math.max(...depths)) / 2;
  const offsets = depths.map((each) => each - depth);
  const axes = [
    { values: points.map((point) => Vector3.Dot(point, right)), slope: share * horizontal },
    { values: points.map((point) => Vector3.Dot(point, up)), slope: share * vertical },
  ];
  const needed = axes.map(({ values, slope }) => leastDistance(values, offsets, slope));
  const distance = Math.max(...needed, -Math.min(...offsets) * CLEARANCE);
  const [x, y] = axes.map(({ values }) => centerOf(values, offsets, distance)) as [number, number];
  const target = right.scale(x).addInPlace(up.scale(y)).addInPlace(forward.scale(depth));
  return { target, distance };
}

/**
 * The least distance at which all points can be in view: each point bounds the middle on both sides, at `slope` times its depth, and the bounds
 * meet there.
 * @param depths of the points, from that of the target
 */
function leastDistance(values: readonly number[], depths: readonly number[], slope: number): number {
  const highest = Math.max(...values.map((value, i) => value - slope * depths[i]!));
  const lowest = Math.min(...values.map((value, i) => value + slope * depths[i]!));
  return (highest - lowest) / (2 * slope);
}

/** As exact as numbers are. */
const HALVINGS = 50;

/** The middle from which points appear equally far to both sides; what is nearer appears larger. */
function centerOf(values: readonly number[], depths: readonly number[], distance: number): number {
  let [low, high] = [Math.min(...values), Math.max(...values)];
  for (let i = 0; i < HALVINGS; i++) {
    const middle = (low + high) / 2;
    const shown = values.map((value, at) => (value - middle) / (distance + depths[at]!));
    if (Math.max(...shown) > -Math.min(...shown)) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return (low + high) / 2;
}
