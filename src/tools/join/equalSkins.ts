import type { GltfFile } from "../../gltf/file/index.js";
import { determinantAt, invertAt, multiplyAt } from "../../gltf/sampling/index.js";
import { attempt, expectArray, getOrMake, itemAt } from "../../gltf/util/index.js";

/** A skin by the skin that takes its place. */
export interface SkinUse {
  /** The index of the skin to use instead: an earlier, equal skin, or the skin itself. */
  readonly skin: number;
  /** For each joint, its number in the skin to use instead; null if the numbers are the same. */
  readonly joints: readonly number[] | null;
  /** What vertices are multiplied by to be drawn by that skin as by their own; null for vertices that stay. */
  readonly factor: Float64Array | null;
}

/** A skin, read. */
interface Skin {
  readonly index: number;
  readonly joints: readonly number[];
  /** The inverse bind matrices, one after the other. */
  readonly inverses: Float64Array;
}

/** The largest difference of two matrices that are equal but for rounding, as a share of their components. */
const ROUNDING = 2e-6;

/**
 * Finds skins that other skins of the file replace: many exporters write a skin for each mesh. Such skins have the same joints, in any order, and inverse bind matrices that are
 * equal, or differ by one factor, as in files whose positions are quantized.
 */
export class EqualSkins {
  private readonly _kinds = new Map<string, Skin[]>();
  private readonly _uses = new Map<number, SkinUse>();

  constructor(private readonly _file: GltfFile) {}

  /** @param index the index of a skin of the file */
  find(index: number): SkinUse {
    return getOrMake(this._uses, index, () => this._match(index));
  }

  private _match(index: number): SkinUse {
    const own = { skin: index, joints: null, factor: null };
    const skin = attempt(
      `/skins/${index}`,
      () => this._read(index),
      () => null, // a skin that cannot be read replaces none
    );
    if (!skin) {
      return own;
    }
    const kind = [...skin.joints].sort((a, b) => a - b).join();
    const others = this._kinds.get(kind) ?? [];
    for (const other of others) {
      const joints = skin.joints.map((joint) => other.joints.indexOf(joint));
      const factor = factorBetween(other.inverses, skin.inverses, joints);
      if (factor !== undefined) {
        return { skin: other.index, joints: joints.every((joint, i) => joint === i) ? null : joints, factor };
      }
    }
    this._kinds.set(kind, [...others, skin]);
    return own;
  }

  private _read(index: number): Skin {
    const { joints, inverseBindMatrices } = itemAt(this._file.json["skins"], index) as { joints: unknown; inverseBindMatrices?: number };
    const nodes = expectArray(`/skins/${index}/joints`, joints) as readonly number[];
    const inverses = new Float64Array(16 * nodes.length);
    const stated = inverseBindMatrices === undefined ? null : this._file.readAccessor(inverseBindMatrices);
    inverses.forEach((_, i) => (inverses[i] = stated ? stated[i]! : Number((i % 16) % 5 === 0)));
    return { index, joints: nodes, inverses };
  }
}

/**
 * The matrix by which all inverse bind matrices of a skin differ from those of another one.
 * @param joints for each matrix of the skin, the number of that of the other one
 * @returns null if they are equal, undefined if there is no such matrix, or it mirrors
 */
function factorBetween(others: Float64Array, own: Float64Array, joints: readonly number[]): Float64Array | null | undefined {
  if (joints.every((joint, i) => isNear(others, 16 * joint, own, 16 * i, 0))) {
    return null;
  }
  const inverse = new Float64Array(16);
  const factor = new Float64Array(16);
  invertAt(others, 16 * joints[0]!, inverse, 0);
  multiplyAt(own, 0, inverse, 0, factor, 0);
  const product = new Float64Array(16);
  const isFactor = joints.every((joint, i) => {
    multiplyAt(factor, 0, others, 16 * joint, product, 0);
    return isNear(product, 0, own, 16 * i, ROUNDING);
  });
  return isFactor && determinantAt(factor, 0) > 0 ? factor : undefined;
}

/** Whether two matrices are equal but for rounding. Translations may be larger than all other components, which have a measure of their own. */
function isNear(a: Float64Array, atA: number, b: Float64Array, atB: number, rounding: number): boolean {
  let [linear, translation] = [0, 0];
  for (let i = 0; i < 12; i++) {
    linear = Math.max(linear, Math.abs(b[atB + i]!));
  }
  for (let i = 12; i < 15; i++) {
    translation = Math.max(translation, Math.abs(b[atB + i]!));
  }
  for (let i = 0; i < 16; i++) {
    const most = rounding * (i < 12 ? linear : Math.max(linear, translation));
    if (!(Math.abs(a[atA + i]! - b[atB + i]!) <= most)) {
      return false;
    }
  }
  return true;
}
