import { show } from "../../../gltf/util/index.js";
import { type Characters, MIXED, PLAIN } from "./characters.js";
import type { CrowdClip } from "../asset/crowdClip.js";

/** Clips that are shown together. */
export interface Mixture {
  readonly clips: readonly CrowdClip[];
  /** One weight for each clip, 0..1. The sum of those of clips that are not additive is 1, or 0. */
  readonly weights: readonly number[];
}

/** @throws RangeError unless the weights are as many as the clips, finite, >= 0, and not all 0 */
export function createMixture(clips: readonly CrowdClip[], weights: readonly number[]): Mixture {
  const areNumbers = weights.every((weight) => typeof weight === "number");
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const replacing = weights.reduce((sum, weight, i) => (clips[i]?.isAdditive ? sum : sum + weight), 0);
  if (!areNumbers || weights.length !== clips.length || !(total > 0 && total < Infinity) || weights.some((weight) => weight < 0)) {
    const message = `weights: must be one finite number >= 0 for each clip, and not all 0 (got ${show(weights)})`;
    throw new (areNumbers ? RangeError : TypeError)(message);
  }
  return { clips, weights: weights.map((weight, i) => (clips[i]!.isAdditive ? Math.min(weight, 1) : weight && weight / replacing)) };
}

/** The mixtures of characters. */
export class Mixtures {
  private readonly _byIndex: (Mixture | undefined)[] = [];

  constructor(private readonly _characters: Characters) {}

  of(index: number): Mixture | undefined {
    return this._byIndex[index];
  }

  set(index: number, mixture: Mixture): void {
    this._byIndex[index] = mixture;
    this._characters.kinds[index] = MIXED;
  }

  end(index: number): void {
    if (this._byIndex[index]) {
      this._byIndex[index] = undefined;
      this._characters.kinds[index] = PLAIN;
    }
  }
}
