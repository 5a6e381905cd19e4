import { VertexBuffer } from "@babylonjs/core/Buffers/buffer.js";
import type { Mesh } from "@babylonjs/core/Meshes/mesh.js";
import { forgetInstanceMatrices } from "../../../scene/host/index.js";
import { grow } from "../../../gltf/util/index.js";
import type { Characters } from "../play/characters.js";
import "@babylonjs/core/Meshes/thinInstanceMesh.js";

/** The attribute from which Babylon's shader takes the row: with (n, n, 0, 0), it shows row n. */
const ROW_ATTRIBUTE = "bakedVertexAnimationSettingsInstanced";

/** Which characters are drawn, besides being alive and visible; 1 for those. */
export type DrawMask = Uint8Array | null;

/** Characters as the thin instances of some meshes, in one order without holes. */
export class DrawList {
  /** How many are drawn. */
  count = 0;
  /** The character of each thin instance. */
  slots = new Int32Array(0);
  private _matrices = new Float32Array(0);
  private _settings = new Float32Array(0);
  private _colors: Float32Array | null = null;
  /** The part of the settings that is uploaded. */
  private _drawnSettings = new Float32Array(0);
  private _isOrdered = false;

  constructor(
    private readonly _characters: Characters,
    readonly meshes: readonly Mesh[],
  ) {}

  /** Lists the characters that are drawn. */
  list(mask: DrawMask, otherMask: DrawMask = null): void {
    const { end, alive, hidden, capacity } = this._characters;
    if (this.slots.length !== capacity) {
      this._resize(capacity);
    }
    const { slots } = this;
    let count = 0;
    for (let i = 0; i < end; i++) {
      if (alive[i] === 1 && hidden[i] === 0 && (mask === null || mask[i] === 1) && (otherMask === null || otherMask[i] === 1)) {
        slots[count++] = i;
      }
    }
    this.count = count;
    this._isOrdered = count === end;
    if (this._drawnSettings.length !== 4 * count) {
      this._drawnSettings = this._settings.subarray(0, 4 * count);
    }
    for (const mesh of this.meshes) {
      mesh.thinInstanceCount = count;
      mesh.setEnabled(count > 0); // without thin instances, Babylon would draw the mesh itself
    }
  }

  /** Uploads the matrices of the list. */
  uploadMatrices(): void {
    const { matrices } = this._characters;
    if (this._isOrdered && matrices.length === this._matrices.length) {
      this._matrices.set(matrices);
    } else {
      gather(matrices, 16, this.slots, this.count, this._matrices);
    }
    if (this.count === 0) {
      this._matrices.fill(0, 0, 16); // while active meshes are frozen, Babylon draws the mesh itself at the place of the first instance
    }
    for (const mesh of this.meshes) {
      mesh.thinInstanceBufferUpdated("matrix");
      forgetInstanceMatrices(mesh);
    }
  }

  uploadColors(): void {
    const { colors } = this._characters;
    if (!colors) {
      return;
    }
    if (!this._colors) {
      this._colors = new Float32Array(4 * this.slots.length);
      this._setColorBuffers();
    }
    gather(colors, 4, this.slots, this.count, this._colors);
    for (const mesh of this.meshes) {
      mesh.thinInstanceBufferUpdated(VertexBuffer.ColorInstanceKind);
    }
  }

  /** Uploads the pose row of each drawn character. Allocates nothing. */
  uploadRows(): void {
    const { slots, count, _settings: settings } = this;
    const { rows } = this._characters;
    for (let slot = 0; slot < count; slot++) {
      const row = rows[slots[slot]!]!;
      settings[4 * slot] = row;
      settings[4 * slot + 1] = row;
    }
    if (count > 0) {
      for (let i = 0; i < this.meshes.length; i++) {
        this.meshes[i]!.thinInstancePartialBufferUpdate(ROW_ATTRIBUTE, this._drawnSettings, 0);
      }
    }
  }

  private _resize(capacity: number): void {
    this.slots = grow(this.slots, capacity, Int32Array);
    this._matrices = new Float32Array(16 * capacity);
    this._settings = new Float32Array(4 * capacity);
    this._drawnSettings = this._settings.subarray(0, 0);
    this._colors &&= new Float32Array(4 * capacity);
    for (const mesh of this.meshes) {
      mesh.thinInstanceSetBuffer("previousMatrix", null, 16, false); // Babylon makes one of the size of the matrices where it needs it
      mesh.thinInstanceSetBuffer("matrix", this._matrices, 16, false);
      mesh.thinInstanceSetBuffer(ROW_ATTRIBUTE, this._settings, 4, false);
    }
    this._setColorBuffers();
  }

  private _setColorBuffers(): void {
    if (this._colors) {
      for (const mesh of this.meshes) {
        mesh.thinInstanceSetBuffer(VertexBuffer.ColorKind, this._colors, 4, false);
      }
    }
  }
}

/** Copies the values of some characters, one behind the other. */
function gather(values: Float32Array, size: number, slots: Int32Array, count: number, out: Float32Array): void {
  for (let slot = 0; slot < count; slot++) {
    const from = slots[slot]! * size;
    const to = slot * size;
    for (let i = 0; i < size; i++) {
      out[to + i] = values[from + i]!;
    }
  }
}
