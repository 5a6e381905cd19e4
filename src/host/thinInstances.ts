import type { Mesh } from "@babylonjs/core/Meshes/mesh.js";

interface MeshInternals {
  readonly _thinInstanceDataStorage?: { worldMatrices: unknown };
}

/** Makes Babylon read the matrices of thin instances again when it picks: it keeps copies, and does not notice that their buffer is written. */
export function forgetInstanceMatrices(mesh: Mesh): void {
  const storage = (mesh as unknown as MeshInternals)._thinInstanceDataStorage;
  if (storage) {
    storage.worldMatrices = null;
  }
}
