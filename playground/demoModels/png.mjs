/** Writes PNG images of two colors (Portable Network Graphics Specification). */

/**
 * Creates a checkerboard.
 * @param {number} size pixels along an edge
 * @param {number} squares number of squares along an edge
 * @param {readonly [number[], number[]]} colors RGB, 0..255
 * @returns {Uint8Array}
 */
export function checkerPng(size, squares, colors) {
  const rows = Array.from({ length: size }, (_, y) => {
    const pixels = Array.from(
      { length: size },
      (_, x) => colors[(Math.floor((x * squares) / size) + Math.floor((y * squares) / size)) % 2],
    );
    return [0, ...pixels.flatMap((color) => color ?? [])];
  });
  const header = new Uint8Array(13);
  new DataView(header.buffer).setUint32(0, size);
  new DataView(header.buffer).setUint32(4, size);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
  return Uint8Array.from([...signature, ...chunk("IHDR", header), ...chunk("IDAT", stored(rows.flat())), ...chunk("IEND", [])]);
}

/** @param {string} type @param {ArrayLike<number>} data */
function chunk(type, data) {
  const bytes = [...new TextEncoder().encode(type), ...Array.from(data)];
  return [...uint32(data.length), ...bytes, ...uint32(crc(bytes))];
}

/** A zlib stream that compresses nothing, and is the same whatever the version of zlib. @param {number[]} data at most 65,535 bytes */
function stored(data) {
  const length = [data.length & 255, data.length >> 8];
  return [0x78, 0x01, 1, ...length, ...length.map((byte) => ~byte & 255), ...data, ...uint32(adler(data))];
}

/** @param {number[]} bytes */
function crc(bytes) {
  let value = ~0;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit++) {
      value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
    }
  }
  return ~value;
}

/** @param {number[]} bytes */
function adler(bytes) {
  let [a, b] = [1, 0];
  for (const byte of bytes) {
    a = (a + byte) % 65521;
    b = (b + a) % 65521;
  }
  return b * 65536 + a;
}

/** @param {number} value */
function uint32(value) {
  return [24, 16, 8, 0].map((shift) => (value >>> shift) & 255);
}
