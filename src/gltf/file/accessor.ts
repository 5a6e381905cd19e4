import { AssetError, expectObject, show } from "../util/index.js";
import { align4 } from "./glb.js";
import { expectInteger, type GltfJson, itemOf } from "./gltfJson.js";
import type { ReadableBytes } from "./growingBytes.js";

/** The numbers of an accessor, in the component type of the file. */
export type AccessorComponents = Int8Array | Uint8Array | Int16Array | Uint16Array | Uint32Array | Float32Array;

interface ComponentType {
  readonly create: (bytes: ArrayBuffer) => AccessorComponents;
  readonly size: number;
  /** Divisor of normalized integers (glTF 2.0, 3.6.2.2). */
  readonly divisor: number;
}

const COMPONENT_TYPES: ReadonlyMap<unknown, ComponentType> = new Map([
  [5120, { create: (bytes: ArrayBuffer) => new Int8Array(bytes), size: 1, divisor: 127 }],
  [5121, { create: (bytes: ArrayBuffer) => new Uint8Array(bytes), size: 1, divisor: 255 }],
  [5122, { create: (bytes: ArrayBuffer) => new Int16Array(bytes), size: 2, divisor: 32767 }],
  [5123, { create: (bytes: ArrayBuffer) => new Uint16Array(bytes), size: 2, divisor: 65535 }],
  [5125, { create: (bytes: ArrayBuffer) => new Uint32Array(bytes), size: 4, divisor: 4294967295 }],
  [5126, { create: (bytes: ArrayBuffer) => new Float32Array(bytes), size: 4, divisor: 1 }],
]);

/** Columns of an element, and rows of a column, by element type. Columns of matrices begin at multiples of 4 bytes. */
const ELEMENT_TYPES: ReadonlyMap<unknown, { readonly columns: number; readonly rows: number }> = new Map([
  ["SCALAR", { columns: 1, rows: 1 }],
  ["VEC2", { columns: 1, rows: 2 }],
  ["VEC3", { columns: 1, rows: 3 }],
  ["VEC4", { columns: 1, rows: 4 }],
  ["MAT2", { columns: 2, rows: 2 }],
  ["MAT3", { columns: 3, rows: 3 }],
  ["MAT4", { columns: 4, rows: 4 }],
]);

/** The number of components per element of an accessor type; 0 for types unknown to glTF. */
export function componentsOf(type: unknown): number {
  const { columns, rows } = ELEMENT_TYPES.get(type) ?? { columns: 0, rows: 0 };
  return columns * rows;
}

/** The `accessor.componentType` of a typed array. */
export function componentTypeOf(components: AccessorComponents): number {
  for (const [type, { create }] of COMPONENT_TYPES) {
    if (components instanceof create(new ArrayBuffer(0)).constructor) {
      return type as number;
    }
  }
  throw new TypeError(`data: must be an array of one of glTF's component types (got ${show(components)})`);
}

/** Returns the bytes of a buffer; `pointer` is the JSON pointer of the buffer index. */
export type BufferReader = (index: unknown, pointer: string) => ReadableBytes;

/** The most components of an accessor without a buffer view, in which all values are 0: 64 MiB as floats. */
const MAX_IMPLIED = 2 ** 24;

/**
 * Reads the components of an accessor (glTF 2.0, 3.6.2), element by element, in the component type of the file. Sparse values are applied;
 * without a buffer view, all other values are 0. The returned array is a copy.
 * @throws AssetError if a member is invalid, or refers to missing bytes
 */
export function readComponents(json: GltfJson, index: number, readBuffer: BufferReader): AccessorComponents {
  const pointer = `/accessors/${index}`;
  const { bufferView, byteOffset, componentType, count, type, sparse } = itemOf(json, "accessors", index, pointer);
  const component = lookUp(COMPONENT_TYPES, `${pointer}/componentType`, componentType);
  const layout = { ...lookUp(ELEMENT_TYPES, `${pointer}/type`, type), size: component.size };
  const length = expectInteger(`${pointer}/count`, count);
  const source = { json, readBuffer, layout };
  let bytes: Uint8Array<ArrayBuffer>;
  if (bufferView === undefined) {
    expectInteger(`${pointer}/count`, count, { max: Math.floor(MAX_IMPLIED / (layout.columns * layout.rows)) });
    bytes = new Uint8Array(length * layout.columns * layout.rows * layout.size);
  } else {
    bytes = gather(source, pointer, { bufferView, byteOffset }, length);
  }
  if (sparse !== undefined) {
    putSparse(source, `${pointer}/sparse`, expectObject(`${pointer}/sparse`, sparse), bytes, length);
  }
  return component.create(bytes.buffer);
}

/** Converts components to floats: normalized integers by glTF's equations, other components unchanged (glTF 2.0, 3.6.2.2). */
export function toFloats(json: GltfJson, index: number, components: AccessorComponents): Float32Array {
  if (components instanceof Float32Array) {
    return components;
  }
  const { normalized, componentType } = json.accessors![index]!;
  const divisor = normalized === true ? COMPONENT_TYPES.get(componentType)!.divisor : 1;
  return Float32Array.from(components, (component) => (divisor === 1 ? component : Math.max(component / divisor, -1)));
}

function lookUp<T>(table: ReadonlyMap<unknown, T>, pointer: string, key: unknown): T {
  const found = table.get(key);
  if (!found) {
    throw new AssetError(pointer, `must be one of ${[...table.keys()].join(", ")} (got ${show(key)})`);
  }
  return found;
}

interface Layout {
  readonly columns: number;
  readonly rows: number;
  /** Bytes per component. */
  readonly size: number;
}

interface Source {
  readonly json: GltfJson;
  readonly readBuffer: BufferReader;
  readonly layout: Layout;
}

/** The bytes of `count` elements, without strides and padding. */
function gather(
  { json, readBuffer, layout }: Source,
  pointer: string,
  { bufferView, byteOffset }: Readonly<Record<string, unknown>>,
  count: number,
): Uint8Array<ArrayBuffer> {
  const view = itemOf(json, "bufferViews", bufferView, `${pointer}/bufferView`);
  const bytes = readBufferView(json, bufferView, `${pointer}/bufferView`, readBuffer);
  const columnLength = layout.rows * layout.size;
  const columnStride = layout.columns > 1 ? align4(columnLength) : columnLength;
  const elementLength = columnStride * (layout.columns - 1) + columnLength;
  const tight = columnStride * layout.columns;
  const stride = expectInteger(`/bufferViews/${bufferView as number}/byteStride`, view["byteStride"], {
    min: elementLength,
    byDefault: tight,
  });
  const offset = expectInteger(`${pointer}/byteOffset`, byteOffset, { byDefault: 0 });
  const end = offset + (count - 1) * stride + elementLength;
  if (end > bytes.length) {
    throw new AssetError(pointer, `must lie within the ${bytes.length} bytes of its buffer view (got an end at ${end})`);
  }
  if (stride === columnLength * layout.columns) {
    return new Uint8Array(bytes.subarray(offset, offset + count * stride)); // slice() of a Node Buffer would not copy
  }
  const gathered = new Uint8Array(count * layout.columns * columnLength);
  for (let column = 0; column < count * layout.columns; column++) {
    const from = offset + Math.floor(column / layout.columns) * stride + (column % layout.columns) * columnStride;
    gathered.set(bytes.subarray(from, from + columnLength), column * columnLength);
  }
  return gathered;
}

/**
 * The bytes of a buffer view, without a copy if possible.
 * @param pointer JSON pointer of the index
 * @throws AssetError if a member is invalid, or the buffer is shorter than the view
 */
export function readBufferView(json: GltfJson, index: unknown, pointer: string, readBuffer: BufferReader): Uint8Array {
  const { buffer, byteOffset, byteLength } = itemOf(json, "bufferViews", index, pointer);
  const view = `/bufferViews/${index as number}`;
  const bytes = readBuffer(buffer, `${view}/buffer`);
  const offset = expectInteger(`${view}/byteOffset`, byteOffset, { byDefault: 0, max: bytes.length });
  const length = expectInteger(`${view}/byteLength`, byteLength, { max: bytes.length - offset });
  return bytes.subarray(offset, offset + length);
}

/** Replaces elements by sparse values (glTF 2.0, 3.6.2.3). */
function putSparse(source: Source, pointer: string, sparse: Readonly<Record<string, unknown>>, bytes: Uint8Array, count: number): void {
  const replaced = expectInteger(`${pointer}/count`, sparse["count"], { max: count });
  const indices = expectObject(`${pointer}/indices`, sparse["indices"]);
  const component = lookUp(COMPONENT_TYPES, `${pointer}/indices/componentType`, indices["componentType"]);
  const indexLayout = { columns: 1, rows: 1, size: component.size };
  const at = component.create(gather({ ...source, layout: indexLayout }, `${pointer}/indices`, indices, replaced).buffer);
  const values = gather(source, `${pointer}/values`, expectObject(`${pointer}/values`, sparse["values"]), replaced);
  const length = source.layout.columns * source.layout.rows * source.layout.size;
  at.forEach((element, i) => {
    expectInteger(`${pointer}/indices`, element, { max: count - 1 });
    bytes.set(values.subarray(i * length, (i + 1) * length), element * length);
  });
}
