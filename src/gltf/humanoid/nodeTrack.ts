import { findKey, hermite, type Interpolation, type Numbers, slerp } from "../sampling/index.js";
import { normalized, type Turn, type Vector } from "./vectors.js";

export type TransformPath = "translation" | "rotation" | "scale";

/** The keys of a node's transform. */
export class NodeTrack {
  private readonly _size: 3 | 4;
  private readonly _out = new Float64Array(4);

  /**
   * @param times ascending, in seconds; at least one
   * @param values of the keys; with tangents for CUBICSPLINE, as in glTF
   */
  constructor(
    readonly node: number,
    readonly path: TransformPath,
    readonly times: Numbers,
    readonly values: Numbers,
    readonly interpolation: Interpolation,
  ) {
    this._size = path === "rotation" ? 4 : 3;
  }

  /** @param isBefore whether a value that jumps at the time is that before the jump */
  vectorAt(time: number, isBefore: boolean): Vector {
    const [x, y, z] = this._sample(time, isBefore);
    return [x!, y!, z!];
  }

  turnAt(time: number, isBefore: boolean): Turn {
    return normalized(this._sample(time, isBefore));
  }

  /** The part of a key: its in-tangent, value or out-tangent. */
  part(key: number, part: 0 | 1 | 2): Numbers {
    const at = this._at(key, part);
    return this.values.subarray(at, at + this._size);
  }

  /** The times at which the value jumps. */
  *jumps(): Iterable<number> {
    for (let key = 1; key < this.times.length; key++) {
      if (this.interpolation === "STEP" || this.times[key] === this.times[key - 1]) {
        yield this.times[key]!;
      }
    }
  }

  private _at(key: number, part: 0 | 1 | 2): number {
    return (this.interpolation === "CUBICSPLINE" ? 3 * key + part : key) * this._size;
  }

  private _sample(time: number, isBefore: boolean): Numbers {
    const { times, values, interpolation, _size: size, _out: out } = this;
    const last = times.length - 1;
    let key = findKey(times, time, -1);
    if (isBefore) {
      while (key >= 0 && times[key]! >= time) {
        key--;
      }
    }
    const from = this._at(Math.max(key, 0), 1);
    if (key < 0 || key >= last || interpolation === "STEP") {
      return values.subarray(from, from + size);
    }
    const [begin, end] = [times[key]!, times[key + 1]!];
    const amount = (time - begin) / (end - begin);
    const to = this._at(key + 1, 1);
    if (interpolation === "CUBICSPLINE") {
      const [outTangent, inTangent, seconds] = [this._at(key, 2), this._at(key + 1, 0), end - begin];
      for (let i = 0; i < size; i++) {
        out[i] = hermite(amount, values[from + i]!, seconds * values[outTangent + i]!, values[to + i]!, seconds * values[inTangent + i]!);
      }
    } else if (size === 4) {
      slerp(values, from, values, to, amount, out, 0);
    } else {
      for (let i = 0; i < size; i++) {
        out[i] = values[from + i]! + (values[to + i]! - values[from + i]!) * amount;
      }
    }
    return out;
  }
}

/** The tracks of an animation, by node. */
export class Motion {
  private readonly _byNode = new Map<number, Partial<Record<TransformPath, NodeTrack>>>();

  constructor(readonly tracks: readonly NodeTrack[]) {
    for (const track of tracks) {
      this._byNode.set(track.node, { ...this._byNode.get(track.node), [track.path]: track });
    }
  }

  track(node: number, path: TransformPath): NodeTrack | undefined {
    return this._byNode.get(node)?.[path];
  }

  /** The tracks of a node. */
  tracksOf(node: number): readonly NodeTrack[] {
    return Object.values(this._byNode.get(node) ?? {});
  }

  /** Seconds of the last key. */
  get end(): number {
    return Math.max(0, ...this.tracks.map(({ times }) => times.at(-1)!));
  }
}
