import { Animation } from "@babylonjs/core/Animations/animation.js";
import type { IAnimatable } from "@babylonjs/core/Animations/animatable.interface.js";
import type { GLTFLoader, IAnimationChannel, INode } from "@babylonjs/loaders/glTF/2.0/index.js";
import { hasMorphTargets, hasTransformChannels, primitivesOf } from "./gltfObjects.js";

/** What Babylon's loader animates for a channel of a node. */
export interface NodeChannel {
  readonly property: string;
  readonly dataType: number;
  /** The number of components that the channel's sampler has for each time. */
  readonly stride: number;
  /** The number of components of each animation. */
  readonly width: number;
  /** To be called when the sampler is loaded: meshes may load until then. */
  readonly animated: () => readonly Animated[];
}

interface Animated {
  readonly target: IAnimatable;
  /** The first component. */
  readonly offset: number;
  /** What Babylon appends to the name of the channel's animation. */
  readonly suffix: string;
}

const { ANIMATIONTYPE_VECTOR3: VECTOR3, ANIMATIONTYPE_QUATERNION: QUATERNION, ANIMATIONTYPE_FLOAT: FLOAT } = Animation;

const TRANSFORMS = new Map([
  ["translation", { property: "position", dataType: VECTOR3, stride: 3, width: 3 }],
  ["rotation", { property: "rotationQuaternion", dataType: QUATERNION, stride: 4, width: 4 }],
  ["scale", { property: "scaling", dataType: VECTOR3, stride: 3, width: 3 }],
]);

/** @returns null for channels that Babylon ignores, refuses, or leaves to extensions */
export function nodeChannelOf(loader: GLTFLoader, { target, extensions }: IAnimationChannel): NodeChannel | null {
  // channels of KHR_animation2 have none
  const { node: index = -1, extensions: more } = (target as Partial<typeof target> | undefined) ?? {};
  const node = loader.gltf.nodes?.[index];
  if (!node || extensions || more) {
    return null;
  }
  if ((target.path as string) === "weights") {
    return hasMorphTargets(node) ? weightsOf(node) : null;
  }
  const transform = TRANSFORMS.get(target.path);
  const animated = node._babylonTransformNode;
  return transform && animated && hasTransformChannels(loader, node)
    ? { ...transform, animated: () => [{ target: animated, offset: 0, suffix: "" }] }
    : null;
}

function weightsOf(node: INode): NodeChannel {
  const count = node._numMorphTargets!;
  const targetsAt = (index: number): Animated[] =>
    primitivesOf(node).flatMap(({ morphTargetManager }) =>
      morphTargetManager ? [{ target: morphTargetManager.getTarget(index), offset: index, suffix: `_${index}` }] : [],
    );
  const animated = (): readonly Animated[] => Array.from({ length: count }, (_, i) => targetsAt(i)).flat();
  return { property: "influence", dataType: FLOAT, stride: count, width: 1, animated };
}
