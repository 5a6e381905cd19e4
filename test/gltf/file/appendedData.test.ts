/** Data that is appended to files, and the files that they refer to. */
import { describe, expect, it } from "@jest/globals";
import { packGlb, unpackGlb } from "../../../scripts/glb.mjs";
import { AssetError, GltfFile, type AppendType } from "../../../src/tools.js";
import { ruleOf } from "../../helpers/rules.js";

const ASSET = { version: "2.0" };

function textFile(members: object, resources?: Parameters<typeof GltfFile.parse>[1]): GltfFile {
  return GltfFile.parse(new TextEncoder().encode(JSON.stringify({ asset: ASSET, ...members })), resources);
}

function binaryFile(members: object, bin?: Uint8Array): GltfFile {
  return GltfFile.parse(new Uint8Array(packGlb({ asset: ASSET, ...members }, bin)));
}

describe("appended data", () => {
  it("is not normalized, and has no bounds, unless asked for", () => {
    const file = textFile({});
    file.append(Uint8Array.of(3, 1, 2), "SCALAR");
    file.append(Uint8Array.of(3, 1, 2, 5), "VEC2", { normalized: true, bounds: true });
    expect(file.json.accessors).toEqual([
      { bufferView: 0, componentType: 5121, count: 3, type: "SCALAR" },
      { bufferView: 1, componentType: 5121, count: 2, type: "VEC2", normalized: true, min: [2, 1], max: [3, 5] },
    ]);
  });

  it("has no bounds where numbers are not finite, so that the file can be written", () => {
    const file = textFile({});
    file.append(Float32Array.of(1, Infinity, 0, 1, 2, NaN), "VEC3", { bounds: true });
    expect(file.json.accessors).toEqual([{ bufferView: 0, componentType: 5126, count: 2, type: "VEC3" }]);
    expect(Object.keys(file.toFiles("a.gltf"))).toEqual(["a.gltf"]);
  });

  it("goes into one new buffer of a .gltf, as a data URI", () => {
    const file = textFile({ buffers: [{ byteLength: 1, uri: "data:,x" }] });
    const long = Uint8Array.from({ length: 20_000 }, (_, i) => i % 251);
    file.append(long, "SCALAR");
    file.append(Uint8Array.of(1, 2), "SCALAR");
    const again = GltfFile.parse(file.toFiles()["model.gltf"]!);
    expect(again.json.buffers).toMatchObject([{ uri: "data:,x" }, { byteLength: 20_002 }]);
    expect(again.readComponents(0)).toEqual(long);
    expect([...again.readComponents(1)]).toEqual([1, 2]);
  });

  it("makes a .gltf without buffers one", () => {
    const file = textFile({});
    const index = file.append(Uint8Array.of(1, 2), "SCALAR");
    expect([...GltfFile.parse(file.toFiles()["model.gltf"]!).readComponents(index)]).toEqual([1, 2]);
  });

  it("makes a .glb without buffers a binary chunk", () => {
    const file = binaryFile({});
    file.append(Uint8Array.of(1, 2), "SCALAR");
    const { json, bin } = unpackGlb(file.toFiles()["model.glb"]!);
    expect(json["buffers"]).toEqual([{ byteLength: 2 }]);
    expect([...bin]).toEqual([1, 2, 0, 0]);
  });

  it("goes into a data URI if the first buffer of a .glb is a file of its own: only the first can be the binary chunk", () => {
    const file = binaryFile({ buffers: [{ byteLength: 1, uri: "data:,x" }] });
    const index = file.append(Uint8Array.of(1, 2), "SCALAR");
    const again = GltfFile.parse(file.toFiles()["model.glb"]!);
    expect(again.json.buffers).toMatchObject([{ uri: "data:,x" }, { uri: "data:application/octet-stream;base64,AQI=" }]);
    expect([...again.readComponents(index)]).toEqual([1, 2]);
  });

  it.each<{ comment: string; data: Uint8Array; type: string; got: string }>([
    { comment: "no data", data: new Uint8Array(), type: "VEC2", got: ruleOf("wholeElements", '"VEC2"', 0) },
    { comment: "half an element", data: new Uint8Array(3), type: "VEC2", got: ruleOf("wholeElements", '"VEC2"', 3) },
    { comment: "a type unknown to glTF", data: new Uint8Array(5), type: "VEC5", got: ruleOf("wholeElements", '"VEC5"', 5) },
  ])("must be whole elements: $comment", ({ data, type, got }) => {
    const file = textFile({});
    expect(() => file.append(data, type as AppendType)).toThrow(new RangeError(`data: ${got}`));
    expect(file.json).toEqual({ asset: ASSET });
  });
});

describe("resources", () => {
  const json = {
    buffers: [{ byteLength: 1, uri: "a.bin" }, { byteLength: 1, uri: "data:,x" }, { byteLength: 1 }],
    bufferViews: [
      { buffer: 0, byteLength: 1 },
      { buffer: 2, byteLength: 1 },
    ],
    images: [{ uri: "b.png" }, { uri: "gone.png" }, { bufferView: 0 }],
  };

  it("are asked for by their URIs, without data URIs, and those that do not exist are left out", () => {
    const asked: string[] = [];
    const file = textFile(json, (uri) => {
      asked.push(uri);
      return uri === "gone.png" ? undefined : Uint8Array.of(7);
    });
    expect(asked).toEqual([]);
    expect(file.readResources()).toEqual({ "a.bin": Uint8Array.of(7), "b.png": Uint8Array.of(7) });
    expect(Object.keys(file.readResources())).toEqual(["a.bin", "b.png"]);
    expect(asked.slice(0, 3)).toEqual(["a.bin", "b.png", "gone.png"]);
  });

  it("of buffers are asked for once, when they are first read", () => {
    const asked: string[] = [];
    const file = textFile(json, (uri) => (asked.push(uri), Uint8Array.of(7)));
    expect([...file.readBytes("bufferViews", 0), ...file.readBytes("bufferViews", 0)]).toEqual([7, 7]);
    expect(asked).toEqual(["a.bin"]);
  });

  it.each([
    { comment: "a buffer of a .gltf without a URI", buffer: {}, got: ruleOf("uriWithoutBytes", "undefined") },
    {
      comment: "a buffer whose data is compressed",
      buffer: { extensions: { EXT_meshopt_compression: { fallback: true } } },
      got: `${ruleOf("uriWithoutBytes", "undefined")}; EXT_meshopt_compression is not decoded`,
    },
    {
      comment: "a name that every object inherits",
      buffer: { uri: "constructor" },
      got: ruleOf("uriOfResource", "constructor"),
    },
    {
      comment: "a name with a percent sign that encodes nothing",
      buffer: { uri: "100%.bin" },
      got: ruleOf("uriOfResource", "100%.bin"),
    },
    { comment: "a data URI without a comma", buffer: { uri: "data:base64" }, got: ruleOf("decodableUri", "data:base64") },
    {
      comment: "a data URI with half an escape",
      buffer: { uri: "data:,%4" },
      got: ruleOf("decodableUri", "data:,%4"),
    },
  ])("that do not exist are refused: $comment", ({ buffer, got }) => {
    const file = textFile({ buffers: [{ byteLength: 1, ...buffer }] }, {});
    expect(() => file.readBytes("buffers", 0)).toThrow(`/buffers/0/uri: ${got}`);
  });

  it("that a function cannot read are refused with its reason", () => {
    const file = textFile({ buffers: [{ byteLength: 1, uri: "a.bin" }] }, () => {
      throw new Error("ENOENT: no such file");
    });
    const error = new AssetError("/buffers/0/uri", ruleOf("uriOfReadable", "a.bin", "ENOENT: no such file"));
    expect(() => file.readBytes("buffers", 0)).toThrow(error);
  });
});
