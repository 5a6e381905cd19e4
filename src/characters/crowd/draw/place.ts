import { Matrix } from "@babylonjs/core/Maths/math.vector.js";
import type { Mesh } from "@babylonjs/core/Meshes/mesh.js";
import type { Node } from "@babylonjs/core/node.js";
import { updateWorldMatrix } from "../../../scene/host/index.js";

/** The place of a crowd: the matrices of its characters are in the space of its meshes, which are below the crowd's root. */
export class Place {
  /** The world matrix that the last frame drew. */
  readonly drawn = new Matrix();

  /** @param _mesh one of the crowd's meshes */
  constructor(private readonly _mesh: Mesh) {}

  get parent(): Node | null {
    return this._mesh.parent;
  }

  /** The present world matrix. */
  get world(): Matrix {
    return updateWorldMatrix(this._mesh);
  }

  /** Reads the world matrix that this frame draws. Allocates nothing. @returns whether it differs from that of the last frame */
  update(): boolean {
    const { world, drawn } = this;
    if (drawn.equals(world)) {
      return false;
    }
    drawn.copyFrom(world);
    return true;
  }
}
