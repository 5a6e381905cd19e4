import type { CrowdAsset } from "../asset/crowdAsset.js";
import type { PoseTexture } from "../asset/poseTexture.js";
import type { Layer } from "../play/layers.js";
import { ScriptKernels } from "./scriptKernels.js";

/** A smaller share is a rounding error. */
export const TINY_SHARE = 1e-9;

/** Poses with layers. */
export class LayerKernels extends ScriptKernels {
  /** How much of each value has been mixed so far, at its first component. */
  private readonly _shares: Float64Array;

  constructor(asset: CrowdAsset, texture: PoseTexture) {
    super(asset, texture);
    this._shares = new Float64Array(this._pose.length);
  }

  /** Shows a layer over the pose: the mixture of its clips for the values that they animate, then what is added. */
  over({ parts, mask, isAdditive }: Layer): void {
    const { _shares: shares, _pose: pose } = this;
    shares.fill(1);
    for (let i = 0; i < parts.length; i++) {
      const { clip, weight } = parts[i]!;
      if (!isAdditive && !clip.isAdditive) {
        clip.takeShares(shares, weight);
      }
    }
    for (let i = 0; i < shares.length; i++) {
      shares[i] = shares[i]! > TINY_SHARE ? shares[i]! : 0;
    }
    for (let i = 0; i < parts.length; i++) {
      const { clip, timestamp, weight } = parts[i]!;
      if (!isAdditive && !clip.isAdditive && weight > 0) {
        clip.blendInto(timestamp, pose, shares, weight, mask);
      }
    }
    for (let i = 0; i < parts.length; i++) {
      const { clip, timestamp, weight } = parts[i]!;
      if ((isAdditive || clip.isAdditive) && weight > 0) {
        clip.addInto(timestamp, pose, weight, mask);
      }
    }
  }
}
