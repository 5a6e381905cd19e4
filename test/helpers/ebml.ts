/** Reads EBML (RFC 8794), the format of WebM files. */
export interface Element {
  readonly id: number;
  readonly data: Uint8Array;
}

/** The elements that bytes consist of. */
export function elementsOf(bytes: Uint8Array): Element[] {
  const elements: Element[] = [];
  let offset = 0;
  while (offset < bytes.length) {
    const idLength = Math.clz32(bytes[offset]!) - 23;
    const id = readNumber(bytes.subarray(offset, offset + idLength));
    offset += idLength;
    const sizeLength = Math.clz32(bytes[offset]!) - 23;
    const size =
      readNumber(bytes.subarray(offset + 1, offset + sizeLength)) + (bytes[offset]! & (0x7f >> (sizeLength - 1))) * 256 ** (sizeLength - 1);
    offset += sizeLength;
    elements.push({ id, data: bytes.subarray(offset, offset + size) });
    offset += size;
  }
  return elements;
}

/** The number that an element holds. */
export function numberOf({ data }: Element): number {
  return readNumber(data);
}

export function bytesOf(parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts));
}

function readNumber(bytes: Uint8Array): number {
  return bytes.reduce((value, byte) => value * 256 + byte, 0);
}
