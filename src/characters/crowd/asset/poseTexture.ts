import type { AbstractEngine } from "@babylonjs/core/Engines/abstractEngine.js";
import type { ThinEngine } from "@babylonjs/core/Engines/thinEngine.js";
import { RawTexture } from "@babylonjs/core/Materials/Textures/rawTexture.js";
import { Texture } from "@babylonjs/core/Materials/Textures/texture.js";
import { Constants } from "@babylonjs/core/Engines/constants.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { isHeadless } from "../../../scene/host/index.js";
import { fromHalf, toHalf } from "./halfFloat.js";

/** The size of a pose texture. */
export interface PoseTextureSize {
  /** Matrices in a row. */
  readonly entries: number;
  /** Rows that are written once. */
  readonly baked: number;
  /** Rows that are written again in frames. */
  readonly live: number;
}

/** The most matrices of a pose texture, on all devices: 256 MiB of half floats. */
const MAX_MATRICES = 2 ** 23;

/**
 * @throws RangeError where the poses are too large, or the engine cannot draw poses of this size
 */
export function expectFit(engine: AbstractEngine, { entries, baked, live }: PoseTextureSize): void {
  if ((baked + live) * entries > MAX_MATRICES) {
    throw new RangeError(
      `options.clips: must have at most ${Math.max(Math.floor(MAX_MATRICES / entries) - live, 0)} rows, ` +
        `beside ${live} live ones, of ${entries} joints and rigid meshes (got ${baked}); lower posesPerSecond or maxLivePoses, or divide the clips among crowds`,
    );
  }
  if (isHeadless(engine)) {
    return;
  }
  const { maxTextureSize, textureHalfFloat, textureFloat } = engine.getCaps();
  if (!(engine.isWebGPU || engine.version > 1) || !(textureHalfFloat || textureFloat)) {
    throw new RangeError(`engine: must be WebGL 2 or WebGPU (got ${engine.description}); use ordinary instances`);
  }
  if (4 * entries > maxTextureSize) {
    throw new RangeError(
      `container: must have at most ${maxTextureSize / 4} joints and rigid meshes on this device (got ${entries}); use ordinary instances`,
    );
  }
  if (baked + live > maxTextureSize) {
    throw new RangeError(
      `options.clips: must have at most ${maxTextureSize - live} rows on this device (got ${baked}); ` +
        `lower posesPerSecond, or divide the clips among crowds`,
    );
  }
}

/** The most live rows beside the baked ones, as far as the device allows. */
export function mostLive(engine: AbstractEngine, { entries, baked }: Omit<PoseTextureSize, "live">): number {
  const ofDevice = isHeadless(engine) ? Infinity : engine.getCaps().maxTextureSize;
  return Math.min(Math.floor(MAX_MATRICES / entries), ofDevice) - baked;
}

/** A texture of poses: a row of matrices for each, four texels each. The baked rows come first. */
export class PoseTexture {
  /** Another texture after {@link replace}. */
  texture: RawTexture;
  private readonly _width: number;
  private readonly _isHeadless: boolean;
  /** The part of the data that was uploaded last, and its first live row. */
  private _uploaded: Float32Array | Uint16Array;
  private _first = 0;

  /**
   * @param data the data of all rows, as uploaded: from {@link createRows}, baked
   * @param _maxLive the most live rows, if there is room for them
   */
  constructor(
    public size: PoseTextureSize,
    public data: Float32Array | Uint16Array,
    private readonly _name: string,
    private readonly _scene: Scene,
    private readonly _maxLive: number,
  ) {
    this._width = 4 * size.entries;
    this._uploaded = data.subarray(0, 0);
    this._isHeadless = isHeadless(_scene.getEngine());
    this.texture = this._create();
  }

  /** Takes other rows, with as many entries as before. */
  replace(size: PoseTextureSize, data: Float32Array | Uint16Array): void {
    this.texture.dispose();
    this.size = size;
    this.data = data;
    this._uploaded = data.subarray(0, 0);
    this.texture = this._create();
  }

  /**
   * Makes room for live rows, as far as the device allows.
   * @returns whether the texture was replaced
   */
  reserve(count: number): boolean {
    const { entries, baked, live } = this.size;
    if (count <= live) {
      return false;
    }
    const most = mostLive(this._scene.getEngine(), this.size);
    const size = { entries, baked, live: Math.max(live, Math.min(Math.max(count, 2 * live), this._maxLive, most)) };
    if (size.live === live) {
      return false;
    }
    const data = createRows(size, this.data instanceof Uint16Array);
    data.set(this.data);
    this.replace(size, data);
    return true;
  }

  private _create(): RawTexture {
    const { data, size } = this;
    const type = data instanceof Uint16Array ? Constants.TEXTURETYPE_HALF_FLOAT : Constants.TEXTURETYPE_FLOAT;
    const texture = new RawTexture(
      ...([data, this._width, size.baked + size.live, Constants.TEXTUREFORMAT_RGBA, this._scene, false, false] as const),
      ...([Texture.NEAREST_SAMPLINGMODE, type] as const),
    );
    texture.name = this._name;
    return texture;
  }

  /** Writes a live row. */
  writeLive(row: number, matrices: Float32Array): void {
    writeRow(this.data, this.size.baked + row, matrices);
  }

  /** Sets a live row, as it is uploaded. */
  setLive(row: number, matrices: Float32Array | Uint16Array): void {
    this.data.set(matrices, (this.size.baked + row) * matrices.length);
  }

  /** Uploads some live rows. Allocates nothing if they are the same as the last time. */
  upload(first: number, count: number): void {
    const { _width: width, size, data } = this;
    const internal = this.texture.getInternalTexture();
    if (count > 0 && internal && !this._isHeadless) {
      if (this._first !== first || this._uploaded.length !== 4 * width * count) {
        const begin = 4 * width * (size.baked + first);
        this._first = first;
        this._uploaded = data.subarray(begin, begin + 4 * width * count);
      }
      (this._scene.getEngine() as ThinEngine).updateTextureData(internal, this._uploaded, 0, size.baked + first, width, count);
    }
  }

  /** Reads a matrix of a row. */
  readMatrix(row: number, entry: number, out: Float32Array | Float64Array, at: number): void {
    const begin = (row * this.size.entries + entry) * 16;
    for (let i = 0; i < 16; i++) {
      const component = this.data[begin + i]!;
      out[at + i] = this.data instanceof Uint16Array ? fromHalf(component) : component;
    }
  }

  dispose(): void {
    this.texture.dispose();
  }
}

/** Memory for all rows of a texture. */
export function createRows({ entries, baked, live }: PoseTextureSize, isHalf: boolean): Float32Array | Uint16Array {
  return new (isHalf ? Uint16Array : Float32Array)((baked + live) * entries * 16);
}

/** Writes the matrices of a row, rounded to half floats where the rows are. */
export function writeRow(rows: Float32Array | Uint16Array, row: number, matrices: Float32Array): void {
  const begin = row * matrices.length;
  if (rows instanceof Float32Array) {
    rows.set(matrices, begin);
    return;
  }
  for (let i = 0; i < matrices.length; i++) {
    rows[begin + i] = toHalf(matrices[i]!);
  }
}
