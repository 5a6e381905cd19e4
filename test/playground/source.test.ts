/** Files that people open, read without a browser. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "@jest/globals";
import { packGlb, unpackGlb } from "../../scripts/glb.mjs";
import { ModelError, modelsOf, readFiles, type ModelFiles } from "../../playground/page/files/source.js";

const MODEL = readFileSync(new URL("../../playground/models/door.glb", import.meta.url));

const files = (entries: Readonly<Record<string, string | Uint8Array>>): ModelFiles =>
  Object.entries(entries).map(([path, content]) => ({ path, file: new File([content as string], path.split("/").at(-1)!) }));

describe("files that are no model", () => {
  it.each<[string, Record<string, string | Uint8Array>, string]>([
    ["nothing", {}, "There is no file to open. Open a .glb, or a .gltf with its .bin and textures."],
    ["a text", { "a.txt": "x" }, "a.txt is not a glTF model. Open a .glb, or a .gltf with its .bin and textures."],
    ["two", { "a.png": "x", "b.bin": "x" }, "None of these 2 files is a glTF model. Open a .glb, or a .gltf with its .bin and textures."],
    ["an empty one", { "a.glb": "" }, "a.glb is empty."],
    ["one that is cut off", { "a.glb": MODEL.subarray(0, 100) }, `a.glb is cut off after 100 of ${MODEL.length} bytes.`],
    ["one that ends in its header", { "a.glb": MODEL.subarray(0, 10) }, "a.glb is not a glTF model ("],
    ["JSON of something else", { "a.gltf": "{}" }, "a.gltf is not a glTF model (/asset/version is missing)."],
    ["no JSON", { "a.gltf": "<html>" }, "a.gltf is not a glTF model ("],
  ])("are told in a sentence: %s", async (_, entries, message) => {
    const error = await readFiles(files(entries), () => undefined).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ModelError);
    expect((error as ModelError).message.slice(0, message.length)).toBe(message);
  });
});

describe("models", () => {
  it("are read with progress, whole", async () => {
    const shares: (number | null)[] = [];
    const { name, json, glb, notes } = await readFiles(files({ "folder/door.glb": MODEL }), (share) => shares.push(share));
    expect([name, notes, shares.at(-1)]).toEqual(["door.glb", [], 1]);
    const { json: expected, bin } = unpackGlb(MODEL);
    expect(json).toEqual(expected);
    expect(unpackGlb(glb)).toEqual(unpackGlb(packGlb(expected, bin)));
  });

  it("are opened one at a time: the notes name the others, five at most", async () => {
    const many = files(Object.fromEntries(Array.from({ length: 8 }, (_, i) => [`${i}.glb`, MODEL])));
    expect(modelsOf(many)).toHaveLength(8);
    const { notes } = await readFiles(many, () => undefined);
    expect(notes).toEqual(["The page shows one model at a time. 0.glb is open; not opened: 1.glb, 2.glb, 3.glb, 4.glb, 5.glb and 2 more."]);
  });

  it("find a file whose name has a percent sign, which escapes nothing", async () => {
    const json = { asset: { version: "2.0" }, buffers: [{ byteLength: 1, uri: "100%.bin" }] };
    const { resolve, release } = await readFiles(files({ "a.gltf": JSON.stringify(json), "100%.bin": "x" }), () => undefined);
    expect(resolve("100%.bin")).toMatch(/^blob:/);
    release();
  });
});
