import { AnimationGroupMask } from "@babylonjs/core/Animations/animationGroupMask.js";
import { Node } from "@babylonjs/core/node.js";
import type { AnimationGroupOwner } from "../../host/index.js";
import { excerpt, findSimilar, findSpelling, show } from "../../../gltf/util/index.js";
import { ownNodesOf } from "../pace/movedNodes.js";

/**
 * A mask of a joint and everything below it, for a group that is to move only a part of a character. Like every mask of Babylon, it goes by
 * names.
 * @param character the result of loading, a container or an instance; or a node above the joint, or the joint itself. The name is looked for
 * there only
 * @param name of the joint; if no node has it, of the only node whose name differs by separators and blanks, as `mixamorigSpine` of `mixamorig:Spine`
 * @throws TypeError if the character has no nodes; RangeError if no node has the name
 * @example wave.mask = MaskBelow(result, "Spine");
 */
export function MaskBelow(character: Node | AnimationGroupOwner, name: string): AnimationGroupMask {
  const own = character instanceof Node ? [character] : [...ownNodesOf(Object(character) as object)];
  if (own.length === 0) {
    throw new TypeError(`character: must be a result of loading, a container, an instance or a node, with nodes (got ${show(character)})`);
  }
  const nodes = [...new Set(own.flatMap((node) => [node, ...node.getDescendants()]))];
  const names = nodes.map((node) => node.name);
  const spelling = findSpelling(String(name), names);
  const joint = nodes.find((node) => node.name === spelling);
  if (!joint) {
    const similar = findSimilar(String(name), names);
    const hint = similar === undefined ? "" : `; did you mean ${show(similar)}?`;
    throw new RangeError(`name: must be the name of ${excerpt(own[0]!.name)} or of a node below it (got ${show(name)})${hint}`);
  }
  return new AnimationGroupMask([joint, ...joint.getDescendants()].map((node) => node.name));
}
