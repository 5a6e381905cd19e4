/** Reading, changing and writing files: compares accessors with an independent evaluator, and files byte by byte. */
import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { AssetError, GltfFile } from "../../../src/tools.js";
import { packGlb, unpackGlb } from "../../../scripts/glb.mjs";
import { assetNames, itWithAssets, readAssetBytes as read } from "../../helpers/assets.js";
import { readAccessor, type Json } from "../../helpers/gltfPose.js";
import { createRuler } from "../../helpers/gltfAsset.js";
import { ruleOf } from "../../helpers/rules.js";

const binaryNames = assetNames(".glb");
const textNames = assetNames(".gltf");

const textOf = (json: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(json));

/** A .gltf with one accessor over the given bytes, which stand in its JSON. */
function withAccessor(bytes: readonly number[], accessor: Json, bufferView: Json = {}, more: Json = {}): GltfFile {
  const uri = `data:application/octet-stream;base64,${Buffer.from(bytes).toString("base64")}`;
  return GltfFile.parse(
    textOf({
      asset: { version: "2.0" },
      buffers: [{ byteLength: bytes.length, uri }],
      bufferViews: [{ buffer: 0, byteLength: bytes.length, ...bufferView }],
      accessors: [{ bufferView: 0, count: 1, ...accessor }],
      ...more,
    }),
  );
}

const bytesOf = (...numbers: readonly number[]): number[] => [...new Uint8Array(new Float32Array(numbers).buffer)];

describe("accessors", () => {
  itWithAssets("of all real files follow the specification", () => {
    let count = 0;
    for (const name of binaryNames) {
      const asset = unpackGlb(read(name));
      const file = GltfFile.parse(read(name));
      (asset.json["accessors"] as Json[]).forEach((_, index) => {
        const expected = Float32Array.from(readAccessor(asset, index));
        const actual = file.readAccessor(index);
        expect(actual.length).toBe(expected.length);
        expect(Buffer.compare(new Uint8Array(actual.buffer), new Uint8Array(expected.buffer))).toBe(0);
        count++;
      });
    }
    expect(count).toBeGreaterThan(1000);
  });

  it.each([
    { componentType: 5120, bytes: [0x80, 0x81, 127, 0], normalized: [-1, -1, 1, 0], plain: [-128, -127, 127, 0] },
    { componentType: 5121, bytes: [0, 51, 255], normalized: [0, Math.fround(0.2), 1], plain: [0, 51, 255] },
    { componentType: 5122, bytes: [0x00, 0x80, 0xff, 0x7f], normalized: [-1, 1], plain: [-32768, 32767] },
    { componentType: 5123, bytes: [0xff, 0xff, 0x33, 0x33], normalized: [1, Math.fround(0.2)], plain: [65535, 13107] },
    { componentType: 5125, bytes: [1, 0, 0, 1], normalized: [Math.fround(16777217 / 4294967295)], plain: [Math.fround(16777217)] },
    { componentType: 5126, bytes: bytesOf(-2.5), normalized: [-2.5], plain: [-2.5] },
  ])("of component type $componentType are read as numbers, and normalized", ({ componentType, bytes, normalized, plain }) => {
    const accessor = { componentType, type: "SCALAR", count: plain.length };
    expect([...withAccessor(bytes, accessor).readAccessor(0)]).toEqual(plain);
    expect([...withAccessor(bytes, { ...accessor, normalized: true }).readAccessor(0)]).toEqual(normalized);
  });

  it("give exact integers above 2^24", () => {
    expect([...withAccessor([1, 0, 0, 1], { componentType: 5125, type: "SCALAR" }).readComponents(0)]).toEqual([16777217]);
  });

  it("can have strides and offsets", () => {
    const file = withAccessor([9, 1, 2, 9, 3, 4], { componentType: 5121, type: "VEC2", count: 2, byteOffset: 1 }, { byteStride: 3 });
    expect([...file.readAccessor(0)]).toEqual([1, 2, 3, 4]);
  });

  it("skip the padding between columns of small matrices", () => {
    const bytes = [1, 2, 9, 9, 3, 4, 9, 9, 5, 6, 9, 9, 7, 8];
    expect([...withAccessor(bytes, { componentType: 5121, type: "MAT2", count: 2 }).readAccessor(0)]).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it("without a buffer view are 0, except sparse values", () => {
    const sparse = {
      count: 2,
      indices: { bufferView: 0, componentType: 5121 },
      values: { bufferView: 0, byteOffset: 4 },
    };
    const json = { accessors: [{ componentType: 5126, type: "SCALAR", count: 4, sparse }] };
    expect([...withAccessor([1, 3, 0, 0, ...bytesOf(5, 7)], {}, {}, json).readAccessor(0)]).toEqual([0, 5, 0, 7]);
  });

  it("of matrices without a buffer view are 0, except sparse ones", () => {
    const sparse = { count: 1, indices: { bufferView: 0, componentType: 5123 }, values: { bufferView: 0, byteOffset: 4 } };
    const json = { accessors: [{ componentType: 5126, type: "MAT2", count: 2, sparse }] };
    expect([...withAccessor([1, 0, 0, 0, ...bytesOf(5, 6, 7, 8)], {}, {}, json).readAccessor(0)]).toEqual([0, 0, 0, 0, 5, 6, 7, 8]);
  });

  it("find their buffer among the resources, by its URI or decoded URI", () => {
    const json = {
      asset: { version: "2.0" },
      buffers: [{ byteLength: 4, uri: "a%20b.bin" }],
      bufferViews: [{ buffer: 0, byteLength: 4 }],
      accessors: [{ bufferView: 0, componentType: 5126, type: "SCALAR", count: 1 }],
    };
    const bytes = Uint8Array.from(bytesOf(3));
    for (const resources of [{ "a b.bin": bytes }, { "a%20b.bin": bytes }, (uri: string) => (uri === "a b.bin" ? bytes : undefined)]) {
      expect([...GltfFile.parse(textOf(json), resources).readAccessor(0)]).toEqual([3]);
    }
  });

  it("have the resources that a function returns for the decoded URI", () => {
    const json = { asset: { version: "2.0" }, images: [{ uri: "a%20b.png" }] };
    const bytes = Uint8Array.of(7);
    const file = GltfFile.parse(textOf(json), (uri) => (uri === "a b.png" ? bytes : undefined));
    expect(file.toFiles()["a%20b.png"]).toBe(bytes);
  });

  it.each<{ comment: string; file: () => GltfFile; message: string }>([
    {
      comment: "no such accessor",
      file: () => withAccessor([], {}, {}, { accessors: [] }),
      message: `/accessors: ${ruleOf("notEmpty")}`,
    },
    {
      comment: "more elements than bytes",
      file: () => withAccessor([1, 2, 3, 4], { componentType: 5126, type: "SCALAR", count: 2 }),
      message: `/accessors/0: ${ruleOf("withinBufferView", 4, 8)}`,
    },
    {
      comment: "a buffer view beyond its buffer",
      file: () => withAccessor([1], { componentType: 5121, type: "SCALAR" }, { byteLength: 2 }),
      message: `/bufferViews/0/byteLength: ${ruleOf("integerWithinBounds", "within 0..1", 2)}`,
    },
    {
      comment: "a buffer view whose end is beyond its buffer",
      file: () => withAccessor([0, 0, 0, 0, 0, 0, 0, 0], { componentType: 5126, type: "SCALAR" }, { byteOffset: 4, byteLength: 8 }),
      message: `/bufferViews/0/byteLength: ${ruleOf("integerWithinBounds", "within 0..4", 8)}`,
    },
    {
      comment: "a buffer that is longer than its bytes",
      file: () => withAccessor([1], { componentType: 5121, type: "SCALAR" }, {}, { buffers: [{ byteLength: 9, uri: "data:,x" }] }),
      message: `/buffers/0/byteLength: ${ruleOf("integerWithinBounds", "within 0..1", 9)}`,
    },
    {
      comment: "a count of gigabytes without a buffer view",
      file: () => withAccessor([1], { bufferView: undefined, componentType: 5126, type: "VEC4", count: 2 ** 31 }),
      message: `/accessors/0/count: ${ruleOf("integerWithinBounds", "within 0..4194304", 2147483648)}`,
    },
    {
      comment: "a count of gigabytes, of elements that do not divide the limit",
      file: () => withAccessor([1], { bufferView: undefined, componentType: 5121, type: "VEC3", count: 5592406 }),
      message: `/accessors/0/count: ${ruleOf("integerWithinBounds", "within 0..5592405", 5592406)}`,
    },
    {
      comment: "a count that is not an integer",
      file: () => withAccessor([1], { componentType: 5121, type: "SCALAR", count: -1 }),
      message: `/accessors/0/count: ${ruleOf("integerAtLeast0", -1)}`,
    },
    {
      comment: "a component type unknown to glTF",
      file: () => withAccessor([1], { componentType: 5124, type: "SCALAR" }),
      message: `/accessors/0/componentType: ${ruleOf("oneOfList", "5120, 5121, 5122, 5123, 5125, 5126", 5124)}`,
    },
    {
      comment: "a type unknown to glTF",
      file: () => withAccessor([1], { componentType: 5121, type: "VEC5" }),
      message: `/accessors/0/type: ${ruleOf("oneOfList", "SCALAR, VEC2, VEC3, VEC4, MAT2, MAT3, MAT4", '"VEC5"')}`,
    },
    {
      comment: "a stride shorter than an element",
      file: () => withAccessor([1, 2], { componentType: 5121, type: "VEC2" }, { byteStride: 1 }),
      message: `/bufferViews/0/byteStride: ${ruleOf("integerWithinBounds", ">= 2", 1)}`,
    },
    {
      comment: "a missing resource",
      file: () => withAccessor([1], { componentType: 5121, type: "SCALAR" }, {}, { buffers: [{ byteLength: 1, uri: "a.bin" }] }),
      message: `/buffers/0/uri: ${ruleOf("uriOfResource", "a.bin")}`,
    },
    {
      comment: "invalid base64",
      file: () => withAccessor([1], { componentType: 5121, type: "SCALAR" }, {}, { buffers: [{ byteLength: 1, uri: "data:;base64,%" }] }),
      message: `/buffers/0/uri: ${ruleOf("decodableUri", "data:;base64,%")}`,
    },
    {
      comment: "a sparse index beyond the accessor",
      file: () =>
        withAccessor([4, 0], {
          componentType: 5121,
          type: "SCALAR",
          count: 2,
          sparse: { count: 1, indices: { bufferView: 0, componentType: 5121 }, values: { bufferView: 0 } },
        }),
      message: `/accessors/0/sparse/indices: ${ruleOf("integerWithinBounds", "within 0..1", 4)}`,
    },
  ])("are refused with place, rule and value: $comment", ({ file, message }) => {
    expect(() => file().readAccessor(0)).toThrow(new AssetError(message.split(": ")[0]!, message.slice(message.indexOf(": ") + 2)));
  });
});

describe("files", () => {
  itWithAssets("are written byte for byte as they were if nothing was changed", () => {
    for (const name of binaryNames) {
      expect(Buffer.compare(GltfFile.parse(read(name)).toFiles()["model.glb"]!, read(name))).toBe(0);
    }
    for (const name of textNames) {
      expect(Buffer.compare(GltfFile.parse(read(name)).toFiles()["model.gltf"]!, read(name))).toBe(0);
    }
    expect(binaryNames.length).toBeGreaterThan(20);
  });

  itWithAssets("keep their binary chunk and all other values when the JSON changes", () => {
    for (const name of binaryNames) {
      const before = unpackGlb(read(name));
      const file = GltfFile.parse(read(name));
      file.json["extras"] = { note: "é" };
      const after = unpackGlb(file.toFiles()["model.glb"]!);
      expect(Buffer.compare(after.bin, before.bin)).toBe(0);
      expect(after.json).toEqual({ ...before.json, extras: { note: "é" } });
    }
  });

  it("keep unknown chunks in their place, and pad all chunks", () => {
    const chunk = (type: string, data: string): Buffer => {
      const header = Buffer.alloc(8);
      header.writeUInt32LE(data.length, 0);
      header.write(type, 4, "latin1");
      return Buffer.concat([header, Buffer.from(data, "latin1")]);
    };
    const json = '{"asset":{"version":"2.0"},"buffers":[{"byteLength":3}]}  ';
    const chunks = [chunk("JSON", json.padEnd(60)), chunk("BIN\0", "abc\0"), chunk("more", "1234"), chunk("most", "")];
    const header = Buffer.from([0x67, 0x6c, 0x54, 0x46, 2, 0, 0, 0, 0, 0, 0, 0]);
    const bytes = Buffer.concat([header, ...chunks]);
    bytes.writeUInt32LE(bytes.length, 8);
    const file = GltfFile.parse(bytes);
    expect(Buffer.compare(file.toFiles()["model.glb"]!, bytes)).toBe(0);
    file.append(new Uint8Array([7, 8]), "SCALAR");
    const written = Buffer.from(file.toFiles()["model.glb"]!);
    expect(written.subarray(written.indexOf("BIN\0") - 4)).toEqual(
      Buffer.concat([chunk("BIN\0", "abc\0\x07\x08\0\0"), ...chunks.slice(2)]),
    );
    expect(file.json.buffers).toEqual([{ byteLength: 6 }]);
  });

  it("get appended data that can be read back, and nothing else moves", () => {
    const { json, bin } = createRuler();
    const file = GltfFile.parse(new Uint8Array(packGlb(json, bin)));
    const before = (json["accessors"] as Json[]).map((_, i) => [...file.readAccessor(i)]);
    const arrays = [
      new Uint8Array([1, 2, 3]),
      new Float32Array([1.5, -2, 3, 4, 5, 6]),
      new Int16Array([-32767, 32767]),
      new Uint32Array([16777217]),
    ];
    const types = ["VEC3", "VEC3", "SCALAR", "SCALAR"] as const;
    const indices = arrays.map((data, i) => file.append(data, types[i]!, { bounds: true, normalized: i === 2 }));
    const again = GltfFile.parse(file.toFiles()["model.glb"]!);
    expect(indices.map((index) => again.readComponents(index))).toEqual(arrays);
    expect([...again.readAccessor(indices[2]!)]).toEqual([-1, 1]);
    expect(again.json.accessors!.slice(-3)).toMatchObject([
      { type: "VEC3", count: 2, min: [1.5, -2, 3], max: [4, 5, 6] },
      { normalized: true, min: [-32767], max: [32767] },
      { componentType: 5125, count: 1 },
    ]);
    expect(before.map((_, i) => [...again.readAccessor(i)])).toEqual(before);
    expect(Buffer.compare(unpackGlb(file.toFiles()["model.glb"]!).bin.subarray(0, bin.length), bin)).toBe(0);
  });

  it("are written in parts without a copy of the binary data, also after data is appended", () => {
    const { json, bin } = createRuler();
    const bytes = new Uint8Array(packGlb(json, bin));
    const file = GltfFile.parse(bytes);
    file.append(new Float32Array([1, 2]), "SCALAR");
    const last = file.readBytes("bufferViews", (json["bufferViews"] as Json[]).length - 1);
    expect([last.buffer === bytes.buffer, last.byteOffset + last.length]).toEqual([true, bytes.length]);
    const parts = file.toParts();
    const end = bytes.length; // the ruler's data fills its chunk
    expect(
      parts.some(({ buffer, byteOffset, length }) => buffer === bytes.buffer && byteOffset + length === end && length === bin.length),
    ).toBe(true);
    expect(Buffer.compare(Buffer.concat(parts), file.toFiles()["model.glb"]!)).toBe(0);
  });

  it("do not keep the padding of changed JSON", () => {
    const written = JSON.stringify({ asset: { version: "2.0" }, extras: 100 });
    expect(written.length % 4).toBe(0);
    const file = GltfFile.parse(new Uint8Array(packGlb({ asset: { version: "2.0" } })));
    file.json.extras = 100;
    const chunk = Buffer.from(file.toFiles()["model.glb"]!).subarray(20).toString();
    expect([chunk.trimEnd(), chunk.length]).toEqual([written, written.length]);
  });

  it("can be read where original and appended data meet", () => {
    const file = GltfFile.parse(
      new Uint8Array(packGlb({ asset: { version: "2.0" }, buffers: [{ byteLength: 6 }] }, Uint8Array.of(1, 2, 3, 4, 5, 6))),
    );
    file.append(Uint8Array.of(7, 8), "SCALAR");
    file.append(Uint8Array.of(9), "SCALAR");
    file.json.bufferViews!.push({ buffer: 0, byteOffset: 5, byteLength: 8 }, { buffer: 0, byteOffset: 8, byteLength: 1 });
    expect([...file.readBytes("bufferViews", 2)]).toEqual([6, 0, 0, 7, 8, 0, 0, 9]);
    expect([...file.readBytes("bufferViews", 3)]).toEqual([7]);
    expect([...file.readBytes("buffers", 0)]).toEqual([1, 2, 3, 4, 5, 6, 0, 0, 7, 8, 0, 0, 9]);
  });

  it("give the bytes of images, in a buffer view, a data URI or a file", () => {
    const images = [{ bufferView: 0 }, { uri: "data:image/png;base64,BAU=" }, { uri: "a%20b.png" }, { uri: "gone.png" }, { bufferView: 7 }];
    const json = {
      asset: { version: "2.0" },
      buffers: [{ byteLength: 3 }],
      bufferViews: [{ buffer: 0, byteOffset: 1, byteLength: 2 }],
      images,
    };
    const file = GltfFile.parse(new Uint8Array(packGlb(json, Uint8Array.of(1, 2, 3))), { "a b.png": Uint8Array.of(6) });
    expect([0, 1, 2].map((index) => [...file.readBytes("images", index)])).toEqual([[2, 3], [4, 5], [6]]);
    expect(() => file.readBytes("images", 3)).toThrow(`/images/3/uri: ${ruleOf("uriOfResource", "gone.png")}`);
    expect(() => file.readBytes("images", 4)).toThrow(`/images/4/bufferView: ${ruleOf("indexOfItems", 1, "bufferViews", 7)}`);
    expect(() => file.readBytes("images", 5)).toThrow(`/images/5: ${ruleOf("indexOfItems", 5, "images", 5)}`);
  });

  it("get a binary chunk for appended data if they have none", () => {
    const file = GltfFile.parse(new Uint8Array(packGlb({ asset: { version: "2.0" } }, new Uint8Array())));
    const index = file.append(new Float32Array([1, 2]), "SCALAR");
    expect([...GltfFile.parse(file.toFiles()["model.glb"]!).readAccessor(index)]).toEqual([1, 2]);
  });

  it("of type .gltf get a new buffer for appended data, and their resources do not change", () => {
    const text = `{\n  "asset": { "version": "2.0" },\n  "buffers": [\n    { "uri": "a.bin", "byteLength": 4.0 }\n  ],\n  "images": [{ "uri": "b.png" }]\n}\n`;
    const resources = { "a.bin": new Uint8Array([1, 2, 3, 4]), "b.png": new Uint8Array([5]) };
    const file = GltfFile.parse(new TextEncoder().encode(text), resources);
    const index = file.append(new Float32Array([1, 2]), "SCALAR");
    const again = file.toFiles("a.gltf");
    expect(Object.keys(again).sort()).toEqual(["a.bin", "a.gltf", "b.png"]);
    expect(again["a.bin"]).toEqual(resources["a.bin"]);
    expect([...GltfFile.parse(again["a.gltf"]!, again).readAccessor(index)]).toEqual([1, 2]);
    expect(new TextDecoder().decode(again["a.gltf"])).toContain(
      `    { "uri": "a.bin", "byteLength": 4.0 },\n    {\n      "byteLength": 8,`,
    );
    const found = GltfFile.parse(new TextEncoder().encode(text), (uri) => resources[uri as "a.bin"]).toFiles("a.gltf");
    expect(Object.keys(found).sort()).toEqual(["a.bin", "a.gltf", "b.png"]);
  });

  it.each([
    [undefined, "model.gltf"],
    ["robot.gltf", "robot.gltf"],
    ["models/my robot.gltf", "my robot.gltf"],
    ["C:\\models\\100%.gltf", "100%.gltf"],
    ["https://example.org/models/my%20robot.gltf?version=1/2#top", "my robot.gltf"],
    ["https://example.org/models/", "model.gltf"],
  ])("is named after its source: %s", (source, name) => {
    const file = GltfFile.parse(textOf({ asset: { version: "2.0" } }), { "a.bin": Uint8Array.of(1) }, source);
    expect([file.name, Object.keys(file.toFiles()).sort()]).toEqual([name, ["a.bin", name].sort()]);
    expect(Object.keys(file.toFiles("other.gltf")).sort()).toEqual(["a.bin", "other.gltf"]);
  });

  it.each([
    { comment: "nothing", bytes: [], message: `/: ${ruleOf("validJson")}` },
    {
      comment: "half a header",
      bytes: [0x67, 0x6c, 0x54, 0x46, 2],
      message: `byte 5: ${ruleOf("notCutOff", 5, "at least 20")}`,
    },
    { comment: "bytes that are not UTF-8", bytes: [0xff], message: `/: ${ruleOf("utf8")}` },
    { comment: "no object", bytes: [...textOf([])], message: `/: ${ruleOf("object", "[]")}` },
    { comment: "glTF 1", bytes: [...textOf({ asset: { version: "1.0" } })], message: `/asset/version: ${ruleOf("version2", '"1.0"')}` },
    {
      comment: "a number that is not finite",
      bytes: [...Buffer.from('{"asset":{"version":"2.0"},"nodes":[{"extras":1e999}]}')],
      message: `/nodes/0/extras: ${ruleOf("finiteNumber", "Infinity")}`,
    },
    {
      comment: "deep nesting",
      bytes: [...Buffer.from(`{"asset":{"version":"2.0"},"a":${"[".repeat(5000)}${"]".repeat(5000)}}`)],
      message: `/a/0/0: ${ruleOf("levelsNested", 500)}`,
    },
  ])("are refused: $comment", ({ bytes, message }) => {
    expect(() => GltfFile.parse(Uint8Array.from(bytes))).toThrow(AssetError);
    expect(() => GltfFile.parse(Uint8Array.from(bytes))).toThrow(message);
  });

  it.each([
    { given: undefined, shown: "undefined" },
    { given: "{}", shown: '"{}"' },
    { given: Uint8Array.of(0x67, 0x6c, 0x54, 0x46).buffer, shown: '"[ArrayBuffer]"' },
  ])("are refused unless they are a Uint8Array: $shown", ({ given, shown }) => {
    const error = new TypeError(`bytes: ${ruleOf("uint8Array", shown)}`);
    expect(() => GltfFile.parse(given as never)).toThrow(error);
  });

  it("are not written with numbers that are not finite", () => {
    const file = GltfFile.parse(textOf({ asset: { version: "2.0" }, nodes: [{}] }));
    file.json.nodes![0]!["translation"] = [0, NaN, 0];
    expect(() => file.toFiles()).toThrow(`/nodes/0/translation/1: ${ruleOf("finiteNumber", "NaN")}`);
  });

  /** Reads everything in a file. Faults must be AssetErrors, and nothing else. */
  function readAll(bytes: Uint8Array): void {
    try {
      const file = GltfFile.parse(bytes);
      for (let i = 0; i < Math.min(file.json.accessors?.length ?? 0, 50); i++) {
        try {
          file.readAccessor(i);
        } catch (error) {
          expect(error).toBeInstanceOf(AssetError);
        }
      }
    } catch (error) {
      expect(error).toBeInstanceOf(AssetError);
    }
  }

  itWithAssets("that are cut off or damaged cost an error with a place, never more", () => {
    const files = binaryNames.map(read).filter(({ length }) => length < 30_000);
    expect(files.length).toBeGreaterThan(10);
    const damaged = fc.tuple(
      fc.constantFrom(...files),
      fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(255)), { maxLength: 8 }),
    );
    fc.assert(
      fc.property(damaged, fc.boolean(), ([bytes, changes], cut) => {
        const copy = Uint8Array.from(bytes);
        for (const [where, value] of changes) {
          copy[Math.floor(where ** 3 * (copy.length - 1))] = value;
        }
        readAll(cut ? copy.subarray(0, Math.floor((changes[0]?.[0] ?? 0.5) * copy.length)) : copy);
      }),
      { numRuns: 1500 },
    );
    const [first] = files;
    for (let length = 0; length < first!.length; length += 7) {
      expect(() => GltfFile.parse(first!.subarray(0, length))).toThrow(AssetError);
    }
  });

  it("with random numbers give at most an error with a place", () => {
    const { json, bin } = createRuler();
    const numbers = fc.constantFrom(-1, 0, 1, 0.5, 1e9, 2 ** 53, 4294967296, null, "x", [], {});
    fc.assert(
      fc.property(fc.infiniteStream(numbers), fc.infiniteStream(fc.nat(9)), (values, odds) => {
        const mutated = JSON.stringify(json, (_key, value: unknown) =>
          typeof value === "number" && odds.next().value === 0 ? values.next().value : value,
        );
        readAll(new Uint8Array(packGlb(JSON.parse(mutated) as Json, bin)));
      }),
      { numRuns: 1500 },
    );
  });
});
