/** KHR_node_selectability and KHR_node_hoverability: a node can be selected, or hovered over, unless the node or an ancestor forbids that. */
import type { AbstractMesh } from "@babylonjs/core/Meshes/abstractMesh.js";
import type { Node } from "@babylonjs/core/node.js";
import { setPointerMovePickable } from "../../host/index.js";
import { followTokens } from "../../../gltf/util/index.js";
import type { Setter } from "./setters.js";
import { CopiedState } from "./copiedState.js";

/** Stores the selectability and hoverability that an asset states for a node. A skinned mesh has a separate Babylon node, `meshNode`. */
export type TrackNode = (node: Node, meshNode: Node, json: unknown) => void;

const EXTENSIONS = { selectable: "KHR_node_selectability", hoverable: "KHR_node_hoverability" } as const;
const SWITCH_MESH = {
  selectable: (mesh: AbstractMesh, isAllowed: boolean) => (mesh.isPickable = isAllowed),
  hoverable: setPointerMovePickable,
};

type NodeSwitch = keyof typeof EXTENSIONS;

interface NodeState extends Record<NodeSwitch, boolean> {
  /** The switches that are already set on the node's meshes. Empty for copies, because Babylon does not copy all switches of a mesh. */
  readonly set: Set<NodeSwitch>;
  /** The skinned mesh of the node, which is elsewhere in the scene. */
  readonly skinned?: Node | undefined;
  /** The node that a skinned mesh belongs to. */
  readonly owner?: Node | undefined;
}

const states = new CopiedState<NodeState>(({ selectable, hoverable, skinned, owner }, _, copyOf) => ({
  selectable,
  hoverable,
  set: new Set(),
  skinned: skinned && (copyOf(skinned) as Node),
  owner: owner && (copyOf(owner) as Node),
}));

/** Stores the switches of a node, which matter when an ancestor or a descendant is animated. */
export const trackNode: TrackNode = (node, meshNode, json) => {
  const isAllowed = (name: NodeSwitch): boolean => followTokens(json, ["extensions", EXTENSIONS[name], name]) !== false;
  const skinned = meshNode === node ? undefined : meshNode;
  states.keep(node, { selectable: isAllowed("selectable"), hoverable: isAllowed("hoverable"), set: new Set(), skinned });
  if (skinned) {
    states.keep(skinned, { selectable: true, hoverable: true, set: new Set(), owner: node });
  }
};

/** Makes a setter of `selectable` or `hoverable`, which switches all meshes of a node and of the node's descendants. */
export function nodeSwitch(name: NodeSwitch): Setter {
  const isAllowedAt = (node: Node): boolean => states.of(node)?.[name] ?? true;
  const spread = (node: Node, isAllowed: boolean): void => {
    const isAllowedHere = isAllowed && isAllowedAt(node);
    if ("isPickable" in node) {
      SWITCH_MESH[name](node as AbstractMesh, isAllowedHere);
    }
    for (const child of childrenOf(node)) {
      spread(child, isAllowedHere);
    }
  };
  return {
    write: (object, value) => {
      const node = object as Node;
      const isAllowed = value[0] !== 0;
      const state = states.of(node);
      if (state && (state[name] !== isAllowed || !state.set.has(name))) {
        state[name] = isAllowed;
        state.set.add(name);
        spread(node, ancestorsOf(node).every(isAllowedAt));
      }
    },
    copy: (node, copyOf) => {
      for (const each of [node as Node, ...ancestorsOf(node as Node), ...descendantsOf(node as Node)]) {
        states.copy(each, copyOf);
      }
    },
  };
}

function childrenOf(node: Node): Node[] {
  const children = node.getChildren((child) => !states.of(child)?.owner);
  const skinned = states.of(node)?.skinned;
  return skinned ? [...children, skinned] : children;
}

function descendantsOf(node: Node): Node[] {
  return childrenOf(node).flatMap((child) => [child, ...descendantsOf(child)]);
}

function ancestorsOf(node: Node): Node[] {
  const parent = states.of(node)?.owner ?? node.parent;
  return parent ? [parent, ...ancestorsOf(parent)] : [];
}
