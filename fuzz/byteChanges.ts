/** Changes of binary data: numbers, single bits, and its length. */
import fc from "fast-check";

/** One change, at an offset in bytes; beyond the end it does nothing. */
export interface ByteChange {
  readonly kind: "float" | "integer" | "bits" | "cut";
  readonly at: number;
  readonly by: number;
}

const FLOATS = [NaN, Infinity, -Infinity, -0, 0, 1e-45, -1, 1, 0.5, 3.4e38, -3.4e38, 1e20];
const INTEGERS = [0, 1, 4, 8, 12, 20, 0xff, 0xffff, 0x7fffffff, 0x80000000, 0xffffffff, 0x46546c67, 0x4e4f534a, 0x004e4942];

/** @param ranges the first byte of the parts that may change, which begin at a multiple of 4, and their lengths */
export function byteChangesOf(ranges: readonly (readonly [first: number, length: number])[]): fc.Arbitrary<readonly ByteChange[]> {
  const usable = ranges.filter(([, length]) => length >= 4);
  if (usable.length === 0) {
    return fc.constant([]);
  }
  const at = fc.oneof(...usable.map(([first, length]) => fc.nat(length - 1).map((i) => first + i)));
  const aligned = at.map((i) => i - (i % 4));
  const changes = fc.oneof(
    { weight: 6, arbitrary: fc.record({ kind: fc.constant("float" as const), at: aligned, by: fc.constantFrom(...FLOATS) }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant("integer" as const), at: aligned, by: fc.constantFrom(...INTEGERS) }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant("bits" as const), at, by: fc.integer({ min: 1, max: 255 }) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant("cut" as const), at, by: fc.constant(0) }) },
  );
  return fc.array(changes, { maxLength: 4 });
}

/** A copy of the bytes with the changes. */
export function changedBytes(bytes: Uint8Array, changes: readonly ByteChange[]): Uint8Array {
  let changed = new Uint8Array(bytes); // not slice(), which copies nothing of a Buffer
  for (const { kind, at, by } of changes) {
    const view = new DataView(changed.buffer, 0, changed.length);
    if (kind === "cut") {
      changed = changed.slice(0, at);
    } else if (kind === "bits" && at < changed.length) {
      changed[at]! ^= by;
    } else if (kind === "float" && at + 4 <= changed.length) {
      view.setFloat32(at, by, true);
    } else if (kind === "integer" && at + 4 <= changed.length) {
      view.setUint32(at, by, true);
    }
  }
  return changed;
}
