import { readFileSync } from "node:fs";
import { describe, expect, it } from "@jest/globals";
import { packGlb, unpackGlb, type Json } from "../../scripts/glb.mjs";
import { ClipDocument, describeEdit, type DocumentChange } from "../../playground/page/document/clipDocument.js";
import { writeClips } from "../../playground/page/document/clipJson.js";
import { bakedFile, clipsFile, savedFile } from "../../playground/page/document/saving.js";
import type { MovesFile } from "../../playground/page/moves/moves.js";
import { GltfFile, ReadClips } from "../../src/tools.js";
import { createFigure, SWAY, turns } from "../helpers/engineAssets.js";
import { pointerTarget } from "../helpers/gltfAsset.js";
import type { Asset } from "../helpers/gltfPose.js";
import { ruleOf } from "../helpers/rules.js";

const BYTES = readFileSync(new URL("../../playground/models/figure.glb", import.meta.url));
const FIGURE = unpackGlb(BYTES);

const assetWith = (...clips: unknown[]): Json => ({
  asset: { version: "2.0" },
  animations: [{ name: "long" }, {}],
  extensionsUsed: ["KHR_animation_clip"],
  extensions: { KHR_animation_clip: { clips } },
});
const namesOf = (document: ClipDocument): string[] => document.clips.map((entry) => document.nameOf(entry));
const idOf = (document: ClipDocument, name: string): number => document.clips.find((entry) => document.nameOf(entry) === name)!.id;
const jsonOf = (document: ClipDocument): readonly unknown[] => document.json;

describe("a document", () => {
  it("adds, duplicates, renames, moves, cuts and deletes clips", () => {
    const document = new ClipDocument(assetWith({ name: "idle", animations: [0], end: 2 }));
    document.add({ name: "walk", animations: [0], settings: { start: 2, end: 4 } }, idOf(document, "idle"));
    document.duplicate(idOf(document, "walk"));
    document.change(idOf(document, "walk 2"), "rename", { name: "run" });
    document.move(idOf(document, "run"), 0);
    expect(namesOf(document)).toEqual(["run", "idle", "walk"]);
    document.cut(idOf(document, "walk"), 3);
    document.remove(idOf(document, "idle"));
    expect(jsonOf(document)).toEqual([
      { name: "run", animations: [0], start: 2, end: 4 },
      { name: "walk", animations: [0], start: 2, end: 3 },
      { name: "walk 2", animations: [0], start: 3, end: 4 },
    ]);
  });

  it("takes back everything, and makes it again", () => {
    const document = new ClipDocument(assetWith({ name: "idle", animations: [0], end: 2 }, { name: "walk", animations: [0] }));
    const idle = idOf(document, "idle");
    const labels: string[] = [];
    const edits = [
      () => document.add({ name: "jump", animations: [1] }),
      () => document.duplicate(idle),
      () => document.change(idle, "rename", { name: "rest" }),
      () => document.change(idle, "animations", { animations: [0, 1] }),
      () => document.change(idle, "speed", { settings: { end: 2, speed: 0.5 } }),
      () => document.move(idle, 2),
      () => document.cut(idle, 1),
      () => document.setJson(idle, `{"name": "x", "animations": [1]}`),
      () => document.remove(idle),
      () => document.remove(idOf(document, "walk")),
    ];
    const states = edits.map((edit) => {
      const before = jsonOf(document);
      edit();
      document.endGesture();
      labels.push(describeEdit(document.undoable!));
      return before;
    });
    const last = jsonOf(document);
    for (const state of [...states].reverse()) {
      document.undo();
      expect(jsonOf(document)).toEqual(state);
    }
    expect(document.undoable).toBeNull();
    edits.forEach(() => document.redo());
    expect(jsonOf(document)).toEqual(last);
    expect(labels.slice(0, 4)).toEqual(["new clip “jump”", "duplicate “idle”", "rename “idle”", "change animations of “rest”"]);
  });

  it("is dirty exactly while it differs from what was opened or saved last", () => {
    const document = new ClipDocument(assetWith({ name: "idle", animations: [0], end: 2 }));
    const idle = idOf(document, "idle");
    const rename = (name: string): void => document.change(idle, "rename", { name });
    expect(document.isDirty).toBe(false);
    rename("rest");
    expect(document.isDirty).toBe(true);
    document.undo();
    expect(document.isDirty).toBe(false);
    rename("rest");
    document.markSaved();
    expect(document.isDirty).toBe(false);
    document.undo();
    expect(document.isDirty).toBe(true);
    rename("rest");
    expect(document.isDirty).toBe(false);
  });

  it("says which clip a change is about", () => {
    const document = new ClipDocument(assetWith({ name: "idle", animations: [0] }, { name: "walk", animations: [0] }));
    const changes: DocumentChange[] = [];
    document.onChange.add((change) => void changes.push(change));
    const [idle, walk] = [idOf(document, "idle"), idOf(document, "walk")];
    document.change(walk, "end", { settings: { end: 1 } });
    document.remove(idle);
    document.undo();
    document.undo();
    expect(changes).toEqual([
      { affected: walk, isListChanged: false },
      { affected: null, isListChanged: true },
      { affected: idle, isListChanged: true },
      { affected: walk, isListChanged: false },
    ]);
  });

  it("refuses what a file cannot state, and stays as it was", () => {
    const document = new ClipDocument(assetWith({ name: "idle", animations: [0] }));
    const before = document.clips;
    expect(() => document.change(idOf(document, "idle"), "end", { settings: { start: 2, end: 1 } })).toThrow(ruleOf("atLeastStart", 1, 2));
    expect(() => document.change(idOf(document, "idle"), "animations", { animations: [] })).toThrow(ruleOf("notEmpty"));
    expect(document.clips).toBe(before);
  });

  it.each([
    ["{", "line 1, column 2", ruleOf("validJson", "the end")],
    ['{\n  "name": walk\n}', "line 2, column 11", ruleOf("validJson", "walk")],
    ["[]", "/extensions/KHR_animation_clip/clips/1", ruleOf("object", "[]")],
    ['{"animations": [0], "start": 2, "end": 1}', "/extensions/KHR_animation_clip/clips/1/end", ruleOf("atLeastStart", 1, 2)],
    ['{"animations": [7]}', "/extensions/KHR_animation_clip/clips/1/animations/0", ruleOf("indexOfAnimations", 2, 7)],
    ['{"animations": [0], "end": 1e999}', "/extensions/KHR_animation_clip/clips/1/end", ruleOf("finiteNumber", "Infinity")],
  ])("answers the text %j of a clip with place, rule and value", (text, place, rule) => {
    const document = new ClipDocument(assetWith({ name: "idle", animations: [0] }, { name: "walk", animations: [0] }));
    const before = document.clips;
    expect(document.setJson(idOf(document, "walk"), text)).toEqual([{ level: "error", pointer: place, text: rule }]);
    expect(document.clips).toBe(before);
  });

  it("takes over a valid text as it is typed, as one step, with its further members", () => {
    const document = new ClipDocument(assetWith({ name: "idle", animations: [0] }));
    const idle = idOf(document, "idle");
    for (const name of ["w", "wa", "walk"]) {
      expect(document.setJson(idle, JSON.stringify({ name, animations: [1], extras: { by: "me" } }))).toEqual([]);
    }
    expect(jsonOf(document)).toEqual([{ name: "walk", animations: [1], extras: { by: "me" } }]);
    document.undo();
    expect(jsonOf(document)).toEqual([{ name: "idle", animations: [0] }]);
  });

  it("takes over a list of clips as one step, in which those that it has stay the same", () => {
    const document = new ClipDocument(assetWith({ name: "idle", animations: [0], end: 2 }, "broken", { name: "walk", animations: [0] }));
    const before = jsonOf(document);
    const [idle, broken, walk] = document.clips.map(({ id }) => id);
    expect(document.isRemade).toBe(false);
    const list = [
      { name: "walk", animations: [0] },
      { name: "jump", animations: [1], start: 1, end: 2 },
      { name: "nothing", animations: [7] },
      "broken",
      { name: "jump", animations: [1], start: 1, end: 2 },
    ];
    expect(document.replaceAll(list)).toEqual([
      {
        level: "error",
        pointer: "/extensions/KHR_animation_clip/clips/2/animations/0",
        text: expect.stringContaining("must be") as unknown,
      },
    ]);
    expect(jsonOf(document)).toEqual([list[0], list[1], list[3], list[4]]);
    const ids = document.clips.map(({ id }) => id);
    expect(ids).toEqual([walk, expect.any(Number), broken, expect.any(Number)]);
    expect(new Set([...ids, idle]).size).toBe(5);
    expect([document.isRemade, document.isDirty]).toEqual([true, true]);
    expect(describeEdit(document.undoable!)).toBe("open a link with “jump”");
    document.undo();
    expect(jsonOf(document)).toEqual(before);
    expect(document.isRemade).toBe(false);
  });

  it("is remade by everything but other settings of its clips", () => {
    const idle = { name: "idle", animations: [0], end: 2 };
    const changes: readonly [boolean, (document: ClipDocument, id: number) => unknown][] = [
      [false, (document, id) => document.change(id, "speed", { settings: { end: 1, speed: 2 } })],
      [true, (document, id) => document.change(id, "rename", { name: "rest" })],
      [true, (document, id) => document.change(id, "animations", { animations: [1] })],
      [true, (document, id) => document.setJson(id, JSON.stringify({ ...idle, extras: {} }))],
      [true, (document, id) => document.duplicate(id)],
      [true, (document, id) => document.move(id, 1)],
      [true, (document, id) => document.remove(id)],
    ];
    for (const [isRemade, change] of changes) {
      const document = new ClipDocument(assetWith(idle, { name: "walk", animations: [0] }));
      change(document, idOf(document, "idle"));
      document.markSaved(); // the file that an address leads to stays as it was
      expect([document.isRemade, document.isDirty]).toEqual([isRemade, false]);
    }
  });

  it("knows the settings that a clip has in the file, also after it was changed, deleted and brought back", () => {
    const document = new ClipDocument(assetWith({ name: "idle", animations: [0], speed: 3 }));
    const id = idOf(document, "idle");
    const { settings } = document.find(id)!.content!;
    document.change(id, "speed", { settings: { ...settings, speed: 2 } });
    document.remove(id);
    document.undo();
    expect(document.find(id)!.content!.settings.speed).toBe(2);
    expect(document.openedSettings(id)).toEqual({ start: 0, end: Infinity, offset: 0, speed: 3, repetitions: -1, reverse: false });
    expect(document.openedSettings(document.duplicate(id))).toBeUndefined();
  });

  it("keeps clips that cannot be read, and those of an extension that is not listed", () => {
    const broken = { name: "broken", animations: [9] };
    const document = new ClipDocument(assetWith(broken, { name: "idle", counter: 2, animation: 0 }));
    document.add({ name: "walk", animations: [0] });
    const json = assetWith();
    writeClips(json, document.json);
    expect(json["extensions"].KHR_animation_clip.clips).toEqual([
      broken,
      { name: "idle", counter: 2, animation: 0 },
      { name: "walk", animations: [0] },
    ]);
    const unlisted = new ClipDocument({ ...assetWith({ name: "idle", animations: [0] }), extensionsUsed: [] });
    expect(unlisted.clips.map(({ content }) => content)).toEqual([null]);
  });

  it("takes the extension out of a file without clips", () => {
    const json = assetWith({ name: "idle", animations: [0] });
    const document = new ClipDocument(structuredClone(json));
    document.remove(idOf(document, "idle"));
    writeClips(json, document.json);
    expect(json).toEqual({ asset: { version: "2.0" }, animations: [{ name: "long" }, {}] });
  });
});

const source = (name: string, bytes: Uint8Array, files: Readonly<Record<string, Uint8Array>> = {}): Parameters<typeof savedFile>[0] => ({
  name,
  bytes,
  rootUrl: "files:/",
  resolve: (uri) => `data:;base64,${Buffer.from(files[uri.replace("files:/", "")]!).toString("base64")}`,
  release: () => undefined,
});

describe("saving", () => {
  const edited = (): ClipDocument => {
    const document = new ClipDocument(FIGURE.json);
    document.change(idOf(document, "walk"), "start", { settings: { start: 2.75, end: 3.5, speed: 1.25 } });
    return document;
  };

  it("writes the moves of other files once they are kept, which is a change that can be undone", async () => {
    const document = new ClipDocument(FIGURE.json);
    const moves = { source: source("moves.glb", BYTES), isOnTrial: true } as unknown as MovesFile;
    const namesOf = async (): Promise<unknown[]> =>
      GltfFile.parse((await savedFile(source("figure.glb", BYTES), document)).bytes).json.animations!.map(({ name }) => name);
    expect([await namesOf(), document.isDirty]).toEqual([["timeline", "door"], false]);
    document.keepMoves(moves);
    document.keepMoves(moves);
    expect([(await namesOf()).length, document.isDirty, document.moves]).toEqual([4, true, [moves]]);
    document.markSaved();
    expect(document.isDirty).toBe(false);
    document.undo();
    expect([await namesOf(), document.isDirty, document.moves]).toEqual([["timeline", "door"], true, []]);
    document.redo();
    document.discardMoves(moves);
    expect(describeEdit(document.undoable!)).toBe("discard the moves of “moves.glb”");
    expect([await namesOf(), document.moves]).toEqual([["timeline", "door"], []]);
    document.undo();
    expect([document.isDirty, document.moves]).toEqual([false, [moves]]);
  });

  it("keeps the bytes of a .glb whose clips were not changed", async () => {
    const { name, bytes } = await savedFile(source("figure.glb", BYTES), new ClipDocument(FIGURE.json));
    expect([name, Buffer.from(bytes).equals(BYTES)]).toEqual(["figure.glb", true]);
  });

  it("names the engines that show pointers and splines otherwise, and nothing for other files", async () => {
    const warningsOf = async ({ json, bin }: Asset): Promise<readonly string[]> =>
      (await savedFile(source("file.glb", packGlb(json, bin)), new ClipDocument(json))).warnings;
    const spline = { target: { node: 1, path: "rotation" }, values: turns(0, 0, 0, 0, 5, 0), interpolation: "CUBICSPLINE" } as const;
    const pointer = { target: pointerTarget("/materials/0/alphaCutoff"), values: [0, 1] };
    expect(await warningsOf(createFigure([SWAY]))).toEqual([]);
    expect(await warningsOf(createFigure([spline]))).toEqual([
      expect.stringMatching(/ otherwise \(.*Galacean, .*Godot 3.*\): Save as baked, /),
    ]);
    const [warning] = await warningsOf(createFigure([pointer]));
    expect(warning).toMatch(
      /^The file has pointers or splines that other engines show otherwise \(three\.js, Filament, CesiumJS, ClayGL, @maptalks\/gltf-layer, Orillusion, PlayCanvas, Galacean, OGL, Pixi3D, VTK/,
    );
  });

  it("changes the clips of a .glb, and no byte of its binary chunk", async () => {
    const document = edited();
    const saved = unpackGlb((await savedFile(source("figure.glb", BYTES), document)).bytes);
    expect(Buffer.from(saved.bin).equals(FIGURE.bin)).toBe(true);
    expect(saved.json["extensions"].KHR_animation_clip.clips).toEqual(jsonOf(document));
    expect({ ...saved.json, extensions: null }).toEqual({ ...FIGURE.json, extensions: null });
  });

  it("changes only the lines of the clips in a .gltf", async () => {
    const json = structuredClone(FIGURE.json);
    json["buffers"][0].uri = "figure.bin";
    const text = JSON.stringify(json, null, 2);
    const { name, bytes } = await savedFile(source("figure.gltf", Buffer.from(text)), edited());
    const before = text.split("\n");
    const after = new TextDecoder().decode(bytes).split("\n");
    expect(name).toBe("figure.gltf");
    expect(after.filter((line) => !before.includes(line)).map((line) => line.trim())).toEqual(['"start": 2.75,']);
    expect(after).toHaveLength(before.length);
  });

  it.each([
    ["figure.glb", BYTES, {}],
    [
      "figure.gltf",
      Buffer.from(JSON.stringify({ ...FIGURE.json, buffers: [{ ...FIGURE.json["buffers"][0], uri: "a%20b.bin" }] })),
      { "a%20b.bin": FIGURE.bin },
    ],
  ])("bakes the clips of %s into ordinary animations of their length", async (name, bytes, files) => {
    const document = edited();
    const baked = await bakedFile(source(name, bytes, files), document);
    expect(baked.name).toBe(name.replace("figure", "figure-baked"));
    const file = GltfFile.parse(baked.bytes, files);
    expect(file.json.extensions).toBeUndefined();
    const lengthOf = ({ samplers }: { samplers: { input: number }[] }): number =>
      Math.max(...samplers.map(({ input }) => file.readAccessor(input).at(-1)!));
    const lengths = file.json.animations!.map((animation) => [animation.name, lengthOf(animation)]);
    expect(lengths).toEqual([
      ["idle", expect.closeTo(2, 5)],
      ["walk", expect.closeTo(0.75 / 1.25, 5)],
      ["walk backwards", expect.closeTo(1 / 0.75, 5)],
      ["jump", expect.closeTo(1.5, 5)],
      ["door", expect.closeTo(6, 5)],
    ]);
  });

  it("exports the clips alone, as a file states them", () => {
    const document = edited();
    const { name, bytes } = clipsFile(source("figure.glb", BYTES), document);
    const asset = JSON.parse(new TextDecoder().decode(bytes)) as Json;
    expect(name).toBe("figure-clips.json");
    const { definitions } = ReadClips({ animations: FIGURE.json["animations"], ...asset });
    expect(definitions.map(({ name, settings }) => [name, settings])).toEqual(
      document.clips.map(({ content }) => [content!.name, content!.settings]),
    );
  });

  it("refuses a file that is none of glTF 2.0, with the reason", async () => {
    const json = { ...FIGURE.json, asset: { version: "1.0" } };
    await expect(savedFile(source("old.glb", packGlb(json, FIGURE.bin)), new ClipDocument(json as Json))).rejects.toThrow(
      `/asset/version: ${ruleOf("version2", '"1.0"')}`,
    );
  });
});
