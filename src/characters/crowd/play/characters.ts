import { ClipColumns, ColumnClock } from "../../../gltf/timing/index.js";
import { grow, show } from "../../../gltf/util/index.js";
import { REST_ROW } from "../asset/bake.js";
import { IDENTITY } from "../asset/palette.js";

/** The clip index of a character that shows the asset at rest. */
export const NO_CLIP = 0xffff;

/** What a character's pose is made of: a baked row, or live poses. */
export const PLAIN = 0;
export const FADING = 1;
export const MIXED = 2;
export const LAYERED = 3;

/** Why a character is not drawn. */
export const INVISIBLE = 1;
export const PROMOTED = 2;

/** The characters of a crowd, in columns. An index stays the same until its character is removed. */
export class Characters {
  readonly columns: ClipColumns;
  /** A cursor over the columns. */
  readonly clock: ColumnClock;
  capacity = 0;
  /** How many there are. */
  count = 0;
  /** One more than the highest index in use. */
  end = 0;
  alive!: Uint8Array;
  /** The sum of {@link INVISIBLE} and {@link PROMOTED}; 0 for drawn characters. */
  hidden!: Uint8Array;
  /** {@link PLAIN}, {@link FADING}, {@link MIXED} or {@link LAYERED}. */
  kinds!: Uint8Array;
  clipIndices!: Uint16Array;
  /** 1 where the own clip moves the matrix. */
  moves!: Uint8Array;
  /** The pose rows of the characters. */
  rows!: Int32Array;
  matrices!: Float32Array;
  /** Null until one has a color. */
  colors: Float32Array | null = null;
  isDisposed = false;
  /** Whether characters came, went, or became visible or invisible since the last frame. */
  isListDirty = true;
  areMatricesDirty = true;
  areColorsDirty = true;
  private readonly _free: number[] = [];

  constructor(capacity: number) {
    this.columns = new ClipColumns(capacity);
    this.clock = new ColumnClock(this.columns);
    this._resize(capacity);
  }

  add(): number {
    const index = this._free.pop() ?? this.end++;
    this._create(index);
    return index;
  }

  /** The indices that characters had which were removed. The last one is used again first. */
  get free(): readonly number[] {
    return this._free;
  }

  /**
   * Adds characters at indices that no character has.
   * @param free the indices that remain free then, see {@link Characters.free}
   */
  addAt(indices: readonly number[], free: readonly number[]): void {
    this._free.length = 0;
    for (const index of free) {
      this._free.push(index); // spread, too many arguments would be an error
    }
    this.end = this.count + indices.length + free.length;
    indices.forEach((index) => this._create(index));
  }

  /** The index of the last one that was removed is used again first. */
  remove(index: number): void {
    this.count--;
    this.alive[index] = 0;
    this.stop(index);
    this._free.push(index);
    this.isListDirty = true;
  }

  /** Shows the asset at rest. */
  stop(index: number): void {
    this.columns.clear(index);
    this.clipIndices[index] = NO_CLIP;
    this.kinds[index] = PLAIN;
    this.moves[index] = 0;
    this.rows[index] = REST_ROW;
  }

  /** @param reason {@link INVISIBLE} or {@link PROMOTED} */
  setHidden(index: number, reason: number, isHidden: boolean): void {
    const before = this.hidden[index]!;
    this.hidden[index] = isHidden ? before | reason : before & ~reason;
    this.isListDirty ||= this.hidden[index] !== before;
  }

  /** @param color null for white */
  setColor(index: number, color: readonly [number, number, number, number] | null): void {
    if (color && !this.colors) {
      this.colors = new Float32Array(4 * this.capacity).fill(1);
    }
    this.colors?.set(color ?? WHITE, 4 * index);
    this.areColorsDirty = true;
  }

  dispose(): void {
    this.isDisposed = true;
    this.count = 0;
    this.end = 0;
    this.alive.fill(0);
  }

  /** @throws RangeError if no character has the index; TypeError if it is not a number */
  expect(index: number): void {
    if (typeof index !== "number" || this.alive[index] !== 1) {
      throw typeof index === "number"
        ? new RangeError(
            `index: the crowd has no character ${index}${this.isDisposed ? "; it is disposed: create another" : "; add() returns indices"}`,
          )
        : new TypeError(`index: must be a number (got ${show(index)}); add() returns indices`);
    }
  }

  private _create(index: number): void {
    while (index >= this.capacity) {
      this._resize(2 * this.capacity);
    }
    this.count++;
    this.alive[index] = 1;
    this.hidden[index] = 0;
    this.matrices.set(IDENTITY, 16 * index);
    this.setColor(index, null);
    this.isListDirty = true;
    this.areMatricesDirty = true;
  }

  private _resize(capacity: number): void {
    const before = this.capacity;
    this.capacity = capacity;
    this.columns.resize(capacity);
    this.alive = grow(this.alive, capacity, Uint8Array);
    this.hidden = grow(this.hidden, capacity, Uint8Array);
    this.kinds = grow(this.kinds, capacity, Uint8Array);
    this.moves = grow(this.moves, capacity, Uint8Array);
    this.clipIndices = grow(this.clipIndices, capacity, Uint16Array).fill(NO_CLIP, before);
    this.rows = grow(this.rows, capacity, Int32Array);
    this.matrices = grow(this.matrices, 16 * capacity, Float32Array);
    this.colors &&= grow(this.colors, 4 * capacity, Float32Array).fill(1, 4 * before);
  }
}

const WHITE = [1, 1, 1, 1] as const;
