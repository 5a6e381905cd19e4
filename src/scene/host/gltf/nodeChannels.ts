import { Animation } from "@babylonjs/core/Animations/animation.js";
import type { MorphTarget } from "@babylonjs/core/Morph/morphTarget.js";
import type { IAnimationChannel, INode } from "@babylonjs/loaders/glTF/2.0/index.js";
import { hasMorphTargets, hasTransformChannels, type LoadedAsset, primitivesOf } from "./gltfObjects.js";

/** The animations that Babylon's loader makes from a channel of a node. */
export interface NodeChannel {
  readonly property: string;
  readonly dataType: number;
  /** The number of components that the channel's sampler has for each time. */
  readonly stride: number;
  /** The number of components of each animation. */
  readonly width: number;
}

const { ANIMATIONTYPE_VECTOR3: VECTOR3, ANIMATIONTYPE_QUATERNION: QUATERNION, ANIMATIONTYPE_FLOAT: FLOAT } = Animation;

const TRANSFORMS = new Map<string, NodeChannel>([
  ["translation", { property: "position", dataType: VECTOR3, stride: 3, width: 3 }],
  ["rotation", { property: "rotationQuaternion", dataType: QUATERNION, stride: 4, width: 4 }],
  ["scale", { property: "scaling", dataType: VECTOR3, stride: 3, width: 3 }],
]);

/** The animation that Babylon's loader makes from a channel of a path that moves a node. */
export function transformChannelOf(path: "translation" | "rotation" | "scale"): NodeChannel {
  return TRANSFORMS.get(path)!;
}

/** @returns null for channels that Babylon ignores, refuses, or leaves to extensions */
export function nodeChannelOf(
  loader: LoadedAsset,
  { target, extensions }: Pick<IAnimationChannel, "target" | "extensions">,
): NodeChannel | null {
  // channels of KHR_animation2 have none
  const { node: index = -1, extensions: more } = (target as Partial<typeof target> | undefined) ?? {};
  const node = loader.gltf.nodes?.[index];
  if (!node || extensions || more) {
    return null;
  }
  if ((target.path as string) === "weights") {
    return hasMorphTargets(node) ? { property: "influence", dataType: FLOAT, stride: node._numMorphTargets!, width: 1 } : null;
  }
  return node._babylonTransformNode && hasTransformChannels(loader, node) ? (TRANSFORMS.get(target.path) ?? null) : null;
}

/** A morph target of a node, and its index in each of the node's meshes. */
export interface IndexedMorphTarget {
  readonly target: MorphTarget;
  readonly index: number;
}

/**
 * The morph targets that a channel of weights animates, in Babylon's order. Call it after the sampler is loaded: meshes may load until
 * then.
 */
export function morphTargetsOf(node: INode): readonly IndexedMorphTarget[] {
  return Array.from({ length: node._numMorphTargets! }, (_, index) =>
    primitivesOf(node).flatMap(({ morphTargetManager }) =>
      morphTargetManager ? [{ target: morphTargetManager.getTarget(index), index }] : [],
    ),
  ).flat();
}
