import type { GLTFLoader, IAnimationSampler } from "@babylonjs/loaders/glTF/2.0/index.js";
import type { Interpolation } from "../sampling/index.js";
import type { Floats, SamplerKeys } from "./keyData.js";

/** By the index of the accessor. */
type AssetFloats = ReadonlyMap<number, Floats>;

const floatsOf = new WeakMap<GLTFLoader, AssetFloats>();

/** Sets the accessors of an asset that samplers need not ask Babylon for. */
export function setFloatsOf(loader: GLTFLoader, floats: AssetFloats): void {
  floatsOf.set(loader, floats);
}

const INTERPOLATIONS: readonly unknown[] = ["STEP", "LINEAR", "CUBICSPLINE"];

/**
 * The keys of a sampler.
 * @param stride the number of components that it has for each time
 * @returns null for a sampler that is left to Babylon
 */
export function samplerKeysOf(loader: GLTFLoader, sampler: Partial<IAnimationSampler>, stride: number): SamplerKeys | null {
  const { input = -1, output = -1, interpolation = "LINEAR" } = sampler;
  const floats = floatsOf.get(loader);
  const [times, values] = [floats?.get(input), floats?.get(output)];
  const parts = (interpolation as string) === "CUBICSPLINE" ? 3 : 1;
  const fits = times && values && values.length >= times.length * stride * parts && INTERPOLATIONS.includes(interpolation);
  return fits ? { times, values, interpolation: interpolation as Interpolation, stride } : null;
}
