/** The page for everybody: axe-core, the keyboard, fingers on a phone. */
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { Page } from "playwright-core";
import type {} from "../../../playground/page/api.js";
import { JAGGED, launchBrowser, tap, type PageOptions, type Size, type TestBrowser, type TestPage } from "../helpers/browser.js";

const PAGE = "/dist/playground/index.html";
const WIDE: Size = { width: 1280, height: 800 };
const PHONE: Size = { width: 390, height: 844 };
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

let browser: TestBrowser;

beforeAll(async () => {
  browser = await launchBrowser(JAGGED);
});
afterAll(() => browser.close());

async function open(size: Size, options: PageOptions = {}, address = PAGE): Promise<TestPage> {
  const tab = await browser.open(address, size, { reducedMotion: "reduce", deviceScaleFactor: 0.5, ...options });
  await tab.page.evaluate(() => window.playground?.ready);
  return tab;
}

interface Violation {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

/** A script that stops the snippet in the frame of a page, which would draw all the time. */
const STILL_FRAMES = "if (self !== top) { requestAnimationFrame = () => 0; }";

/** What axe-core finds, by default what it calls serious or critical. */
async function violationsOf(page: Page, impacts: readonly string[] = ["serious", "critical"]): Promise<string[]> {
  await page.evaluate(AXE);
  const violations = await page.evaluate<readonly Violation[]>(
    `axe.run({ resultTypes: ["violations"] }).then((results) => results.violations)`,
  );
  return violations
    .filter(({ impact }) => impacts.includes(impact))
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`));
}

describe("colors and names", () => {
  let tab: TestPage;
  let snippets: TestPage;

  beforeAll(async () => {
    tab = await open(WIDE);
    snippets = await open(WIDE, { init: STILL_FRAMES }, "/playground/snippets/index.html#door");
    await snippets.page.locator("pre", { hasText: "createScene" }).waitFor();
  });
  afterAll(async () => {
    await tab.close();
    await snippets.close();
  });

  describe.each([
    ["wide", "light", WIDE],
    ["wide", "dark", WIDE],
    ["narrow", "light", PHONE],
    ["narrow", "dark", PHONE],
  ] as const)("%s and %s", (_width, colorScheme, size) => {
    beforeAll(async () => {
      for (const { page } of [tab, snippets]) {
        await page.setViewportSize(size);
        await page.emulateMedia({ colorScheme });
      }
    });

    it("controls have borders with a contrast of 3:1", async () => {
      const contrasts = await tab.page.evaluate(() => {
        const luminance = (color: string): number => {
          const [r, g, b] = /(\d+), (\d+), (\d+)/
            .exec(color)!
            .slice(1)
            .map((part) => Number(part) / 255)
            .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
          return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
        };
        return ["#model-select", "#inspect", "#setting-start", "#transport .icon-button:nth-child(2)"].map((selector) => {
          const { borderTopColor } = getComputedStyle(document.querySelector(selector)!);
          const [a, b] = [borderTopColor, getComputedStyle(document.querySelector(".panels")!).backgroundColor].map(luminance);
          return (Math.max(a!, b!) + 0.05) / (Math.min(a!, b!) + 0.05);
        });
      });
      contrasts.forEach((contrast) => expect(contrast).toBeGreaterThanOrEqual(3));
    });

    it("axe-core finds nothing serious on the page, with its menu and a message open", async () => {
      const { page } = tab;
      await page.setInputFiles("#file-input", [{ name: "a.png", mimeType: "image/png", buffer: Buffer.from("x") }]);
      await page.waitForSelector("#failure:not([hidden])");
      await page.evaluate(() => (document.querySelector<HTMLDetailsElement>(".view-menu")!.open = true));
      expect(await violationsOf(page)).toEqual([]);
    });

    it("axe-core finds nothing at all on the graph of a controller, with the form of a state and its parameters", async () => {
      const { page } = tab;
      await page.getByRole("tab", { name: "States" }).click();
      await page.getByRole("button", { name: "New controller" }).click();
      await page.fill("#parameter-new", "speed");
      await page.keyboard.press("Enter");
      await page.locator(".graph .node").first().focus();
      await page.keyboard.press("Enter");
      await page.locator("#state-kind").waitFor();
      const all = ["minor", "moderate", "serious", "critical"];
      expect(await violationsOf(page, all)).toEqual([]);
      await page.selectOption("#state-kind", { label: "a blend by a number" });
      await page.getByRole("button", { name: "Make a blend of clip 1" }).click();
      expect(await violationsOf(page, all)).toEqual([]);
      await page.selectOption("#state-kind", { label: "states of its own" });
      await page.getByRole("button", { name: "Open its states" }).click();
      expect(await violationsOf(page, all)).toEqual([]);
      const undo = page.locator("#document").getByRole("button", { name: /^Undo/ });
      for (let edits = 0; edits < 5; edits++) {
        await undo.click(); // a changed document asks before another one is opened
      }
      expect(await undo.isDisabled()).toBe(true);
      await page.getByRole("tab", { name: "Timeline" }).click();
    });

    it("axe-core finds nothing serious on the snippets", async () => {
      expect(await violationsOf(snippets.page)).toEqual([]);
    });
  });
});

describe("headings", () => {
  it("are in the order of their levels, whatever tab is open", async () => {
    const tab = await open(WIDE);
    for (const name of ["Timeline", "Curve", "Keys", "States"]) {
      await tab.page.getByRole("tab", { name, exact: true }).click();
      expect(await violationsOf(tab.page, ["moderate", "serious", "critical"])).toEqual([]);
    }
    await tab.close();
  });
});

describe("the keyboard", () => {
  let tab: TestPage;
  let page: Page;

  beforeAll(async () => {
    tab = await open(WIDE, {}, `${PAGE}?model=figure`);
    ({ page } = tab);
  });
  afterAll(() => tab.close());

  const walk = (): Promise<number> => page.evaluate(() => window.playground.clips.find(({ name }) => name === "walk")!.timestamp);

  it("shows the whole outline of what has the focus", async () => {
    await page.keyboard.press("Tab"); // from now on the keyboard is used
    const cut = await page.evaluate(() => {
      const isCut = (control: HTMLElement): boolean => {
        control.focus();
        const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(control);
        const size = outlineStyle === "none" ? 0 : parseFloat(outlineWidth) + parseFloat(outlineOffset);
        const { left, right, top, bottom } = control.getBoundingClientRect();
        for (let parent = control.parentElement!; parent !== document.body; parent = parent.parentElement!) {
          const { overflowX, overflowY } = getComputedStyle(parent);
          const box = parent.getBoundingClientRect();
          const beyondX = Math.max(box.left - left, right - box.right) + size;
          const beyondY = Math.max(box.top - top, bottom - box.bottom) + size;
          if ((overflowX !== "visible" && beyondX > 0.5) || (overflowY !== "visible" && beyondY > 0.5)) {
            return true;
          }
        }
        return false;
      };
      const controls = [...document.querySelectorAll<HTMLElement>("a, button, input, select, textarea, summary, [tabindex='0']")];
      return controls.filter((control) => control.checkVisibility() && isCut(control)).map(({ outerHTML }) => outerHTML.slice(0, 100));
    });
    expect(cut).toEqual([]);
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  });

  it("turns, shifts and zooms the view that has the focus", async () => {
    await page.focus("#canvas");
    const takePicture = (): Promise<Buffer> => page.screenshot({ clip: { x: 0, y: 60, width: 860, height: 400 } });
    let before = await takePicture();
    for (const key of ["ArrowLeft", "ArrowUp", "Shift+ArrowLeft", "Shift+ArrowDown", "+", "-"]) {
      await page.keyboard.press(key);
      await page.evaluate(() => window.playground.drawn());
      const after = await takePicture();
      expect([key, Buffer.compare(before, after)]).not.toEqual([key, 0]);
      before = after;
    }
    expect(await walk()).toBe(2.5);
    await page.keyboard.press("r");
  });

  it("steps through the clip after the view was turned with the mouse, which leaves no focus frame", async () => {
    await page.focus("#setting-start");
    await page.mouse.move(300, 300);
    await page.mouse.down();
    await page.mouse.move(360, 300);
    await page.mouse.up();
    expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
    await page.keyboard.press("ArrowRight");
    expect(await walk()).toBeCloseTo(2.5 + 1 / 24, 9);
  });

  it("reaches every control, and opens and closes the menu of the view", async () => {
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    const controls = ["model-select", "file-input", "inspect", "canvas", "Frame the model", "Reset the view", "View settings", "Play"];
    const reached = new Set<string>();
    for (let i = 0; i < 120 && !controls.every((name) => reached.has(name)); i++) {
      await page.keyboard.press("Tab");
      reached.add(
        await page.evaluate(
          () =>
            document.activeElement!.id || document.activeElement!.getAttribute("aria-label") || document.activeElement!.textContent.trim(),
        ),
      );
    }
    expect([...reached]).toEqual(expect.arrayContaining(controls));
    await page.focus(".view-menu summary");
    await page.keyboard.press("Enter");
    expect(await page.isVisible(".view-menu .menu")).toBe(true);
    await page.keyboard.press("Escape");
    expect(await page.isVisible(".view-menu .menu")).toBe(false);
  });

  it("finds the view named, with a role and a description of its keys", async () => {
    const canvas = page.getByRole("application", { name: "3D view of the model" });
    expect(await canvas.count()).toBe(1);
    const help = (await canvas.getAttribute("aria-describedby"))!;
    expect(await page.textContent(`#${help}`)).toContain("Arrow keys turn the view");
  });
});

describe("a phone", () => {
  let tab: TestPage;
  let page: Page;

  beforeAll(async () => {
    tab = await open(PHONE, { hasTouch: true, isMobile: true });
    ({ page } = tab);
  });
  afterAll(() => tab.close());

  const boxOf = async (selector: string): Promise<{ x: number; y: number; width: number; height: number }> =>
    (await page.locator(selector).first().boundingBox())!;

  it("has targets of 44 pixels", async () => {
    await page.evaluate(() => (document.querySelector<HTMLDetailsElement>(".view-menu")!.open = true));
    const small = await page.evaluate(() =>
      [
        ...document.querySelectorAll<HTMLElement>(
          "button, select, summary, a, label.button, label.check, input[type=number], input[type=range]",
        ),
      ]
        .filter((control) => control.checkVisibility() && control.getBoundingClientRect().width > 1)
        .map((control) => ({ html: control.outerHTML.slice(0, 80), ...control.getBoundingClientRect().toJSON() }))
        .filter(({ width, height }) => height < 44 || width < 44)
        .map(({ html, width, height }) => `${html} ${width} x ${height}`),
    );
    expect(small).toEqual([]);
    await page.evaluate(() => (document.querySelector<HTMLDetailsElement>(".view-menu")!.open = false));
  });

  it("keeps the view and the name of the clip in sight while settings are edited", async () => {
    await page.locator("#setting-repetitions").scrollIntoViewIfNeeded();
    await page.evaluate(() => document.querySelector("#setting-repetitions")!.scrollIntoView({ block: "center" }));
    const [canvas, name, field] = [await boxOf("#canvas"), await boxOf("#transport .name"), await boxOf("#setting-repetitions")];
    expect(canvas.y).toBe(0);
    expect(canvas.height).toBeGreaterThan(200);
    expect(name.y).toBeGreaterThanOrEqual(canvas.height);
    expect(name.width).toBeGreaterThan(60);
    expect(field.y).toBeGreaterThan(name.y + name.height);
    expect(field.y + field.height).toBeLessThanOrEqual(PHONE.height);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
  });

  it("shows the Inspector in place of the panels, below the view", async () => {
    await page.evaluate(() => scrollTo(0, 0));
    await tap(page.locator("#inspect"));
    await page.locator("#babylon-inspector-container [role=treeitem]").first().waitFor();
    const [transport, inspector, row] = [
      await boxOf("#transport"),
      await boxOf("#babylon-inspector-container"),
      await boxOf("#babylon-inspector-container [role=treeitem]"),
    ];
    expect(inspector.y).toBeGreaterThanOrEqual(transport.y + transport.height - 1);
    expect(inspector.height).toBeGreaterThan(400);
    expect(row.width).toBeGreaterThan(300);
    expect(await page.isVisible("#clips")).toBe(false);
    expect(await page.isVisible("#document .save")).toBe(true);
    await tap(page.locator("#inspect"));
    await page.locator("#clips").waitFor();
  });
});
