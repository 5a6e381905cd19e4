/** Numbers of a bone's local transform: position, rotation (x, y, z, w) and scaling. */
export const LOCAL_SIZE = 10;
/** Numbers of an affine matrix: four rows of three, as Babylon's row vectors need them. */
const MATRIX_SIZE = 12;

/** What the matrices of a skeleton are computed from, bone by bone, parents first. */
export interface PaletteLayout {
  /** The index of each bone's parent; -1 for none. */
  readonly parents: Int32Array;
  /** The index of each bone's matrix among those of the skeleton; -1 for bones without one. */
  readonly matrixIndices: Int32Array;
  /** The inverse bind matrices, 4x4, row by row. */
  readonly inverseBinds: readonly ArrayLike<number>[];
}

/** The matrices that move the vertices of a skin, computed from local transforms in typed arrays. */
export class Palette {
  /** The local transforms of all bones; NaN before the first. */
  readonly locals: Float64Array;
  private readonly _worlds: Float64Array;
  private readonly _inverseBinds: Float64Array;

  constructor(private readonly _layout: PaletteLayout) {
    const { parents, inverseBinds } = _layout;
    this.locals = new Float64Array(LOCAL_SIZE * parents.length).fill(NaN);
    this._worlds = new Float64Array(MATRIX_SIZE * parents.length);
    this._inverseBinds = new Float64Array(MATRIX_SIZE * parents.length);
    for (let i = 0; i < parents.length; i++) {
      for (let row = 0; row < 4; row++) {
        for (let column = 0; column < 3; column++) {
          this._inverseBinds[MATRIX_SIZE * i + 3 * row + column] = inverseBinds[i]![4 * row + column]!;
        }
      }
    }
  }

  /** @param matrices receives the matrices, 4x4; their last columns are not written */
  compute(matrices: Float32Array): void {
    const { parents, matrixIndices } = this._layout;
    for (let i = 0; i < parents.length; i++) {
      this._computeWorld(i, parents[i]!);
      if (matrixIndices[i]! >= 0) {
        this._write(i, matrices, 16 * matrixIndices[i]!);
      }
    }
  }

  private _computeWorld(i: number, parent: number): void {
    const { locals, _worlds: worlds } = this;
    const at = LOCAL_SIZE * i;
    const x = locals[at + 3]!;
    const y = locals[at + 4]!;
    const z = locals[at + 5]!;
    const w = locals[at + 6]!;
    const sx = locals[at + 7]!;
    const sy = locals[at + 8]!;
    const sz = locals[at + 9]!;
    const world = MATRIX_SIZE * i;
    this._setRow(world, parent, (1 - 2 * (y * y + z * z)) * sx, 2 * (x * y + z * w) * sx, 2 * (z * x - y * w) * sx);
    this._setRow(world + 3, parent, 2 * (x * y - z * w) * sy, (1 - 2 * (z * z + x * x)) * sy, 2 * (y * z + x * w) * sy);
    this._setRow(world + 6, parent, 2 * (z * x + y * w) * sz, 2 * (y * z - x * w) * sz, (1 - 2 * (y * y + x * x)) * sz);
    this._setRow(world + 9, parent, locals[at]!, locals[at + 1]!, locals[at + 2]!);
    if (parent >= 0) {
      const from = MATRIX_SIZE * parent + 9;
      worlds[world + 9]! += worlds[from]!;
      worlds[world + 10]! += worlds[from + 1]!;
      worlds[world + 11]! += worlds[from + 2]!;
    }
  }

  /** Sets a row of a world matrix to a row of the local one, in the space of the parent. */
  private _setRow(at: number, parent: number, x: number, y: number, z: number): void {
    const { _worlds: worlds } = this;
    if (parent < 0) {
      worlds[at] = x;
      worlds[at + 1] = y;
      worlds[at + 2] = z;
    } else {
      const p = MATRIX_SIZE * parent;
      worlds[at] = x * worlds[p]! + y * worlds[p + 3]! + z * worlds[p + 6]!;
      worlds[at + 1] = x * worlds[p + 1]! + y * worlds[p + 4]! + z * worlds[p + 7]!;
      worlds[at + 2] = x * worlds[p + 2]! + y * worlds[p + 5]! + z * worlds[p + 8]!;
    }
  }

  private _write(i: number, matrices: Float32Array, to: number): void {
    const { _worlds: worlds, _inverseBinds: inverse } = this;
    const m = MATRIX_SIZE * i;
    for (let row = 0; row < 4; row++) {
      const x = inverse[m + 3 * row]!;
      const y = inverse[m + 3 * row + 1]!;
      const z = inverse[m + 3 * row + 2]!;
      const at = to + 4 * row;
      matrices[at] = x * worlds[m]! + y * worlds[m + 3]! + z * worlds[m + 6]!;
      matrices[at + 1] = x * worlds[m + 1]! + y * worlds[m + 4]! + z * worlds[m + 7]!;
      matrices[at + 2] = x * worlds[m + 2]! + y * worlds[m + 5]! + z * worlds[m + 8]!;
    }
    matrices[to + 12]! += worlds[m + 9]!;
    matrices[to + 13]! += worlds[m + 10]!;
    matrices[to + 14]! += worlds[m + 11]!;
  }
}
