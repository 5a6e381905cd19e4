import { logWarning } from "../../../scene/host/index.js";
import { excerpt, grow } from "../../../gltf/util/index.js";
import type { BakedRows } from "../draw/bakedRows.js";
import type { Culling } from "../draw/culling.js";
import { type Characters, FADING, LAYERED, MIXED, NO_CLIP, PLAIN } from "../play/characters.js";
import type { CrowdAsset } from "../asset/crowdAsset.js";
import type { Fades } from "../play/fades.js";
import type { Layers, LayerPart } from "../play/layers.js";
import type { Mixtures } from "../play/mixtures.js";
import type { PoseTexture } from "../asset/poseTexture.js";
import { LayerKernels, TINY_SHARE } from "./layerKernels.js";
import { AMOUNT, createKernels, type CrowdKernels, type PoseKernels, TIMESTAMP } from "./poseKernels.js";

/** Below this speed, one sees the steps between baked rows. */
const SLOW = 0.5;

/** In place of the index of a character, for a row that shows several clips, or nothing yet. */
const NO_CHARACTER = -1;

/** Poses that are not baked: rows of the texture that are written in frames, for the characters that need one. */
export class LivePoses {
  private _used = 0;
  private _hasOverflowed = false;
  /** The drawn characters that need rows: those that fade, are mixed or have layers from the front, others from the end. */
  private _found = new Int32Array(0);
  /** For each row that shows one clip: the index of the character, its clip and its timestamp. */
  private _indices = new Int32Array(0);
  private _clips = new Int32Array(0);
  private _timestamps = new Float64Array(0);
  /** The rows that were written in this frame: those from the first to the last are uploaded. */
  private _first = 0;
  private _last = -1;
  private _kernels: PoseKernels;
  /** For characters with several layers; null until one is shown. */
  private _layerKernels: LayerKernels | null = null;
  private _weight = 0.5;
  /** What is added next, see {@link PoseKernels}; its weight is in place of the amount. */
  private readonly _moment = new Float64Array(2);

  constructor(
    private readonly _name: string,
    private readonly _asset: CrowdAsset,
    private readonly _characters: Characters,
    private readonly _fades: Fades,
    private readonly _mixtures: Mixtures,
    private readonly _layers: Layers,
    private readonly _culling: Culling,
    private readonly _baked: BakedRows,
    private readonly _texture: PoseTexture,
    /** Whether all drawn characters are posed exactly; a number: those nearer to a camera. */
    public exact: boolean | number,
  ) {
    this._kernels = createKernels(_asset, _texture);
  }

  /** What computes the poses. */
  get kernels(): CrowdKernels {
    return this._kernels.name;
  }

  /** To be called when the texture has other poses. */
  reset(): void {
    this._kernels = createKernels(this._asset, this._texture);
    this._indices = new Int32Array(0);
  }

  /**
   * Gives rows to the drawn characters that need one: first to characters that show several clips, then to others.
   * @param slots the drawn characters
   * @returns whether the texture was replaced
   */
  update(slots: Int32Array, count: number): boolean {
    const { kinds, capacity } = this._characters;
    if (this._found.length !== capacity) {
      this._found = new Int32Array(capacity);
    }
    const { _found: found } = this;
    let front = 0;
    let back = 0;
    for (let slot = 0; slot < count; slot++) {
      const index = slots[slot]!;
      if (kinds[index] !== PLAIN) {
        found[front++] = index;
      } else if (this._needsRow(index)) {
        found[capacity - ++back] = index;
      }
    }
    const isOther = this._texture.reserve(front + back);
    this._resize(this._texture.size.live);
    this._used = 0;
    this._first = Infinity;
    this._last = -1;
    for (let i = 0; i < front; i++) {
      this._show(found[i]!);
    }
    for (let i = 1; i <= back && this._used < this._texture.size.live; i++) {
      this._show(found[capacity - i]!);
    }
    this._texture.upload(this._first, this._last + 1 - this._first);
    return isOther;
  }

  private _resize(live: number): void {
    const before = this._indices.length;
    if (before < live) {
      this._indices = grow(this._indices, live, Int32Array).fill(NO_CHARACTER, before);
      this._clips = grow(this._clips, live, Int32Array);
      this._timestamps = grow(this._timestamps, live, Float64Array);
    }
  }

  /** Whether a character that plays one clip needs a row: otherwise, its steps between baked rows cannot be seen. */
  private _needsRow(index: number): boolean {
    const { clipIndices, columns } = this._characters;
    const { speeds, rates, finished } = columns;
    if (clipIndices[index] === NO_CLIP) {
      return false;
    }
    const speed = Math.abs(speeds[index]! * rates[index]!);
    return this._isExact(index) || (speed < SLOW && speed > 0 && finished[index] === 0);
  }

  private _isExact(index: number): boolean {
    const { exact } = this;
    return typeof exact === "number" ? this._culling.distanceOf(index) < exact : exact;
  }

  private _show(index: number): void {
    const { rows, kinds } = this._characters;
    const { live, baked } = this._texture.size;
    if (this._used === live) {
      this._showBaked(index);
      return;
    }
    const row = this._used++;
    rows[index] = baked + row;
    if (kinds[index] === PLAIN && this._isShown(row, index)) {
      return;
    }
    this._weight = 0;
    if (kinds[index] === LAYERED && this._layers.of(index)!.isStacked) {
      this._writeStack(index, row);
    } else {
      this._write(index, row);
    }
    this._indices[row] = kinds[index] === PLAIN ? index : NO_CHARACTER;
    this._first = Math.min(this._first, row);
    this._last = row;
  }

  private _write(index: number, row: number): void {
    const { kinds } = this._characters;
    if (kinds[index] === FADING) {
      this._addFade(index);
    } else if (kinds[index] === LAYERED) {
      this._addLowest(this._layers.of(index)!.layers[0]!.parts);
    } else if (kinds[index] === MIXED) {
      this._addMixture(index);
    } else {
      this._moment[AMOUNT] = 1;
      this._addOwn(index);
    }
    this._kernels.write(row);
  }

  private _writeStack(index: number, row: number): void {
    const { _kernels: kernels } = this;
    const { layers } = this._layers.of(index)!;
    const own = (this._layerKernels ??= new LayerKernels(this._asset, this._texture));
    this._kernels = own;
    this._addLowest(layers[0]!.parts);
    for (let i = 1; i < layers.length; i++) {
      own.over(layers[i]!);
    }
    own.write(row);
    this._kernels = kernels;
  }

  /** Adds the lowest layer: what its clips leave is the rest pose. */
  private _addLowest(parts: readonly LayerPart[]): void {
    const { _moment: moment } = this;
    const rest = restOf(parts);
    if (rest > TINY_SHARE) {
      moment[AMOUNT] = rest;
      this._add(NO_CLIP);
    }
    for (let i = 0; i < parts.length; i++) {
      const { clip, clipIndex, timestamp, weight } = parts[i]!;
      if (!clip.isAdditive) {
        moment[TIMESTAMP] = timestamp;
        moment[AMOUNT] = weight;
        this._add(clipIndex);
      }
    }
    for (let i = 0; i < parts.length; i++) {
      const { clip, timestamp, weight } = parts[i]!;
      if (clip.isAdditive && weight > 0) {
        moment[TIMESTAMP] = timestamp;
        moment[AMOUNT] = weight;
        this._kernels.add(clip, moment);
      }
    }
  }

  /** Whether a row already shows the present pose of a character that plays one clip. If not, the row is noted for that pose. */
  private _isShown(row: number, index: number): boolean {
    const { clipIndices, columns } = this._characters;
    const clip = clipIndices[index]!;
    const timestamp = columns.timestamps[index]!;
    const { _indices: indices, _clips: clips, _timestamps: timestamps } = this;
    if (indices[row] === index && clips[row] === clip && timestamps[row] === timestamp) {
      return true;
    }
    clips[row] = clip;
    timestamps[row] = timestamp;
    return false;
  }

  private _addFade(index: number): void {
    const { parts, progress } = this._fades.of(index)!;
    const { _moment: moment } = this;
    const { timestamps } = this._fades.columns;
    for (let i = 0; i < parts.length; i++) {
      const { clip, slot, factor } = parts[i]!;
      moment[TIMESTAMP] = timestamps[slot]!;
      moment[AMOUNT] = factor;
      this._add(clip);
    }
    moment[AMOUNT] = progress;
    this._addOwn(index);
  }

  /** Adds the character's own clip, with the weight of the moment. */
  private _addOwn(index: number): void {
    const { clipIndices, columns } = this._characters;
    this._moment[TIMESTAMP] = columns.timestamps[index]!;
    this._add(clipIndices[index]!);
  }

  private _addMixture(index: number): void {
    const { clips, weights } = this._mixtures.of(index)!;
    const { _moment: moment } = this;
    const share = this._shareOf(index);
    for (let i = 0; i < clips.length; i++) {
      const clip = clips[i]!;
      if (!clip.isAdditive) {
        moment[TIMESTAMP] = clip.settings.start + share * clip.duration;
        moment[AMOUNT] = weights[i]!;
        this._add(this._asset.clips.indexOf(clip));
      }
    }
    if (this._weight === 0) {
      this._kernels.set(null, moment); // only additive clips
    }
    for (let i = 0; i < clips.length; i++) {
      const clip = clips[i]!;
      if (clip.isAdditive) {
        moment[TIMESTAMP] = clip.settings.start + share * clip.duration;
        moment[AMOUNT] = weights[i]!;
        this._kernels.add(clip, moment);
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

  /** Blends a clip into the pose, with the timestamp and the weight of the moment. */
  private _add(clip: number): void {
    const { _moment: moment } = this;
    const weight = moment[AMOUNT]!;
    if (weight === 0) {
      return;
    }
    const shown = clip === NO_CLIP ? null : this._asset.clips[clip]!;
    this._weight += weight;
    if (this._weight === weight) {
      this._kernels.set(shown, moment);
    } else {
      moment[AMOUNT] = weight / this._weight;
      this._kernels.blend(shown, moment);
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
        `${excerpt(this._name)}: more than ${this._texture.size.live} characters fade or are mixed at once; the others change over at half of their fade; increase maxLivePoses where it is lower, or bake fewer rows`,
      );
    }
  }
}

/** The share of a layer that its clips leave. */
function restOf(parts: readonly LayerPart[]): number {
  let rest = 1;
  for (let i = 0; i < parts.length; i++) {
    const { clip, weight } = parts[i]!;
    rest -= clip.isAdditive ? 0 : weight;
  }
  return rest;
}
