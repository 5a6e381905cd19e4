import type { Camera } from "@babylonjs/core/Cameras/camera.js";
import { Frustum } from "@babylonjs/core/Maths/math.frustum.js";
import type { Plane } from "@babylonjs/core/Maths/math.plane.js";
import { Matrix } from "@babylonjs/core/Maths/math.vector.js";
import type { Scene } from "@babylonjs/core/scene.js";
import type { DeepImmutable } from "@babylonjs/core/types.js";
import { grow } from "../../gltf/util/index.js";

/** Numbers for each view: six planes of four, normal and distance, and the position. */
const VIEW_SIZE = 27;
/** Where the position of a view begins. */
const POSITION = 24;

/**
 * What the active cameras of a scene see, by spheres in the space of a node, or in world space. Allocates only when there are more cameras than
 * before.
 */
export class CameraViews {
  private _views = new Float64Array(0);
  private _count = 0;
  private _areNew = false;
  private readonly _planes = Frustum.GetPlanes(Matrix.Identity());
  /** The matrix from the space of the spheres to the world: three axes of three components, and the origin. */
  private readonly _space = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0);

  /**
   * @param world the world matrix of the node in whose space the spheres are; null for world space
   * @returns whether the views differ from those of the last call
   */
  update({ activeCameras, activeCamera }: Scene, world: DeepImmutable<Matrix> | null = null): boolean {
    const lastCount = this._count;
    this._count = 0;
    this._areNew = false;
    if (world) {
      this._setSpace(world.asArray());
    }
    if (activeCameras && activeCameras.length > 0) {
      for (let i = 0; i < activeCameras.length; i++) {
        this._add(activeCameras[i]!);
      }
    } else if (activeCamera) {
      this._add(activeCamera);
    }
    return this._areNew || this._count !== lastCount;
  }

  /** Whether a camera may see a sphere, which the scale of the node stretches. */
  see(x: number, y: number, z: number, radius: number): boolean {
    for (let view = 0; view < this._count; view++) {
      if (this._isInFront(VIEW_SIZE * view, x, y, z, radius)) {
        return true;
      }
    }
    return false;
  }

  /** Units of the world from a point to the nearest camera; Infinity without a camera. */
  distanceTo(x: number, y: number, z: number): number {
    const { _views: views, _space: s } = this;
    const wx = x * s[0]! + y * s[3]! + z * s[6]!;
    const wy = x * s[1]! + y * s[4]! + z * s[7]!;
    const wz = x * s[2]! + y * s[5]! + z * s[8]!;
    let nearest = Infinity;
    for (let view = 0; view < this._count; view++) {
      const at = VIEW_SIZE * view + POSITION;
      const dx = wx - views[at]!;
      const dy = wy - views[at + 1]!;
      const dz = wz - views[at + 2]!;
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
        this._setPlane(at + 4 * p, this._planes[p]!);
      }
      const { x, y, z } = camera.globalPosition;
      const s = this._space;
      this._set(at + POSITION, x - s[9]!, y - s[10]!, z - s[11]!); // the difference of large numbers, in double precision
    }
  }

  /** Sets a plane of the world, in the space of the spheres: its distances there are those of a unit normal. */
  private _setPlane(at: number, { normal: { x, y, z }, d }: Plane): void {
    const s = this._space;
    const nx = s[0]! * x + s[1]! * y + s[2]! * z;
    const ny = s[3]! * x + s[4]! * y + s[5]! * z;
    const nz = s[6]! * x + s[7]! * y + s[8]! * z;
    const length = Math.sqrt(nx * nx + ny * ny + nz * nz) || 1;
    this._set(at, nx / length, ny / length, nz / length);
    this._setNumber(at + 3, (s[9]! * x + s[10]! * y + s[11]! * z + d) / length);
  }

  private _setSpace(m: ArrayLike<number>): void {
    for (let i = 0; i < 12; i++) {
      const component = m[i + ((i / 3) | 0)]!;
      if (this._space[i] !== component) {
        this._space[i] = component;
        this._areNew = true;
      }
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
