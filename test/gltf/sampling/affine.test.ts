/** Matrices in flat arrays, beside Babylon's own. */
import { expect, it } from "@jest/globals";
import { Matrix, Quaternion, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { composeAt, determinantAt, invertAt, largestScaleAt, multiplyAt } from "../../../src/gltf/sampling/affine.js";
import { createRandom } from "../../helpers/random.js";

const random = createRandom(11);
const number = (): number => 4 * random() - 2;
const vector = (): Vector3 => new Vector3(number(), number(), number());
const AT = 5;

/** An affine matrix with shear, from component `AT` of an array on. */
function createAffine(): { matrix: Matrix; values: Float64Array } {
  const matrix = Matrix.Compose(vector(), Quaternion.FromEulerAngles(number(), number(), number()), vector()).multiply(
    Matrix.Compose(vector(), Quaternion.FromEulerAngles(number(), number(), number()), vector()),
  );
  return { matrix, values: Float64Array.from([...Array<number>(AT).fill(NaN), ...matrix.asArray()]) };
}

function expectClose(actual: ArrayLike<number>, expected: ArrayLike<number>): void {
  expect(actual).toHaveLength(expected.length);
  Array.from(actual).forEach((component, i) => expect(component).toBeCloseTo(expected[i]!, 5));
}

it("matrices are composed, multiplied and measured as Babylon does", () => {
  for (let i = 0; i < 100; i++) {
    const [rotation, position, scaling] = [Quaternion.FromEulerAngles(number(), number(), number()), vector(), vector()];
    const composed = new Float64Array(16 + AT).fill(NaN);
    composeAt(Float64Array.of(...rotation.asArray(), ...position.asArray(), ...scaling.asArray()), 0, 4, 7, composed, AT);
    expectClose(composed.subarray(AT), Matrix.Compose(scaling, rotation, position).asArray());

    const [a, b] = [createAffine(), createAffine()];
    const product = new Float64Array(16 + AT);
    multiplyAt(a.values, AT, b.values, AT, product, AT);
    expectClose(product.subarray(AT), a.matrix.multiply(b.matrix).asArray());
    expect(determinantAt(a.values, AT)).toBeCloseTo(a.matrix.determinant(), 3);
    const axes = [0, 4, 8].map((row) => Vector3.FromArray(a.matrix.m, row).length());
    expect(largestScaleAt(a.values, AT)).toBeCloseTo(Math.max(...axes), 5);
    const inverse = new Float64Array(16 + AT);
    invertAt(a.values, AT, inverse, AT);
    multiplyAt(inverse, AT, a.values, AT, inverse, AT);
    expectClose(inverse.subarray(AT), Matrix.Identity().asArray());
    multiplyAt(a.values, AT, b.values, AT, a.values, AT);
    expect(a.values.subarray(AT)).toEqual(product.subarray(AT));
  }
});
