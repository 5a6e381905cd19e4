import type { Scene } from "@babylonjs/core/scene.js";
import { CameraViews } from "../../host/index.js";
import { grow } from "../../util/index.js";
import type { Characters } from "../play/characters.js";
import type { Culling } from "./culling.js";

/** Finds the level of detail of each character by its distance to the nearest camera. */
export class Levels {
  /** For each level, 1 for the characters that are drawn at this level. */
  readonly masks: Uint8Array[];
  private readonly _views = new CameraViews();

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
  update(scene: Scene, inView: Uint8Array | null): void {
    const { capacity, end } = this._characters;
    const { masks, _distances: distances, _views: views } = this;
    const { spheres } = this._culling;
    if (masks[0]!.length !== capacity) {
      masks.forEach((mask, level) => (masks[level] = grow(mask, capacity, Uint8Array)));
    }
    views.update(scene);
    for (let i = 0; i < end; i++) {
      const isDrawn = inView === null || inView[i] === 1;
      const distance = isDrawn ? views.distanceTo(spheres[4 * i]!, spheres[4 * i + 1]!, spheres[4 * i + 2]!) : 0;
      let level = 0;
      while (level < distances.length && distance >= distances[level]!) {
        level++;
      }
      for (let k = 0; k < masks.length; k++) {
        masks[k]![i] = isDrawn && k === level ? 1 : 0;
      }
    }
  }
}
