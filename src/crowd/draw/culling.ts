import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import type { Mesh } from "@babylonjs/core/Meshes/mesh.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { CameraViews } from "../../host/index.js";
import { grow } from "../../util/index.js";
import { largestScaleAt } from "../../sampling/index.js";
import { Box } from "../asset/boundingBox.js";
import type { Characters } from "../play/characters.js";

/** The bounding spheres of characters: how far they are from the cameras, and which of them the cameras may see. */
export class Culling {
  /** 1 for characters that a camera may see. */
  inView = new Uint8Array(0);
  /** The bounding sphere of each character: center and radius. */
  spheres = new Float32Array(0);
  private readonly _box = new Box();
  private readonly _low = new Vector3();
  private readonly _high = new Vector3();
  private readonly _views = new CameraViews();
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
   * Reads the active cameras of a scene. Allocates nothing while no camera is added.
   * @returns whether they differ from those of the last call
   */
  updateViews(scene: Scene): boolean {
    return this._views.update(scene);
  }

  /** Units from the middle of a character to the nearest camera; Infinity without a camera. */
  distanceOf(index: number): number {
    const { spheres } = this;
    return this._views.distanceTo(spheres[4 * index]!, spheres[4 * index + 1]!, spheres[4 * index + 2]!);
  }

  /** Finds the characters that the cameras may see. Allocates nothing. */
  findInView(): void {
    const { inView, spheres, _views: views } = this;
    const { end } = this._characters;
    for (let i = 0; i < end; i++) {
      inView[i] = Number(views.see(spheres[4 * i]!, spheres[4 * i + 1]!, spheres[4 * i + 2]!, spheres[4 * i + 3]!));
    }
  }
}
