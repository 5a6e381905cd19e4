import type { GLTFLoader, IAnimation, IAnimationChannel, IAnimationSampler } from "@babylonjs/loaders/glTF/2.0/index.js";
import type { OnAnimationLoaded } from "../host/index.js";
import type { SamplerKeys } from "./keyData.js";

/**
 * Loads a channel of an extension at once, if everything that it needs is loaded.
 * @returns whether it did; the loader has to ask the extension otherwise
 */
export type LoadAtOnce = (animation: IAnimation, channel: IAnimationChannel, onLoad: OnAnimationLoaded) => boolean;

/** By the loader of the asset. Saves the loader a promise for each channel, and the question to each extension. */
export const channelLoaders = new WeakMap<GLTFLoader, LoadAtOnce>();

/**
 * Gives the keys of a sampler of an asset; null for a sampler that is left to Babylon.
 * @param stride the number of components that the sampler has for each time
 */
export type ReadSampler = (sampler: Partial<IAnimationSampler>, stride: number) => SamplerKeys | null;

/** By the loader of the asset, as soon as its animations are read. Eager keys need none. */
export const samplerReaders = new WeakMap<GLTFLoader, ReadSampler>();
