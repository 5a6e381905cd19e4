import { expectInteger, GltfFile, type GltfObject } from "../../gltf/file/index.js";
import { AssetError, excerpt, expectString, itemsOf } from "../../gltf/util/index.js";

/** What decompresses `EXT_meshopt_compression` and `KHR_meshopt_compression`: `MeshoptDecoder` of the package `meshoptimizer`, once it is `ready`. */
export interface MeshoptDecoder {
  /** Decodes `count` elements of `size` bytes into the target. Throws if the source is malformed. */
  decodeGltfBuffer(target: Uint8Array, count: number, size: number, source: Uint8Array, mode: string, filter?: string): void;
}

/** The largest number of elements that are decompressed for one buffer view. */
const MAX_ELEMENTS = 2 ** 24;

/**
 * Views a file as one that is not compressed by meshopt. Nothing is decompressed before it is read.
 * @returns the same file, if nothing in it is compressed
 */
export function withoutMeshopt(file: GltfFile, decoder: MeshoptDecoder): GltfFile {
  const views = itemsOf(file.json.bufferViews);
  if (!views.some((view) => compressionOf(view))) {
    return file;
  }
  const json = structuredClone(file.json);
  const readers = new Map<string, () => Uint8Array>();
  const provide = (buffer: GltfObject, read: () => Uint8Array): void => {
    buffer["uri"] = String(readers.size);
    readers.set(String(readers.size), read);
  };
  const buffers = [...itemsOf(json.buffers)];
  buffers.forEach((buffer, i) => provide(buffer, () => file.readBytes("buffers", i)));
  json.bufferViews = views.map((view, i) => {
    const compressed = compressionOf(view);
    if (!compressed) {
      return view;
    }
    const byteLength = view["byteLength"];
    const buffer: GltfObject = { byteLength };
    provide(buffer, () => decode(file, decoder, `/bufferViews/${i}/extensions/${compressed.name}`, compressed.json));
    const { byteStride } = view;
    return { buffer: buffers.push(buffer) - 1, byteLength, ...(byteStride !== undefined && { byteStride }) };
  });
  json.buffers = buffers;
  return GltfFile.parse(new TextEncoder().encode(JSON.stringify(json)), (uri) => readers.get(uri)?.());
}

/** The extension that compresses a buffer view; undefined if none does. */
function compressionOf(view: unknown): { readonly name: string; readonly json: GltfObject } | undefined {
  const extensions = Object((Object(view) as GltfObject)["extensions"]) as Record<string, unknown>;
  const name = ["KHR_meshopt_compression", "EXT_meshopt_compression"].find((each) => each in extensions);
  return name === undefined ? undefined : { name, json: Object(extensions[name]) as GltfObject };
}

function decode(file: GltfFile, decoder: MeshoptDecoder, pointer: string, json: GltfObject): Uint8Array {
  const { buffer, byteOffset, byteLength, byteStride, count, mode, filter } = json;
  const elements = expectInteger(`${pointer}/count`, count, { max: MAX_ELEMENTS });
  const size = expectInteger(`${pointer}/byteStride`, byteStride, { min: 1, max: 256 });
  const bytes = file.readBytes("buffers", expectInteger(`${pointer}/buffer`, buffer));
  const from = expectInteger(`${pointer}/byteOffset`, byteOffset, { byDefault: 0, max: bytes.length });
  const source = bytes.subarray(from, from + expectInteger(`${pointer}/byteLength`, byteLength, { max: bytes.length - from }));
  const filterName = filter === undefined ? "NONE" : expectString(`${pointer}/filter`, filter);
  const modeName = expectString(`${pointer}/mode`, mode);
  const target = new Uint8Array(elements * size);
  try {
    decoder.decodeGltfBuffer(target, elements, size, source, modeName, filterName);
  } catch (error) {
    throw new AssetError(pointer, `must be data that can be decompressed (got ${excerpt((error as Error).message)})`);
  }
  return target;
}
