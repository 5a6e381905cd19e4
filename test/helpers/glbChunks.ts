/** Chunks of .glb files as a test wants them, right or wrong. */

/** A chunk with its header; nothing is padded. */
export function chunkOf(type: string, data: Uint8Array): Buffer {
  const header = Buffer.alloc(8);
  header.writeUInt32LE(data.length, 0);
  header.write(type, 4, "latin1");
  return Buffer.concat([header, data]);
}

/** A .glb of chunks. */
export function packChunks(chunks: readonly Buffer[]): Buffer {
  const bytes = Buffer.concat([Buffer.from([0x67, 0x6c, 0x54, 0x46, 2, 0, 0, 0, 0, 0, 0, 0]), ...chunks]);
  bytes.writeUInt32LE(bytes.length, 8);
  return bytes;
}
