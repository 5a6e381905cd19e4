import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import type { GLTFLoader, IAnimation, IAnimationSampler } from "@babylonjs/loaders/glTF/2.0/index.js";

/** Tells the loader which group an animation was loaded into. */
export function setGroupOf(animation: IAnimation, group: AnimationGroup): void {
  animation._babylonAnimationGroup = group;
}

/** The data of an animation sampler, as floats: normalised integers converted, others as they are. */
export interface SamplerData {
  readonly input: Float32Array;
  readonly output: Float32Array;
  readonly interpolation: string;
}

interface SamplerInternals {
  _loadAnimationSamplerAsync(context: string, sampler: IAnimationSampler): Promise<SamplerData>;
}

/** Rejects with Babylon's error where the sampler, or what it needs, is wrong. */
export function loadSamplerAsync(loader: GLTFLoader, context: string, sampler: IAnimationSampler): Promise<SamplerData> {
  try {
    return (loader as unknown as SamplerInternals)._loadAnimationSamplerAsync(context, sampler);
  } catch (error) {
    // Babylon forgets the first accessor where the second one throws: it would be an unhandled rejection
    loader.gltf.accessors?.[sampler.input]?._data?.catch(() => undefined);
    return Promise.reject(error instanceof Error ? error : new Error(String(error)));
  }
}
