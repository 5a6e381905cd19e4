import { type Matrix, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import type { AbstractMesh } from "@babylonjs/core/Meshes/abstractMesh.js";
import type { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { CameraViews } from "../../host/index.js";

/** How far a character is from the cameras, and whether a camera sees it: by a sphere around its meshes. */
export class CharacterView {
  /** Units to the nearest active camera; Infinity without a camera. */
  distance = 0;
  isVisible = true;
  /** The center of the sphere and its radius, in the space of the root. The radius is infinite where the meshes have no bounds. */
  private readonly _sphere = new Float64Array(4);
  private readonly _center = new Vector3();
  private _hasSphere = false;

  constructor(readonly root: TransformNode) {}

  update(views: CameraViews): void {
    const wasVisible = this.isVisible;
    if (!this._hasSphere) {
      this._measure();
    }
    this.isVisible = this._isSeen(views);
    if (wasVisible && !this.isVisible) {
      this._measure(); // the pose, or the meshes, may have changed
      this.isVisible = this._isSeen(views);
    }
  }

  private _isSeen(views: CameraViews): boolean {
    const { root, _center: center, _sphere: sphere } = this;
    const matrix = root.computeWorldMatrix();
    Vector3.TransformCoordinatesFromFloatsToRef(sphere[0]!, sphere[1]!, sphere[2]!, matrix, center);
    const { x, y, z } = center;
    this.distance = views.distanceTo(x, y, z);
    return views.see(x, y, z, sphere[3]! * largestScale(matrix)) && root.isEnabled();
  }

  /** Measures the sphere around the meshes in their present pose. A character without meshes is always seen. */
  private _measure(): void {
    const { root, _sphere: sphere } = this;
    this._hasSphere = true;
    const meshes = root.getChildMeshes().concat(isMesh(root) ? [root] : []);
    const inverse = root.computeWorldMatrix(true).clone().invert();
    const low = new Vector3(Infinity, Infinity, Infinity);
    const high = new Vector3(-Infinity, -Infinity, -Infinity);
    let isBounded = false;
    for (const mesh of meshes.filter((each) => each.getTotalVertices() > 0)) {
      mesh.computeWorldMatrix(true);
      const { centerWorld, radiusWorld } = mesh.getBoundingInfo().boundingSphere;
      const center = Vector3.TransformCoordinates(centerWorld, inverse);
      const radius = mesh.alwaysSelectAsActiveMesh ? Infinity : radiusWorld * largestScale(inverse);
      low.minimizeInPlaceFromFloats(center.x - radius, center.y - radius, center.z - radius);
      high.maximizeInPlaceFromFloats(center.x + radius, center.y + radius, center.z + radius);
      isBounded = true;
    }
    const radius = high.subtract(low).length() / 2;
    if (isBounded && radius < Infinity) {
      high
        .add(low)
        .scaleInPlace(0.5)
        .toArray(sphere as unknown as number[]);
      sphere[3] = radius;
    } else {
      sphere.set([0, 0, 0, Infinity]);
    }
  }
}

function isMesh(node: TransformNode): node is AbstractMesh {
  return "getBoundingInfo" in node;
}

function largestScale(matrix: Matrix): number {
  const m = matrix.asArray();
  const x = m[0] * m[0] + m[1] * m[1] + m[2] * m[2];
  const y = m[4] * m[4] + m[5] * m[5] + m[6] * m[6];
  const z = m[8] * m[8] + m[9] * m[9] + m[10] * m[10];
  return Math.sqrt(Math.max(x, y, z));
}
