import { REST_ROW } from "../asset/bake.js";
import { type Characters, NO_CLIP } from "../play/characters.js";
import type { CrowdClip } from "../asset/crowdClip.js";

/** Where the rows of the clips are, in columns. */
export class BakedRows {
  private _starts!: Float64Array;
  private _rates!: Float64Array;
  private _firsts!: Int32Array;
  private _lasts!: Int32Array;

  constructor(clips: readonly CrowdClip[]) {
    this.replace(clips);
  }

  replace(clips: readonly CrowdClip[]): void {
    this._starts = Float64Array.from(clips, ({ start }) => start);
    this._rates = Float64Array.from(clips, ({ rowRate }) => rowRate);
    this._firsts = Int32Array.from(clips, ({ firstRow }) => firstRow);
    this._lasts = Int32Array.from(clips, ({ firstRow, rowCount }) => firstRow + rowCount - 1);
  }

  /** Finds the row of each character. Allocates nothing. */
  update({ end, clipIndices, rows, columns: { timestamps } }: Characters): void {
    for (let i = 0; i < end; i++) {
      rows[i] = this.rowAt(clipIndices[i]!, timestamps, i);
    }
  }

  /** The row nearest to a timestamp of a clip. */
  rowAt(clip: number, timestamps: Float64Array, i: number): number {
    if (clip === NO_CLIP) {
      return REST_ROW;
    }
    const first = this._firsts[clip]!;
    const row = first + Math.round((timestamps[i]! - this._starts[clip]!) * this._rates[clip]!);
    return Math.min(Math.max(row, first), this._lasts[clip]!);
  }
}
