import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import type { GLTFLoader, IAnimation, IAnimationSampler } from "@babylonjs/loaders/glTF/2.0/index.js";

/** Sets the group into which the loader loads an animation. */
export function setGroupOf(animation: IAnimation, group: AnimationGroup): void {
  animation._babylonAnimationGroup = group;
}

/** The data of an animation sampler. Normalized integers are converted to floats. */
export interface SamplerData {
  readonly input: Float32Array;
  readonly output: Float32Array;
  readonly interpolation: string;
}

interface SamplerInternals {
  _loadAnimationSamplerAsync(context: string, sampler: IAnimationSampler): Promise<SamplerData>;
}

/**
 * Loads the data of a sampler. Rejects with Babylon's error if the sampler, or an accessor or buffer it needs, is invalid.
 * @param context JSON pointer of the sampler, for Babylon's messages
 */
export function loadSamplerAsync(loader: GLTFLoader, context: string, sampler: IAnimationSampler): Promise<SamplerData> {
  try {
    return (loader as unknown as SamplerInternals)._loadAnimationSamplerAsync(context, sampler);
  } catch (error) {
    // if the second accessor throws, Babylon drops the promise of the first: its rejection would be unhandled
    loader.gltf.accessors?.[sampler.input]?._data?.catch(() => undefined);
    return Promise.reject(error instanceof Error ? error : new Error(String(error)));
  }
}
