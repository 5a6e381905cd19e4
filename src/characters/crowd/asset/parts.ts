import type { AbstractMesh } from "@babylonjs/core/Meshes/abstractMesh.js";
import { InstancedMesh } from "@babylonjs/core/Meshes/instancedMesh.js";
import { Mesh } from "@babylonjs/core/Meshes/mesh.js";
import type { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { Skeleton } from "@babylonjs/core/Bones/skeleton.js";
import { VertexBuffer } from "@babylonjs/core/Buffers/buffer.js";
import { excerpt } from "../../../gltf/util/index.js";
import { determinantAt } from "../../../gltf/sampling/index.js";
import { IDENTITY, type Palette } from "./palette.js";
import type { Rig } from "./rig.js";

/** A mesh of an asset, as vertices that the palette moves. */
export interface Part {
  /** The mesh with the geometry. */
  readonly mesh: Mesh;
  /** The palette entry of each bone; for a rigid part, that of its node only. */
  readonly entries: readonly number[];
  readonly isSkinned: boolean;
  /** Whether its triangles must be turned: Babylon does so for meshes that are mirrored, but the meshes of a crowd are not. */
  readonly isMirrored: boolean;
}

/** The meshes of an asset that are drawn. */
export function drawnMeshes(meshes: readonly AbstractMesh[]): AbstractMesh[] {
  return meshes.filter(
    (mesh) =>
      (mesh instanceof Mesh || mesh instanceof InstancedMesh) &&
      mesh.getTotalVertices() > 0 &&
      mesh.isVisible &&
      mesh.visibility > 0 &&
      mesh.isEnabled(),
  );
}

/** Nodes whose matrices move vertices: joints and rigid meshes. Skinned meshes are listed because mirroring them flips the winding. */
export function movingNodes(meshes: readonly AbstractMesh[]): TransformNode[] {
  return [
    ...new Set(meshes.flatMap((mesh) => [...(skeletonOf(mesh)?.bones ?? []).flatMap((bone) => bone.getTransformNode() ?? []), mesh])),
  ];
}

/**
 * Adds a mesh to the palette.
 * @param rig with its world matrices at rest
 * @param indexOf finds the rig node of a mesh or joint
 * @throws RangeError where the mesh cannot be drawn in a crowd
 */
export function createPart(
  mesh: AbstractMesh,
  rig: Rig,
  palette: Palette,
  indexOf: (node: TransformNode) => number = (node) => rig.indexOf(node),
): Part {
  const source = sourceOf(mesh);
  const node = indexOf(mesh);
  const isMirrored = determinantAt(rig.worlds, 16 * node) < 0;
  const skeleton = skeletonOf(mesh);
  expectDrawable(source, skeleton);
  if (!skeleton) {
    return { mesh: source, entries: [palette.add(node, IDENTITY)], isSkinned: false, isMirrored };
  }
  const entries: number[] = [];
  for (const bone of skeleton.bones) {
    const index = bone.getIndex();
    if (index >= 0) {
      entries[index] = palette.add(indexOf(bone.getTransformNode()!), bone.getAbsoluteInverseBindMatrix().asArray());
    }
  }
  return { mesh: source, entries, isSkinned: true, isMirrored };
}

function sourceOf(mesh: AbstractMesh): Mesh {
  return mesh instanceof InstancedMesh ? mesh.sourceMesh : (mesh as Mesh);
}

function skeletonOf(mesh: AbstractMesh): Skeleton | null {
  const source = sourceOf(mesh);
  return source.skeleton && source.isVerticesDataPresent(VertexBuffer.MatricesIndicesKind) ? source.skeleton : null;
}

/** @throws RangeError where crowds cannot be drawn with the material of a mesh */
export function expectMaterial(mesh: Mesh, argument: string): void {
  const kind = mesh.material?.getClassName() ?? "";
  if (kind === "NodeMaterial" || kind === "MultiMaterial") {
    throw new RangeError(
      `${argument}: must not have a ${kind}, which Babylon.js does not draw with baked animation; use another material, or ordinary instances`,
    );
  }
}

function expectDrawable(mesh: Mesh, skeleton: Skeleton | null): void {
  const argument = `container/meshes/${excerpt(mesh.name)}`;
  expectMaterial(mesh, argument);
  if (mesh.hasThinInstances) {
    throw new RangeError(`${argument}: must not have thin instances; use ordinary instances`);
  }
  if (skeleton?.needInitialSkinMatrix || skeleton?.bones.some((bone) => !bone.getTransformNode())) {
    throw new RangeError(`${argument}: must have bones that are linked to nodes, as in glTF files; use ordinary instances`);
  }
}
