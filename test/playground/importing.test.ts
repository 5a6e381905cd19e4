/** Settings of other tools, read into the editor's document. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "@jest/globals";
import { unpackGlb, type Json } from "../../scripts/glb.mjs";
import { ClipDocument, describeEdit } from "../../playground/page/document/clipDocument.js";
import { importSettings, importSidecar } from "../../playground/page/document/importing.js";
import { readSidecar, type Sidecar } from "../../playground/page/files/sidecar.js";

/** The figure: the animations `timeline` and `door`, and five clips. */
const FIGURE = unpackGlb(readFileSync(new URL("../../playground/models/figure.glb", import.meta.url))).json;
const BARE: Json = Object.fromEntries(Object.entries(FIGURE).filter(([name]) => name !== "extensions"));

const GODOT: Sidecar = {
  name: "figure.glb.import",
  format: "godot",
  text: `_subresources={ "animations": { "timeline": {
"slices/amount": 1, "slice_1/name": "walk", "slice_1/start_frame": 75, "slice_1/end_frame": 105, "slice_1/loop_mode": 1 } } }
`,
};
const UNITY: Sidecar = {
  name: "figure.fbx.meta",
  format: "unity",
  text: `    clipAnimations:
    - name: walk
      takeName: timeline
      firstFrame: 75
      lastFrame: 105
      loopTime: 1
      events:
      - time: 0.5
        functionName: step
`,
};
const RULES: Sidecar = { name: "rules.json", format: "names", text: '{ "door": { "repetitions": 1 } }' };

const clipsOf = (document: ClipDocument): unknown[] =>
  document.clips.map(({ content }) => {
    const { start, end, repetitions } = content!.settings;
    return [content!.name, start, end, repetitions];
  });

describe("a model without clips gets those of", () => {
  it.each<[string, Sidecar, unknown[], readonly RegExp[]]>([
    ["Godot", GODOT, [["walk", 2.5, 3.5, -1]], []],
    [
      "Unity, which does not state its frame rate",
      UNITY,
      [["walk", 2.5, 3.5, -1]],
      [/^figure\.fbx\.meta is read at 30 frames per second\.$/],
    ],
    ["rules for names", RULES, [["door", 0, 1.5, 1]], []],
  ])("%s, which can be undone", (_name, sidecar, clips, problems) => {
    const document = new ClipDocument(BARE);
    const report = importSettings(document, BARE, sidecar);
    expect(clipsOf(document)).toEqual(clips);
    expect(report).toEqual({ clips: 1, problems: problems.map((problem) => expect.stringMatching(problem) as unknown) });
    expect(document.events.map(({ event }) => [event.name, event.time])).toEqual(sidecar === UNITY ? [["step", 3]] : []);
    expect([document.isDirty, describeEdit(document.undoable!)]).toEqual([true, `read the clips of “${sidecar.name}”`]);
    document.undo();
    expect([document.clips, document.events, document.isDirty]).toEqual([[], [], false]);
  });

  it.each<[string, Json, unknown[]]>([
    ["Unreal", { extensions: { EPIC_animation_playback: { loop: false, playRate: 2 } } }, ["door", 0, 1.5, 1]],
    ["Verge3D", { extensions: { S8S_v3d_animation: {} } }, ["door", 0, 1.5, -1]],
    ["extras", { extras: { start: 0.5, end: 1, repetitions: 3 } }, ["door", 0.5, 1, 3]],
  ])("the model itself: %s", (_name, members, clip) => {
    const json = structuredClone(BARE);
    Object.assign(json["animations"][1], members);
    const document = new ClipDocument(json);
    expect(importSettings(document, json, null).clips).toBe(1);
    expect(clipsOf(document)).toEqual([clip]);
  });

  it("nothing where there are no settings", () => {
    const document = new ClipDocument(BARE);
    document.onChange.add(() => {
      throw new Error("nothing has changed");
    });
    expect(importSettings(document, BARE, null)).toEqual({ clips: 0, problems: [] });
    const problems = ["figure.glb.import has no settings for the animations of the model."];
    expect(importSettings(document, BARE, { ...GODOT, text: "" })).toEqual({ clips: 0, problems });
    expect(document.isDirty).toBe(false);
  });
});

describe("a model with clips", () => {
  it("keeps them as they are, and says that the settings beside it are not read", () => {
    const document = new ClipDocument(FIGURE);
    const problems = ["figure.glb.import is not read, because the model has clips of its own."];
    expect(importSettings(document, FIGURE, GODOT)).toEqual({ clips: 0, problems });
    expect(importSettings(document, FIGURE, null)).toEqual({ clips: 0, problems: [] });
    expect(document.isDirty).toBe(false);
  });

  it("gets more of settings that are opened for it, under names of their own", () => {
    const document = new ClipDocument(FIGURE);
    expect(importSidecar(document, FIGURE, GODOT)).toEqual({ clips: 1, problems: [] });
    expect(clipsOf(document).at(-1)).toEqual(["walk 2", 2.5, 3.5, -1]);
  });
});

describe("the settings among files", () => {
  it.each<[string, readonly string[], string | null]>([
    ["those of Godot", ["hero.png.import", "hero.glb.import", "wood.png.import"], "godot hero.glb.import"],
    ["those of Unity, of a file of another format", ["wood.png.meta", "hero.fbx.meta"], "unity hero.fbx.meta"],
    ["those called after the model", ["other.json", "hero.json"], "names hero.json"],
    ["a single file of any name", ["rules.json", "hero.bin"], "names rules.json"],
    ["none of several with other names", ["a.png.import", "b.png.import"], null],
    ["none", ["hero.bin", "hero.png", "import"], null],
  ])("are %s", async (_name, names, expected) => {
    const files = ["hero.glb", ...names].map((name) => ({ path: `project/${name}`, file: new File(["text"], name) }));
    const sidecar = await readSidecar(files, "hero.glb");
    expect(sidecar && `${sidecar.format} ${sidecar.name}`).toBe(expected);
    expect(sidecar?.text).toBe(expected === null ? undefined : "text");
  });
});
