import type { GLTFLoader, IAnimation, IAnimationChannel } from "@babylonjs/loaders/glTF/2.0/index.js";
import type { OnAnimationLoaded } from "../host/index.js";

/**
 * Loads a channel of an extension at once, if everything that it needs is loaded.
 * @returns whether it did; the loader has to ask the extension otherwise
 */
export type LoadAtOnce = (animation: IAnimation, channel: IAnimationChannel, onLoad: OnAnimationLoaded) => boolean;

/** By the loader of the asset. Saves the loader a promise for each channel, and the question to each extension. */
export const channelLoaders = new WeakMap<GLTFLoader, LoadAtOnce>();
