import { align4 } from "./glb.js";

/** Bytes that others can be put behind, often, without copying all of them each time. */
export class GrowingBytes {
  private _store: Uint8Array | null = null;

  /** @param bytes those at the beginning; not changed */
  constructor(private _bytes: Uint8Array) {}

  get bytes(): Uint8Array {
    return this._bytes;
  }

  /**
   * Puts bytes at the next multiple of 4.
   * @returns where they begin
   */
  append(more: Uint8Array): number {
    const begin = align4(this._bytes.length);
    const end = begin + more.length;
    if (!this._store || end > this._store.length) {
      this._store = new Uint8Array(Math.max(end, Math.ceil(1.5 * this._bytes.length)));
      this._store.set(this._bytes);
    }
    this._store.set(more, begin);
    this._bytes = this._store.subarray(0, end);
    return begin;
  }
}
