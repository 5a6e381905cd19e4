import { describe, expect, it } from "@jest/globals";
import { Animation } from "@babylonjs/core/Animations/animation.js";
import { Color3, Color4 } from "@babylonjs/core/Maths/math.color.js";
import { Quaternion, Vector2, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { kindOf, putValue } from "../../../src/scene/posing/properties/valueKind.js";
import { createAnimation } from "../../helpers/group.js";

const {
  ANIMATIONTYPE_FLOAT: FLOAT,
  ANIMATIONTYPE_VECTOR2: VECTOR2,
  ANIMATIONTYPE_VECTOR3: VECTOR3,
  ANIMATIONTYPE_COLOR3: COLOR3,
  ANIMATIONTYPE_COLOR4: COLOR4,
  ANIMATIONTYPE_QUATERNION: QUATERNION,
  ANIMATIONTYPE_MATRIX: MATRIX,
  ANIMATIONTYPE_SIZE: SIZE,
} = Animation;

describe("the kind of an animation's values", () => {
  it.each([
    { dataType: VECTOR2, value: new Vector2(1, 2), components: [1, 2] },
    { dataType: VECTOR3, value: new Vector3(1, 2, 3), components: [1, 2, 3] },
    { dataType: COLOR3, value: new Color3(0.25, 0.5, 1), components: [0.25, 0.5, 1] },
    { dataType: COLOR4, value: new Color4(0.25, 0.5, 1, 0.75), components: [0.25, 0.5, 1, 0.75] },
    { dataType: QUATERNION, value: new Quaternion(0, 0.6, 0, 0.8), components: [0, 0.6, 0, 0.8] },
  ])("makes values from the components of $value", ({ dataType, value, components }) => {
    const kind = kindOf(createAnimation("value", { dataType }))!;
    expect([kind.size, kind.isRotation]).toEqual([components.length, dataType === QUATERNION]);
    const values = new Float64Array(6);
    putValue(value, values, 1);
    expect([...values]).toEqual([0, ...components, ...Array.from({ length: 5 - components.length }, () => 0)]);
    const made = kind.create!();
    made.fromArray(values as unknown as Float32Array, 1);
    expect(made).toEqual(value);
  });

  it("of numbers has one component and makes no objects", () => {
    const kind = kindOf(createAnimation("value", { dataType: FLOAT }))!;
    expect([kind.size, kind.isRotation, kind.create]).toEqual([1, false, undefined]);
  });

  it.each([FLOAT, VECTOR2, VECTOR3, COLOR3, COLOR4, QUATERNION])("names methods of Animation that interpolate (type %d)", (dataType) => {
    const { interpolations } = kindOf(createAnimation("value", { dataType }))!;
    expect(interpolations.map((name) => typeof Animation.prototype[name])).toEqual(["function", "function"]);
  });

  it.each([MATRIX, SIZE])("is missing for matrices and sizes (type %d)", (dataType) => {
    expect(kindOf(createAnimation("value", { dataType }))).toBeUndefined();
  });
});

it.each([
  [2.5, 2.5],
  [true, 1],
  [undefined, 0],
  [null, 0],
])("the component of %p is %d", (value, component) => {
  const values = new Float64Array([7, 7]);
  putValue(value, values, 1);
  expect([...values]).toEqual([7, component]);
});
