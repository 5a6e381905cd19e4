import { type Matrix, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import type { Mesh } from "@babylonjs/core/Meshes/mesh.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { CameraViews } from "../../../scene/host/index.js";
import { grow } from "../../../gltf/util/index.js";
import { largestScaleAt } from "../../../gltf/sampling/index.js";
import { Box } from "../asset/boundingBox.js";
import type { Characters } from "../play/characters.js";

/** The bounding spheres of characters, in the space of the crowd: how far they are from the cameras, and which of them the cameras may see. */
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

  /** Computes the box that contains all visible characters. Allocates nothing. */
  updateBounds(): void {
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
  }

  /** How far the visible characters reach from the origin of the crowd along an axis; 0 without any. */
  get reach(): number {
    const { bounds } = this._box;
    let reach = 0;
    for (let i = 0; i < bounds.length && !this._box.isEmpty; i++) {
      reach = Math.max(reach, Math.abs(bounds[i]!));
    }
    return reach;
  }

  /**
   * Gives meshes the box that contains all visible characters: shadow maps are fitted to it.
   * @param world the world matrix of the crowd
   */
  bound(meshes: readonly Mesh[], world: Matrix): void {
    const { _box: box, _low: low, _high: high } = this;
    if (!box.isEmpty) {
      low.fromArray(box.bounds as unknown as number[], 0);
      high.fromArray(box.bounds as unknown as number[], 3);
      for (let i = 0; i < meshes.length; i++) {
        meshes[i]!.getBoundingInfo().reConstruct(low, high, world);
      }
    }
  }

  /**
   * Reads the active cameras of a scene. Allocates nothing while no camera is added.
   * @param world the world matrix of the crowd; null for the identity
   * @returns whether they see the crowd from elsewhere than at the last call
   */
  updateViews(scene: Scene, world: Matrix | null = null): boolean {
    return this._views.update(scene, world);
  }

  /** Units of the world from the middle of a character to the nearest camera; Infinity without a camera. */
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
