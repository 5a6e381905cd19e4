import type { SamplerData } from "../../host/index.js";
import type { Floats, SamplerKeys } from "../../keys/index.js";
import type { Interpolation } from "../../sampling/index.js";
import { AssetError } from "../../util/index.js";

/**
 * The keys of a sampler that Babylon has loaded.
 * @param width the number of components that the sampler has for each time
 */
export function loadedKeysOf({ input, output, interpolation }: SamplerData, width: number): SamplerKeys {
  return { times: floatsOf(input), values: floatsOf(output), interpolation: interpolation as Interpolation, stride: width };
}

/** A copy, which does not keep the file in memory. */
function floatsOf(accessor: Float32Array): Floats {
  const array = accessor.slice();
  return { array, at: 0, length: array.length };
}

/** @throws AssetError where a time or a value is not finite; tangents that glTF does not use may be anything */
export function expectFinite(place: string, { times, values, interpolation, stride }: SamplerKeys): void {
  const unused = interpolation === "CUBICSPLINE" ? stride : 0;
  expectAllFinite(place, "times", times, 0);
  expectAllFinite(place, "values", values, unused);
}

/** @param margin how many numbers at the beginning and at the end may be anything */
function expectAllFinite(place: string, name: string, { array, at, length }: Floats, margin: number): void {
  for (let i = at + margin; i < at + length - margin; i++) {
    if (!Number.isFinite(array[i])) {
      throw new AssetError(place, `must have finite ${name} (got ${array[i]})`);
    }
  }
}
