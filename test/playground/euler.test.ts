import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { eulerOf, type Euler } from "../../playground/page/channels/euler.js";

type Quaternion = readonly [number, number, number, number];

function multiply([ax, ay, az, aw]: Quaternion, [bx, by, bz, bw]: Quaternion): Quaternion {
  return [
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw,
    aw * bw - ax * bx - ay * by - az * bz,
  ];
}

/** The rotation about x, then about the fixed y, then about the fixed z. */
function rotationOf([x, y, z]: Euler): Quaternion {
  const [a, b, c] = [x, y, z].map((degrees) => (degrees * Math.PI) / 360) as [number, number, number];
  const [qx, qy, qz]: Quaternion[] = [
    [Math.sin(a), 0, 0, Math.cos(a)],
    [0, Math.sin(b), 0, Math.cos(b)],
    [0, 0, Math.sin(c), Math.cos(c)],
  ];
  return multiply(qz!, multiply(qy!, qx!));
}

const angle = fc.double({ min: -720, max: 720, noNaN: true });
const angles = fc.tuple(angle, angle, angle);

function expectSame(a: Quaternion, b: Quaternion): void {
  const dot = a.reduce((sum, component, i) => sum + component * b[i]!, 0);
  expect(Math.abs(dot)).toBeCloseTo(1, 6);
}

describe("the Euler angles of a quaternion", () => {
  it("are the same rotation, whatever angles they should be near", () => {
    fc.assert(fc.property(angles, angles, (of, near) => expectSame(rotationOf(eulerOf(...rotationOf(of), near)), rotationOf(of))));
  });

  it("are the ones they should be near, where these are the same rotation", () => {
    fc.assert(
      fc.property(angles, (of) => {
        const isSteep = Math.abs(Math.abs(Math.sin((of[1] * Math.PI) / 180)) - 1) < 1e-6;
        const found = eulerOf(...rotationOf(of), of);
        found.forEach((value, i) => expect(Math.abs(value - of[i]!)).toBeLessThan(isSteep ? 1 : 1e-3));
      }),
    );
  });

  it.each<{ of: Euler; near: Euler }>([
    { of: [30, 90, 0], near: [0, 80, 0] },
    { of: [0, 90, -30], near: [10, 80, 5] },
    { of: [20, -90, 15], near: [20, -85, 15] },
    { of: [20, 450, 15], near: [20, 440, 15] },
  ])("stay near where y is a right angle: $of near $near", ({ of, near }) => {
    const found = eulerOf(...rotationOf(of), near);
    expectSame(rotationOf(found), rotationOf(of));
    expect(Math.abs(found[1] - near[1])).toBeLessThan(11);
    expect(found[2]).toBeCloseTo(near[2], 9);
  });

  it("do not depend on the length of the quaternion", () => {
    const [x, y, z, w] = rotationOf([10, 20, 30]);
    expect(eulerOf(3 * x, 3 * y, 3 * z, 3 * w)).toEqual([10, 20, 30].map((value) => expect.closeTo(value, 9)));
  });
});
