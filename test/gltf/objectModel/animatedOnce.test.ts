import { describe, expect, it } from "@jest/globals";
import { conflictKeyOf, AnimatedOnce, type AnimatedPart } from "../../../src/gltf/objectModel/animatedOnce.js";
import { toPropertyPath } from "../../../src/gltf/objectModel/propertyPath.js";

function property(pointer: string, element = -1): AnimatedPart {
  return { pointer, element, conflictKey: conflictKeyOf(pointer, toPropertyPath(pointer.slice(1).split("/"))) };
}

it.each([
  ["/nodes/0/translation", "/nodes/0/matrix/translation"],
  ["/nodes/0/matrix", "/nodes/0/matrix"],
  ["/nodes/0/weights", "/nodes/0/weights"],
  ["/meshes/3/weights", "/meshes/3/weights"],
  ["/materials/0/alphaCutoff", "/materials/0/alphaCutoff"],
])("%s is claimed as %s", (pointer, key) => {
  expect(property(pointer).conflictKey).toBe(key);
});

describe("two channels of one animation", () => {
  const COLOR = "/materials/0/emissiveFactor";

  it.each<readonly [comment: string, first: AnimatedPart, second: AnimatedPart]>([
    ["one property", property(COLOR), property(COLOR)],
    ["a property and an element of it", property(COLOR), property(COLOR, 1)],
    ["one element", property(COLOR, 1), property(COLOR, 1)],
    ["a matrix and a part of it", property("/nodes/0/matrix"), property("/nodes/0/scale")],
  ])("may not animate %s, in either order", (_, first, second) => {
    for (const [one, other] of [
      [first, second],
      [second, first],
    ] as const) {
      const claims = new AnimatedOnce();
      claims.claim("/first", [one]);
      expect(() => claims.claim("/second", [other])).toThrow("/second: another channel of this animation already animates this property");
    }
  });

  it.each<readonly [comment: string, first: AnimatedPart, second: AnimatedPart]>([
    ["two elements of a property", property(COLOR, 0), property(COLOR, 1)],
    ["two parts of a matrix", property("/nodes/0/scale"), property("/nodes/0/rotation")],
    ["the same property of two nodes", property("/nodes/0/scale"), property("/nodes/1/scale")],
    ["the weights of a mesh and of one of its nodes", property("/meshes/3/weights"), property("/nodes/1/weights")],
  ])("may animate %s", (_, first, second) => {
    const claims = new AnimatedOnce();
    claims.claim("/first", [first]);
    expect(() => claims.claim("/second", [second])).not.toThrow();
  });
});

it("a channel that is refused claims nothing", () => {
  const claims = new AnimatedOnce();
  const [free, taken] = [property("/nodes/0/scale"), property("/nodes/1/scale")];
  claims.claim("/first", [taken]);
  expect(() => claims.claim("/second", [free, taken])).toThrow("/second: ");
  expect(() => claims.claim("/third", [free])).not.toThrow();
});
