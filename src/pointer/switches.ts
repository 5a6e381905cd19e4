import type { AbstractMesh } from "@babylonjs/core/Meshes/abstractMesh.js";
import type { Node } from "@babylonjs/core/node.js";
import { setPointerMovePickable } from "../host/gltfObjects.js";
import { followTokens } from "./jsonPointer.js";
import type { Write } from "./landing.js";
import type { PointerLanding } from "./row.js";

type NodeSwitch = "selectable" | "hoverable";

const closed: { readonly [Name in NodeSwitch]: WeakSet<Node> } = { selectable: new WeakSet(), hoverable: new WeakSet() };
const SWITCH_MESH = {
  selectable: (mesh: AbstractMesh, isOpen: boolean) => (mesh.isPickable = isOpen),
  hoverable: setPointerMovePickable,
};

/** Skinned meshes hang elsewhere in the scene than on the nodes that they belong to. */
const skinnedMeshes = new WeakMap<Node, Node>();
const nodesOfSkinned = new WeakMap<Node, Node>();

/**
 * Keeps what an asset says about the nodes that are not animated, but are above or below those that are.
 * @param meshNode the same node, or that of its skinned mesh
 */
export function trackNode(node: Node, meshNode: Node, json: unknown): void {
  trackSkinned(node, meshNode);
  for (const name of ["selectable", "hoverable"] as const) {
    const extension = name === "selectable" ? "KHR_node_selectability" : "KHR_node_hoverability";
    setMember(closed[name], node, followTokens(json, ["extensions", extension, name]) === false);
  }
}

function trackSkinned(node: Node, meshNode: Node): void {
  if (meshNode !== node) {
    skinnedMeshes.set(node, meshNode);
    nodesOfSkinned.set(meshNode, node);
  }
}

/** Whether a node and all below it can be selected or hovered over: only where this is not forbidden further up or down. */
export function switchNode(name: NodeSwitch, at: string): PointerLanding {
  const spread = (node: Node, isOpen: boolean): void => {
    const isOpenHere = isOpen && !closed[name].has(node);
    if ("isPickable" in node) {
      SWITCH_MESH[name](node as AbstractMesh, isOpenHere);
    }
    for (const child of childrenOf(node)) {
      spread(child, isOpenHere);
    }
  };
  const write: Write = (object, value) => {
    const node = object as Node;
    const isClosed = value[0] === 0;
    if (closed[name].has(node) !== isClosed) {
      setMember(closed[name], node, isClosed);
      spread(node, !ancestorsOf(node).some((ancestor) => closed[name].has(ancestor)));
    }
  };
  return { owner: "node", at, write, copy: copySwitches };
}

/** Has the copies of a node, and of all above and below it, be what their originals are. */
function copySwitches(node: object, copyOf: (original: object) => object): void {
  for (const original of [node as Node, ...ancestorsOf(node as Node), ...descendantsOf(node as Node)]) {
    const copy = copyOf(original) as Node;
    const skinned = skinnedMeshes.get(original);
    if (copy !== original) {
      Object.values(closed).forEach((members) => setMember(members, copy, members.has(original)));
      trackSkinned(copy, skinned ? (copyOf(skinned) as Node) : copy);
    }
  }
}

function setMember<T extends object>(set: WeakSet<T>, element: T, isMember: boolean): void {
  if (isMember) {
    set.add(element);
  } else {
    set.delete(element);
  }
}

function childrenOf(node: Node): Node[] {
  const children = node.getChildren((child) => !nodesOfSkinned.has(child));
  const skinned = skinnedMeshes.get(node);
  return skinned ? [...children, skinned] : children;
}

function descendantsOf(node: Node): Node[] {
  return childrenOf(node).flatMap((child) => [child, ...descendantsOf(child)]);
}

function ancestorsOf(node: Node): Node[] {
  const parent = nodesOfSkinned.get(node) ?? node.parent;
  return parent ? [parent, ...ancestorsOf(parent)] : [];
}
