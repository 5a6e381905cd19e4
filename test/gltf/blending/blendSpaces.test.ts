/** The weights of blends by one and two parameters, beside PlayCanvas and an arithmetic of our own. */
import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { AnimBlendTreeCartesian2D } from "../../../node_modules/playcanvas/build/playcanvas/src/framework/anim/controller/anim-blend-tree-2d-cartesian.js";
import { AnimBlendTreeDirectional2D } from "../../../node_modules/playcanvas/build/playcanvas/src/framework/anim/controller/anim-blend-tree-2d-directional.js";
import { type BlendSpace, type BlendSpaceKind, LinearSpace, PlaneSpace, type SpacePoint } from "../../../src/gltf/blending/index.js";

type Points = readonly SpacePoint[];

const KINDS: readonly BlendSpaceKind[] = ["cartesian", "directional"];

const ring = (count: number, radius: number, turn = 0): SpacePoint[] =>
  Array.from({ length: count }, (_, i) => [
    radius * Math.cos(2 * Math.PI * (i / count + turn)),
    radius * Math.sin(2 * Math.PI * (i / count + turn)),
  ]);

const CROSS: Points = [
  [0, 1],
  [0, -1],
  [1, 0],
  [-1, 0],
];
const WITH_IDLE: Points = [[0, 0], ...CROSS];
const SCATTERED: Points = [
  [0.3, 0.2],
  [2, -1],
  [-1.5, 0.7],
  [-0.4, -2],
  [1, 1.8],
];
/** Without a clip that goes back. */
const AHEAD: Points = [
  [0, 0],
  [0, 1.4],
  [0, 4],
  [1, 1],
  [-1, 0.5],
];

function weightsOf(space: BlendSpace, count: number, [x, y]: SpacePoint, isTakingPart?: (index: number) => boolean): number[] {
  const weights = new Float64Array(count).fill(NaN);
  space.weightsAt(x, y, weights, isTakingPart);
  return [...weights];
}

const planeWeights = (kind: BlendSpaceKind, points: Points, value: SpacePoint): number[] =>
  weightsOf(new PlaneSpace(points, kind), points.length, value);

/** 50 values in each direction, by default up to 1.5 times as far as the furthest point. */
function gridAround(points: Points, factor = 1.5): SpacePoint[] {
  const reach = factor * Math.max(...points.flat().map(Math.abs));
  const steps = Array.from({ length: 50 }, (_, i) => reach * ((2 * i) / 49 - 1));
  return steps.flatMap((x) => steps.map((y): SpacePoint => [x, y]));
}

/** The formula of the thesis with lengths in place of products, by the law of cosines, and angles as differences of directions. */
function expectedWeights(kind: BlendSpaceKind, points: Points, value: SpacePoint): number[] {
  const magnitude = (point: SpacePoint): number => Math.hypot(...point);
  const angle = (a: SpacePoint, b: SpacePoint): number => {
    const turn = magnitude(a) * magnitude(b) === 0 ? 0 : Math.atan2(b[1], b[0]) - Math.atan2(a[1], a[0]);
    return turn - 2 * Math.PI * Math.round(turn / (2 * Math.PI));
  };
  const bandFrom = (from: SpacePoint, to: SpacePoint): number => {
    if (kind === "cartesian") {
      return projection([0, 0], [to[0] - from[0], to[1] - from[1]], [value[0] - from[0], value[1] - from[1]]);
    }
    const mean = (magnitude(from) + magnitude(to)) / 2;
    const between = angle(from, to);
    const isHalfTurn = Math.abs(Math.abs(between) - Math.PI) < 1e-9;
    const turned = isHalfTurn ? Math.abs(angle(from, value)) * Math.sign(between) : angle(from, value);
    const band = projection([magnitude(from) / mean, 0], [magnitude(to) / mean, 2 * between], [magnitude(value) / mean, 2 * turned]);
    return between === 0 ? band : Math.min(band, 1 - Math.abs(angle(from, value)) / Math.PI);
  };
  const projection = (from: SpacePoint, to: SpacePoint, at: SpacePoint): number => {
    const square = (a: SpacePoint, b: SpacePoint): number => Math.hypot(a[0] - b[0], a[1] - b[1]) ** 2;
    return 1 - (square(from, at) + square(from, to) - square(to, at)) / (2 * square(from, to));
  };
  const influences = points.map((from) => Math.max(0, Math.min(1, ...points.filter((to) => to !== from).map((to) => bandFrom(from, to)))));
  const sum = influences.reduce((a, b) => a + b);
  return influences.map((influence) => influence / sum);
}

/** The weights of PlayCanvas' blend tree at several values. */
function playCanvasWeights(kind: BlendSpaceKind, points: Points, values: Points): number[][] {
  const parameters: Record<string, number> = { x: NaN, y: NaN };
  const Tree = (kind === "cartesian" ? AnimBlendTreeCartesian2D : AnimBlendTreeDirectional2D) as unknown as new (...args: unknown[]) => {
    calculateWeights(): void;
    _children: readonly { readonly _weight: number }[];
  };
  const children = points.map((point, i) => ({ name: `${i}`, point }));
  const find = (name: string): { value: number } => ({ value: parameters[name]! });
  const tree = new Tree({}, null, "tree", 1, ["x", "y"], children, false, () => null, find);
  return values.map(([x, y]) => {
    Object.assign(parameters, { x, y });
    tree.calculateWeights();
    return tree._children.map((child) => child._weight);
  });
}

const differenceOf = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((most, weight, i) => Math.max(most, Math.abs(weight - b[i]!)), 0);

/** The largest difference between the weights of a space and others at the same values. */
const largestDifference = (kind: BlendSpaceKind, points: Points, values: Points, others: readonly (readonly number[])[]): number =>
  Math.max(...values.map((value, i) => differenceOf(planeWeights(kind, points, value), others[i]!)));

/** Points on a grid of quarters, so far from each other that weights do not change too fast to be compared. */
const anyPoints = fc
  .uniqueArray(fc.tuple(fc.integer({ min: -8, max: 8 }), fc.integer({ min: -8, max: 8 })), {
    minLength: 1,
    maxLength: 8,
    selector: String,
  })
  .map((points) => points.map(([x, y]): SpacePoint => [x / 4, y / 4]));
const anyNumber = fc.double({ min: -4, max: 4, noNaN: true });
const anyValue = fc.tuple(anyNumber, anyNumber);

describe("LinearSpace", () => {
  it("mixes the two points around a value as a lerp between them, to the last bit", () => {
    fc.assert(
      fc.property(fc.uniqueArray(anyNumber, { minLength: 1, maxLength: 6, comparator: "SameValueZero" }), anyNumber, (values, x) => {
        const sorted = [...values].sort((a, b) => a - b);
        const above = sorted.find((value) => value >= x) ?? sorted.at(-1)!;
        const below = [...sorted].reverse().find((value) => value <= x) ?? sorted[0]!;
        const share = above === below ? 1 : (x - below) / (above - below);
        const expected = values.map((value) => (value === above ? share : value === below ? 1 - share : 0));
        expect(weightsOf(new LinearSpace(values), values.length, [x, 0])).toEqual(expected);
      }),
    );
  });

  it("takes infinite values, and leaves out points that take no part", () => {
    const space = new LinearSpace([4, 0, 1]);
    expect(weightsOf(space, 3, [Infinity, 0])).toEqual([1, 0, 0]);
    expect(weightsOf(space, 3, [-Infinity, 0])).toEqual([0, 1, 0]);
    expect(weightsOf(space, 3, [1, 0], (index) => index !== 2)).toEqual([0.25, 0.75, 0]);
  });
});

describe("PlaneSpace", () => {
  for (const [name, points] of Object.entries({ CROSS, WITH_IDLE, SCATTERED, AHEAD, eight: ring(8, 1), two: CROSS.slice(0, 2) })) {
    it(`cartesian: has the weights of PlayCanvas for ${name}`, () => {
      const values = gridAround(points);
      expect(largestDifference("cartesian", points, values, playCanvasWeights("cartesian", points, values))).toBeLessThan(1e-6);
    });
  }

  // PlayCanvas takes the absolute value of projections, so that only regular figures are comparable, and not far beyond them
  for (const [name, points] of Object.entries({ CROSS, WITH_IDLE, three: ring(3, 1), six: ring(6, 1.5, 0.05), eight: ring(8, 2, 0.01) })) {
    it(`directional: has the weights of PlayCanvas for ${name}`, () => {
      const values = gridAround(points, 1);
      expect(largestDifference("directional", points, values, playCanvasWeights("directional", points, values))).toBeLessThan(1e-6);
    });
  }

  for (const kind of KINDS) {
    for (const [name, points] of Object.entries({
      CROSS,
      WITH_IDLE,
      SCATTERED,
      AHEAD,
      rings: [[0, 0], ...ring(8, 1), ...ring(4, 2)] as Points,
    })) {
      it(`${kind}: has the weights of the formula for ${name}`, () => {
        const values = gridAround(points);
        const expected = values.map((value) => expectedWeights(kind, points, value));
        expect(largestDifference(kind, points, values, expected)).toBeLessThan(1e-9);
      });
    }

    it(`${kind}: weights are >= 0, with sum 1, and 1 at their own point`, () => {
      fc.assert(
        fc.property(anyPoints, anyValue, (points, value) => {
          const weights = planeWeights(kind, points, value);
          expect(weights.every((weight) => weight >= 0)).toBe(true);
          expect(Math.abs(weights.reduce((a, b) => a + b) - 1)).toBeLessThan(1e-12);
          points.forEach((point, i) => expect(planeWeights(kind, points, point)).toEqual(points.map((_, j) => (i === j ? 1 : 0))));
        }),
      );
    });

    it(`${kind}: the order of the points does not count`, () => {
      const anyOrder = anyPoints.chain((points) =>
        fc.tuple(fc.constant(points), fc.shuffledSubarray(points, { minLength: points.length })),
      );
      fc.assert(
        fc.property(anyOrder, anyValue, ([points, shuffled], value) => {
          const weights = planeWeights(kind, points, value);
          const expected = shuffled.map((point) => weights[points.indexOf(point)]!);
          expect(differenceOf(planeWeights(kind, shuffled, value), expected)).toBeLessThan(1e-12);
        }),
      );
    });

    it(`${kind}: points that take no part do not count`, () => {
      const anyPart = anyPoints.chain((points) => fc.tuple(fc.constant(points), fc.subarray(points, { minLength: 1 })));
      fc.assert(
        fc.property(anyPart, anyValue, ([points, some], value) => {
          const weights = weightsOf(new PlaneSpace(points, kind), points.length, value, (i) => some.includes(points[i]!));
          const alone = planeWeights(kind, some, value);
          expect(weights).toEqual(points.map((point) => (some.includes(point) ? alone[some.indexOf(point)]! : 0)));
        }),
      );
    });

    it(`${kind}: weights do not jump`, () => {
      fc.assert(
        fc.property(anyPoints, anyValue, anyNumber, (points, [x, y], direction) => {
          fc.pre(Math.hypot(x, y) > 0.1);
          const step = 1e-7;
          const next: SpacePoint = [x + step * Math.cos(direction), y + step * Math.sin(direction)];
          expect(differenceOf(planeWeights(kind, points, [x, y]), planeWeights(kind, points, next))).toBeLessThan(1e-4);
        }),
      );
    });

    it(`${kind}: weights do not jump opposite to a point`, () => {
      fc.assert(
        fc.property(anyPoints, fc.double({ min: 0.25, max: 2, noNaN: true }), (points, factor) => {
          for (const [x, y] of points.filter((point) => Math.hypot(...point) > 0)) {
            const [leftX, leftY] = [-factor * (x - 1e-7 * y), -factor * (y + 1e-7 * x)];
            const [rightX, rightY] = [-factor * (x + 1e-7 * y), -factor * (y - 1e-7 * x)];
            const jump = differenceOf(planeWeights(kind, points, [leftX, leftY]), planeWeights(kind, points, [rightX, rightY]));
            expect(jump).toBeLessThan(1e-4);
          }
        }),
      );
    });

    it(`${kind}: numbers too large or too small for products show the nearest point`, () => {
      for (const size of [1e200, 1e-200]) {
        expect(
          planeWeights(
            kind,
            [
              [size, 0],
              [-size, 0],
            ],
            [size / 2, 0],
          ),
        ).toEqual([1, 0]);
      }
    });
  }

  it("directional: weights do not jump at an origin with a point", () => {
    for (const angle of [0, 1, 2, 3, 4, 5, 6]) {
      const value: SpacePoint = [1e-9 * Math.cos(angle), 1e-9 * Math.sin(angle)];
      expect(differenceOf(planeWeights("directional", AHEAD, value), [1, 0, 0, 0, 0])).toBeLessThan(1e-6);
    }
  });

  it("directional: magnitude counts along a direction, and direction along a circle", () => {
    const gait: Points = [
      [0, 1],
      [0, 3],
      [3, 0],
    ];
    expect(differenceOf(planeWeights("directional", gait.slice(0, 2), [0, 1.5]), [0.75, 0.25])).toBeLessThan(1e-12);
    expect(differenceOf(planeWeights("directional", gait.slice(0, 2), [-1.5, 0]), [0.75, 0.25])).toBeLessThan(1e-12);
    const turned: SpacePoint = [3 * Math.sin(Math.PI / 8), 3 * Math.cos(Math.PI / 8)];
    expect(differenceOf(planeWeights("directional", gait.slice(1), turned), [0.75, 0.25])).toBeLessThan(1e-12);
  });

  it("directional: at an origin without a point, clips of one magnitude have equal weights, whatever the signs of zero", () => {
    for (const value of [
      [0, 0],
      [-0, 0],
      [0, -0],
      [-0, -0],
    ] as const) {
      expect(planeWeights("directional", [...CROSS, [-Math.SQRT1_2, -Math.SQRT1_2]], value)).toEqual([0.2, 0.2, 0.2, 0.2, 0.2]);
    }
  });
});
