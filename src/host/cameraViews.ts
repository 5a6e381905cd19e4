import type { Camera } from "@babylonjs/core/Cameras/camera.js";
import { Frustum } from "@babylonjs/core/Maths/math.frustum.js";
import { Matrix } from "@babylonjs/core/Maths/math.vector.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { grow } from "../util/index.js";

/** Numbers for each view: six planes of four, normal and distance, and the position. */
const VIEW_SIZE = 27;
/** Where the position of a view begins. */
const POSITION = 24;

/** What the active cameras of a scene see, by spheres in world space. Allocates only when there are more cameras than before. */
export class CameraViews {
  private _views = new Float64Array(0);
  private _count = 0;
  private _areNew = false;
  private readonly _planes = Frustum.GetPlanes(Matrix.Identity());

  /** @returns whether the views differ from those of the last call */
  update({ activeCameras, activeCamera }: Scene): boolean {
    const lastCount = this._count;
    this._count = 0;
    this._areNew = false;
    if (activeCameras && activeCameras.length > 0) {
      for (let i = 0; i < activeCameras.length; i++) {
        this._add(activeCameras[i]!);
      }
    } else if (activeCamera) {
      this._add(activeCamera);
    }
    return this._areNew || this._count !== lastCount;
  }

  /** Whether a camera may see a sphere. */
  see(x: number, y: number, z: number, radius: number): boolean {
    for (let view = 0; view < this._count; view++) {
      if (this._isInFront(VIEW_SIZE * view, x, y, z, radius)) {
        return true;
      }
    }
    return false;
  }

  /** Units from a point to the nearest camera; Infinity without a camera. */
  distanceTo(x: number, y: number, z: number): number {
    const { _views: views } = this;
    let nearest = Infinity;
    for (let view = 0; view < this._count; view++) {
      const at = VIEW_SIZE * view + POSITION;
      const dx = x - views[at]!;
      const dy = y - views[at + 1]!;
      const dz = z - views[at + 2]!;
      nearest = Math.min(nearest, Math.sqrt(dx * dx + dy * dy + dz * dz));
    }
    return nearest;
  }

  /** @param at the first plane of a view */
  private _isInFront(at: number, x: number, y: number, z: number, radius: number): boolean {
    const { _views: views } = this;
    for (let p = at; p < at + POSITION; p += 4) {
      if (views[p]! * x + views[p + 1]! * y + views[p + 2]! * z + views[p + 3]! < -radius) {
        return false;
      }
    }
    return true;
  }

  private _add(camera: Camera): void {
    const { rigCameras } = camera;
    for (let i = 0; i < rigCameras.length; i++) {
      this._add(rigCameras[i]!);
    }
    if (rigCameras.length === 0) {
      camera.getViewMatrix();
      camera.getProjectionMatrix();
      Frustum.GetPlanesToRef(camera.getTransformationMatrix(), this._planes);
      const at = VIEW_SIZE * this._count++;
      if (this._views.length < at + VIEW_SIZE) {
        this._views = grow(this._views, at + VIEW_SIZE, Float64Array);
      }
      for (let p = 0; p < this._planes.length; p++) {
        const { normal, d } = this._planes[p]!;
        this._set(at + 4 * p, normal.x, normal.y, normal.z);
        this._setNumber(at + 4 * p + 3, d);
      }
      const { x, y, z } = camera.globalPosition;
      this._set(at + POSITION, x, y, z);
    }
  }

  private _set(at: number, x: number, y: number, z: number): void {
    this._setNumber(at, x);
    this._setNumber(at + 1, y);
    this._setNumber(at + 2, z);
  }

  private _setNumber(at: number, value: number): void {
    if (this._views[at] !== value) {
      this._views[at] = value;
      this._areNew = true;
    }
  }
}
