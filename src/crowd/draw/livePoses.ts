import { logWarning } from "../../host/index.js";
import { excerpt, grow } from "../../util/index.js";
import { blendInto } from "../../sampling/index.js";
import type { BakedRows } from "./bakedRows.js";
import { type Characters, FADING, MIXED, NO_CLIP, PLAIN } from "../play/characters.js";
import type { CrowdAsset } from "../asset/crowdAsset.js";
import type { Fades } from "../play/fades.js";
import type { Mixtures } from "../play/mixtures.js";
import type { PoseTexture } from "../asset/poseTexture.js";

/** Below this speed, one sees the steps between baked rows. */
const SLOW = 0.5;

/** Poses that are not baked: rows of the texture that are written in each frame, for the characters that need one. */
export class LivePoses {
  private _used = 0;
  private _hasOverflowed = false;
  /** The drawn characters in slow motion. */
  private _slow = new Int32Array(0);
  private readonly _pose: Float64Array;
  private readonly _other: Float64Array;
  private readonly _matrices: Float32Array;
  private _weight = 0.5;

  constructor(
    private readonly _name: string,
    private readonly _asset: CrowdAsset,
    private readonly _characters: Characters,
    private readonly _fades: Fades,
    private readonly _mixtures: Mixtures,
    private readonly _baked: BakedRows,
    private readonly _texture: PoseTexture,
  ) {
    this._pose = new Float64Array(_asset.rig.rest.length);
    this._other = new Float64Array(_asset.rig.rest.length);
    this._matrices = new Float32Array(16 * _texture.size.entries);
  }

  /**
   * Gives rows to the drawn characters that need one: fading and mixed characters first, then slow characters. Allocates nothing.
   * @param slots the drawn characters
   */
  update(slots: Int32Array, count: number): void {
    const { kinds } = this._characters;
    const slow = this._findSlow(slots, count);
    this._used = 0;
    for (let slot = 0; slot < count; slot++) {
      const index = slots[slot]!;
      if (kinds[index] !== PLAIN) {
        this._show(index);
      }
    }
    for (let i = 0; i < slow && this._used < this._texture.size.live; i++) {
      this._show(this._slow[i]!);
    }
    this._texture.upload(this._used);
  }

  private _findSlow(slots: Int32Array, count: number): number {
    const { kinds, clipIndices, capacity, columns } = this._characters;
    const { speeds, rates, finished } = columns;
    if (this._slow.length !== capacity) {
      this._slow = grow(this._slow, capacity, Int32Array);
    }
    let found = 0;
    for (let slot = 0; slot < count; slot++) {
      const index = slots[slot]!;
      const speed = Math.abs(speeds[index]! * rates[index]!);
      if (speed < SLOW && speed > 0 && kinds[index] === PLAIN && clipIndices[index] !== NO_CLIP && finished[index] === 0) {
        this._slow[found++] = index;
      }
    }
    return found;
  }

  private _show(index: number): void {
    const { rows, kinds } = this._characters;
    const { live, baked } = this._texture.size;
    if (this._used === live) {
      this._showBaked(index);
      return;
    }
    this._weight = 0;
    if (kinds[index] === FADING) {
      this._addFade(index);
    } else if (kinds[index] === MIXED) {
      this._addMixture(index);
    } else {
      this._addOwn(index, 1);
    }
    this._asset.writeRow(this._pose, this._matrices);
    this._texture.writeLive(this._used, this._matrices);
    rows[index] = baked + this._used++;
  }

  private _addFade(index: number): void {
    const { parts, progress } = this._fades.of(index)!;
    const { timestamps } = this._fades.columns;
    for (let i = 0; i < parts.length; i++) {
      const { clip, slot, factor } = parts[i]!;
      this._add(clip, timestamps[slot]!, factor);
    }
    this._addOwn(index, progress);
  }

  /** Adds the character's own clip. */
  private _addOwn(index: number, weight: number): void {
    const { clipIndices, columns } = this._characters;
    this._add(clipIndices[index]!, columns.timestamps[index]!, weight);
  }

  private _addMixture(index: number): void {
    const { clips, weights } = this._mixtures.of(index)!;
    const share = this._shareOf(index);
    for (let i = 0; i < clips.length; i++) {
      const clip = clips[i]!;
      if (!clip.isAdditive) {
        this._add(this._asset.clips.indexOf(clip), clip.settings.start + share * clip.duration, weights[i]!);
      }
    }
    if (this._weight === 0) {
      this._pose.set(this._asset.rig.rest); // only additive clips
    }
    for (let i = 0; i < clips.length; i++) {
      const clip = clips[i]!;
      if (clip.isAdditive) {
        clip.sampleInto(clip.settings.start + share * clip.duration, this._pose, weights[i]);
      }
    }
  }

  /** The phase of the character's own clip, 0..1. */
  private _shareOf(index: number): number {
    const { clipIndices, columns } = this._characters;
    const clip = this._asset.clips[clipIndices[index]!];
    const start = columns.starts[index]!;
    const length = (columns.ends[index] === Infinity ? (clip?.end ?? start) : columns.ends[index]!) - start;
    return clip && length > 0 ? Math.min((columns.timestamps[index]! - start) / length, 1) : 0;
  }

  /** Blends a clip at a timestamp into the pose. */
  private _add(clip: number, timestamp: number, weight: number): void {
    const { rig, clips } = this._asset;
    if (weight === 0) {
      return;
    }
    const target = this._weight === 0 ? this._pose : this._other;
    target.set(rig.rest);
    if (clip !== NO_CLIP) {
      clips[clip]!.sampleInto(timestamp, target);
    }
    this._weight += weight;
    if (target === this._other) {
      const { rotations, vectors } = rig.slots;
      const amount = weight / this._weight;
      blendInto(this._pose, 0, target, 0, rotations, amount);
      blendInto(this._pose, rotations.size, target, rotations.size, vectors, amount);
    }
  }

  /** Shows the largest part of a pose, where no row is left. */
  private _showBaked(index: number): void {
    const { rows, columns, clipIndices } = this._characters;
    const fade = this._fades.of(index);
    if (fade && fade.progress < 0.5) {
      const { clip, slot } = fade.parts[fade.parts.length - 1]!;
      rows[index] = this._baked.rowAt(clip, this._fades.columns.timestamps, slot);
    } else {
      rows[index] = this._baked.rowAt(clipIndices[index]!, columns.timestamps, index);
    }
    if (!this._hasOverflowed) {
      this._hasOverflowed = true;
      logWarning(
        `${excerpt(this._name)}: more than ${this._texture.size.live} characters fade or are mixed at once; the others change over at half of their fade; increase maxLivePoses`,
      );
    }
  }
}
