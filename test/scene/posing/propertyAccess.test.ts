import { afterEach, describe, expect, it } from "@jest/globals";
import { Animation } from "@babylonjs/core/Animations/animation.js";
import { Quaternion, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import { MorphTarget } from "@babylonjs/core/Morph/morphTarget.js";
import { accessTo, flushComponents, placeOf, type PropertyAccess } from "../../../src/scene/posing/properties/propertyAccess.js";
import { kindOf } from "../../../src/scene/posing/properties/valueKind.js";
import { createAnimation } from "../../helpers/group.js";
import { createScene, disposeScenes } from "../../helpers/scene.js";

afterEach(disposeScenes);

const { ANIMATIONTYPE_FLOAT: FLOAT, ANIMATIONTYPE_VECTOR3: VECTOR3, ANIMATIONTYPE_QUATERNION: QUATERNION } = Animation;

function access(target: object, property: string, dataType: number = FLOAT): PropertyAccess<object> | null {
  const animation = createAnimation(property, { dataType });
  return accessTo(target, animation, kindOf(animation)!);
}

/** Reads a property behind one other number. */
function read(target: object, property: string, dataType: number, size: number): number[] {
  const values = new Float64Array(1 + size);
  access(target, property, dataType)!.read(target, values, 1);
  return [...values.subarray(1)];
}

/** Writes numbers that lie behind one other. */
function write(target: object, property: string, dataType: number, components: readonly number[]): void {
  const to = access(target, property, dataType)!;
  to.write(target, Float64Array.of(99, ...components), 1, to.create?.(target));
}

describe("writing and reading", () => {
  it.each([
    { property: "position", dataType: VECTOR3, components: [1, 2, 3] },
    { property: "scaling", dataType: VECTOR3, components: [1, 2, 3] },
    { property: "rotationQuaternion", dataType: QUATERNION, components: [0, 0.6, 0, 0.8] },
    { property: "position.y", dataType: FLOAT, components: [5] },
  ])("a node's $property", ({ property, dataType, components }) => {
    const node = new TransformNode("node", createScene());
    write(node, property, dataType, components);
    expect(read(node, property, dataType, components.length)).toEqual(components);
  });

  it("assigns a value of its own: no object of the application changes", () => {
    const node = new TransformNode("node", createScene());
    const mine = new Vector3(7, 8, 9);
    node.position = mine;
    write(node, "position", VECTOR3, [1, 2, 3]);
    expect([node.position.asArray(), mine.asArray()]).toEqual([
      [1, 2, 3],
      [7, 8, 9],
    ]);
  });

  it("reads Euler angles where a node has no quaternion", () => {
    const node = new TransformNode("node", createScene());
    node.rotation.set(0, Math.PI / 2, 0);
    expect(read(node, "rotationQuaternion", QUATERNION, 4)).toEqual([0, expect.closeTo(Math.SQRT1_2), 0, expect.closeTo(Math.SQRT1_2)]);
  });

  it("marks a node that has the quaternion already, so that its world matrix is computed again", () => {
    const node = new TransformNode("node", createScene());
    const to = access(node, "rotationQuaternion", QUATERNION)!;
    const own = to.create!(node);
    to.write(node, Float64Array.of(0, 0, 0, 1), 0, own);
    node.computeWorldMatrix(true);
    to.write(node, Float64Array.of(0, 1, 0, 0), 0, own);
    expect(node.rotationQuaternion).toBe(own);
    // half a turn around y takes x to -x
    expect(Vector3.TransformNormal(new Vector3(1, 0, 0), node.computeWorldMatrix()).x).toBeCloseTo(-1, 9);
  });

  it("the influence of a morph target", () => {
    const morph = new MorphTarget("morph", 0, createScene());
    write(morph, "influence", FLOAT, [0.25]);
    expect([morph.influence, ...read(morph, "influence", FLOAT, 1)]).toEqual([0.25, 0.25]);
  });

  it("any other property, and marks its target dirty, as Babylon does", () => {
    const marks: string[] = [];
    const target = { a: { b: new Quaternion() }, markAsDirty: (property: string): unknown => marks.push(property) };
    write(target, "a.b", QUATERNION, [0.5, 0.5, 0.5, 0.5]);
    expect([read(target, "a.b", QUATERNION, 4), marks]).toEqual([[0.5, 0.5, 0.5, 0.5], ["a.b"]]);
  });
});

describe("a property that is missing", () => {
  it.each([
    { target: { x: 1 }, property: "y" },
    { target: { a: null }, property: "a.b" },
    { target: { a: {} }, property: "a.b.c" },
  ])("cannot be accessed: $property of $target", ({ target, property }) => {
    expect(access(target, property)).toBeNull();
  });

  it("is skipped where its path breaks off later, and is 0", () => {
    const target: { a: { b: number } | null } = { a: { b: 1 } };
    const to = access(target, "a.b")!;
    target.a = null;
    to.write(target, Float64Array.of(2), 0, undefined);
    const values = Float64Array.of(9);
    to.read(target, values, 0);
    expect([target, values[0]]).toEqual([{ a: null }, 0]);
  });

  it("has a name, and a holder as far as the path leads", () => {
    const target = { a: { b: 1 } };
    expect(placeOf(["a", "b"], target)).toEqual({ holder: target.a, name: "b" });
    expect(placeOf(["c", "b"], target)).toEqual({ holder: undefined, name: "b" });
    expect(placeOf(["a"], target)).toEqual({ holder: target, name: "a" });
  });
});

describe("components of one value", () => {
  it("are set one by one, and written once, when they are flushed", () => {
    const written: number[][] = [];
    const holder = { components: [0, 0, 0], write: () => written.push([...holder.components]) };
    const [first, rest] = [
      { holder, offset: 0, width: 1, value: 0 },
      { holder, offset: 1, width: 2, value: 0 },
    ];
    write(first, "value", FLOAT, [1]);
    write(rest, "value", VECTOR3, [2, 3, 4]); // its third component does not belong to it
    expect(written).toEqual([]);
    flushComponents();
    flushComponents();
    expect(written).toEqual([[1, 2, 3]]);
    expect(read(rest, "value", VECTOR3, 2)).toEqual([2, 3]);
  });
});
