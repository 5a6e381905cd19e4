import type { GLTFLoader, IAnimationSampler } from "@babylonjs/loaders/glTF/2.0/index.js";
import type { SamplerKeys } from "./keyData.js";

/**
 * Gives the keys of a sampler of an asset; null for one that is left to Babylon.
 * @param stride the number of components that the sampler has for each time
 */
export type ReadSampler = (sampler: Partial<IAnimationSampler>, stride: number) => SamplerKeys | null;

/** By the loader of the asset, as soon as its animations are read. Eager keys need none. */
export const samplerReaders = new WeakMap<GLTFLoader, ReadSampler>();
