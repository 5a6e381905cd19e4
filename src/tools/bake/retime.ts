import { findKey, type Track } from "../../sampling/index.js";
import type { Piece } from "./pieces.js";
import { stretchesOf } from "./stretch.js";

/** Keys as a sampler has them. */
export interface Keys {
  readonly times: Float32Array;
  /** As of a {@link Track}: of CUBICSPLINE three for each time. */
  readonly values: Float64Array;
}

/**
 * The keys of a track that goes through the timestamps of a clip: its own keys, moved and turned round with the time, and keys where the
 * clip cuts it. Between them the same interpolation gives the same values. Where the clip jumps, two keys are as near to each other as floats
 * can be.
 * @param track with at least one key
 * @param pieces at least one, in order
 * @param tolerance the most that a component of a rotation may be off, where it has to be fitted
 */
export function retime(track: Track, pieces: readonly Piece[], tolerance: number): Keys {
  const keys = new KeyList(track.size, track.interpolation === "CUBICSPLINE");
  const add = track.interpolation === "STEP" ? stepsOf(track, keys) : curveOf(track, keys, tolerance);
  pieces.forEach(add);
  return keys.toKeys();
}

/** Adds what a track is in a piece of time. */
type AddPiece = (piece: Piece) => void;

/** The total time of a timestamp. */
function timeOf({ from, to, fromTimestamp, toTimestamp, slope }: Piece, timestamp: number): number {
  return timestamp === toTimestamp ? to : timestamp === fromTimestamp ? from : from + (timestamp - fromTimestamp) / slope;
}

/** The timestamps of a piece's ends and of the keys between them, in the direction of the piece. */
function stopsOf({ times }: Pick<Track, "times">, { fromTimestamp, toTimestamp }: Piece): readonly number[] {
  const [low, high] = [Math.min(fromTimestamp, toTimestamp), Math.max(fromTimestamp, toTimestamp)];
  const between = Array.from(times).filter((time) => time > low && time < high);
  return [fromTimestamp, ...(fromTimestamp > toTimestamp ? between.reverse() : between), ...(low < high ? [toTimestamp] : [])];
}

function curveOf(track: Track, keys: KeyList, tolerance: number): AddPiece {
  const stretch = stretchesOf(track, tolerance);
  return (piece) => {
    const stops = stopsOf(track, piece);
    for (let i = 0; i < Math.max(stops.length - 1, 1); i++) {
      const [from, to] = [stops[i]!, stops[i + 1] ?? stops[i]!];
      const points = stretch(Math.min(from, to), Math.max(from, to));
      for (const { time, value, slope } of piece.slope < 0 ? [...points].reverse() : points) {
        const tangent = slope.map((component) => component * piece.slope);
        keys.add(timeOf(piece, time), value, tangent);
      }
    }
  };
}

/** A value holds from its key on. Backwards it still does at the key's own time, so that the one before begins right behind that. */
function stepsOf({ times, values, size }: Track, keys: KeyList): AddPiece {
  const valueOf = (key: number): readonly number[] => Array.from(values.subarray(Math.max(key, 0) * size, (Math.max(key, 0) + 1) * size));
  const keyAt = (timestamp: number): number => findKey(times, timestamp, -1);
  return (piece) => {
    const stops = stopsOf({ times }, piece);
    keys.add(piece.from, valueOf(keyAt(piece.fromTimestamp)));
    if (piece.slope >= 0) {
      stops.slice(1).forEach((stop) => keys.add(timeOf(piece, stop), valueOf(keyAt(stop))));
      return;
    }
    for (const stop of stops.slice(0, -1)) {
      const key = keyAt(stop);
      if (key > 0 && times[key] === stop) {
        keys.add(floatAfter(timeOf(piece, stop)), valueOf(key - 1));
      }
    }
    keys.add(piece.to, valueOf(keyAt(piece.toTimestamp)));
  };
}

interface Key {
  /** As it is, and as a float. */
  readonly exactTime: number;
  readonly time: number;
  readonly value: readonly number[];
  readonly inTangent: readonly number[];
  outTangent: readonly number[];
}

/** Keys in order, whose times are floats that ascend. */
class KeyList {
  private readonly _keys: Key[] = [];

  constructor(
    private readonly _size: number,
    private readonly _hasTangents: boolean,
  ) {}

  /** A key at the same time with the same value goes on from the one before; with another value it is a jump. */
  add(time: number, value: readonly number[], slope: readonly number[] = []): void {
    const last = this._keys.at(-1);
    if (last && time === last.exactTime && value.every((component, i) => component === last.value[i])) {
      last.outTangent = slope;
      return;
    }
    const float = Math.fround(time);
    const ascending = last && float <= last.time ? floatAfter(last.time) : float;
    this._keys.push({ exactTime: time, time: ascending, value, inTangent: slope, outTangent: slope });
  }

  toKeys(): Keys {
    const values = new Float64Array(this._keys.length * this._size * (this._hasTangents ? 3 : 1));
    let at = 0;
    for (const { value, inTangent, outTangent } of this._keys) {
      for (const part of this._hasTangents ? [inTangent, value, outTangent] : [value]) {
        values.set(part, at);
        at += this._size;
      }
    }
    if (this._hasTangents) {
      values.fill(0, 0, this._size); // glTF does not use the outer tangents, but some players do
      values.fill(0, values.length - this._size);
    }
    return { times: Float32Array.from(this._keys, ({ time }) => time), values };
  }
}

const bits = /*#__PURE__*/ new DataView(/*#__PURE__*/ new ArrayBuffer(4));

/** The lowest float above a number >= 0. */
function floatAfter(number: number): number {
  const float = Math.fround(number);
  if (float > number) {
    return float;
  }
  bits.setFloat32(0, float);
  bits.setUint32(0, bits.getUint32(0) + 1);
  return bits.getFloat32(0);
}
