import type { TargetedAnimation } from "@babylonjs/core/Animations/animationGroup.js";
import { isDescribed, meshesOf, nodePointerOf, type TargetDescription } from "../../host/index.js";

const NODE_PROPERTIES: Readonly<Record<string, string>> = { position: "translation", rotationQuaternion: "rotation", scaling: "scale" };

/**
 * Describes the property that a channel of an animation group or clip animates.
 * @returns `pointer` and `template` are null if the property in the asset is not known: for targets made in code, for morph targets of
 * skinned meshes, and for copies of nodes whose group was loaded without an extension of this package
 * @example DescribeTarget(clip.targetedAnimations[0]).pointer // "/nodes/3/translation"
 */
export function DescribeTarget({ target, animation, parent }: TargetedAnimation): TargetDescription {
  if (isDescribed(target)) {
    return target.describe();
  }
  const property = animation.targetProperty;
  const name = NODE_PROPERTIES[property];
  const node = nodePointerOf(target);
  if (node && name) {
    return { pointer: `${node}/${name}`, template: `/nodes/{}/${name}`, property };
  }
  const weight = property === "influence" ? weightPointerOf(parent, target) : null;
  return { pointer: weight, template: weight && "/nodes/{}/weights/{}", property };
}

/** The JSON pointer of the weight of a morph target. */
function weightPointerOf(group: TargetedAnimation["parent"], target: unknown): string | null {
  for (const mesh of meshesOf(group)) {
    const { morphTargetManager: targets, parent, skeleton } = mesh;
    for (let i = 0; i < (targets?.numTargets ?? 0); i++) {
      // a skinned mesh is not below its node
      if (targets!.getTarget(i) === target && !skeleton) {
        const node = nodePointerOf(mesh) ?? nodePointerOf(parent);
        return node ? `${node}/weights/${i}` : null;
      }
    }
  }
  return null;
}
