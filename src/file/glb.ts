import { show } from "../messages/show.js";
import { AssetError } from "../schema/assetError.js";

/** A part of a .glb, in the order of the file. */
export interface Chunk {
  readonly type: number;
  /** The bytes of the chunk, its padding among them. */
  readonly data: Uint8Array;
}

/** The chunk that holds the JSON: the first one. */
export const JSON_CHUNK = 0x4e4f534a;
/** The chunk that holds the binary data: the second one, where there is any. */
export const BINARY_CHUNK = 0x004e4942;

const MAGIC = 0x46546c67;
const HEADER_LENGTH = 12;
const CHUNK_HEADER_LENGTH = 8;
const SPACE = 0x20;

/** Whether bytes are those of a .glb, by their first four. */
export function isGlb(bytes: Uint8Array): boolean {
  return bytes.length >= 4 && viewOf(bytes).getUint32(0, true) === MAGIC;
}

/**
 * Takes a .glb apart (glTF 2.0, 4.4). The chunks are views of its bytes.
 * @throws AssetError that names the byte, where the file is cut off, or is not of version 2
 */
export function readGlb(bytes: Uint8Array): Chunk[] {
  if (bytes.length < HEADER_LENGTH + CHUNK_HEADER_LENGTH) {
    throw new AssetError(
      "byte 0",
      `must begin with a header and a chunk, ${HEADER_LENGTH + CHUNK_HEADER_LENGTH} bytes (got ${bytes.length})`,
    );
  }
  const view = viewOf(bytes);
  expectEqual("byte 4", "the version", view.getUint32(4, true), 2);
  expectEqual("byte 8", "the length of the file", view.getUint32(8, true), bytes.length);
  const chunks: Chunk[] = [];
  for (let at = HEADER_LENGTH; at < bytes.length;) {
    const begin = at + CHUNK_HEADER_LENGTH;
    const length = begin <= bytes.length ? view.getUint32(at, true) : 0;
    if (begin + length > bytes.length) {
      throw new AssetError(`byte ${at}`, `must be a chunk within the ${bytes.length} bytes of the file (got an end at ${begin + length})`);
    }
    chunks.push({ type: view.getUint32(at + 4, true), data: bytes.subarray(begin, begin + length) });
    at = begin + length;
  }
  expectEqual(`byte ${HEADER_LENGTH + 4}`, "JSON, the type of the first chunk,", chunks[0]!.type, JSON_CHUNK);
  return chunks;
}

function expectEqual(place: string, meaning: string, value: number, expected: number): void {
  if (value !== expected) {
    throw new AssetError(place, `must be ${meaning} ${expected} (got ${show(value)})`);
  }
}

/**
 * Puts a .glb together. Chunks are padded to multiples of 4 bytes: JSON with spaces, all others with zeros.
 * @throws RangeError above 4 GiB, which a .glb cannot have
 */
export function writeGlb(chunks: readonly Chunk[]): Uint8Array<ArrayBuffer> {
  const total = chunks.reduce((sum, { data }) => sum + CHUNK_HEADER_LENGTH + align4(data.length), HEADER_LENGTH);
  if (total > 0xffffffff) {
    throw new RangeError(`file: must not be larger than 4 GiB as .glb (got ${total} bytes)`);
  }
  const bytes = new Uint8Array(total);
  const view = viewOf(bytes);
  [MAGIC, 2, total].forEach((value, i) => view.setUint32(4 * i, value, true));
  let at = HEADER_LENGTH;
  for (const { type, data } of chunks) {
    const begin = at + CHUNK_HEADER_LENGTH;
    const length = align4(data.length);
    view.setUint32(at, length, true);
    view.setUint32(at + 4, type, true);
    bytes.set(data, begin);
    if (type === JSON_CHUNK) {
      bytes.fill(SPACE, begin + data.length, begin + length);
    }
    at = begin + length;
  }
  return bytes;
}

/** The next multiple of 4. */
export function align4(length: number): number {
  return Math.ceil(length / 4) * 4;
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}
