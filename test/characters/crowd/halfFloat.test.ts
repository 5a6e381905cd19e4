import { describe, expect, it } from "@jest/globals";
import { fromHalf, toHalf } from "../../../src/characters/crowd/asset/halfFloat.js";
import { createRandom } from "../../helpers/random.js";

describe("half floats", () => {
  it.each([
    [0, 0x0000],
    [-0, 0x8000],
    [1, 0x3c00],
    [-2, 0xc000],
    [65504, 0x7bff],
    [2 ** -14, 0x0400],
    [2 ** -24, 0x0001],
    [2 ** -14 - 2 ** -24, 0x03ff],
    [1 + 2 ** -10, 0x3c01],
    [1 / 3, 0x3555],
  ])("%d has the bits that IEEE 754 gives it", (value, half) => {
    expect(toHalf(value)).toBe(half);
    expect(Math.abs(fromHalf(half) - value)).toBeLessThanOrEqual(Math.abs(value) * 2 ** -11);
  });

  it("are the nearest ones; of two that are as near, the even one", () => {
    expect(toHalf(1 + 2 ** -11)).toBe(0x3c00);
    expect(toHalf(1 + 3 * 2 ** -11)).toBe(0x3c02);
    const random = createRandom(1);
    const further: number[] = [];
    for (let i = 0; i < 20_000; i++) {
      const value = Math.fround((random() - 0.5) * 2 ** Math.floor(random() * 40 - 24));
      const half = toHalf(value);
      const error = Math.abs(fromHalf(half) - value);
      for (const other of [half - 1, half + 1].filter((bits) => (bits & 0x7fff) < 0x7c00 && (bits & 0x8000) === (half & 0x8000))) {
        if (!(error <= Math.abs(fromHalf(other) - value))) {
          further.push(value);
        }
      }
    }
    expect(further).toEqual([]);
  });

  it("all survive being read and written", () => {
    const halves = Array.from({ length: 0x7c00 }, (_, half) => half);
    expect(halves.map((half) => toHalf(fromHalf(half)))).toEqual(halves);
  });
});
