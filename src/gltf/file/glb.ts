import { AssetError, show } from "../util/index.js";

/** A chunk of a .glb. */
export interface Chunk {
  readonly type: number;
  /** The bytes of the chunk, including its padding. */
  readonly data: Uint8Array;
}

/** A chunk to be written. */
export interface ChunkParts {
  readonly type: number;
  readonly parts: readonly Uint8Array[];
}

/** Type of the JSON chunk, always the first chunk. */
export const JSON_CHUNK = 0x4e4f534a;
/** Type of the chunk with the binary data, usually the second chunk. */
export const BINARY_CHUNK = 0x004e4942;

const MAGIC = 0x46546c67;
const HEADER_LENGTH = 12;
const CHUNK_HEADER_LENGTH = 8;
/** The length of the smallest file: the header, and the JSON chunk without data. */
const MIN_LENGTH = HEADER_LENGTH + CHUNK_HEADER_LENGTH;
const SPACE = 0x20;

/** Whether a file is a .glb, judged by its first four bytes. */
export function isGlb(bytes: Uint8Array): boolean {
  return bytes.length >= 4 && viewOf(bytes).getUint32(0, true) === MAGIC;
}

/**
 * Reads the chunks of a .glb (glTF 2.0, 4.4). The chunks are views of the bytes of the file.
 * @throws AssetError with the byte offset, if the file is truncated or not of version 2
 */
export function readGlb(bytes: Uint8Array): Chunk[] {
  const view = viewOf(bytes);
  if (bytes.length < HEADER_LENGTH) {
    throw cutOffError(bytes, `at least ${MIN_LENGTH}`);
  }
  expectEqual("byte 4", "must be the version", view.getUint32(4, true), 2);
  const length = view.getUint32(8, true);
  if (bytes.length < Math.max(length, MIN_LENGTH)) {
    throw cutOffError(bytes, String(Math.max(length, MIN_LENGTH)));
  }
  expectEqual("byte 8", "must be the length of the file", length, bytes.length);
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
  expectEqual(`byte ${HEADER_LENGTH + 4}`, "must be JSON, the type of the first chunk,", chunks[0]!.type, JSON_CHUNK);
  return chunks;
}

/** @param whole how many bytes the whole file has */
function cutOffError({ length }: Uint8Array, whole: string): AssetError {
  return new AssetError(`byte ${length}`, `must not be cut off (got ${length} of ${whole} bytes)`);
}

function expectEqual(pointer: string, rule: string, value: number, expected: number): void {
  if (value !== expected) {
    throw new AssetError(pointer, `${rule} ${expected} (got ${show(value)})`);
  }
}

/**
 * Builds a .glb. Chunks are padded to multiples of 4 bytes: the JSON chunk with spaces, all other chunks with zeros.
 * @param chunks the chunks, with data as consecutive parts
 * @returns the file as consecutive parts; chunk data are not copied
 * @throws RangeError above 4 GiB, the largest length that a .glb can state
 */
export function writeGlb(chunks: readonly ChunkParts[]): readonly Uint8Array[] {
  const lengths = chunks.map(({ parts }) => totalLength(parts));
  const total = lengths.reduce((sum, length) => sum + CHUNK_HEADER_LENGTH + align4(length), HEADER_LENGTH);
  if (total > 0xffffffff) {
    throw new RangeError(`file: must not be larger than 4 GiB as .glb (got ${total} bytes)`);
  }
  const written = chunks.flatMap(({ type, parts }, i) => {
    const length = align4(lengths[i]!);
    const padding = new Uint8Array(length - lengths[i]!).fill(type === JSON_CHUNK ? SPACE : 0);
    return [wordsOf(length, type), ...parts, padding];
  });
  return [wordsOf(MAGIC, 2, total), ...written];
}

/** The total number of bytes of all parts. */
function totalLength(parts: readonly Uint8Array[]): number {
  return parts.reduce((sum, { length }) => sum + length, 0);
}

/** Joins parts into an array; a single part is not copied. */
export function joinBytes(parts: readonly Uint8Array[]): Uint8Array {
  if (parts.length === 1) {
    return parts[0]!;
  }
  const joined = new Uint8Array(totalLength(parts));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

/** The bytes of little-endian 32-bit integers. */
function wordsOf(...words: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(4 * words.length);
  const view = viewOf(bytes);
  words.forEach((word, i) => view.setUint32(4 * i, word, true));
  return bytes;
}

/** Rounds a length up to a multiple of 4. */
export function align4(length: number): number {
  return Math.ceil(length / 4) * 4;
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}
