/** The tab States: the graph of a controller, what plays, and edits, by mouse, by touch, by keyboard. */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { Download, Locator, Page } from "playwright-core";
import { packGlb, unpackGlb } from "../../../scripts/glb.mjs";
import type {} from "../../../playground/page/api.js";
import { writeDefinition } from "../../../playground/page/states/link.js";
import { GltfFile } from "../../../src/tools.js";
import { JAGGED, launchBrowser, type TestBrowser, type TestPage } from "../helpers/browser.js";
import { HANDS, type Hand } from "../helpers/hands.js";
import { showModel } from "../helpers/playground.js";

const PAGE = "/dist/playground/index.html";
const HERO = unpackGlb(readFileSync(new URL("../../../playground/models/hero.glb", import.meta.url)));
const DEFINITION = {
  parameters: { speed: 0, grounded: true, wave: "trigger" },
  layers: [
    {
      states: {
        move: {
          blend: "speed",
          clips: [
            { clip: "idle", at: 0 },
            { clip: "walk", at: 1.4 },
          ],
        },
        jump: { clip: "jump" },
      },
      transitions: [
        { from: "move", to: "jump", when: { grounded: false }, duration: 0.1 },
        { from: "jump", to: "move", when: { grounded: true } },
        { from: "*", to: "move", when: { speed: { above: 9 } }, afterSeconds: 1 },
      ],
    },
    {
      name: "arms",
      mask: "spine",
      states: { none: {}, wave: { clip: "wave" } },
      transitions: [{ from: "none", to: "wave", when: { wave: true } }],
    },
  ],
};

let browser: TestBrowser;

beforeAll(async () => {
  browser = await launchBrowser(JAGGED);
  const json = structuredClone(HERO.json);
  json.nodes[0].extras = { animationController: DEFINITION };
  browser.files.set("/controlled.glb", packGlb(json, HERO.bin));
});
afterAll(() => browser.close());

/** Opens a page where nothing plays by itself. */
async function open(hand: Hand, model: string): Promise<TestPage> {
  const tab = await browser.open(`${PAGE}?model=${model}`, hand.size, { reducedMotion: "reduce", deviceScaleFactor: 0.5, ...hand.options });
  await tab.page.evaluate(() => window.playground.ready);
  return tab;
}

const node = (page: Page, name: string): Locator => page.locator(`.graph [data-state="${name}"]`);
const arrow = (page: Page, index: number): Locator => page.locator(`.graph [data-transition="${index}"]`);
const handle = (page: Page, name: string): Locator => page.locator(`.graph [data-from="${name}"]`);
const button = (page: Page, name: string | RegExp): Locator => page.getByRole("button", { name, exact: true }).first();

/** Does something, and waits for a state that it leads to and that ends by itself: the page looks in each frame, from before. */
const passes = (page: Page, state: string, act: () => Promise<void>): Promise<unknown> =>
  Promise.all([page.waitForFunction((name) => document.querySelector(`.graph .active[data-state="${name}"]`), state), act()]);

/** The definition that the page has. */
const definition = async (page: Page): Promise<typeof DEFINITION> => JSON.parse(await page.inputValue("#states-json")) as typeof DEFINITION;

async function saved(page: Page): Promise<unknown> {
  const download = new Promise<Download>((resolve) => page.once("download", resolve));
  await page.locator("#document .save").click();
  const file = GltfFile.parse(readFileSync(await (await download).path()));
  return file.json.nodes!.map(({ extras }) => extras).filter(Boolean);
}

describe("the graph", () => {
  let tab: TestPage;
  let page: Page;

  beforeAll(async () => {
    tab = await open(HANDS[0]!, "/controlled.glb");
    ({ page } = tab);
    await page.getByRole("tab", { name: "States" }).click();
    await node(page, "move").waitFor();
  });
  afterAll(async () => {
    expect(tab.takeProblems()).toEqual([]);
    await tab.close();
  });

  it("names every state and transition, in the order in which one reads", async () => {
    const labels = await page.locator(".graph [role=button]").evaluateAll((parts) => parts.map((part) => part.getAttribute("aria-label")));
    expect(labels).toEqual([
      "State Any state",
      "New transition from Any state",
      "Transition from Any state to move: speed > 9, after 1 s, fades 0.2 s",
      "State move, idle, walk by speed, the layer begins here",
      "New transition from move",
      "Transition from move to jump: not grounded, fades 0.1 s",
      "State jump, jump",
      "New transition from jump",
      "Transition from jump to move: grounded, fades 0.2 s",
    ]);
    for (const [i, label] of labels.entries()) {
      await (i === 0 ? page.locator(".graph [role=button]").first().focus() : page.keyboard.press("Tab"));
      expect(await page.evaluate(() => document.activeElement!.getAttribute("aria-label"))).toBe(label);
    }
  });

  it("shows another layer", async () => {
    await page.selectOption("#states-layer", { label: "Layer arms" });
    await node(page, "wave").waitFor();
    expect(await node(page, "move").count()).toBe(0);
    await page.selectOption("#states-layer", { label: "Layer 0" });
  });

  it("runs: says what plays, and what transitions wait for; parameters are controls", async () => {
    await button(page, "Run").click();
    await page.locator("#states-panel .reasons", { hasText: "→ jump: grounded is true" }).waitFor();
    expect(await node(page, "move").getAttribute("class")).toContain("active");
    await page.getByRole("slider", { name: "speed", exact: true }).press("End");
    await page.locator("#states-panel .now", { hasText: "walk" }).waitFor();
  });

  it("is paused by the bar and by the space key, and goes on from there", async () => {
    const times = (): Promise<readonly number[]> =>
      page.evaluate(async () => {
        await window.playground.drawn();
        return window.playground.clips.map(({ timestamp }) => timestamp);
      });
    const transport = page.locator("#transport");
    await transport.getByRole("button", { name: "Pause" }).click();
    const before = await times();
    expect(await times()).toEqual(before);
    expect(await button(page, "Stop").isVisible()).toBe(true);
    await page.locator("#states-panel .now", { hasText: "move 100 %" }).waitFor();
    await transport.getByRole("button", { name: "Play" }).click();
    await transport.getByRole("button", { name: "Pause" }).waitFor();
    expect(await node(page, "move").getAttribute("class")).toContain("active");
    expect(await times()).not.toEqual(before);
    await page.keyboard.press("Space");
    await transport.getByRole("button", { name: "Play" }).waitFor();
    const paused = await times();
    expect(await times()).toEqual(paused);
    await page.keyboard.press("Space");
    await transport.getByRole("button", { name: "Pause" }).waitFor();
  });

  it("takes a transition, and tells it", async () => {
    await Promise.all([
      page.waitForFunction(() => window.playground.clips.some(({ name, isPlaying }) => name === "jump" && isPlaying)), // until it ends
      page.getByRole("switch", { name: "grounded" }).click(),
    ]);
    await page.locator(".graph .active[data-state=jump]").waitFor();
    await page.locator("#states-panel .log", { hasText: "move → jump, not grounded" }).waitFor();
  });

  it("says beside each layer why it stays where it is", async () => {
    const lines = (): Promise<readonly string[]> =>
      page.locator("#states-panel .playing :is(.now > p, .reasons > li)").evaluateAll((all) => all.map(({ textContent }) => textContent));
    const [first, ...others] = await lines();
    expect(first).toMatch(/^Layer 0: /);
    expect(others.at(-1)).toMatch(/^Layer arms: /);
    expect(others.slice(0, -1)).toEqual([expect.stringMatching(/^→ move: /), expect.stringMatching(/^→ move: /)]);
    await page.selectOption("#states-layer", { label: "Layer arms" });
    await page.locator("#states-panel .reasons", { hasText: "→ wave: wave is not fired" }).waitFor();
    expect((await lines()).at(-1)).toMatch(/^→ wave: /);
    await page.selectOption("#states-layer", { label: "Layer 0" });
  });

  it("plays only while the tab is open", async () => {
    await page.getByRole("tab", { name: "Curve" }).click();
    expect(await page.evaluate(() => window.playground.clips.some(({ isPlaying }) => isPlaying))).toBe(false);
    expect(await page.locator("#states-panel").isVisible()).toBe(false);
    await page.evaluate(() => window.playground.drawn());
    await page.getByRole("tab", { name: "States" }).click();
    await button(page, "Run").waitFor();
  });

  it("ends when a clip is played", async () => {
    await button(page, "Run").click();
    await button(page, "Stop").waitFor();
    await page.locator("#clips").getByRole("button", { name: "Play run" }).first().click();
    await button(page, "Run").waitFor();
    expect(await page.evaluate(() => window.playground.clips.filter(({ isPlaying }) => isPlaying).map(({ name }) => name))).toEqual([
      "run",
    ]);
    await page.evaluate(() => window.playground.seek("run", 0));
  });

  it("moves a state with the mouse and with keys, in steps that can be undone, and keeps its place in the file", async () => {
    const before = (await node(page, "jump").boundingBox())!;
    await page.mouse.move(before.x + 20, before.y + 10);
    await page.mouse.down();
    await page.mouse.move(before.x + 20, before.y + 60, { steps: 4 });
    await page.mouse.up();
    expect((await node(page, "jump").boundingBox())!.y).toBeCloseTo(before.y + 50, -1);
    await node(page, "jump").focus();
    await page.keyboard.press("Alt+ArrowDown");
    expect(await page.evaluate(() => (document.activeElement as SVGElement).dataset["state"])).toBe("jump");
    const [extras] = (await saved(page)) as [{ animationController: unknown; animationControllerPlaces: object[] }];
    expect(extras.animationController).toEqual(DEFINITION);
    expect(Object.keys(extras.animationControllerPlaces[0]!)).toEqual(["jump"]);
    await button(page, /^Undo: move state/).click();
    await button(page, /^Undo: move state/).click();
    expect(await page.locator("#document").getByRole("button", { name: /^Undo/ }).isDisabled()).toBe(true);
  });

  it("deletes states by key, never clips", async () => {
    const clips = (): Promise<number> => page.evaluate(() => window.playground.clips.length);
    const before = await clips();
    await node(page, "jump").click();
    await page.keyboard.press("Delete");
    await node(page, "jump").waitFor({ state: "detached" });
    await page.keyboard.press("Delete"); // the focus is on the page
    expect(await clips()).toBe(before);
    await button(page, /^Undo: delete state/).click();
    expect(await definition(page)).toEqual(DEFINITION);
  });

  it("zooms and moves by wheel, buttons and keys", async () => {
    const width = async (): Promise<number> => (await node(page, "move").boundingBox())!.width;
    await node(page, "move").focus(); // its frame counts
    await page.keyboard.press("0");
    const first = await width();
    await button(page, "Zoom in (+)").click();
    expect(await width()).toBeGreaterThan(first);
    await node(page, "move").focus();
    await page.keyboard.press("-");
    await page.keyboard.press("-");
    expect(await width()).toBeLessThan(first);
    await page.keyboard.press("0");
    expect(await width()).toBeCloseTo(first, 3);
    await node(page, "move").hover();
    await page.mouse.wheel(0, -200);
    await expect(width()).resolves.toBeGreaterThan(first);
    await button(page, "Show everything (0)").click();
  });

  it("tells of a finding at what it is about", async () => {
    const wrong = structuredClone(DEFINITION) as { layers: { states: Record<string, object> }[] };
    wrong.layers[0]!.states["jump"] = { clip: "leap" };
    await page.fill("#states-json", JSON.stringify(wrong));
    await page.locator(".graph .wrong[data-state=jump]").waitFor();
    expect(await button(page, "Run").isDisabled()).toBe(true);
    await button(page, "/layers/0/states/jump/clip").click();
    expect(await page.inputValue("#state-name")).toBe("jump");
    await page.selectOption("#state-clip", { label: "jump" });
    expect(await page.locator(".graph .wrong").count()).toBe(0);
    expect(await definition(page)).toEqual(DEFINITION);
  });

  it("shows the names of the clips of a blend whole", async () => {
    await node(page, "move").click();
    const widths = await page
      .locator("#state-item-0, #state-item-1, #state-kind")
      .evaluateAll((selects) => selects.map((select) => (select as HTMLElement).offsetWidth));
    expect(widths[1]).toBe(widths[0]);
    expect(widths[2]).toBe(widths[0]);
  });

  it("drags a clip of a blend to another place, in a step that can be undone", async () => {
    await node(page, "move").click();
    const plot = page.locator(".blend-plot");
    const point = plot.locator("[data-name=walk]");
    const [box, before] = [(await plot.boundingBox())!, (await point.boundingBox())!];
    expect(before.x + before.width / 2 - box.x).toBeCloseTo((1.68 / 1.96) * box.width, -1); // 1.4, between -0.28 and 1.68
    await point.hover();
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 3 });
    await page.mouse.up();
    expect((await definition(page)).layers[0]!.states["move"]!.clips[1]!.at).toBeCloseTo(0.7, 1);
    expect(Number(await page.inputValue("#state-item-1-at-0"))).toBeCloseTo(0.7, 1);
    await button(page, /^Undo: change state/).click();
    expect(await definition(page)).toEqual(DEFINITION);
  });

  it("says what is wrong with JSON, and stays as it was", async () => {
    await page.fill("#states-json", "{");
    expect(await page.textContent("#states-json-problem")).toContain("This is no JSON");
    expect(await node(page, "move").count()).toBe(1);
    await page.locator("#states-json").blur();
    await node(page, "move").click();
  });
});

describe.each(HANDS.filter(({ name }) => name !== "mouse in a narrow window"))("a controller made by $name", (hand) => {
  it("has states, a blend, a transition with a condition, and is saved", async () => {
    const tab = await open(hand, "hero");
    const { page } = tab;
    await hand.press(page.getByRole("tab", { name: "States" }));
    await hand.press(button(page, "New controller"));
    await hand.press(button(page, "Stop")); // a still page takes keys faster
    await hand.press(node(page, "idle"));
    await hand.choose(page.locator("#state-kind"), "a blend by a number");
    await hand.press(button(page, "Add a clip"));
    await hand.type(page.locator("#state-item-1-at-0"), "1.4");
    await hand.type(page.locator("#state-name"), "move");
    await hand.press(button(page, "New state"));
    await hand.type(page.locator("#state-name"), "jump");
    await hand.choose(page.locator("#state-clip"), "jump");
    await hand.type(page.locator("#parameter-new"), "grounded");
    await hand.choose(page.getByRole("combobox", { name: "Kind of the new parameter" }), "switch");
    await hand.press(button(page, "Add"));
    await hand.press(node(page, "move"));
    await hand.choose(page.locator("#state-connect"), "jump");
    await hand.press(button(page, "Add a transition to"));
    await hand.choose(page.locator("#transition-condition"), "grounded");
    await hand.press(button(page, "Add a condition about"));
    await hand.choose(page.locator("#condition-grounded"), "is true");
    await hand.type(page.locator("#transition-duration"), "0.1");
    await page.locator("#transition-duration").blur();
    const [extras] = (await saved(page)) as [{ animationController: unknown }];
    expect(extras.animationController).toEqual({
      parameters: { speed: 0, grounded: false },
      layers: [
        {
          states: {
            move: {
              blend: "speed",
              clips: [
                { clip: "idle", at: 0 },
                { clip: "walk", at: 1.4 },
              ],
            },
            jump: { clip: "jump" },
          },
          transitions: [{ from: "move", to: "jump", when: { grounded: true }, duration: 0.1 }],
        },
      ],
    });
    await hand.press(arrow(page, 0));
    await hand.press(button(page, "Delete the transition"));
    expect(await arrow(page, 0).count()).toBe(0);
    expect(tab.takeProblems()).toEqual([]);
    await tab.close();
  }, 240_000); // every control is reached with the tabulator
});

describe.each(HANDS.filter(({ name, pointer }) => pointer !== null && name !== "mouse in a narrow window"))(
  "with $name, an arrow",
  (hand) => {
    it("is dragged from the handle of a state to another state, and can be undone", async () => {
      const tab = await open(hand, "/controlled.glb");
      const { page } = tab;
      await hand.press(page.getByRole("tab", { name: "States" }));
      await node(page, "jump").waitFor();
      await page.locator(".graph").evaluate((graph) => graph.scrollIntoView({ block: "end" }));
      const middle = async (part: Locator): Promise<{ x: number; y: number }> => {
        const { x, y, width, height } = (await part.boundingBox())!;
        return { x: x + width / 2, y: y + height / 2 };
      };
      const [from, to] = [await middle(handle(page, "move")), await middle(node(page, "jump"))];
      const half = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
      if (hand.pointer === "touch") {
        const session = await page.context().newCDPSession(page);
        const send = (
          type: "touchStart" | "touchMove" | "touchEnd",
          ...touchPoints: readonly { x: number; y: number }[]
        ): Promise<unknown> => session.send("Input.dispatchTouchEvent", { type, touchPoints: [...touchPoints] });
        await send("touchStart", from);
        await send("touchMove", half);
        await send("touchMove", to);
        await send("touchEnd");
        await session.detach();
      } else {
        await page.mouse.move(from.x, from.y);
        await page.mouse.down();
        await page.mouse.move(half.x, half.y, { steps: 3 });
        await page.mouse.move(to.x, to.y, { steps: 3 });
        expect(await node(page, "jump").getAttribute("class")).toContain("target");
        await page.mouse.up();
      }
      await arrow(page, 3).waitFor();
      expect((await definition(page)).layers[0]!.transitions.at(-1)).toEqual({ from: "move", to: "jump" });
      expect(await page.inputValue("#transition-to")).toBe("jump");
      expect(await page.evaluate(() => document.activeElement!.id)).toBe("transition-condition");
      await button(page, "Add a condition about").focus();
      await page.selectOption("#transition-condition", { label: "new trigger “jump”" });
      await button(page, "Add a condition about").click();
      const { parameters, layers } = await definition(page);
      expect(parameters).toEqual({ ...DEFINITION.parameters, jump: "trigger" });
      expect(layers[0]!.transitions.at(-1)).toEqual({ from: "move", to: "jump", when: { jump: true } });
      await button(page, /^Undo: change transition/).click();
      await button(page, /^Undo: new transition/).click();
      expect(await definition(page)).toEqual(DEFINITION);
      expect(tab.takeProblems()).toEqual([]);
      await tab.close();
    });
  },
);

describe("a machine within a state", () => {
  it("has a sheet of its own, with the same edits; the way back is shown", async () => {
    const tab = await open(HANDS[0]!, "/controlled.glb");
    const { page } = tab;
    await page.getByRole("tab", { name: "States" }).click();
    await node(page, "jump").click();
    await page.selectOption("#state-kind", { label: "states of its own" });
    await button(page, "Open its states").click();
    const crumbs = page.getByRole("navigation", { name: "Machine" });
    expect(await crumbs.textContent()).toBe("Layer 0›jump");
    expect(await node(page, "move").count()).toBe(0);
    await button(page, "New state").click();
    await page.fill("#state-name", "fall");
    await page.keyboard.press("Enter");
    await handle(page, "jump").focus();
    await page.keyboard.press("Enter");
    expect(await page.evaluate(() => document.activeElement!.id)).toBe("state-connect");
    await page.selectOption("#state-connect", { label: "fall" });
    await button(page, "Add a transition to").click();
    const states = async (): Promise<unknown> => (await definition(page)).layers[0]!.states["jump"];
    expect(await states()).toEqual({
      states: { jump: { clip: "jump" }, fall: { clip: "idle" } },
      transitions: [{ from: "jump", to: "fall", after: 1 }],
    });
    await button(page, "Run").click();
    await passes(page, "jump", () => page.getByRole("switch", { name: "grounded" }).click());
    await button(page, "Stop").click();
    await crumbs.getByRole("button", { name: "Layer 0" }).click();
    await node(page, "move").waitFor();
    expect(await page.inputValue("#state-name")).toBe("jump");
    await node(page, "jump").dblclick();
    await node(page, "fall").waitFor();
    for (let i = 0; i < 4; i++) {
      await button(page, /^Undo/).click();
    }
    await node(page, "move").waitFor(); // there is no such machine any more
    expect(await definition(page)).toEqual(DEFINITION);
    expect(tab.takeProblems()).toEqual([]);
    await tab.close();
  });
});

describe("a blend within a blend", () => {
  it("is made, and changed, by rows of the form", async () => {
    const tab = await open(HANDS[0]!, "/controlled.glb");
    const { page } = tab;
    await page.getByRole("tab", { name: "States" }).click();
    await node(page, "move").click();
    await button(page, "Make a blend of clip 2").click();
    const group = page.getByRole("group", { name: "Blend 2", exact: true });
    await group.getByRole("button", { name: "Add a clip to blend 2" }).click();
    await page.selectOption("#state-item-1-1", { label: "run" });
    await page.fill("#state-item-1-1-at-0", "4");
    await page.keyboard.press("Enter");
    const { clips } = (await definition(page)).layers[0]!.states["move"] as { readonly clips: unknown };
    expect(clips).toEqual([
      { clip: "idle", at: 0 },
      {
        blend: "speed",
        clips: [
          { clip: "walk", at: 0 },
          { clip: "run", at: 4 },
        ],
        at: 1.4,
      },
    ]);
    expect(tab.takeProblems()).toEqual([]);
    await tab.close();
  });
});

describe("a controller of the hero", () => {
  it("runs on after a mistake, with the values of its parameters; joints are suggested", async () => {
    const tab = await open(HANDS[0]!, "/controlled.glb");
    const { page } = tab;
    await page.getByRole("tab", { name: "States" }).click();
    await button(page, "Run").click();
    const speed = page.getByRole("slider", { name: "speed", exact: true });
    await speed.press("End");
    const value = await speed.inputValue();
    await page.selectOption("#states-layer", { label: "Layer arms" });
    const joints = await page
      .locator("#layer-mask-list option")
      .evaluateAll((options) => options.map((each) => (each as HTMLOptionElement).value));
    expect(joints).toEqual(expect.arrayContaining(["spine", "left arm", "right arm"]));
    await page.fill("#layer-mask", "right");
    await page.keyboard.press("Enter");
    await button(page, "Run").waitFor();
    expect(await button(page, "Run").isDisabled()).toBe(true);
    await page.fill("#layer-mask", "right arm");
    await page.keyboard.press("Enter");
    await button(page, "Stop").waitFor();
    await page.locator("#states-panel .now", { hasText: /Layer 0: move 100 %.*Layer arms: none 100 %/ }).waitFor();
    expect(await speed.inputValue()).toBe(value);
    expect(tab.takeProblems()).toEqual([]);
    await tab.close();
  });

  it("gets a layer of a part of the body, with a one-shot", async () => {
    const tab = await open(HANDS[0]!, "/controlled.glb");
    const { page } = tab;
    await page.getByRole("tab", { name: "States" }).click();
    await node(page, "move").click();
    await button(page, "New layer").click();
    expect(await page.evaluate(() => document.activeElement!.id)).toBe("layer-mask");
    await page.keyboard.type("left arm");
    await page.keyboard.press("Enter");
    await page.selectOption("#layer-one-shot", { label: "wave" });
    await button(page, "Add a one-shot").click();
    expect((await definition(page)).layers[2]).toEqual({
      mask: "left arm",
      states: { none: {}, wave: { clip: "wave" } },
      transitions: [
        { from: "none", to: "wave", when: { wave: true } },
        { from: "wave", to: "none", after: 1 },
      ],
    });
    expect(tab.takeProblems()).toEqual([]);
    await tab.close();
  });

  it("has names and places from its clips, and a form that keeps still", async () => {
    const tab = await open(HANDS[0]!, "hero");
    const { page } = tab;
    await page.getByRole("tab", { name: "States" }).click();
    await button(page, "New controller").click();
    const top = (): Promise<number> => page.locator("#states-panel form.form").evaluate((form) => (form as HTMLElement).offsetTop);
    const before = await top();
    await button(page, "Stop").click();
    expect(await top()).toBe(before);
    await button(page, "New state").click();
    await page.selectOption("#state-clip", { label: "jump" });
    expect(await page.inputValue("#state-name")).toBe("jump");
    expect(await page.textContent("#states-panel .findings")).toContain("Nothing leads to jump yet: add a transition.");
    expect(await page.locator(".graph .wrong").count()).toBe(0);
    expect(await page.locator("#state-connect option").allTextContents()).toEqual(["idle", "jump (itself)"]);
    await button(page, "Add a transition to").click();
    expect(await page.inputValue("#transition-after")).toBe("1");
    expect(await page.locator("label[for=transition-after]").getAttribute("title")).toContain("after in the definition");
    await node(page, "idle").click();
    await page.selectOption("#state-kind", { label: "a blend by a number" });
    await button(page, "Add a clip").click();
    await button(page, "Add a clip").click();
    await page.selectOption("#state-item-2", { label: "run" });
    expect((await definition(page)).layers[0]!.states["idle" as "move"]!.clips).toEqual([
      { clip: "idle", at: 0 },
      { clip: "walk", at: 0.62 },
      { clip: "run", at: 1.75 },
    ]);
    await node(page, "jump").click();
    await page.keyboard.press("Delete");
    await node(page, "idle").click();
    const panels = page.locator("#panels");
    await panels.evaluate((panel) => (panel.scrollTop = panel.scrollHeight));
    await node(page, "idle").click();
    const [name, view] = [(await page.locator("#state-name").boundingBox())!, (await panels.boundingBox())!];
    expect([name.y >= view.y, name.y + name.height <= view.y + view.height]).toEqual([true, true]);
    expect(await page.inputValue("#state-one-shot")).toBe("jump"); // the first that ends
    await page.selectOption("#state-one-shot", { label: "wave" });
    await button(page, "Add a one-shot").click();
    await button(page, "Run").click();
    await passes(page, "wave", () => button(page, "Fire wave").click());
    await button(page, "Stop").click();
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.locator("#states-panel").getByRole("button", { name: "Copy JSON" }).click();
    await page.locator("#states-panel [role=status]", { hasText: "Copy JSON: copied." }).waitFor();
    await page.selectOption("#state-kind", { label: "nothing" });
    expect(await page.locator("#state-speed, #state-repetitions, #state-clip").count()).toBe(0);
    expect(tab.takeProblems()).toEqual([]);
    await tab.close();
  });
});

describe("fingers", () => {
  it("pinch, and move the graph", async () => {
    const hand = HANDS.find(({ pointer }) => pointer === "touch")!;
    const tab = await open(hand, "/controlled.glb");
    const { page } = tab;
    await hand.press(page.getByRole("tab", { name: "States" }));
    await node(page, "move").waitFor();
    await page.locator(".graph").evaluate((graph) => graph.scrollIntoView({ block: "end" }));
    const before = (await node(page, "move").boundingBox())!;
    const { x, y, width, height } = (await page.locator(".graph").boundingBox())!;
    const [cx, cy] = [x + width / 2, y + height - 20];
    const session = await page.context().newCDPSession(page);
    const send = (type: "touchStart" | "touchMove" | "touchEnd", ...spread: readonly number[]): Promise<unknown> =>
      session.send("Input.dispatchTouchEvent", { type, touchPoints: spread.map((dx, id) => ({ x: cx + dx, y: cy, id })) });
    await send("touchStart", -20, 20);
    await send("touchMove", -40, 40);
    await send("touchMove", -60, 60);
    await send("touchEnd");
    await page.evaluate(() => window.playground.drawn());
    expect((await node(page, "move").boundingBox())!.width).toBeGreaterThan(1.5 * before.width);
    await session.detach();
    await tab.close();
  });
});

describe("the page of a definition", () => {
  it("shows it, layer by layer, and what is selected in full", async () => {
    const { page, takeProblems, close } = await browser.open(`/dist/playground/states.html${writeDefinition(DEFINITION)}`);
    await node(page, "move").click();
    expect(await page.textContent("#text")).toBe("move: idle, walk by speed");
    await arrow(page, 0).focus();
    await page.keyboard.press("Enter");
    expect(await page.textContent("#text")).toBe("move → jump: not grounded, fades 0.1 s");
    await page.getByRole("combobox", { name: "Layer" }).selectOption({ label: "Layer arms" });
    await node(page, "wave").waitFor();
    await page.evaluate(() => (location.hash = "#nothing"));
    await page.locator("#problem:not([hidden])").waitFor();
    expect(takeProblems()).toEqual([]);
    await close();
  });
});

describe("a model without a controller", () => {
  it("leaves the tab when another model is opened", async () => {
    const tab = await open(HANDS[0]!, "/controlled.glb");
    await tab.page.getByRole("tab", { name: "States" }).click();
    await button(tab.page, "Run").click();
    const page = await showModel(tab, "figure");
    await button(page, "New controller").waitFor();
    expect(await page.locator(".graph").isVisible()).toBe(false);
    await tab.close();
  });
});
