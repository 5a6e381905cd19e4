/** The tools as they are built, in a page that has no Babylon.js. */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { BakeClips, GltfFile } from "../../src/tools.js";
import { launchBrowser, type TestBrowser } from "./helpers/browser.js";

let browser: TestBrowser;

beforeAll(async () => {
  browser = await launchBrowser();
});

afterAll(() => browser.close());

it("bake and validate a clip in a browser, with the same bytes as in Node", async () => {
  const opened = await browser.open("/test/browser/pages/tools.html");
  const inPage = await opened.page.evaluate<{
    issues: { code: string }[];
    report: unknown;
    names: unknown[];
    base64: string;
  }>(`(async () => {
    const { BakeClips, GltfFile, InspectAnimations, ValidateAnimations } = tools;
    const response = await fetch("/playground/models/figure.glb");
    const file = GltfFile.parse(new Uint8Array(await response.arrayBuffer()));
    const report = BakeClips(file, { clips: ["walk backwards", "jump"], keep: true });
    const { "model.glb": bytes } = file.toFiles();
    const baked = GltfFile.parse(bytes);
    const names = InspectAnimations(baked).animations.map(({ name }) => name);
    return { issues: ValidateAnimations(baked), report, names, base64: btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")) };
  })()`);
  expect(opened.takeProblems()).toEqual([]);
  expect(inPage.issues.map(({ code }) => code)).toEqual(["MOVE_TURNS_FAR", "MOVE_TURNS_FAR"]); // the arm of the figure, a hint
  expect(inPage.report).toEqual({
    animations: [
      { clip: "/extensions/KHR_animation_clip/clips/2", name: "walk backwards", animation: 2 },
      { clip: "/extensions/KHR_animation_clip/clips/3", name: "jump", animation: 3 },
    ],
    findings: [],
  });
  expect(inPage.names).toEqual(["timeline", "door", "walk backwards", "jump"]);

  const file = GltfFile.parse(readFileSync(new URL("../../playground/models/figure.glb", import.meta.url)));
  BakeClips(file, { clips: ["walk backwards", "jump"], keep: true });
  expect(Buffer.compare(Buffer.from(inPage.base64, "base64"), file.toFiles()["model.glb"]!)).toBe(0);
});

it("need nothing of Babylon.js", async () => {
  const { page } = await browser.open("/test/browser/pages/tools.html");
  const loaded = await page.evaluate<string[]>(`performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname)`);
  expect(loaded).toContain("/dist/esm/tools.js");
  expect(loaded.filter((path) => !path.startsWith("/dist/esm/"))).toEqual([]);
});
