import type { Camera } from "@babylonjs/core/Cameras/camera.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { grow } from "../../util/index.js";
import type { Characters } from "../play/characters.js";
import type { Culling } from "./culling.js";

/** Finds the level of detail of each character by its distance to the nearest camera. */
export class Levels {
  /** For each level, 1 for the characters that are drawn at this level. */
  readonly masks: Uint8Array[];
  private _nearest = new Float32Array(0);

  /** @param _distances from which on each level but the first is drawn, ascending */
  constructor(
    private readonly _characters: Characters,
    private readonly _culling: Culling,
    private readonly _distances: readonly number[],
  ) {
    this.masks = [0, ..._distances].map(() => new Uint8Array(0));
  }

  /**
   * Allocates nothing while no character is added.
   * @param inView 1 for characters that are drawn at all; null for all
   */
  update({ activeCameras, activeCamera }: Scene, inView: Uint8Array | null): void {
    const { capacity } = this._characters;
    if (this._nearest.length !== capacity) {
      this._nearest = grow(this._nearest, capacity, Float32Array);
      this.masks.forEach((mask, level) => (this.masks[level] = grow(mask, capacity, Uint8Array)));
    }
    this._nearest.fill(Infinity);
    if (activeCameras && activeCameras.length > 0) {
      for (let i = 0; i < activeCameras.length; i++) {
        this._approach(activeCameras[i]!);
      }
    } else if (activeCamera) {
      this._approach(activeCamera);
    }
    this._choose(inView);
  }

  private _approach({ globalPosition }: Camera): void {
    const { spheres } = this._culling;
    const nearest = this._nearest;
    const { end } = this._characters;
    for (let i = 0; i < end; i++) {
      const x = spheres[4 * i]! - globalPosition.x;
      const y = spheres[4 * i + 1]! - globalPosition.y;
      const z = spheres[4 * i + 2]! - globalPosition.z;
      nearest[i] = Math.min(nearest[i]!, Math.sqrt(x * x + y * y + z * z));
    }
  }

  private _choose(inView: Uint8Array | null): void {
    const { masks, _distances: distances, _nearest: nearest } = this;
    const { end } = this._characters;
    for (let i = 0; i < end; i++) {
      const isDrawn = inView === null || inView[i] === 1;
      let level = 0;
      while (level < distances.length && nearest[i]! >= distances[level]!) {
        level++;
      }
      for (let k = 0; k < masks.length; k++) {
        masks[k]![i] = isDrawn && k === level ? 1 : 0;
      }
    }
  }
}
