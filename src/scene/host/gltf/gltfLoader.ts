import type { IAnimatable } from "@babylonjs/core/Animations/animatable.interface.js";
import type { Animation } from "@babylonjs/core/Animations/animation.js";
import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import type { AssetContainer } from "@babylonjs/core/assetContainer.js";
import type {
  GLTFLoader,
  IAnimation,
  IAnimationChannel,
  IAnimationSampler,
  IGLTFLoaderExtension,
} from "@babylonjs/loaders/glTF/2.0/index.js";

interface LoaderInternals {
  readonly _extensions: readonly IGLTFLoaderExtension[];
  _extensionsLoadAnimationAsync(context: string, animation: IAnimation): Promise<AnimationGroup> | null;
  _assetContainer: AssetContainer | null;
  readonly _fileName: string | null;
  _getAnimationGroups(): AnimationGroup[];
  _startAnimations(): void;
}

/** The callback for each Babylon animation that the loader creates from a channel. */
export type OnAnimationLoaded = (target: IAnimatable, animation: Animation) => void;

/** The container into which an asset is loaded; null if the asset is loaded into the scene. */
export function containerOf(loader: GLTFLoader): AssetContainer | null {
  return (loader as unknown as LoaderInternals)._assetContainer;
}

/** The address of the file that a loader loads; empty, or only a folder or a name, if the loader does not know more. */
export function urlOf(loader: GLTFLoader): string {
  return (loader.rootUrl ?? "") + ((loader as unknown as LoaderInternals)._fileName ?? "");
}

/** The group into which an animation was loaded; undefined if the animation was not loaded. */
export function groupOf(animation: IAnimation | undefined): AnimationGroup | undefined {
  return animation?._babylonAnimationGroup;
}

/** The sampler of a channel; undefined if the sampler index is invalid. */
export function samplerOf({ samplers }: IAnimation, { sampler }: IAnimationChannel): Partial<IAnimationSampler> | undefined {
  return typeof sampler === "number" ? (samplers as readonly IAnimationSampler[] | undefined)?.[sampler] : undefined;
}

/** The arguments with which the loader asks an extension to load a channel. */
export type ChannelArguments = [
  context: string,
  animationContext: string,
  animation: IAnimation,
  channel: IAnimationChannel,
  onLoad: OnAnimationLoaded,
];

/** Loads a channel as if the calling extension were not there. */
export function loadChannelAsync(loader: GLTFLoader, ...channel: ChannelArguments): Promise<void> {
  return loader._loadAnimationChannelAsync(...channel);
}

/** Replaces the loader's own function for animations that no extension loads. */
export function loadAnimationsBy(loader: GLTFLoader, load: (context: string, animation: IAnimation) => Promise<AnimationGroup>): void {
  const internals = loader as unknown as LoaderInternals;
  const askExtensions = internals._extensionsLoadAnimationAsync.bind(loader);
  internals._extensionsLoadAnimationAsync = (context, animation) => askExtensions(context, animation) ?? load(context, animation);
}

/** The enabled extensions that may load channels. */
export function channelExtensionsOf(loader: GLTFLoader): readonly string[] {
  const { _extensions: extensions } = loader as unknown as LoaderInternals;
  return extensions.filter((each) => each.enabled && "_loadAnimationChannelAsync" in each).map(({ name }) => name);
}

const addedGroups = new WeakMap<GLTFLoader, AnimationGroup[]>();

/**
 * Appends groups to the result of loading, and replaces the loader's start of animations.
 * @param start starts the groups that should play after loading; receives all added groups in order. Only the `start` of the first call is
 * used
 */
export function addToResult<T extends AnimationGroup>(
  loader: GLTFLoader,
  groups: readonly T[],
  start: (added: readonly T[]) => void,
): void {
  const added = addedGroups.get(loader) as T[] | undefined;
  if (added) {
    added.push(...groups);
    return;
  }
  const all = [...groups];
  addedGroups.set(loader, all);
  const internals = loader as unknown as LoaderInternals;
  const getAnimationGroups = internals._getAnimationGroups.bind(loader);
  internals._getAnimationGroups = () => [...getAnimationGroups(), ...all];
  internals._startAnimations = () => start(all);
}

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
