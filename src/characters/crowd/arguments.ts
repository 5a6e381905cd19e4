import type { IColor4Like } from "@babylonjs/core/Maths/math.like.js";
import type { Matrix } from "@babylonjs/core/Maths/math.vector.js";
import type { DeepImmutable } from "@babylonjs/core/types.js";
import { argumentError, show } from "../../gltf/util/index.js";

/**
 * @param rule what the argument must be
 * @param next the next step for the user
 * @throws TypeError if a value is of another kind
 */
export function expectKind(argument: string, value: unknown, rule: string, holds: boolean, next = ""): void {
  if (!holds) {
    throw new TypeError(`${argument}: ${rule} (got ${show(value)})${next && `; ${next}`}`);
  }
}

export function expectBoolean(argument: string, value: unknown): void {
  expectKind(argument, value, "must be true or false", typeof value === "boolean");
}

/** @throws TypeError if a value is no object, such as null */
export function expectObject(argument: string, value: unknown, rule: string, next?: string): void {
  expectKind(argument, value, rule, typeof value === "object" && value !== null && !Array.isArray(value), next);
}

/** @throws TypeError if a value has no items by number, as arrays and typed arrays have */
export function expectList(argument: string, value: unknown, rule: string, next?: string): void {
  const length = typeof value === "object" && (value as Partial<ArrayLike<unknown>> | null)?.length;
  expectKind(argument, value, rule, Number.isInteger(length) && (length as number) >= 0, next);
}

/** @throws TypeError if a value is no matrix; RangeError if single precision cannot hold it */
export function expectMatrix(argument: string, matrix: DeepImmutable<Matrix>): void {
  const m = (matrix as DeepImmutable<Matrix> | null | undefined)?.m as ArrayLike<number> | undefined;
  expectKind(argument, matrix, "must be a Matrix", m?.length === 16, "Matrix.Identity() is where the root is");
  let sum = 0;
  for (let i = 0; i < 16; i++) {
    sum += Math.abs(m![i]!);
  }
  if (!(Math.fround(sum) < Infinity)) {
    throw argumentError(argument, "must have finite components in single precision", Array.from(m!), "object");
  }
}

/** @throws TypeError if a value is no color with alpha; RangeError if a component is not finite */
export function expectColor(argument: string, color: DeepImmutable<IColor4Like>): void {
  const { r, g, b, a } = (color ?? {}) as Partial<IColor4Like>;
  const components = [r, g, b, a];
  const areNumbers = components.every((component) => typeof component === "number");
  expectKind(argument, color, "must be a Color4", areNumbers, "color3.toColor4() has an alpha, and null is white");
  if (!components.every(Number.isFinite)) {
    throw argumentError(argument, "must have finite components", components, "object");
  }
}
