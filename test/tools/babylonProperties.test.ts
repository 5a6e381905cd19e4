import { expect, it } from "@jest/globals";
import { POINTER_ROWS } from "../../src/pointer/pointerTable.js";
import { BABYLON_PROPERTIES } from "../../src/tools/pointers/babylonProperties.js";

it("the tools know the same properties as the loader, with the same types, bounds and defaults, and where they land", () => {
  const expected = POINTER_ROWS.map(({ landing, ...facts }) =>
    typeof landing === "string" ? { ...facts, refusal: landing } : { ...facts, lands: `${landing.owner}: ${landing.at}` },
  );
  expect(BABYLON_PROPERTIES).toEqual(expected);
});
