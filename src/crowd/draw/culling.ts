import type { Camera } from "@babylonjs/core/Cameras/camera.js";
import { Matrix, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { Frustum } from "@babylonjs/core/Maths/math.frustum.js";
import type { Mesh } from "@babylonjs/core/Meshes/mesh.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { grow } from "../../util/index.js";
import { largestScaleAt } from "../asset/affine.js";
import { Box } from "../asset/boundingBox.js";
import type { Characters } from "../play/characters.js";

/** Numbers for each camera: six planes of four. */
const VIEW_SIZE = 24;

/** The bounding spheres of characters, and which of them the cameras may see. */
export class Culling {
  /** 1 for characters that a camera may see. */
  inView = new Uint8Array(0);
  /** The bounding sphere of each character: center and radius. */
  spheres = new Float32Array(0);
  private readonly _box = new Box();
  private readonly _low = new Vector3();
  private readonly _high = new Vector3();
  private readonly _planes = Frustum.GetPlanes(Matrix.Identity());
  /** The planes of each camera in the last frame: normal and distance. */
  private _views = new Float64Array(0);
  private _viewCount = 0;
  private _areViewsNew = false;

  /** Contains the asset in all its poses. */
  private _sphere: Float64Array;

  /** @param box contains the asset in all its poses */
  constructor(
    private readonly _characters: Characters,
    box: Box,
    private readonly _margin: number,
  ) {
    this._sphere = box.sphere;
  }

  /** Sets another box that contains the asset in all its poses. */
  set box(box: Box) {
    this._sphere = box.sphere;
    this._characters.areMatricesDirty = true;
  }

  /** Computes the spheres of all characters. Allocates nothing while none is added. */
  updateSpheres(): void {
    const { end, capacity, matrices } = this._characters;
    if (this.inView.length !== capacity) {
      this.inView = grow(this.inView, capacity, Uint8Array);
      this.spheres = grow(this.spheres, 4 * capacity, Float32Array);
    }
    const { spheres, _sphere: asset, _margin: margin } = this;
    const x = asset[0]!;
    const y = asset[1]!;
    const z = asset[2]!;
    const radius = asset[3]!;
    for (let i = 0; i < end; i++) {
      const m = 16 * i;
      for (let axis = 0; axis < 3; axis++) {
        spheres[4 * i + axis] =
          x * matrices[m + axis]! + y * matrices[m + 4 + axis]! + z * matrices[m + 8 + axis]! + matrices[m + 12 + axis]!;
      }
      spheres[4 * i + 3] = radius * largestScaleAt(matrices, m) + margin;
    }
  }

  /** Makes the bounding boxes of meshes contain all visible characters: shadow maps are fitted to these boxes. */
  updateBounds(meshes: readonly Mesh[]): void {
    const { end, alive, hidden } = this._characters;
    const { spheres, _box: box } = this;
    const { bounds } = box;
    box.clear();
    for (let i = 0; i < end; i++) {
      if (alive[i] === 1 && hidden[i] === 0) {
        const radius = spheres[4 * i + 3]!;
        for (let axis = 0; axis < 3; axis++) {
          const center = spheres[4 * i + axis]!;
          if (center - radius < bounds[axis]!) {
            bounds[axis] = center - radius;
          }
          if (center + radius > bounds[axis + 3]!) {
            bounds[axis + 3] = center + radius;
          }
        }
      }
    }
    if (!box.isEmpty) {
      this._low.fromArray(bounds as unknown as number[], 0);
      this._high.fromArray(bounds as unknown as number[], 3);
      for (const mesh of meshes) {
        mesh.getBoundingInfo().reConstruct(this._low, this._high, mesh.getWorldMatrix());
      }
    }
  }

  /**
   * Finds the characters that the active cameras of a scene may see. Allocates nothing while no camera is added.
   * @param areSpheresNew whether the spheres changed since the last call
   * @returns whether others may be in view than at the last call
   */
  findInView(scene: Scene, areSpheresNew: boolean): boolean {
    const { activeCameras, activeCamera } = scene;
    const lastCount = this._viewCount;
    this._viewCount = 0;
    this._areViewsNew = false;
    if (activeCameras && activeCameras.length > 0) {
      for (let i = 0; i < activeCameras.length; i++) {
        this._addViews(activeCameras[i]!);
      }
    } else if (activeCamera) {
      this._addViews(activeCamera);
    }
    if (!areSpheresNew && !this._areViewsNew && this._viewCount === lastCount) {
      return false;
    }
    this.inView.fill(0);
    for (let view = 0; view < this._viewCount; view++) {
      this._findInView(VIEW_SIZE * view);
    }
    return true;
  }

  private _addViews(camera: Camera): void {
    const { rigCameras } = camera;
    for (let i = 0; i < rigCameras.length; i++) {
      this._addViews(rigCameras[i]!);
    }
    if (rigCameras.length === 0) {
      camera.getViewMatrix();
      camera.getProjectionMatrix();
      Frustum.GetPlanesToRef(camera.getTransformationMatrix(), this._planes);
      const at = VIEW_SIZE * this._viewCount++;
      if (this._views.length < at + VIEW_SIZE) {
        this._views = grow(this._views, at + VIEW_SIZE, Float64Array);
      }
      for (let p = 0; p < this._planes.length; p++) {
        const { normal, d } = this._planes[p]!;
        this._setView(at + 4 * p, normal.x);
        this._setView(at + 4 * p + 1, normal.y);
        this._setView(at + 4 * p + 2, normal.z);
        this._setView(at + 4 * p + 3, d);
      }
    }
  }

  private _setView(at: number, value: number): void {
    if (this._views[at] !== value) {
      this._views[at] = value;
      this._areViewsNew = true;
    }
  }

  /** @param at the view's first plane */
  private _findInView(at: number): void {
    const { inView, spheres, _views: views } = this;
    const { end } = this._characters;
    for (let i = 0; i < end; i++) {
      const x = spheres[4 * i]!;
      const y = spheres[4 * i + 1]!;
      const z = spheres[4 * i + 2]!;
      const radius = spheres[4 * i + 3]!;
      let isOutside = false;
      for (let p = at; p < at + VIEW_SIZE && !isOutside; p += 4) {
        isOutside = views[p]! * x + views[p + 1]! * y + views[p + 2]! * z + views[p + 3]! < -radius;
      }
      if (!isOutside) {
        inView[i] = 1;
      }
    }
  }
}
