/** The page "Is it the animation?": measuring, what it says, links that carry figures, the keyboard, axe-core, a phone. */
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { Page } from "playwright-core";
import { JAGGED, launchBrowser, type PageOptions, type Size, type TestBrowser, type TestPage } from "../helpers/browser.js";

const PAGE = "/dist/playground/measure.html";
/** As little as can be measured. */
const BRIEF = "?rounds=1&instances=1,2&size=256x144";
const WIDE: Size = { width: 1000, height: 800 };
const PHONE: Size = { width: 360, height: 740 };
const MODELS = new URL("../../../playground/models/", import.meta.url);
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const LINK =
  "#file=%3Cimg+src%3Dx%3E.glb&plays=walk&has=72+24+1+1728&row=1+1%2Cplain+0.01+0.25+16.7+0.5" +
  "&row=100+100%2Cplain+6+10.7+16.7+-%2Ccompiled+0.5+6.4+16.7+-%2Cfollowing+0.5+2.6+16.7+-&note=Babylon.js+plays+a+group+itself." +
  "&browser=Chrome+140&renderer=GeForce&babylon=9.35.0&version=0.1.0&date=2026-11-28&width=1280&height=720&display=16.67&rounds=7";

let browser: TestBrowser;

beforeAll(async () => {
  browser = await launchBrowser(JAGGED);
});
afterAll(() => browser.close());

const open = (address: string, size: Size = WIDE, options: PageOptions = {}): Promise<TestPage> =>
  browser.open(PAGE + address, size, { deviceScaleFactor: 0.5, reducedMotion: "reduce", ...options });

const status = (page: Page): Promise<string> => page.innerText("#status");
const cells = (page: Page): Promise<string[][]> =>
  page.$$eval("#result tbody tr", (rows) => rows.map((row) => Array.from(row.children, ({ textContent }) => textContent)));

/** What a user reads of a result. */
const resultOf = async (page: Page): Promise<unknown> => [
  await page.innerText("#result h2"),
  await page.$$eval("#result > p:not(.origin)", (paragraphs) => paragraphs.map(({ textContent }) => textContent)),
  await cells(page),
  await page.innerText("#result dl"),
];

async function violationsOf(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  return page.evaluate<string[]>(`axe.run().then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ": " + html.slice(0, 200))))`);
}

/** Drops files on the page. */
async function drop(page: Page, files: Readonly<Record<string, Uint8Array>>): Promise<void> {
  const listed = Object.entries(files).map(([name, bytes]) => [name, Buffer.from(bytes).toString("base64")] as const);
  await page.evaluate((all) => {
    const dataTransfer = new DataTransfer();
    for (const [name, base64] of all) {
      dataTransfer.items.add(new File([Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))], name));
    }
    dispatchEvent(new DragEvent("drop", { dataTransfer, cancelable: true }));
  }, listed);
}

describe("a file that is dropped", () => {
  let tab: TestPage;
  let page: Page;

  beforeAll(async () => {
    tab = await open(BRIEF);
    ({ page } = tab);
    await drop(page, { "hero.glb": readFileSync(new URL("hero.glb", MODELS)) });
    await page.waitForSelector("#picture canvas");
    await page.waitForSelector("#result h2");
  });
  afterAll(() => tab.close());

  it("is measured with each number of instances and each kind, in numbers", async () => {
    const rows = await cells(page);
    const kinds = ["Plain groups", "Compiled groups", "Compiled groups and skeletons"];
    expect(rows.map((row) => row.slice(0, 2))).toEqual(["1", "2"].flatMap((count) => kinds.map((kind) => [count, kind])));
    for (const times of rows.map((row) => row.slice(2))) {
      expect(times).toEqual([0, 1, 2, 3].map(() => expect.stringMatching(/^([\d.]+|–)$/)));
      expect(Number(times[1])).toBeGreaterThan(0);
      expect(Number(times[2])).toBeGreaterThan(0);
    }
  });

  it("gets an answer, with the conditions", async () => {
    expect(await page.innerText("#result h2")).toMatch(/^(Yes|In part|No|Nothing is slow)\b.*\.$/);
    expect(await status(page)).toBe(`Measured. ${await page.innerText("#result h2")}`);
    const conditions = await page.innerText("#result dl");
    for (const text of [
      "hero.glb",
      "idle (22 channels)",
      "1 mesh, 6,921 vertices, 21 bones",
      "SwiftShader",
      "64 × 36 pixels",
      "Babylon.js 9.",
      "babylon-gltf-animation 0.",
      "the median of 1 round",
    ]) {
      expect(conditions).toContain(text);
    }
    expect(await page.$$eval("#result p", (paragraphs) => paragraphs.map(({ textContent }) => textContent).join(" "))).toContain(
      "This browser draws on the processor",
    );
    expect([await page.isVisible("#running"), await page.isVisible("#failure"), await page.locator("canvas").count()]).toEqual([
      false,
      false,
      0,
    ]);
    expect(tab.takeProblems()).toEqual([]);
  });

  it("is shared by a link that shows the same figures elsewhere, and by Markdown", async () => {
    await page.evaluate(() => {
      const copied: string[] = [];
      Object.assign(window, { copied });
      Object.defineProperty(navigator, "clipboard", {
        value: { writeText: (text: string) => Promise.resolve(void copied.push(text)) },
      });
    });
    await page.getByRole("button", { name: "Copy link" }).click();
    await page.waitForFunction(() => document.querySelector("#status")!.textContent === "Copy link: done.");
    await page.getByRole("button", { name: "Copy as Markdown" }).click();
    await page.waitForFunction(() => document.querySelector("#status")!.textContent === "Copy as Markdown: done.");
    const [link = "", markdown = ""] = await page.evaluate<string[]>("copied");
    expect(link).toBe(page.url());
    const lines = markdown.split("\n");
    expect(lines.slice(2, 8)).toEqual((await cells(page)).map((row) => `| ${row.join(" | ")} |`));
    expect(lines).toContain("- File: hero.glb");

    const before = await resultOf(page);
    const elsewhere = await browser.open(new URL(link).pathname + new URL(link).hash, WIDE);
    expect(await elsewhere.page.innerText("#result .origin")).toMatch(/^Measured elsewhere\./);
    expect(await resultOf(elsewhere.page)).toEqual(before);
    expect(elsewhere.takeProblems()).toEqual([]);
    await elsewhere.close();
  });
});

describe("files that cannot be measured", () => {
  let tab: TestPage;
  let page: Page;

  beforeAll(async () => {
    tab = await open(BRIEF);
    ({ page } = tab);
  });
  afterAll(() => tab.close());

  it.each<readonly [string, Readonly<Record<string, string>>, string | RegExp]>([
    ["no model", { "a.png": "x" }, "a.png is not a glTF model. Open a .glb, or a .gltf with its .bin and textures."],
    ["a broken model", { "broken.gltf": "{" }, /^broken\.gltf is not a glTF model \(.*\)\.$/],
    [
      "a model without its data",
      {
        "lost.gltf": `{ "asset": { "version": "2.0" }, "buffers": [{ "uri": "lost.bin", "byteLength": 4 }], "bufferViews": [{ "buffer": 0, "byteLength": 4 }],
        "accessors": [{ "bufferView": 0, "componentType": 5126, "count": 1, "type": "SCALAR" }], "meshes": [{ "primitives": [{ "attributes": { "POSITION": 0 } }] }],
        "nodes": [{ "mesh": 0 }], "scenes": [{ "nodes": [0] }], "scene": 0 }`,
      },
      /lost\.bin is missing\. Open it together with lost\.gltf/,
    ],
  ])("%s: the page says why", async (_title, files, reason) => {
    await drop(page, Object.fromEntries(Object.entries(files).map(([name, text]) => [name, Buffer.from(text)])));
    await page.waitForSelector("#failure:not([hidden])");
    expect(await page.innerText("#failure")).toMatch(reason);
    expect(await status(page)).toBe(await page.innerText("#failure"));
    expect([await page.isVisible("#running"), await page.isVisible("#result")]).toEqual([false, false]);
  });

  it("one without animations, or without meshes, is measured as it is", async () => {
    const nodes = { asset: { version: "2.0" }, nodes: [{ name: "nothing" }], scenes: [{ nodes: [0] }], scene: 0 };
    await drop(page, { "nothing.gltf": Buffer.from(JSON.stringify(nodes)) });
    await page.waitForSelector("#result:not([hidden])");
    expect(await page.innerText("#result h2")).toBe("No: the file has no animations, and nothing is slow here.");
    expect((await cells(page)).map((row) => row.slice(0, 2))).toEqual([
      ["1", "Plain groups"],
      ["2", "Plain groups"],
    ]);
    expect(await page.innerText("#result dl")).toContain("0 meshes, 0 vertices, 0 bones");
  });
});

it("says so if it gave the instances fewer rounds, because they take long", async () => {
  const { page, takeProblems, close } = await open("?rounds=9&seconds=0&instances=1&size=64x36");
  await page.click("#sample");
  await page.waitForSelector("#result h2");
  const paragraphs = await page.$$eval("#result > p", (all) => all.map(({ textContent }) => textContent));
  expect(
    paragraphs.filter((text) => text.includes("The times of 1 instance are those of 1 round, because a round takes long.")),
  ).toHaveLength(1);
  expect(takeProblems()).toEqual([]);
  await close();
});

describe("the keyboard", () => {
  it("starts the sample and stops it, and the focus stays on the page's controls", async () => {
    const { page, takeProblems, close } = await open("?rounds=99&size=256x144");
    await page.locator("#file-input").focus();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => /^Measuring hero\.glb × 1$/.test(document.querySelector("#status")!.textContent));
    expect(await page.evaluate(() => document.querySelector("progress")!.labels[0]!.textContent)).toBe("Measuring hero.glb × 1");
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement!.id)).toBe("stop");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.querySelector("#status")!.textContent === "Stopped.");
    expect(await page.evaluate(() => document.activeElement!.id)).toBe("sample");
    expect([await page.isVisible("#running"), await page.isVisible("#result"), await page.locator("canvas").count()]).toEqual([
      false,
      false,
      0,
    ]);
    expect(takeProblems()).toEqual([]);
    await close();
  });
});

describe("a link with figures", () => {
  it("shows them as text, without the file and without Babylon.js", async () => {
    const { page, takeProblems, close } = await open(LINK);
    expect(await page.innerText("#result h2")).toBe("Yes, it is the animation.");
    const text = await page.innerText("#result");
    expect(text).toContain("<img src=x>.glb, 100 times: 10.7 ms → 2.6 ms of processor time a frame, with one line.");
    expect(text).toContain("RegisterCompiledGroups();");
    expect(text).toContain("Babylon.js plays a group itself.");
    expect(await page.innerText("#result .origin")).toContain("on 2026-11-28");
    expect(await page.locator("#result img").count()).toBe(0);
    expect(await page.evaluate(() => performance.getEntriesByType("resource").filter(({ name }) => name.includes("/chunks/")).length)).toBe(
      0,
    );
    expect(takeProblems()).toEqual([]);
    await page.evaluate(() => (location.hash = "#row=1"));
    await page.waitForSelector("#failure:not([hidden])");
    expect(await page.innerText("#failure")).toBe("The figures of this link cannot be read: browser is missing.");
    expect(await page.isVisible("#result")).toBe(false);
    await close();
  });

  it.each([
    ["light", WIDE],
    ["dark", WIDE],
    ["light", PHONE],
    ["dark", PHONE],
  ] as const)("%s, %j: axe-core finds nothing, and nothing scrolls sideways", async (colorScheme, size) => {
    const { page, close } = await open(LINK, size, { colorScheme });
    expect(await violationsOf(page)).toEqual([]);
    await page.evaluate(() => {
      for (const id of ["running", "failure", "drop-hint"]) {
        document.getElementById(id)!.hidden = false;
      }
      document.getElementById("failure")!.textContent = "x.glb cannot be measured.";
      document.getElementById("progress-text")!.textContent = "Measuring x.glb × 100";
    });
    expect(await violationsOf(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    await close();
  });
});
