import { AnimationGroupMask } from "@babylonjs/core/Animations/animationGroupMask.js";
import type { Node } from "@babylonjs/core/node.js";
import { excerpt, show } from "../../util/index.js";

/**
 * A mask of a joint and everything below it, for a group that is to move only a part of a character. Like every mask of Babylon, it goes by
 * names.
 * @param character a node above the joint, or the joint itself: the name is looked for there only
 * @param name of the joint
 * @throws RangeError if no node has the name
 * @example wave.mask = MaskBelow(result.meshes[0], "Spine");
 */
export function MaskBelow(character: Node, name: string): AnimationGroupMask {
  const joint = [character, ...character.getDescendants()].find((node) => node.name === name);
  if (!joint) {
    throw new RangeError(`name: must be the name of ${excerpt(character.name)} or of a node below it (got ${show(name)})`);
  }
  return new AnimationGroupMask([joint, ...joint.getDescendants()].map((node) => node.name));
}
