/** The moves of another file, tried on the open model of the page. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import type { Page } from "playwright-core";
import type {} from "../../../../playground/page/api.js";
import { packGlb, unpackGlb } from "../../../../scripts/glb.mjs";
import { addTimes, createAsset } from "../../../helpers/gltfAsset.js";
import type { Asset, Json } from "../../../helpers/gltfPose.js";
import { JAGGED, launchBrowser, type TestBrowser, type TestPage } from "../../helpers/browser.js";
import { discardChanges } from "../../helpers/playground.js";

const PAGE = "/dist/playground/index.html";

interface Move {
  readonly name: string;
  readonly node: string;
  /** How far the node moves along x in 2 s. */
  readonly distance: number;
}

/** A file of nodes with the given names, one below the other, each at y = 1. */
function createFile(names: readonly string[], moves: readonly Move[], more: Json = {}): Asset {
  return createAsset((add) => ({
    scenes: [{ nodes: [0] }],
    nodes: names.map((name, i) => ({ name, translation: [0, 1, 0], ...(i + 1 < names.length && { children: [i + 1] }) })),
    ...(moves.length > 0 && {
      animations: moves.map(({ name, node, distance }) => ({
        name,
        samplers: [{ input: addTimes(add, [0, 2]), output: add("VEC3", [0, 1, 0, distance, 1, 0]) }],
        channels: [{ sampler: 0, target: { node: names.indexOf(node), path: "translation" } }],
      })),
    }),
    ...more,
  }));
}

const FIGURE = new URL("../../../../playground/models/figure.glb", import.meta.url);
const WALKER = new URL("../../../../playground/models/snippets-walker.glb", import.meta.url);

const MODEL = createFile(["hips", "arm", "hand"], [{ name: "rest", node: "hand", distance: 1 }]);
const MOVES = createFile(
  ["arm", "tail"],
  [
    { name: "reach", node: "arm", distance: 4 },
    { name: "wag", node: "tail", distance: 1 },
  ],
);
const OTHERS = createFile(["crate"], [{ name: "fall", node: "crate", distance: 1 }]);

let browser: TestBrowser;
let tab: TestPage;
let page: Page;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "moves-"));
  browser = await launchBrowser(JAGGED);
  tab = await browser.open(`${PAGE}?model=door`, { width: 900, height: 700 }, { reducedMotion: "reduce", deviceScaleFactor: 0.5 });
  ({ page } = tab);
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await browser.close();
});

type Files = Readonly<Record<string, string | Uint8Array>>;

const glb = ({ json, bin }: Asset): Uint8Array => packGlb(json, bin);

async function choose(input: string, files: Files): Promise<void> {
  await page.setInputFiles(
    input,
    Object.entries(files).map(([name, bytes]) => ({ name, mimeType: "application/octet-stream", buffer: Buffer.from(bytes as string) })),
  );
  await discardChanges(page);
  await page.evaluate(() => window.playground.ready);
}

async function drop(files: Files): Promise<void> {
  const paths = Object.entries(files).map(([name, bytes]) => {
    writeFileSync(join(folder, name), bytes);
    return join(folder, name);
  });
  const session = await page.context().newCDPSession(page);
  for (const type of ["dragEnter", "dragOver", "drop"] as const) {
    await session.send("Input.dispatchDragEvent", { type, x: 300, y: 300, data: { items: [], files: paths, dragOperationsMask: 1 } });
  }
}

const openModel = (): Promise<void> => choose("#file-input", { "model.glb": glb(MODEL) });
/** The model with a clip of the first half of its animation. */
const openWithClip = (): Promise<void> => {
  const clips = [{ name: "half", animations: [0], start: 0, end: 1 }];
  const json = { ...MODEL.json, extensionsUsed: ["KHR_animation_clip"], extensions: { KHR_animation_clip: { clips } } };
  return choose("#file-input", { "model.glb": packGlb(json, MODEL.bin) });
};
const tryMoves = (files: Files = { "moves.glb": glb(MOVES) }): Promise<void> => choose("#moves-input", files);
const rows = (): Promise<string[]> => page.locator("#clips .title").allInnerTexts();
const act = (label: "Keep" | "Discard", file = "moves.glb"): Promise<void> =>
  page.getByRole("button", { name: `${label} the moves of ${file}` }).click();
const state = (): Promise<string> => page.innerText(".document-state");
/** The names of the animations that a saved file has. */
const namesOf = ({ animations }: Json): unknown[] => (animations as Json[]).map(({ name }) => name as unknown);
const messages = (): Promise<string[]> => page.evaluate(() => window.playground.messages.map(({ level, text }) => `${level}: ${text}`));
const tries = () => page.getByRole("button", { name: "Try its moves on model.glb" });

/** Saves by a command of the menu. */
async function saveAs(command: string): Promise<{ name: string; file: Json }> {
  await page.locator(".document-menu summary").click();
  const [saved] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: command }).click()]);
  return { name: saved.suggestedFilename(), file: unpackGlb(readFileSync(await saved.path())).json };
}

async function positionAt(clip: string, timestamp: number, node: string): Promise<readonly number[]> {
  await page.evaluate(([name, time]) => window.playground.seek(name, time), [clip, timestamp] as const);
  await page.evaluate(() => window.playground.drawn());
  return page.evaluate((name) => window.playground.position(name), node);
}

beforeEach(openModel);

describe("moves of a file that is chosen", () => {
  it("are listed below those of the model, and move its nodes", async () => {
    await tryMoves();
    expect(await rows()).toEqual(["rest", "Moves of moves.glb", "reach"]);
    expect(await page.evaluate(() => window.playground.clips.map(({ name, kind }) => [name, kind]))).toEqual([
      ["rest", "animation"],
      ["reach", "move"],
    ]);
    expect(await positionAt("reach", 0, "arm")).toEqual([0, 2, 0]);
    expect(await positionAt("reach", 0.5, "arm")).toEqual([1, 2, 0]);
    expect(await positionAt("reach", 2, "hand")).toEqual([4, 3, 0]);
  });

  it("play by the button of their row", async () => {
    await tryMoves();
    await page.getByRole("button", { name: "Play reach", exact: true }).click();
    await page.waitForFunction(() => window.playground.clips[1]!.timestamp > 0);
    expect(await page.evaluate(() => window.playground.clips.map(({ isPlaying }) => isPlaying))).toEqual([false, true]);
  });

  it("are reported where the model lacks something, each once", async () => {
    await tryMoves();
    const all = await messages();
    expect(all).toHaveLength(2);
    expect(all[0]).toMatch(/^warning: moves\.glb: \/nodes: only 1 of the 2 animated nodes .*missing: tail/);
    expect(all[1]).toMatch(/^warning: moves\.glb: \/animations\/1: must animate something/);
  });

  it("are reported where they were made for another skeleton", async () => {
    const other = structuredClone(MOVES.json);
    other["nodes"][0].translation = [0, 9, 0];
    await tryMoves({ "other.glb": packGlb(other, MOVES.bin) });
    expect((await messages()).join("\n")).toMatch(
      /warning: other\.glb: \/animations: must be made for the skeleton of the character: 1 of 1 joints/,
    );
  });

  it("may be in a .gltf with its file", async () => {
    const json = structuredClone(MOVES.json);
    json["buffers"][0].uri = "moves.bin";
    await tryMoves({ "moves.gltf": JSON.stringify(json), "moves.bin": MOVES.bin });
    expect(await rows()).toEqual(["rest", "Moves of moves.gltf", "reach"]);
    expect(await positionAt("reach", 1, "arm")).toEqual([2, 2, 0]);
  });

  it("of which none fits are not listed, which a message says", async () => {
    await tryMoves({ "others.glb": glb(OTHERS) });
    expect(await rows()).toEqual(["rest"]);
    expect(await messages()).toContain("error: others.glb has no moves for model.glb.");
  });

  it("stay when the animations are loaded as plain groups", async () => {
    await tryMoves();
    await page.locator("input[name=group-kind][value=plain]").check();
    await page.evaluate(() => window.playground.ready);
    expect(await rows()).toEqual(["rest", "Moves of moves.glb", "reach"]);
    expect(await positionAt("reach", 0.5, "arm")).toEqual([1, 2, 0]);
    await page.locator("input[name=group-kind][value=compiled]").check();
    await page.evaluate(() => window.playground.ready);
  });

  it("are gone with the model", async () => {
    await tryMoves();
    await openModel();
    expect(await rows()).toEqual(["rest"]);
  });

  it("are on trial: no change of the model, and not saved with it", async () => {
    await tryMoves();
    expect(await page.innerText("#status")).toBe("On trial: 1 move of moves.glb. Moves are saved into model.glb once they are kept.");
    expect(await state()).toBe("");
    const [saved] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save", exact: true }).click()]);
    expect(namesOf(unpackGlb(readFileSync(await saved.path())).json)).toEqual(["rest"]);
    expect(await rows()).toEqual(["rest", "Moves of moves.glb", "reach"]);
    await page.locator(".document-menu summary").click();
    expect(await page.getByRole("button", { name: "Save as baked" }).isDisabled()).toBe(true);
    await page.keyboard.press("Escape");
  });

  it("are kept by a button, which is a change that can be undone", async () => {
    await tryMoves();
    await act("Keep");
    const keep = page.getByRole("button", { name: "Keep the moves of moves.glb" });
    expect([await state(), await keep.count()]).toEqual(["Unsaved changes", 0]);
    expect(await page.innerText("#status")).toBe("The moves of moves.glb are kept. Save writes them into model.glb.");
    expect(await page.evaluate(() => document.activeElement!.textContent)).toMatch(/^reach/);
    await page.getByRole("button", { name: "Undo: keep the moves of “moves.glb”" }).click();
    expect([await state(), await keep.count(), await rows()]).toEqual(["", 1, ["rest", "Moves of moves.glb", "reach"]]);
    await page.getByRole("button", { name: "Redo: keep the moves of “moves.glb”" }).click();
    await act("Discard");
    expect([await state(), await rows()]).toEqual(["", ["rest"]]);
    await page.getByRole("button", { name: "Undo: discard the moves of “moves.glb”" }).click();
    expect([await state(), await rows()]).toEqual(["Unsaved changes", ["rest", "Moves of moves.glb", "reach"]]);
    expect(await positionAt("reach", 0.5, "arm")).toEqual([1, 2, 0]);
  });

  it("are saved into the model once they are kept", async () => {
    await tryMoves();
    await act("Keep");
    const [saved] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save", exact: true }).click()]);
    const { json } = unpackGlb(readFileSync(await saved.path()));
    expect(saved.suggestedFilename()).toBe("model.glb");
    expect(await state()).toBe("");
    expect(namesOf(json)).toEqual(["rest", "reach"]);
    expect(json["animations"][1].channels[0].target).toEqual({ node: 1, path: "translation" });
    await choose("#file-input", { "model.glb": readFileSync(await saved.path()) });
    expect(await rows()).toEqual(["rest", "reach"]);
    expect(await positionAt("reach", 0.5, "arm")).toEqual([1, 2, 0]);
  });

  it("are saved as ordinary animations beside those of baked clips", async () => {
    await openWithClip();
    await tryMoves();
    await act("Keep");
    const { name, file } = await saveAs("Save as baked");
    expect(name).toBe("model-baked.glb");
    expect(file["animations"].map((each: Json) => each["name"] as unknown)).toEqual(["half", "reach"]);
    expect(file["animations"][1].channels[0].target).toEqual({ node: 1, path: "translation" });
    expect(file["extensions"]).toBeUndefined();
  });

  it("are beside the graph of a file that is saved with one", async () => {
    await openWithClip();
    await tryMoves();
    await act("Keep");
    const { name, file } = await saveAs("Save with graph");
    expect(name).toBe("model-graph.glb");
    expect(file["animations"].map((each: Json) => each["name"] as unknown)).toEqual(["rest", "reach", "half"]);
    expect(file["extensionsUsed"]).toContain("KHR_interactivity");
  });

  it("alone give a graph nothing to play, which a message says", async () => {
    await tryMoves();
    await act("Keep");
    const { file } = await saveAs("Save with graph");
    expect(file["extensionsUsed"]).toBeUndefined();
    expect(await messages()).toContain(
      "warning: The file is saved without a graph: a graph plays clips, and the file has none that it can play.",
    );
  });

  it("are discarded by the button of their title, with what they posed", async () => {
    await tryMoves();
    await tryMoves({ "more.glb": glb(MOVES) });
    expect(await rows()).toEqual(["rest", "Moves of moves.glb", "reach", "Moves of more.glb", "reach"]);
    await page.evaluate(() => window.playground.seek("reach", 1));
    expect(await page.evaluate(() => window.playground.position("arm"))).toEqual([2, 2, 0]);
    await page.locator("#clips").focus();
    await page.getByRole("button", { name: "Discard the moves of moves.glb" }).focus();
    await page.keyboard.press("Enter");
    expect(await rows()).toEqual(["rest", "Moves of more.glb", "reach"]);
    expect(await page.innerText("#status")).toBe("The moves of moves.glb are discarded.");
    expect(await page.evaluate(() => document.activeElement!.textContent)).toMatch(/^rest/);
    await page.evaluate(() => window.playground.drawn());
    expect(await page.evaluate(() => window.playground.position("arm"))).toEqual([0, 2, 0]);
    expect(await positionAt("reach", 1, "arm")).toEqual([2, 2, 0]);
    await act("Discard", "more.glb");
    expect(await rows()).toEqual(["rest"]);
    await page.getByRole("button", { name: "Save", exact: true }).waitFor();
  });

  it("are not added to a model that is opened meanwhile", async () => {
    const files = (name: string, bytes: Uint8Array) => ({ name, mimeType: "application/octet-stream", buffer: Buffer.from(bytes) });
    await page.setInputFiles("#moves-input", files("moves.glb", glb(MOVES)));
    await page.setInputFiles("#file-input", files("model.glb", glb(MODEL)));
    await page.evaluate(() => window.playground.ready);
    await page.evaluate(() => window.playground.drawn());
    expect((await rows()).length).toBeLessThan(4);
    expect((await messages()).filter((text) => text.startsWith("error"))).toEqual([]);
  });

  it("cannot be in a link, which says so", async () => {
    await tryMoves();
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByRole("button", { name: "Share", exact: true }).click();
    await page.getByRole("button", { name: "Copy link" }).click();
    expect(await page.locator("#share-menu .note", { hasText: "copied" }).innerText()).toBe(
      "The link is copied. It shows model.glb once that file is opened. A link cannot hold the moves of moves.glb. Keep them, and save the file, to send them.",
    );
    await page.keyboard.press("Escape");
  });

  it("make no clip of the file", async () => {
    await tryMoves();
    const newClip = page.locator("#clips").getByRole("button", { name: "New clip" });
    expect(await newClip.isDisabled()).toBe(true);
    expect(await page.getByRole("button", { name: "Make a clip of it" }).isVisible()).toBe(false);
    const addEvent = page.getByRole("button", { name: "Add an event at the playhead" });
    expect(await addEvent.isDisabled()).toBe(true);
    await page.locator("#clips .choose", { hasText: "rest" }).click();
    expect(await newClip.isEnabled()).toBe(true);
    expect(await page.getByRole("button", { name: "Make a clip of it" }).isVisible()).toBe(true);
    expect(await addEvent.isEnabled()).toBe(true);
  });

  it("are in sight in a long list", async () => {
    await page.selectOption("#model-select", "figure");
    await page.evaluate(() => window.playground.ready);
    await tryMoves({ "figure.glb": readFileSync(FIGURE) });
    const [list, row] = [await page.locator("#clips .list").boundingBox(), await page.locator("#clips .clip.chosen").boundingBox()];
    expect(row!.y).toBeGreaterThanOrEqual(list!.y);
    expect(row!.y + row!.height).toBeLessThanOrEqual(list!.y + list!.height + 1);
  });

  it("move all copies of a model", async () => {
    await page.selectOption("#model-select", "crowd");
    await page.evaluate(() => window.playground.ready);
    const own = await rows();
    await tryMoves({ "figure.glb": readFileSync(FIGURE) });
    expect(await rows()).toEqual([...own, "Moves of figure.glb", "idle", "walk", "walk backwards", "jump", "door"]);
    expect(await page.evaluate(() => window.playground.clips.at(-1)!.kind)).toBe("move");
  });

  it("are clips of a crowd in place of the model", async () => {
    await page.selectOption("#model-select", "characters");
    await page.evaluate(() => window.playground.ready);
    await tryMoves({ "walker.glb": readFileSync(WALKER) });
    await page.evaluate(() => window.playground.drawn());
    expect(await page.innerText("#crowd-calls")).toBe("1 for 400 characters");
    expect((await rows()).slice(-3)).toEqual(["Moves of walker.glb", "walk", "run"]);
  });
});

describe("a file that is dropped on a model", () => {
  it("with moves for it asks, and they are tried by the keyboard", async () => {
    await drop({ "moves.glb": glb(MOVES) });
    await tries().waitFor();
    expect(await page.locator("#moves-question").innerText()).toBe("moves.glb has moves for the nodes of model.glb.");
    expect(await tries().evaluate((button) => button === document.activeElement)).toBe(true);
    await page.keyboard.press("Enter");
    await page.locator(".clip-group", { hasText: "Moves of moves.glb" }).waitFor();
    expect(await rows()).toEqual(["rest", "Moves of moves.glb", "reach"]);
    expect(await tries().count()).toBe(0);
  });

  it("with moves for it is opened on demand", async () => {
    await drop({ "moves.glb": glb(MOVES) });
    await tries().waitFor();
    await page.keyboard.press("Shift+Tab");
    expect(await page.evaluate(() => document.activeElement!.textContent)).toBe("Open it");
    await page.keyboard.press("Enter");
    await page.locator(".document-name", { hasText: "moves.glb" }).waitFor();
    expect(await rows()).toEqual(["reach", "wag"]);
  });

  it("with moves for it is left alone after Escape", async () => {
    await drop({ "moves.glb": glb(MOVES) });
    await tries().waitFor();
    await page.keyboard.press("Escape");
    expect(await tries().count()).toBe(0);
    expect(await rows()).toEqual(["rest"]);
  });

  it.each([
    ["moves for other nodes", OTHERS],
    ["no moves", createFile(["hips", "arm"], [])],
  ])("is opened at once if it has %s", async (_what, file) => {
    await drop({ "dropped.glb": glb(file) });
    await page.locator(".document-name", { hasText: "dropped.glb" }).waitFor();
    expect(await page.locator(".moves-question").isVisible()).toBe(false);
  });
});
