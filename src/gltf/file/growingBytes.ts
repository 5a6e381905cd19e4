import { align4, joinBytes } from "./glb.js";

/** A readable sequence of bytes, in a single `Uint8Array` or in several parts. */
export type ReadableBytes = Pick<Uint8Array, "length" | "subarray">;

/** A growing sequence of bytes. Appending never copies the original bytes, which may be hundreds of megabytes. */
export class GrowingBytes implements ReadableBytes {
  private _appended = new Uint8Array();
  private _length: number;

  /** @param _original the original bytes; not changed */
  constructor(private readonly _original: Uint8Array) {
    this._length = _original.length;
  }

  get length(): number {
    return this._length;
  }

  /** All bytes, as consecutive parts. */
  get parts(): readonly Uint8Array[] {
    return [this._original, this._appended.subarray(0, this._length - this._original.length)];
  }

  /** Returns a range of the bytes. The range is copied only if it spans original and appended bytes. */
  subarray(begin: number, end: number): Uint8Array {
    const split = this._original.length;
    if (end <= split) {
      return this._original.subarray(begin, end);
    }
    const appended = this._appended.subarray(Math.max(begin - split, 0), end - split);
    return begin >= split ? appended : joinBytes([this._original.subarray(begin), appended]);
  }

  /**
   * Appends bytes at the next multiple of 4.
   * @returns the index of the first appended byte
   */
  append(more: Uint8Array): number {
    const begin = align4(this._length);
    const end = begin - this._original.length + more.length;
    if (end > this._appended.length) {
      const store = new Uint8Array(Math.max(end, 1.5 * this._appended.length));
      store.set(this._appended);
      this._appended = store;
    }
    this._appended.set(more, begin - this._original.length);
    this._length = begin + more.length;
    return begin;
  }
}
