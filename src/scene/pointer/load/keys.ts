import type { IAccessor } from "@babylonjs/loaders/glTF/2.0/index.js";
import type { SamplerData } from "../../host/index.js";
import type { Floats, SamplerKeys } from "../../keys/index.js";
import type { Interpolation } from "../../../gltf/sampling/index.js";
import { areNormalizedIntegers, AssetError } from "../../../gltf/util/index.js";

/**
 * The keys of a sampler that Babylon has loaded.
 * @param stride the number of components of each value
 * @param accessor of the output
 */
export function loadedKeysOf({ input, output, interpolation }: SamplerData, stride: number, accessor: IAccessor): SamplerKeys {
  const isQuantized = areNormalizedIntegers(accessor);
  return { times: floatsOf(input), values: floatsOf(output), interpolation: interpolation as Interpolation, stride, isQuantized };
}

/** Copies the numbers of an accessor, so that the file is not kept in memory. */
function floatsOf(accessor: Float32Array): Floats {
  const array = accessor.slice();
  return { array, at: 0, length: array.length };
}

/** @throws AssetError if a time or a value is not finite; tangents that glTF does not use are not checked */
export function expectFinite(pointer: string, { times, values, interpolation, stride }: SamplerKeys): void {
  const unused = interpolation === "CUBICSPLINE" ? stride : 0;
  expectAllFinite(pointer, "times", times, 0);
  expectAllFinite(pointer, "values", values, unused);
}

/** @param margin the number of values at the beginning and at the end that are not checked */
function expectAllFinite(pointer: string, name: string, { array, at, length }: Floats, margin: number): void {
  for (let i = at + margin; i < at + length - margin; i++) {
    if (!Number.isFinite(array[i])) {
      throw new AssetError(pointer, `must have finite ${name} (got ${array[i]})`);
    }
  }
}
