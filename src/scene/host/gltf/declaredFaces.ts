import type { AbstractMesh } from "@babylonjs/core/Meshes/abstractMesh.js";

/** What a file declares about the face that a mesh is a part of. */
export interface DeclaredFace {
  /** The expressions, in one array for all meshes of the file. */
  readonly expressions: readonly unknown[];
  /** The index of the mesh's node. */
  readonly node: number;
}

interface MeshInternals {
  readonly _internalMetadata?: { readonly gltf?: object };
}

/** By what Babylon gives each loaded mesh, and all its copies, too. */
const faces = new WeakMap<object, DeclaredFace>();

const sharedByCopies = (mesh: AbstractMesh): object | undefined => (mesh as unknown as MeshInternals)._internalMetadata?.gltf;

/** Remembers what a file declares about a mesh, and about its copies. */
export function declareFace(mesh: AbstractMesh, face: DeclaredFace): void {
  const shared = sharedByCopies(mesh);
  if (shared) {
    faces.set(shared, face);
  }
}

/** The face that a mesh is declared to be a part of; null for other meshes. */
export function declaredFaceOf(mesh: AbstractMesh): DeclaredFace | null {
  return faces.get(sharedByCopies(mesh) ?? mesh) ?? null;
}
