/** Writes curves into the accessors of an asset, without duplicate data. */
import type { AccessorData, ExportedAsset } from "../../host/gltf/gltfExporter.js";
import { getOrMake, componentsOfType, FLOAT } from "../../../gltf/util/index.js";
import type { PointerType } from "../../../gltf/objectModel/index.js";
import { type Curve, spreadKeys } from "../read/curve.js";

const TYPES: Readonly<Record<PointerType, string>> = {
  float: "SCALAR",
  float2: "VEC2",
  float3: "VEC3",
  float4: "VEC4",
  quat: "VEC4",
  float4x4: "MAT4",
  "float[]": "SCALAR",
  bool: "SCALAR",
};

const UNSIGNED_BYTE = 5121;

/** The normalized integer types that a sampler can have, smallest first: component type, array class and greatest value. */
const INTEGERS = [
  [5120, Int8Array, 127],
  [UNSIGNED_BYTE, Uint8Array, 255],
  [5122, Int16Array, 32767],
  [5123, Uint16Array, 65535],
] as const;

interface Data {
  readonly componentType: number;
  readonly normalized?: true;
  readonly array: Float32Array | Int8Array | Uint8Array | Int16Array | Uint16Array;
}

/** A sampler of an animation, as JSON. */
export interface SamplerJson {
  readonly input: number;
  readonly output: number;
  readonly interpolation: string;
}

/** The accessors of all animations of an asset. */
export class Samplers {
  private readonly _accessors: AccessorData[] = [];
  private readonly _chunks: Uint8Array[] = [];
  private _byteLength = 0;
  /** The indices of accessors, by type, size and hash. */
  private readonly _known = new Map<string, number[]>();
  private readonly _first: number;

  constructor(private readonly _asset: ExportedAsset) {
    this._first = _asset.accessorCount;
  }

  /**
   * @param mayBeInteger whether the values may be written as normalized integers, if these are exact
   */
  add(curve: Curve, type: PointerType, mayBeInteger: boolean): SamplerJson {
    const { times, values } = spreadKeys(curve);
    const input = this._addAccessor("SCALAR", { componentType: FLOAT, array: times }, [times[0]!, times[times.length - 1]!]);
    const floats = Float32Array.from(values);
    const integers = mayBeInteger && curve.interpolation !== "CUBICSPLINE" ? toIntegers(floats) : null;
    const data: Data =
      type === "bool" ? { componentType: UNSIGNED_BYTE, array: Uint8Array.from(values) } : { componentType: FLOAT, array: floats };
    const output = this._addAccessor(TYPES[type], integers ?? data, null);
    return { input, output, interpolation: type === "bool" ? "STEP" : curve.interpolation };
  }

  /** Writes the accessors into the asset. */
  write(): void {
    if (this._accessors.length > 0) {
      const data = new Uint8Array(this._byteLength);
      this._chunks.forEach((chunk, i) => data.set(chunk, this._accessors[i]!.byteOffset));
      this._asset.addAccessors(data, this._accessors);
    }
  }

  private _addAccessor(type: string, { componentType, normalized, array }: Data, bounds: readonly [number, number] | null): number {
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
    const known = getOrMake(this._known, `${type} ${componentType} ${bytes.length} ${bounds !== null} ${hash(bytes)}`, (): number[] => []);
    const same = known.find((index) => this._chunks[index - this._first]!.every((byte, i) => byte === bytes[i]));
    if (same !== undefined) {
      return same;
    }
    const index = this._first + this._accessors.length;
    const minMax = bounds ? { min: [bounds[0]], max: [bounds[1]] } : undefined;
    this._accessors.push({
      type,
      componentType,
      normalized,
      count: array.length / componentsOfType(type),
      byteOffset: this._byteLength,
      minMax,
    });
    this._chunks.push(bytes);
    this._byteLength += (bytes.length + 3) & ~3;
    known.push(index);
    return index;
  }
}

/** Converts floats to the smallest normalized integer type that is exact; null if no type is exact (glTF 2.0, section 3.11). */
function toIntegers(floats: Float32Array): Data | null {
  for (const [componentType, array, max] of INTEGERS) {
    const integers = new array(floats.length);
    floats.forEach((value, i) => (integers[i] = Math.round(value * max)));
    if (floats.every((value, i) => Math.fround(integers[i]! / max) === value)) {
      return { componentType, normalized: true, array: integers };
    }
  }
  return null;
}

/** The FNV-1a hash. */
function hash(bytes: Uint8Array): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < bytes.length; i++) {
    value = Math.imul(value ^ bytes[i]!, 0x01000193);
  }
  return value;
}
