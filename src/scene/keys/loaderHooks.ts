import type { GLTFLoader, IAnimation, IAnimationChannel, IAnimationSampler } from "@babylonjs/loaders/glTF/2.0/index.js";
import type { OnAnimationLoaded } from "../host/index.js";
import type { SamplerKeys } from "./keyData.js";

/**
 * Loads a channel of an extension at once, if all required data is loaded.
 * @returns whether the channel was loaded; otherwise, the loader has to ask the extension
 */
export type LoadAtOnce = (animation: IAnimation, channel: IAnimationChannel, onLoad: OnAnimationLoaded) => boolean;

/** The functions that load channels at once, by the loader of the asset. Saves a promise per channel, and a query to each extension. */
export const channelLoaders = new WeakMap<GLTFLoader, LoadAtOnce>();

/**
 * Reads the keys of a sampler of an asset; null for a sampler that is left to Babylon.
 * @param stride the number of components that the sampler has for each time
 */
export type ReadSampler = (sampler: Partial<IAnimationSampler>, stride: number) => SamplerKeys | null;

/** The sampler readers by the loader of the asset, set as soon as the animations are read. Eager keys need no reader. */
export const samplerReaders = new WeakMap<GLTFLoader, ReadSampler>();
