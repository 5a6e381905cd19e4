/** Bytes that grow: where appended bytes go, and which ranges are copied. */
import { expect, it } from "@jest/globals";
import { joinBytes } from "../../../src/gltf/file/glb.js";
import { GrowingBytes } from "../../../src/gltf/file/growingBytes.js";

const ORIGINAL = Uint8Array.from({ length: 200 }, (_, i) => i);

it("appended bytes begin at the next multiple of 4, and nothing follows the last ones", () => {
  const bytes = new GrowingBytes(ORIGINAL.subarray(0, 6));
  expect([bytes.append(new Uint8Array(100).fill(7)), bytes.append(Uint8Array.of(8, 9)), bytes.append(Uint8Array.of(10))]).toEqual([
    8, 108, 112,
  ]);
  const expected = [0, 1, 2, 3, 4, 5, 0, 0, ...new Array<number>(100).fill(7), 8, 9, 0, 0, 10];
  expect([...joinBytes(bytes.parts)]).toEqual(expected);
  expect(bytes.length).toBe(expected.length);
  for (const [begin, end] of [
    [0, 6],
    [5, 9],
    [6, 113],
    [8, 108],
    [109, 113],
  ] as const) {
    expect([...bytes.subarray(begin, end)]).toEqual(expected.slice(begin, end));
  }
});

it("ranges are views of the original or of the appended bytes; those that span both are copies", () => {
  const bytes = new GrowingBytes(ORIGINAL);
  bytes.append(new Uint8Array(8));
  const { buffer } = bytes.parts[1]!;
  expect(bytes.subarray(0, 200).buffer).toBe(ORIGINAL.buffer);
  expect(bytes.subarray(200, 208).buffer).toBe(buffer);
  expect(bytes.subarray(204, 208).buffer).toBe(buffer);
  expect([ORIGINAL.buffer, buffer]).not.toContain(bytes.subarray(196, 204).buffer);
});

it("appending moves the appended bytes only if there is no room for more", () => {
  const bytes = new GrowingBytes(ORIGINAL);
  bytes.append(new Uint8Array(100));
  expect(bytes.parts[1]!.buffer.byteLength).toBe(100);
  bytes.append(new Uint8Array(4));
  const { buffer } = bytes.parts[1]!;
  bytes.append(new Uint8Array(4));
  expect(bytes.parts[1]!.buffer).toBe(buffer);
});

it("a single part is joined without a copy", () => {
  expect(joinBytes([ORIGINAL])).toBe(ORIGINAL);
});
