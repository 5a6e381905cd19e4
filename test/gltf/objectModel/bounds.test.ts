import { expect, it } from "@jest/globals";
import { clampTo } from "../../../src/gltf/objectModel/property.js";

it.each([
  { bounds: {}, values: [-1e300, 0, 1e300], expected: [-1e300, 0, 1e300] },
  { bounds: { min: 0, max: 1 }, values: [-0.5, 0, 0.25, 1, 1.5], expected: [0, 0, 0.25, 1, 1] },
  { bounds: { min: 1 }, values: [0.5, 2], expected: [1, 2] },
  { bounds: { max: 1 }, values: [0.5, 2], expected: [0.5, 1] },
])("$values are clamped to $bounds", ({ bounds, values, expected }) => {
  expect(values.map((value) => clampTo(bounds, value))).toEqual(expected);
});

it("an exclusive bound is never reached, and missed by a millionth", () => {
  const bounds = { exclusiveMin: 0, exclusiveMax: 2 };
  const [low, high] = [clampTo(bounds, 0), clampTo(bounds, 2)];
  expect([low > 0, high < 2]).toEqual([true, true]);
  expect([low, high]).toEqual([expect.closeTo(1e-6, 12), expect.closeTo(2 - 1e-6, 12)]);
  expect([clampTo(bounds, -9), clampTo(bounds, 9), clampTo(bounds, 0.5)]).toEqual([low, high, 0.5]);
});
