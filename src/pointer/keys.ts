import type { SamplerData } from "../host/gltfAnimation.js";
import type { Floats, SamplerKeys } from "../keys/keyData.js";
import type { Interpolation } from "../sampling/index.js";
import { AssetError } from "../schema/index.js";

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
  const wrongTime = firstNotFinite(times, 0);
  const wrongValue = firstNotFinite(values, unused);
  if (wrongTime >= 0 || wrongValue >= 0) {
    const got = wrongTime >= 0 ? times.array[wrongTime] : values.array[wrongValue];
    throw new AssetError(place, `must have finite ${wrongTime >= 0 ? "times" : "values"} (got ${got})`);
  }
}

/** @param margin how many numbers at the beginning and at the end may be anything */
function firstNotFinite({ array, at, length }: Floats, margin: number): number {
  for (let i = at + margin; i < at + length - margin; i++) {
    if (!Number.isFinite(array[i])) {
      return i;
    }
  }
  return -1;
}
