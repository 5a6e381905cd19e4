/** Reads and writes binary glTF: a JSON chunk and a binary chunk (glTF 2.0, GLB File Format Specification). */

const MAGIC = 0x46546c67;
const JSON_CHUNK = 0x4e4f534a;
const BIN_CHUNK = 0x004e4942;

/**
 * @typedef {Record<string, any>} Json
 */

/**
 * @param {Uint8Array} glb
 * @returns {{ json: Json, bin: Uint8Array }} `bin` is empty if the file has no binary chunk
 */
export function unpackGlb(glb) {
  const view = new DataView(glb.buffer, glb.byteOffset, glb.byteLength);
  if (view.getUint32(0, true) !== MAGIC || view.getUint32(4, true) !== 2) {
    throw new Error("must be a binary glTF file, version 2");
  }
  const jsonLength = view.getUint32(12, true);
  const json = JSON.parse(new TextDecoder().decode(glb.subarray(20, 20 + jsonLength)));
  const binStart = 20 + jsonLength + 8;
  const bin = binStart <= glb.byteLength ? glb.slice(binStart, binStart + view.getUint32(20 + jsonLength, true)) : new Uint8Array(0);
  return { json, bin };
}

/**
 * @param {Json} json
 * @param {Uint8Array} [bin]
 * @returns {Uint8Array}
 */
export function packGlb(json, bin = new Uint8Array(0)) {
  const jsonBytes = padded(new TextEncoder().encode(JSON.stringify(json)), 0x20);
  const binBytes = padded(bin, 0);
  const glb = new Uint8Array(12 + 8 + jsonBytes.length + (binBytes.length ? 8 + binBytes.length : 0));
  const view = new DataView(glb.buffer);
  [MAGIC, 2, glb.length, jsonBytes.length, JSON_CHUNK].forEach((value, i) => view.setUint32(i * 4, value, true));
  glb.set(jsonBytes, 20);
  if (binBytes.length) {
    view.setUint32(20 + jsonBytes.length, binBytes.length, true);
    view.setUint32(24 + jsonBytes.length, BIN_CHUNK, true);
    glb.set(binBytes, 28 + jsonBytes.length);
  }
  return glb;
}

/**
 * @param {Uint8Array} bytes
 * @param {number} filler
 */
function padded(bytes, filler) {
  const result = new Uint8Array(Math.ceil(bytes.length / 4) * 4).fill(filler);
  result.set(bytes);
  return result;
}
