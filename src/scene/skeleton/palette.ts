import { composeAt, multiplyAt } from "../../gltf/sampling/index.js";

/** Numbers of a bone's local transform: position, rotation (x, y, z, w) and scaling. */
export const LOCAL_SIZE = 10;

/** What the matrices of a skeleton are computed from, bone by bone, parents first. */
export interface PaletteLayout {
  /** The index of each bone's parent; -1 for none. */
  readonly parents: Int32Array;
  /** The index of each bone's matrix among those of the skeleton; -1 for bones without one. */
  readonly matrixIndices: Int32Array;
  /** The inverse bind matrices: affine, 16 components each. */
  readonly inverseBinds: Float64Array;
}

/** The matrices that move the vertices of a skin, computed from local transforms in typed arrays. */
export class Palette {
  /** The local transforms of all bones; NaN before the first. */
  readonly locals: Float64Array;
  private readonly _worlds: Float64Array;

  constructor(private readonly _layout: PaletteLayout) {
    const { length } = _layout.parents;
    this.locals = new Float64Array(LOCAL_SIZE * length).fill(NaN);
    this._worlds = new Float64Array(16 * length);
  }

  /** @param matrices receives the matrices of the bones that have one, 16 components each */
  compute(matrices: Float32Array): void {
    const { parents, matrixIndices, inverseBinds } = this._layout;
    const { locals, _worlds: worlds } = this;
    for (let i = 0, local = 0; i < parents.length; i++, local += LOCAL_SIZE) {
      const at = 16 * i;
      composeAt(locals, local + 3, local, local + 7, worlds, at);
      if (parents[i]! >= 0) {
        multiplyAt(worlds, at, worlds, 16 * parents[i]!, worlds, at);
      }
      if (matrixIndices[i]! >= 0) {
        multiplyAt(inverseBinds, at, worlds, at, matrices, 16 * matrixIndices[i]!);
      }
    }
  }
}
