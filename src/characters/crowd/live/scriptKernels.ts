import { blendInto } from "../../../gltf/sampling/index.js";
import type { CrowdAsset } from "../asset/crowdAsset.js";
import type { CrowdClip } from "../asset/crowdClip.js";
import type { PoseTexture } from "../asset/poseTexture.js";
import { AMOUNT, type ClipMoment, type PoseKernels, TIMESTAMP } from "./poseKernels.js";

/** Poses in JavaScript, in double precision. */
export class ScriptKernels implements PoseKernels {
  readonly name = "javascript";
  protected readonly _pose: Float64Array;
  private readonly _other: Float64Array;
  private readonly _matrices: Float32Array;

  constructor(
    private readonly _asset: CrowdAsset,
    private readonly _texture: PoseTexture,
  ) {
    const { rig, palette } = _asset;
    this._pose = new Float64Array(rig.rest.length);
    this._other = new Float64Array(rig.rest.length);
    this._matrices = new Float32Array(16 * palette.length);
  }

  set(clip: CrowdClip | null, moment: ClipMoment): void {
    this._sample(clip, moment, this._pose);
  }

  blend(clip: CrowdClip | null, moment: ClipMoment): void {
    const amount = moment[AMOUNT]!;
    const { _pose: pose, _other: other } = this;
    const { rotations, vectors } = this._asset.rig.slots;
    this._sample(clip, moment, other);
    blendInto(pose, 0, other, 0, rotations, amount);
    blendInto(pose, rotations.size, other, rotations.size, vectors, amount);
  }

  add(clip: CrowdClip, moment: ClipMoment): void {
    clip.sampleInto(moment[TIMESTAMP]!, this._pose, moment[AMOUNT]);
  }

  write(row: number): void {
    this._asset.writeRow(this._pose, this._matrices);
    this._texture.writeLive(row, this._matrices);
  }

  private _sample(clip: CrowdClip | null, moment: ClipMoment, pose: Float64Array): void {
    pose.set(this._asset.rig.rest);
    clip?.sampleInto(moment[TIMESTAMP]!, pose);
  }
}
