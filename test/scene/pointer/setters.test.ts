import { expect, it } from "@jest/globals";
import { toNumber, toWhole } from "../../../src/scene/pointer/setters/setters.js";

it("a number is assigned only where it differs: setters of Babylon may do a lot", () => {
  const assigned: unknown[] = [];
  const object = {
    layer: {
      get weight(): number {
        return 0.5;
      },
      set weight(value: number) {
        assigned.push(value);
      },
    },
  };
  const write = toNumber("layer.weight");
  [0.5, 0.25, 0.5, 0].forEach((value) => write(object, [value]));
  expect(assigned).toEqual([0.25, 0]);
});

it("an object without the property, or with null in its place, stays as it is", () => {
  const objects = [{}, { layer: null }, { layer: {} }, { layer: { weight: null } }];
  const before = structuredClone(objects);
  for (const object of objects) {
    toNumber("layer.weight")(object, [1]);
    toWhole("layer.weight")(object, [1, 1, 1]);
  }
  expect(objects).toEqual(before);
});
