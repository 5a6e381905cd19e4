import { grow } from "../../../gltf/util/index.js";
import type { Characters } from "../play/characters.js";
import type { Culling } from "./culling.js";

/** Finds the level of detail of each character by its distance to the nearest camera. */
export class Levels {
  /** For each level, 1 for the characters that are drawn at this level. */
  readonly masks: Uint8Array[];

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
  update(inView: Uint8Array | null): void {
    const { capacity, end } = this._characters;
    const { masks, _distances: distances, _culling: culling } = this;
    if (masks[0]!.length !== capacity) {
      masks.forEach((mask, level) => (masks[level] = grow(mask, capacity, Uint8Array)));
    }
    for (let i = 0; i < end; i++) {
      const isDrawn = inView === null || inView[i] === 1;
      const distance = isDrawn ? culling.distanceOf(i) : 0;
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
