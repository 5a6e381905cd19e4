import { AnimationGroupMask, AnimationGroupMaskMode } from "@babylonjs/core/Animations/animationGroupMask.js";
import { Node } from "@babylonjs/core/node.js";
import { type AnimationGroupOwner, warnOfUnknownMembers } from "../../host/index.js";
import type { JointMask } from "../../../gltf/controller/index.js";
import { excerpt, findSimilar, findSpelling, isObject, show } from "../../../gltf/util/index.js";
import { ownNodesOf } from "../pace/movedNodes.js";

/**
 * A mask of a joint and everything below it, for a group that is to move only a part of a character; or of several joints, with exceptions. Like every
 * mask of Babylon, it goes by names.
 * @param character the result of loading, a container or an instance; or a node above the joints, or a joint itself. The names are looked for
 * there only
 * @param joints the name of a joint, or those that are included and excluded; if no node has a name, it is that of the only node whose name differs by separators and blanks, as
 * `mixamorigSpine` of `mixamorig:Spine`
 * @throws TypeError if the character has no nodes, or the joints are no names; RangeError if no node has a name, or one is included and excluded
 * @example wave.mask = MaskBelow(result, "Spine");
 * @example aim.mask = MaskBelow(result, { include: ["Spine"], exclude: ["Head", "LeftArm"] });
 */
export function MaskBelow(character: Node | AnimationGroupOwner, joints: string | JointMask): AnimationGroupMask {
  const own = character instanceof Node ? [character] : [...ownNodesOf(Object(character) as object)];
  if (own.length === 0) {
    throw new TypeError(`character: must be a result of loading, a container, an instance or a node, with nodes (got ${show(character)})`);
  }
  const { include, exclude } = typeof joints === "string" ? { include: [joints] } : expectMask(joints);
  const nodes = [...new Set(own.flatMap((node) => [node, ...node.getDescendants()]))];
  const names = nodes.map((node) => node.name);
  const find = (argument: string, name: string): Node => {
    const spelling = findSpelling(String(name), names);
    const joint = nodes.find((node) => node.name === spelling);
    if (!joint) {
      const similar = findSimilar(String(name), names);
      const hint = similar === undefined ? "" : `; did you mean ${show(similar)}?`;
      throw new RangeError(`${argument}: must be the name of ${excerpt(own[0]!.name)} or of a node below it (got ${show(name)})${hint}`);
    }
    return joint;
  };
  return maskOf(
    include?.map((name, i) => find(typeof joints === "string" ? "joints" : `joints.include[${i}]`, name)),
    exclude?.map((name, i) => find(`joints.exclude[${i}]`, name)),
  );
}

/**
 * The mask of joints and what is below them, but for others and what is below these.
 * @param include undefined for everything
 */
export function maskOf(include: readonly Node[] | undefined, exclude: readonly Node[] = []): AnimationGroupMask {
  const [included, excluded] = [new Set(include), new Set(exclude)];
  const isIncluded = (node: Node): boolean => {
    let each: Node | null = node;
    while (each && !included.has(each) && !excluded.has(each)) {
      each = each.parent;
    }
    return each ? included.has(each) : !include;
  };
  const named = [...new Set((include ?? exclude).flatMap((joint) => [joint, ...joint.getDescendants()]))];
  const chosen = named.filter((node) => isIncluded(node) === (include !== undefined));
  const mode = include ? AnimationGroupMaskMode.Include : AnimationGroupMaskMode.Exclude;
  return new AnimationGroupMask(
    chosen.map((node) => node.name),
    mode,
  );
}

function expectMask(joints: unknown): JointMask {
  const { include, exclude } = (isObject(joints) ? joints : {}) as JointMask;
  const lists = [include, exclude].filter((list) => list !== undefined) as unknown[];
  const areNames = lists.every((list) => Array.isArray(list) && list.length > 0 && list.every((name) => typeof name === "string"));
  if (!areNames || lists.length === 0) {
    throw new TypeError(`joints: must be the name of a joint, or { include, exclude } with lists of names (got ${show(joints)})`);
  }
  const both = include?.find((name) => exclude?.includes(name));
  if (both !== undefined) {
    throw new RangeError(`joints.exclude: must not have what is included (got ${show(both)})`);
  }
  warnOfUnknownMembers<JointMask>("MaskBelow", "joints", joints, { include: true, exclude: true });
  return { include, exclude };
}
