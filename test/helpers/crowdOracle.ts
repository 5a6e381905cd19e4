/** The matrices that ordinary instances of an asset draw their vertices with. */
import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import type { AssetContainer, InstantiatedEntries } from "@babylonjs/core/assetContainer.js";
import type { AbstractMesh } from "@babylonjs/core/Meshes/abstractMesh.js";
import type { Node } from "@babylonjs/core/node.js";
import { CreateClip } from "../../src/scene/playing/groups/createClip.js";

export interface OrdinaryInstance extends InstantiatedEntries {
  /** The counterpart of a mesh of the container. */
  meshOf(mesh: AbstractMesh): AbstractMesh;
}

/** An ordinary instance. */
export function instantiate(container: AssetContainer): OrdinaryInstance {
  const names = container.meshes.map((mesh) => mesh.name);
  container.meshes.forEach((mesh, i) => (mesh.name = String(i))); // several may share a name
  const entries = container.instantiateModelsToScene((name) => name);
  const nodes = entries.rootNodes.flatMap((root) => [root, ...root.getDescendants(false)]);
  const meshes = container.meshes.map((mesh) => nodes.find(({ name }) => name === mesh.name) as AbstractMesh);
  [container.meshes, meshes].forEach((all) => all.forEach((mesh, i) => (mesh.name = names[i]!)));
  return Object.assign(entries, { meshOf: (mesh: AbstractMesh) => meshes[container.meshes.indexOf(mesh)]! });
}

/** Shows an animation group of the container on an instance, at a timestamp. */
export function pose(container: AssetContainer, instance: OrdinaryInstance, group: AnimationGroup, timestamp: number): void {
  const own = instance.animationGroups[container.animationGroups.indexOf(group)]!;
  const clip = CreateClip("pose", own);
  clip.timestamp = timestamp;
  clip.dispose();
}

/** For each bone of a mesh, or the mesh itself, the matrix from its vertices to the world, at the bone's index. */
export function matricesOf(mesh: AbstractMesh): Float32Array[] {
  const world = mesh.computeWorldMatrix(true);
  if (!mesh.skeleton) {
    return [Float32Array.from(world.asArray())];
  }
  const updated = new Set<Node>();
  mesh.skeleton.bones.forEach((bone) => updateWorlds(bone.getTransformNode()!, updated));
  mesh.skeleton.prepare(true);
  const all = mesh.skeleton.getTransformMatrices(mesh);
  return Array.from({ length: mesh.skeleton.bones.length }, (_, i) => multiply(all, 16 * i, world.asArray()));
}

/** Computes the world matrices of a node and of its ancestors, each of them once. */
function updateWorlds(node: Node, updated: Set<Node>): void {
  if (updated.has(node)) {
    return;
  }
  updated.add(node);
  if (node.parent) {
    updateWorlds(node.parent, updated);
  }
  node.computeWorldMatrix(true);
}

/** `a` times `b`, in double precision, for vectors that are multiplied from the left. */
function multiply(a: ArrayLike<number>, at: number, b: ArrayLike<number>): Float32Array {
  return Float32Array.from({ length: 16 }, (_, i) => {
    const [row, column] = [i >> 2, i & 3];
    return [0, 1, 2, 3].reduce((sum, k) => sum + a[at + 4 * row + k]! * b[4 * k + column]!, 0);
  });
}
