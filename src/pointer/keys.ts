import type { SamplerData } from "../host/gltfAnimation.js";
import type { Floats, SamplerKeys } from "../keys/keyData.js";
import type { Interpolation } from "../sampling/index.js";
import { AssetError } from "../schema/index.js";

/** @param width the number of components that the sampler has for each time */
export function samplerKeysOf({ input, output, interpolation }: SamplerData, width: number): SamplerKeys {
  return { times: floatsOf(input), values: floatsOf(output), interpolation: interpolation as Interpolation, stride: width };
}

/** A copy, which does not keep the file in memory. */
function floatsOf(accessor: Float32Array): Floats {
  const array = accessor.slice();
  return { array, at: 0, length: array.length };
}

/**
 * @param width the number of components that the sampler has for each time
 * @throws AssetError where a time or a value is not finite; tangents that glTF does not use may be anything
 */
export function expectFinite(place: string, { input, output, interpolation }: SamplerData, width: number): void {
  const unused = interpolation === "CUBICSPLINE" ? width : 0;
  const wrongTime = firstNotFinite(input, 0, input.length);
  const wrongValue = firstNotFinite(output, unused, output.length - unused);
  if (wrongTime >= 0 || wrongValue >= 0) {
    const got = wrongTime >= 0 ? input[wrongTime] : output[wrongValue];
    throw new AssetError(place, `must have finite ${wrongTime >= 0 ? "times" : "values"} (got ${got})`);
  }
}

function firstNotFinite(numbers: ArrayLike<number>, from: number, to: number): number {
  for (let i = from; i < to; i++) {
    if (!Number.isFinite(numbers[i])) {
      return i;
    }
  }
  return -1;
}
