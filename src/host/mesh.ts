import type { AbstractMesh } from "@babylonjs/core/Meshes/abstractMesh.js";

interface MeshInternals {
  _isPointerMovePickable?: boolean;
}

/** Whether a mesh is found under a moving pointer, apart from `isPickable`. Babylon 9.0 keeps no such setting, and does not look at it. */
export function setPointerMovePickable(mesh: AbstractMesh, value: boolean): void {
  (mesh as MeshInternals)._isPointerMovePickable = value;
}
