import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { fit, Outline } from "../../playground/page/stage/outline.js";

const coordinate = fc.double({ min: -100, max: 100, noNaN: true });
const point = fc.tuple(coordinate, coordinate, coordinate).map(([x, y, z]) => new Vector3(x, y, z));
const points = fc.array(point, { minLength: 2, maxLength: 40 });
const LENS = { right: new Vector3(1, 0, 0), up: new Vector3(0, 1, 0), forward: new Vector3(0, 0, 1), horizontal: 0.6, vertical: 0.4 };

/** The shares of the half width and half height at which a camera sees points. */
function shownBy({ target, distance }: ReturnType<typeof fit>, all: readonly Vector3[]): readonly (readonly [number, number])[] {
  return all.map(({ x, y, z }) => {
    const depth = distance + z - target.z;
    return [(x - target.x) / depth / LENS.horizontal, (y - target.y) / depth / LENS.vertical];
  });
}

describe("the outline of points", () => {
  it("has their box", () => {
    fc.assert(
      fc.property(points, (all) => {
        const outline = new Outline();
        all.forEach((each) => outline.add(each));
        const { low, high } = outline.extent;
        expect([low.x, low.y, low.z]).toEqual(["x", "y", "z"].map((axis) => Math.min(...all.map((each) => each[axis as "x"]))));
        expect([high.x, high.y, high.z]).toEqual(["x", "y", "z"].map((axis) => Math.max(...all.map((each) => each[axis as "x"]))));
      }),
    );
  });

  it("of nothing is empty", () => {
    const outline = new Outline();
    outline.add(new Vector3(NaN, 0, 0));
    expect(outline.extent.points).toEqual([]);
    expect(outline.extent.low.x).toBeGreaterThan(outline.extent.high.x);
  });
});

describe("a camera that frames points", () => {
  it("has all of them in its view, and the outermost at the wanted share of width or height", () => {
    fc.assert(
      fc.property(points, (all) => {
        fc.pre(all.some((each) => Vector3.Distance(each, all[0]!) > 1));
        const framed = fit(all, 0.8, LENS);
        const shown = shownBy(framed, all);
        const nearest = Math.min(...all.map(({ z }) => z - framed.target.z));
        expect(Math.max(...shown.flat().map(Math.abs))).toBeLessThan(0.8 + 1e-6);
        const isFilled = [0, 1].some(
          (axis) =>
            Math.max(...shown.map((each) => each[axis]!)) > 0.8 - 1e-6 && Math.min(...shown.map((each) => each[axis]!)) < -0.8 + 1e-6,
        );
        expect(isFilled || framed.distance === -nearest * 1.1).toBe(true);
      }),
    );
  });

  it("centers a box, of which the front appears larger", () => {
    const corners = [-1, 1].flatMap((x) => [-2, 2].flatMap((y) => [-3, 3].map((z) => new Vector3(x + 5, y, z))));
    const { target, distance } = fit(corners, 0.8, LENS);
    expect(Vector3.Distance(target, new Vector3(5, 0, 0))).toBeLessThan(1e-9);
    expect(distance).toBeCloseTo(2 / 0.4 / 0.8 + 3, 9);
  });
});
