/** The models that `npm start` reads. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "@jest/globals";
import { packGlb, unpackGlb } from "../../scripts/glb.mjs";
import { readModel } from "../../scripts/readModel.mjs";
import { GltfFile } from "../../src/tools.js";
import { ruleOf } from "../helpers/rules.js";

const FOLDER = mkdtempSync(join(tmpdir(), "models-"));
afterAll(() => rmSync(FOLDER, { recursive: true }));

function read(name: string, data?: string | Uint8Array): Promise<Uint8Array> {
  const path = join(FOLDER, name);
  if (data !== undefined) {
    writeFileSync(path, data);
  }
  return readModel(path, (bytes) => GltfFile.parse(bytes));
}

describe("readModel", () => {
  it.each([
    { comment: "no JSON", data: '{\n  "asset": {"version": "2.0"},\n}', message: `/: ${ruleOf("validJson")} (got } in line 3, column 1)` },
    { comment: "glTF 1", data: '{"asset": {"version": "1.0"}}', message: `/asset/version: ${ruleOf("version2", '"1.0"')}` },
    { comment: "half a .glb", data: "glTF", message: `byte 4: ${ruleOf("notCutOff", 4, "at least 20")}` },
  ])("refuses $comment with place, rule and value", async ({ data, message }) => {
    await expect(read("broken.gltf", data)).rejects.toThrow(`${join(FOLDER, "broken.gltf")}: ${message}`);
  });

  it("refuses a file that does not exist", async () => {
    await expect(read("missing.glb")).rejects.toThrow(`${join(FOLDER, "missing.glb")}: there is no such file`);
  });

  it("embeds the files of a .gltf", async () => {
    writeFileSync(join(FOLDER, "100% data.bin"), Uint8Array.of(1, 2, 3, 4));
    writeFileSync(join(FOLDER, "a b.png"), Uint8Array.of(5));
    const buffers = [{ byteLength: 4, uri: "100% data.bin" }];
    const images = [{ uri: "a%20b.png" }, { bufferView: 0, mimeType: "image/png" }];
    const glb = await read("model.gltf", `\uFEFF${JSON.stringify({ asset: { version: "2.0" }, buffers, images })}`);
    const { json } = unpackGlb(glb);
    expect(json["buffers"]).toEqual([{ byteLength: 4, uri: "data:application/octet-stream;base64,AQIDBA==" }]);
    expect(json["images"]).toEqual([{ uri: "data:image/png;base64,BQ==" }, images[1]]);
  });

  it("keeps the binary chunk of a .glb", async () => {
    const json = { asset: { version: "2.0" }, buffers: [{ byteLength: 4 }] };
    expect(unpackGlb(await read("model.glb", packGlb(json, Uint8Array.of(1, 2, 3, 4))))).toEqual({ json, bin: Uint8Array.of(1, 2, 3, 4) });
  });
});
