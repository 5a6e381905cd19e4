/** The container format of .glb files (glTF 2.0, 4.4): faults are refused with the byte where they are. */
import { expect, it } from "@jest/globals";
import { isGlb, readGlb } from "../../../src/gltf/file/glb.js";
import { chunkOf, packChunks } from "../../helpers/glbChunks.js";
import { ruleOf } from "../../helpers/rules.js";

const JSON_CHUNK = chunkOf("JSON", Buffer.from("{}  "));

/** The smallest file, changed. */
function changed(change: (bytes: Buffer) => void): Buffer {
  const bytes = packChunks([JSON_CHUNK]);
  change(bytes);
  return bytes;
}

/** A file whose stated length is right, followed by bytes that are not a chunk. */
function followedBy(...rest: readonly number[]): Buffer {
  const bytes = Buffer.concat([packChunks([JSON_CHUNK]), Buffer.from(rest)]);
  bytes.writeUInt32LE(bytes.length, 8);
  return bytes;
}

it.each([
  { comment: "another version", bytes: changed((bytes) => bytes.writeUInt32LE(1, 4)), message: `byte 4: ${ruleOf("version")} 2 (got 1)` },
  {
    comment: "another length",
    bytes: changed((bytes) => bytes.writeUInt32LE(25, 8)),
    message: `byte 24: ${ruleOf("notCutOff", 24, 25)}`,
  },
  {
    comment: "a shorter length",
    bytes: changed((bytes) => bytes.writeUInt32LE(23, 8)),
    message: `byte 8: ${ruleOf("lengthOfFile")} 24 (got 23)`,
  },
  {
    comment: "nothing after the header",
    bytes: packChunks([JSON_CHUNK]).subarray(0, 12),
    message: `byte 12: ${ruleOf("notCutOff", 12, 24)}`,
  },
  { comment: "no chunk", bytes: packChunks([]), message: `byte 12: ${ruleOf("notCutOff", 12, 20)}` },
  {
    comment: "a first chunk that is not JSON",
    bytes: packChunks([chunkOf("BIN\0", Buffer.alloc(4))]),
    message: `byte 16: ${ruleOf("typeOfFirstChunk")} 1313821514 (got 5130562)`,
  },
  {
    comment: "a chunk that is too long",
    bytes: changed((bytes) => bytes.writeUInt32LE(5, 12)),
    message: `byte 12: ${ruleOf("chunkWithinFile", 24, 25)}`,
  },
  {
    comment: "half the header of a chunk",
    bytes: followedBy(9, 9, 9, 9),
    message: `byte 24: ${ruleOf("chunkWithinFile", 28, 32)}`,
  },
  {
    comment: "the header of a chunk alone, which states a length",
    bytes: followedBy(4, 0, 0, 0, 9, 9, 9, 9),
    message: `byte 24: ${ruleOf("chunkWithinFile", 32, 36)}`,
  },
])("is refused: $comment", ({ bytes, message }) => {
  expect(() => readGlb(bytes)).toThrow(message);
});

it("chunks may be empty", () => {
  expect(readGlb(packChunks([chunkOf("JSON", Buffer.alloc(0))])).map(({ data }) => data.length)).toEqual([0]);
  expect(readGlb(packChunks([JSON_CHUNK, chunkOf("none", Buffer.alloc(0))])).map(({ data }) => data.length)).toEqual([4, 0]);
});

it("four bytes tell a .glb from other files", () => {
  const magic = Uint8Array.of(0x67, 0x6c, 0x54, 0x46);
  expect([isGlb(magic), isGlb(magic.subarray(0, 3)), isGlb(Uint8Array.of(0x7b, 0x22, 0x61, 0x22))]).toEqual([true, false, false]);
});
