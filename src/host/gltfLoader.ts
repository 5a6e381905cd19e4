import type { Animation } from "@babylonjs/core/Animations/animation.js";
import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import type { IAnimatable } from "@babylonjs/core/Animations/animatable.interface.js";
import type { AssetContainer } from "@babylonjs/core/assetContainer.js";
import type { Material } from "@babylonjs/core/Materials/material.js";
import type { AbstractMesh } from "@babylonjs/core/Meshes/abstractMesh.js";
import type { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { GLTFLoader, IAnimation, IAnimationChannel, IAnimationSampler, IMaterial, INode } from "@babylonjs/loaders/glTF/2.0/index.js";

interface LoaderInternals {
  _assetContainer: AssetContainer | null;
  _getAnimationGroups(): AnimationGroup[];
  _startAnimations(): void;
}

/** What the loader calls for each Babylon animation that a channel became. */
export type OnAnimationLoaded = (target: IAnimatable, animation: Animation) => void;

/** The container that an asset is loaded into, null where it goes into the scene. */
export function containerOf(loader: GLTFLoader): AssetContainer | null {
  return (loader as unknown as LoaderInternals)._assetContainer;
}

/** The group an animation was loaded into, if it was. */
export function groupOf(animation: IAnimation | undefined): AnimationGroup | undefined {
  return animation?._babylonAnimationGroup;
}

export function setGroupOf(animation: IAnimation, group: AnimationGroup): void {
  animation._babylonAnimationGroup = group;
}

/** The sampler of a channel; undefined where its index is none. */
export function samplerOf({ samplers }: IAnimation, { sampler }: IAnimationChannel): Partial<IAnimationSampler> | undefined {
  return typeof sampler === "number" ? (samplers as readonly IAnimationSampler[] | undefined)?.[sampler] : undefined;
}

/** Has the loader load a channel as if the calling extension were not there. */
export function loadChannelAsync(
  loader: GLTFLoader,
  context: string,
  animationContext: string,
  animation: IAnimation,
  channel: IAnimationChannel,
  onLoad: OnAnimationLoaded,
): Promise<void> {
  return loader._loadAnimationChannelAsync(context, animationContext, animation, channel, onLoad);
}

const addedGroups = new WeakMap<GLTFLoader, AnimationGroup[]>();

/**
 * Adds groups to the result of loading, behind those of the asset's animations, and has these started instead of those.
 * @param start starts what is to run once loaded; given all groups that were added, in order
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

/** The node that has the transform, children, camera and light of a glTF node; undefined where it is not loaded. */
export function transformNodeOf(node: INode | undefined): TransformNode | undefined {
  return node?._babylonTransformNodeForSkin ?? node?._babylonTransformNode;
}

/** The node that is the mesh of a glTF node, or that its meshes hang on: with a skin it is another one, and stands elsewhere. */
export function meshNodeOf(node: INode | undefined): TransformNode | undefined {
  return node?._babylonTransformNode;
}

/** Whether channels of glTF itself are loaded for the transform of a node: of joints also where those of nodes are switched off. */
export function hasTransformChannels({ parent }: GLTFLoader, node: INode): boolean {
  return parent.loadNodeAnimations || node._isJoint === true;
}

/** Whether morph targets are loaded for a node. */
export function hasMorphTargets(node: INode): boolean {
  return (node._numMorphTargets ?? 0) > 0;
}

/** The meshes that the primitives of a glTF node's mesh became. */
export function primitivesOf(node: INode | undefined): readonly AbstractMesh[] {
  return node?._primitiveBabylonMeshes ?? [];
}

/** The Babylon materials that a glTF material became: one for each draw mode it is used in. */
export function materialsOf(material: IMaterial | undefined): readonly Material[] {
  return Object.values(material?._data ?? {}).map(({ babylonMaterial }) => babylonMaterial);
}
