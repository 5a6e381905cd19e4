import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import type { Node } from "@babylonjs/core/node.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";

/** The nodes that a group moves. */
export function nodesOf({ targetedAnimations }: AnimationGroup): Set<TransformNode> {
  const nodes = new Set<TransformNode>();
  for (const { target } of targetedAnimations) {
    if ((target as unknown) instanceof TransformNode) {
      nodes.add(target as TransformNode);
    }
  }
  return nodes;
}

/** What an owner of animation groups may have of their nodes: a container, an instance, or the result of an import. */
interface NodeOwner {
  readonly rootNodes?: readonly Node[];
  readonly meshes?: readonly Node[];
  readonly transformNodes?: readonly Node[];
}

/** The nodes that an owner of animation groups lists: not all that are below them. */
export function ownNodesOf(owner: object): ReadonlySet<Node> {
  const { rootNodes = [], meshes = [], transformNodes = [] } = owner as NodeOwner;
  return new Set([...rootNodes, ...meshes, ...transformNodes]);
}

/** The roots of an owner of animation groups: its own topmost nodes, or the lowest node above all that its groups move; no node of a level that it is in. */
export function rootsOf(owner: object, groups: readonly AnimationGroup[]): readonly Node[] {
  const own = ownNodesOf(owner);
  const moved = new Set(groups.flatMap((group) => [...nodesOf(group)]));
  const roots = new Set(
    [...moved].map(
      (node) =>
        pathOf(node)
          .filter((each) => own.has(each))
          .at(-1) ?? null,
    ),
  );
  return roots.has(null) ? commonRootsOf(moved) : ([...roots] as Node[]);
}

/** A node and all above it. */
function pathOf(node: Node): Node[] {
  const path: Node[] = [];
  for (let each: Node | null = node; each; each = each.parent) {
    path.push(each);
  }
  return path;
}

/** The lowest node above all of some nodes; of nodes in several trees, one for each tree. */
function commonRootsOf(nodes: Iterable<Node>): readonly Node[] {
  const common = new Map<Node, Node[]>(); // by the topmost node
  for (const node of nodes) {
    const path = pathOf(node);
    const top = path.at(-1)!;
    const known = common.get(top);
    const own = new Set(path);
    common.set(top, known ? known.filter((each) => own.has(each)) : path);
  }
  return [...common.values()].map(([lowest]) => lowest!);
}
