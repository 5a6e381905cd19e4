/** The site that `npm run build:site` makes in dist/site: no dead links, nothing that keeps readers out, and text without scripts. */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { Page } from "playwright-core";
import { SNIPPETS } from "../../playground/snippets/list.mjs";
import { API, HOME, PARTS, resolveLink } from "../../site/pages.mjs";
import { slugify } from "../../site/markdown.mjs";
import { relocateHtml, relocateScript } from "../../site/scripts/anyBase.mjs";
import { frameOf, launchBrowser, resize, type TestBrowser } from "./helpers/browser.js";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const SITE = join(ROOT, "dist/site");
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const WIDE = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };

const read = (path: string): string => readFileSync(join(SITE, path), "utf8");

/** The pages of VitePress, by their path in the site. */
const PAGES = readdirSync(SITE, { recursive: true })
  .map((path) => String(path).replaceAll("\\", "/"))
  .filter((path) => path.endsWith(".html") && path !== "404.html" && !PARTS.includes(path.split("/")[0]!));

/** A page of each kind of the API; the others are made in the same way. */
const API_PAGES = [
  "index.html",
  "babylon-gltf-animation/index.html",
  "babylon-gltf-animation/crowd/index.html",
  "babylon-gltf-animation/crowd/classes/ClipCrowd.html",
  "babylon-gltf-animation/classes/AssetError.html",
  "babylon-gltf-animation/classes/ClipAnimationGroup.html",
  "babylon-gltf-animation/functions/CrossFade.html",
  "babylon-gltf-animation/interfaces/ClipAnimationGroupOptions.html",
  "babylon-gltf-animation/tools/interfaces/BakeOptions.html",
  "babylon-gltf-animation/type-aliases/ClipExtensionOptions.html",
  "babylon-gltf-animation/variables/OnExtrasAnimatedObservable.html",
].map((path) => `${API}/${path}`);

/** What one imports, by the pages of the API. */
const { exports, name } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
  exports: Record<string, unknown>;
  name: string;
};
const ENTRIES = ["", "/controller", "/crowd", "/gltf-transform", "/pure", "/root-motion", "/sampling", "/serializer", "/tools"].filter(
  (path) => `.${path}` in exports,
);

let browser: TestBrowser;

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

describe("links", () => {
  /** The addresses that a page names, without those of other hosts. */
  const linksOf = (path: string): string[] => {
    const html = read(path).replace(/<script(?![^>]*\bsrc)[^]*?<\/script>/g, "");
    const addresses = Array.from(html.matchAll(/\s(?:href|src|poster)="([^"]*)"/g), ([, address]) => address!.replaceAll("&amp;", "&"));
    return [...new Set(addresses)].filter((address) => !/^(https?|data|mailto):/.test(address));
  };

  /** Where an address of a page leads in the folder. */
  const targetOf = (page: string, address: string): { path: string; hash: string } => {
    const url = new URL(address, `http://site/${page}`);
    const path = decodeURIComponent(url.pathname).slice(1);
    return { path: path === "" || path.endsWith("/") ? `${path}index.html` : path, hash: decodeURIComponent(url.hash.slice(1)) };
  };

  /** Links that lead nowhere. */
  const deadLinksOf = (page: string, hasAnchors: boolean): string[] =>
    linksOf(page).filter((address) => {
      const { path, hash } = targetOf(page, address);
      if (address.startsWith("/") || !existsSync(join(SITE, path)) || !statSync(join(SITE, path)).isFile()) {
        return true;
      }
      if (hash === "" || !hasAnchors) {
        return false;
      }
      return path === "snippets/index.html" ? !Object.hasOwn(SNIPPETS, hash) : !read(path).includes(`id="${hash}"`);
    });

  it("of the front page, the guides, the API and all other pages of VitePress lead to pages and headings that exist", () => {
    expect(PAGES.length).toBeGreaterThan(250);
    expect(PAGES.flatMap((page) => deadLinksOf(page, true).map((link) => `${page}: ${link}`))).toEqual([]);
  });

  it.each(PARTS)("of the pages in %s lead to files that exist", (part) => {
    const pages = readdirSync(join(SITE, part), { recursive: true }).map((path) => posix.join(part, String(path)));
    const html = pages.filter((path) => path.endsWith(".html"));
    expect(html.length).toBeGreaterThan(0);
    expect(html.flatMap((page) => deadLinksOf(page, false).map((link) => `${page}: ${link}`))).toEqual([]);
  });

  it("of llms.txt lead to pages that exist", () => {
    const links = Array.from(read("llms.txt").matchAll(/\]\((.*?)\)/g), ([, link]) => link!);
    expect(links.length).toBeGreaterThan(10);
    expect(links.filter((link) => !link.startsWith(HOME) || !existsSync(join(SITE, link.slice(HOME.length))))).toEqual([]);
  });

  it.each([
    ["docs/clips.md", "recipes.md#a-door", "page", "recipes.md#a-door"],
    ["site/agents.md", "../docs/clips.md", "page", "./docs/clips.md"],
    ["docs/crowds.md", "../playground/snippets/thousands.js", "snippet", "/snippets/index.html#thousands"],
    ["docs/clips.md", "../playground/models/figure.glb", "download", "/figure.glb"],
    ["docs/clips.md", "#errors", "other", "#errors"],
    ["docs/clips.md", "https://example.com/a.md", "other", "https://example.com/a.md"],
  ])("%s: %s is a %s", (from, href, kind, target) => {
    expect(resolveLink(from, href)).toEqual({ kind, href: target });
  });

  it("to other files of the repository lead to its host, and those to no file are refused", () => {
    const { kind, href } = resolveLink("docs/reliability.md", "../fuzz/invariants.ts");
    expect([kind, href]).toEqual(["source", expect.stringMatching(/^https:\/\/github\.com\/.*\/blob\/main\/fuzz\/invariants\.ts$/)]);
    expect(() => resolveLink("docs/clips.md", "none.md")).toThrow("docs/clips.md: there is no docs/none.md, to which it links");
  });

  it("to headings have GitHub's anchors", () => {
    expect(slugify("From AnimationGroup.start to clips")).toBe("from-animationgroupstart-to-clips");
    expect(slugify("Limits of Babylon's exporter")).toBe("limits-of-babylons-exporter");
  });
});

describe("any address", () => {
  it("scripts and pages take the folder from the address of the page", () => {
    expect(relocateScript('a="/__SITE__/x";')).toBe('a=(""+globalThis.__SITE__+"x");');
    expect(relocateScript('a=`{"b":"/__SITE__/x"}`;')).toBe('a=`{"b":"${globalThis.__SITE__}x"}`;');
    expect(relocateHtml('<head></head><body><a href="/__SITE__/docs/a.html">', "../")).toContain('<a href="../docs/a.html">');
  });

  it("an address that could not be replaced fails the build", () => {
    expect(() => relocateScript("/* /__SITE__/ */")).toThrow("an address is neither in HTML nor a string by itself");
  });
});

async function violationsOf(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  return page.evaluate<string[]>(`axe.run(document, { iframes: false }).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ": " + html.slice(0, 200))))`);
}

describe.each(["light", "dark"] as const)("%s", (colorScheme) => {
  /** What shows that a page is complete: the script of a guide names its switch of the appearance. */
  const completeOf = (path: string): string =>
    path.startsWith("snippets/") ? ".list a[aria-current]" : ".VPSwitchAppearance:not([title=''])";

  const guides = PAGES.filter((path) => !path.startsWith(`${API}/`));

  it.each([...guides, ...API_PAGES, "snippets/index.html"])(
    "axe-core finds nothing on %s, wide and on a phone, and the phone does not scroll sideways",
    async (path) => {
      const tab = await browser.open(`/dist/site/${path}`, WIDE, { colorScheme, reducedMotion: "reduce" });
      await tab.page.locator(completeOf(path)).first().waitFor({ state: "attached" });
      expect(await tab.page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")).toBe(colorScheme === "dark");
      if (PAGES.includes(path)) {
        const isDark = await tab.page.evaluate("document.documentElement.classList.contains('dark')");
        expect(isDark).toBe(colorScheme === "dark");
      }
      expect(await violationsOf(tab.page)).toEqual([]);
      await resize(tab.page, PHONE);
      expect(await violationsOf(tab.page)).toEqual([]);
      expect(await tab.page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBeLessThanOrEqual(0);
      expect(tab.takeProblems()).toEqual([]);
      await tab.close();
    },
  );
});

describe("the front page", () => {
  it("shows text, chart and links without scripts", async () => {
    const { page, takeProblems, close } = await browser.open("/dist/site/index.html", WIDE, { javaScriptEnabled: false });
    expect(await page.title()).toBe("babylon-gltf-animation");
    for (const text of [
      "Many animated glTF characters in Babylon.js, by one line",
      "A crowd of 500",
      "npm install babylon-gltf-animation",
      "license MIT",
      "Babylon.js groups",
    ]) {
      await page.getByText(text).first().waitFor();
    }
    for (const name of ["Read the guides", "Open the editor", "API by import path", "Source on GitHub"]) {
      await page.getByRole("link", { name }).first().waitFor();
    }
    expect(await page.locator("svg[role=img]").count()).toBe(6);
    expect(takeProblems()).toEqual([]);
    await close();
  });

  it("says what four uses of the package add, as it was measured", async () => {
    const { added } = JSON.parse(readFileSync(join(ROOT, "site/sizes.json"), "utf8")) as { added: Record<string, { all: number }> };
    const { page, close } = await browser.open("/dist/site/index.html", WIDE, { javaScriptEnabled: false });
    const sizes = await page.locator("h2#size + ul b").allInnerTexts();
    expect(sizes).toEqual(["groups", "clipsOfFile", "clips", "crowds"].map((use) => `${Math.round(added[use]!.all / 1000)} kB`));
    await close();
  });

  it("leads to what needs the release only once there is one", () => {
    const isUnreleased = readFileSync(join(ROOT, "README.md"), "utf8").includes("The package is not yet released to npm.");
    const addresses = Array.from(read("index.html").matchAll(/href="(https?:[^"]*)"/g), ([, address]) => new URL(address!).host);
    expect(addresses.some((host) => /npmjs|jsdelivr|playground\.babylonjs/.test(host))).toBe(!isUnreleased);
    expect(read("index.html").includes("Not yet on npm")).toBe(isUnreleased);
  });

  it("has tags for previews of links, with a picture of the site", () => {
    const html = read("index.html");
    for (const name of ["og:title", "og:description", "og:url", "og:image", "twitter:card", "twitter:image", "description"]) {
      expect(html).toMatch(new RegExp(`<meta (name|property)="${name}" content="[^"]+">`));
    }
    const picture = /property="og:image" content="([^"]*)"/.exec(html)![1]!;
    expect(statSync(join(SITE, picture.slice(HOME.length))).size).toBeGreaterThan(10_000);
  });

  it("runs a demo in its place, and leads to guides and back", async () => {
    const { page, takeProblems, close } = await browser.open("/dist/site/index.html", WIDE, { reducedMotion: "reduce" });
    await page.getByRole("tab", { name: "One GLB, one long timeline" }).click();
    await page.getByRole("link", { name: "Run: Jump, walk and stand" }).click();
    const frame = await frameOf(page, "snippets/run.html?name=split");
    await frame.waitForFunction("typeof scenePromise === 'object' && scenePromise.then((scene) => scene.getFrameId() > 0)");

    await page.getByRole("link", { name: "Read the guides" }).click();
    await page.getByRole("heading", { name: "Getting started", level: 1 }).waitFor();
    // from a page in a folder, by links that the first page did not have
    await page.locator(".VPSidebar").getByRole("link", { name: "Crowds" }).click();
    await page.getByRole("heading", { name: "Crowds", level: 1 }).waitFor();
    await page.locator(".VPNavBarTitle").getByRole("link").click();
    await page.getByRole("heading", { name: "babylon-gltf-animation", level: 1 }).waitFor();
    await page.locator(".VPNavBar").getByRole("link", { name: "Snippets" }).click();
    await page.waitForURL(/\/dist\/site\/snippets\/index\.html/);
    expect(takeProblems()).toEqual([]);
    await close();
  });

  const TABS = {
    "My characters are slow": "RegisterCompiledGroups()",
    "One GLB, one long timeline": "CrossFade(walk, jump, 0.3)",
    "5,000 spectators": "CreateClipCrowd(",
    "States and transitions": "CreateController(hero",
    "The artist says how it plays": "GetClip(hero",
  };

  it("shows by tabs the code, guide and demo of what readers come with, also by keyboard", async () => {
    const { page, takeProblems, close } = await browser.open("/dist/site/index.html", PHONE, { reducedMotion: "reduce" });
    const tab = page.getByRole("tab", { selected: true });
    await page.getByRole("tab").first().focus();
    const found: Record<string, unknown> = {};
    for (const code of Object.values(TABS)) {
      const panel = page.getByRole("tabpanel", { name: await tab.innerText() });
      found[await tab.innerText()] = [
        code,
        await panel.locator(".language-ts", { hasText: code }).isVisible(),
        (await panel.locator('p a[href*="docs/"]').count()) > 0,
        await panel.locator('p a[href*="snippets/index.html#"]').count(),
        await panel.locator("iframe, .live img").count(),
        await page.getByRole("tabpanel").count(),
        await violationsOf(page),
        await page.evaluate("document.documentElement.scrollWidth <= innerWidth && document.activeElement.ariaSelected"),
      ];
      await page.keyboard.press("ArrowRight");
    }
    const expected = Object.entries(TABS).map(([title, code]) => [title, [code, true, true, 1, 1, 1, [], "true"]]);
    expect(found).toEqual(Object.fromEntries(expected));
    expect(await tab.innerText()).toBe(Object.keys(TABS)[0]); // past the last one
    await page.keyboard.press("End");
    expect(await tab.innerText()).toBe(Object.keys(TABS).at(-1));
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowLeft");
    expect(await page.evaluate("document.activeElement.textContent.trim()")).toBe(Object.keys(TABS).at(-1));
    expect(takeProblems()).toEqual([]);
    await close();
  });

  it("shows all of them without scripts, and the one that a link leads to", async () => {
    const plain = await browser.open("/dist/site/index.html", WIDE, { javaScriptEnabled: false });
    for (const [title, code] of Object.entries(TABS)) {
      await plain.page.getByRole("heading", { name: title }).waitFor();
      await plain.page.locator(".language-ts", { hasText: code }).waitFor();
    }
    expect(await plain.page.getByRole("tab").count()).toBe(0);
    await plain.close();
    const { page, close } = await browser.open("/dist/site/index.html#states", WIDE, { reducedMotion: "reduce" });
    await page.getByRole("tab", { name: "States and transitions", selected: true }).waitFor();
    await close();
  });

  it("shows a picture of each snippet, which leads to it", async () => {
    const { page, takeProblems, close } = await browser.open("/dist/site/index.html", WIDE, { reducedMotion: "reduce" });
    const cards = await page.locator(".gallery a").evaluateAll((links) =>
      links.map((link) => {
        const image = link.querySelector("img")!;
        return [new URL((link as HTMLAnchorElement).href).hash.slice(1), link.textContent.trim(), image.loading, image.alt];
      }),
    );
    expect(cards).toEqual(Object.entries(SNIPPETS).map(([name, title]) => [name, title, "lazy", ""]));
    await page.locator(".gallery img").last().scrollIntoViewIfNeeded();
    await page.waitForFunction("Array.from(document.querySelectorAll('.gallery img')).at(-1).naturalWidth === 640");
    await page.getByRole("link", { name: "A door that swings back and forth" }).click();
    await page.waitForURL(/\/snippets\/index\.html#door$/);
    expect(takeProblems()).toEqual([]);
    await close();
  });

  it("still opens the editor for links that carry its state", async () => {
    const { page, close } = await browser.open("/dist/site/index.html?model=door#clip=knock", WIDE, { reducedMotion: "reduce" });
    await page.waitForURL(/\/dist\/site\/playground\/index\.html\?model=door#clip=knock/);
    await close();
  });
});

describe("the page of the snippets", () => {
  it("has a picture beside each title", async () => {
    const { page, takeProblems, close } = await browser.open("/dist/site/snippets/index.html#door", WIDE, { reducedMotion: "reduce" });
    await page.waitForFunction("Array.from(document.querySelectorAll('.list img')).every(({ complete }) => complete)");
    const pictures = await page
      .locator(".list a")
      .evaluateAll((links) => links.map((link) => [link.textContent, link.querySelector("img")!.naturalWidth > 0]));
    expect(pictures).toEqual(Object.values(SNIPPETS).map((title) => [title, true]));
    expect(takeProblems()).toEqual([]);
    await close();
  });
});

describe("the API", () => {
  it("lists each entry, and what an entry has, in the site's own pages", async () => {
    const { page, takeProblems, close } = await browser.open(`/dist/site/${API}/${name}/controller/index.html`, WIDE);
    const sidebar = page.locator(".VPSidebar");
    const found = await sidebar.locator(".level-1 > .item a").evaluateAll((links) => links.map((link) => link.getAttribute("href")));
    expect(found.map((href) => href?.replace(/^.*\/api\//, ""))).toEqual(ENTRIES.map((path) => `${name}${path}/index.html`));
    await sidebar.getByRole("link", { name: "CreateController" }).click();
    await page.getByRole("heading", { name: "Function: CreateController()", level: 1 }).waitFor();
    expect(await page.title()).toBe("Function: CreateController() | babylon-gltf-animation");
    await page.locator(".VPDoc").getByRole("link", { name: "ControllerDefinition" }).first().click();
    await page.waitForURL(/interfaces\/ControllerDefinition\.html/);
    await page.locator(".VPNavBar").getByRole("link", { name: "Guides" }).click();
    await page.getByRole("heading", { name: "Getting started", level: 1 }).waitFor();
    await page.locator(".VPNavBar").getByRole("link", { name: "API" }).click();
    await page.getByRole("heading", { name: "API", level: 1 }).waitFor();
    expect(takeProblems()).toEqual([]);
    await close();
  });

  it("is found by the search", async () => {
    const { page, close } = await browser.open("/dist/site/docs/clips.html", WIDE);
    await page.waitForFunction("document.querySelector('#app').__vue_app__");
    await page.keyboard.press("Control+k");
    await page.locator("#localsearch-input").fill("CreateClipCrowdAsync");
    await page
      .locator('.VPLocalSearchBox .result[href*="api/babylon-gltf-animation/crowd/functions/CreateClipCrowdAsync"]')
      .first()
      .waitFor();
    await close();
  });
});

describe("the theme that was chosen on the site", () => {
  it.each([
    ["dark", "light"],
    ["light", "dark"],
  ] as const)("%s: is that of editor, snippets and API, too, when the system has %s", async (chosen, colorScheme) => {
    const colors: unknown[] = [];
    for (const path of ["playground/index.html", "playground/measure.html", "snippets/index.html", "api/index.html"]) {
      const { page, close } = await browser.open("/dist/site/docs/start.html", WIDE, { colorScheme, reducedMotion: "reduce" });
      await page.evaluate(`localStorage.setItem("vitepress-theme-appearance", "${chosen}")`);
      await page.goto(new URL(`../${path}`, page.url()).href);
      const scheme = await page.evaluate<string>(`(() => {
        const [r = 0, g = 0, b = 0] = getComputedStyle(document.body).backgroundColor.match(/\\d+/g).map(Number);
        return r + g + b < 384 ? "dark" : "light";
      })()`);
      colors.push([path, scheme]);
      await close();
    }
    expect(colors.map((each) => (each as [string, string])[1])).toEqual([chosen, chosen, chosen, chosen]);
  });
});

describe("the head", () => {
  const HEADED = [
    "index.html",
    "docs/start.html",
    `${API}/index.html`,
    "snippets/index.html",
    "playground/index.html",
    "playground/measure.html",
    "playground/states.html",
  ] as const;
  const BESIDE = HEADED.slice(3);

  /** Names and middles of what one sees in the head, from left to right. */
  const headOf = (page: Page): Promise<{ name: string; x: number; y: number }[]> =>
    page.evaluate(() => {
      const parts = Array.from(document.querySelectorAll<HTMLElement>(":is(.VPNav, .head) :is(a, button)"));
      const shown = parts.filter((part) => part.checkVisibility({ visibilityProperty: true, opacityProperty: true }));
      return shown
        .map((part) => {
          const { left, top, height } = part.getBoundingClientRect();
          return { name: part.ariaLabel || part.innerText.trim() || part.title, x: left, y: top + height / 2 };
        })
        .sort((a, b) => a.x - b.x);
    });

  it.each(HEADED)("of %s has brand, search, links, theme and source, in this order", async (path) => {
    const { page, takeProblems, close } = await browser.open(`/dist/site/${path}`, WIDE, { reducedMotion: "reduce" });
    await page.locator('[role=switch]:not([title=""])').first().waitFor({ state: "attached" });
    const head = await headOf(page);
    expect(head.map(({ name: text }) => text)).toEqual([
      "babylon-gltf-animation",
      "Search",
      "Guides",
      "API",
      "Snippets",
      "Editor",
      "Switch to dark theme",
      "Source on GitHub",
    ]);
    expect(head.map(({ y }) => Math.round(y))).toEqual(head.map(() => expect.closeTo(26, -0.5)));
    const [brand, search] = await page
      .locator(":is(.VPNavBarTitle .title, .brand), :is(.DocSearch-Button, .head .search)")
      .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect()).map(({ left, right }) => ({ left, right })));
    expect(brand!.left).toBeCloseTo(32, -0.5);
    expect(search!.left - brand!.right).toBeGreaterThanOrEqual(12);
    expect(takeProblems()).toEqual([]);
    await close();
  });

  it.each(HEADED)("of %s has all of it on a phone, behind a button", async (path) => {
    const { page, takeProblems, close } = await browser.open(`/dist/site/${path}`, PHONE, { reducedMotion: "reduce" });
    await page.locator('[role=switch]:not([title=""])').first().waitFor({ state: "attached" });
    expect((await headOf(page)).map(({ name: text }) => text)).toEqual([
      "babylon-gltf-animation",
      "Search",
      expect.stringMatching(/^Menu$|^mobile navigation$/),
    ]);
    await page
      .locator(":is(.VPNavBar, .head)")
      .getByRole("button", { name: /^Menu$|^mobile navigation$/ })
      .click();
    for (const link of ["Guides", "API", "Snippets", "Editor", "Source on GitHub"]) {
      await page.locator(":is(.VPNavScreen, .head)").getByRole("link", { name: link, exact: true }).waitFor();
    }
    await page.locator(":is(.VPNavScreen, .head)").getByRole("switch").waitFor();
    expect(await violationsOf(page)).toEqual([]);
    expect(takeProblems()).toEqual([]);
    await close();
  });

  const isDark = (page: Page): Promise<boolean> =>
    page.evaluate(`(() => {
      const [r = 0, g = 0, b = 0] = getComputedStyle(document.body).backgroundColor.match(/\\d+/g).map(Number);
      return r + g + b < 384;
    })()`);

  it.each(BESIDE)("of %s switches the theme, which guides have then, too, and the system's again", async (path) => {
    const { page, close } = await browser.open(`/dist/site/${path}`, WIDE, { reducedMotion: "reduce" });
    await page.getByRole("switch", { name: "Switch to dark theme" }).click();
    expect([await isDark(page), await page.getByRole("switch").getAttribute("aria-checked")]).toEqual([true, "true"]);
    await page.getByRole("link", { name: "Guides" }).click();
    await page.getByRole("heading", { name: "Getting started", level: 1 }).waitFor();
    expect(await isDark(page)).toBe(true);
    await page.goBack();
    await page.getByRole("switch", { name: "Switch to light theme" }).click();
    expect([await isDark(page), await page.getByRole("switch").getAttribute("aria-checked")]).toEqual([false, "false"]);
    await page.emulateMedia({ colorScheme: "dark" });
    await page.getByRole("switch", { name: "Switch to light theme" }).waitFor();
    expect(await isDark(page)).toBe(true);
    await page.evaluate("localStorage.clear()");
    await close();
  });

  it.each(BESIDE)("of %s leads to the search of the guides, open", async (path) => {
    const { page, takeProblems, close } = await browser.open(`/dist/site/${path}`, WIDE, { reducedMotion: "reduce" });
    await page.getByRole("link", { name: "Search" }).click();
    await page.locator("#localsearch-input").fill("crowd");
    await page.locator(".VPLocalSearchBox .result").first().waitFor();
    expect(takeProblems()).toEqual([]);
    await close();
  });
});

/** Controls whose outline something cuts that clips or scrolls, once they have the focus. */
const CUT_OUTLINES = `Array.from(document.querySelectorAll("a[href], button, input, select, summary, [tabindex='0']")).flatMap((control) => {
  control.focus({ focusVisible: true });
  const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(control);
  if (document.activeElement !== control || outlineStyle === "none") {
    return [];
  }
  const by = parseFloat(outlineWidth) + parseFloat(outlineOffset) - 0.6;
  const { left, top, right, bottom } = control.getBoundingClientRect();
  let around = control.parentElement;
  while (around !== document.body && getComputedStyle(around).overflow === "visible") {
    around = around.parentElement;
  }
  const outer = around.getBoundingClientRect();
  const [x, y] = [outer.left + around.clientLeft, outer.top + around.clientTop];
  if (right <= x || left >= x + around.clientWidth) {
    return []; // beside what is shown, as the handle of a clip's start at 0
  }
  const isCut = left - by < x || top - by < y || right + by > x + around.clientWidth || bottom + by > y + around.clientHeight;
  return around !== document.body && isCut ? [control.outerHTML.slice(0, 100) + " in " + around.className] : [];
})`;

it.each([
  "index.html",
  "docs/crowds.html",
  "snippets/index.html",
  "playground/index.html",
  "playground/measure.html",
  "playground/states.html",
])("no outline of what has the focus is cut: %s", async (path) => {
  const { page, close } = await browser.open(`/dist/site/${path}`, WIDE, { reducedMotion: "reduce" });
  await page.locator('[role=switch]:not([title=""])').first().waitFor({ state: "attached" });
  expect(await page.evaluate(CUT_OUTLINES)).toEqual([]);
  await close();
});

describe("on a phone", () => {
  const TOUCH = { hasTouch: true, isMobile: true, reducedMotion: "reduce" } as const;

  it.each(["index.html", "docs/start.html"])("the button that copies code covers none of it: %s", async (path) => {
    const { page, close } = await browser.open(`/dist/site/${path}`, PHONE, TOUCH);
    const covered = await page.evaluate(() =>
      Array.from(document.querySelectorAll('[class*="language-"] > button.copy')).flatMap((button) => {
        const { left, right, top, bottom } = button.getBoundingClientRect();
        const range = document.createRange();
        range.selectNodeContents(button.parentElement!.querySelector("code")!);
        const lines = Array.from(range.getClientRects());
        return lines.some((line) => line.left < right && line.right > left && line.top < bottom && line.bottom > top)
          ? [range.toString()]
          : [];
      }),
    );
    expect(covered).toEqual([]);
    await close();
  });

  it("on its side, a snippet shows its scene beside its description", async () => {
    const { page, close } = await browser.open("/dist/site/snippets/index.html#door", { width: 844, height: 390 }, TOUCH);
    await page.locator("h2", { hasText: "A door" }).waitFor();
    const seen = await page.locator("iframe").evaluate((frame) => {
      const { top, bottom, width } = frame.getBoundingClientRect();
      return Math.max(Math.min(bottom, innerHeight) - top, 0) * width;
    });
    expect(seen).toBeGreaterThan(0.3 * 844 * 390);
    expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBeLessThanOrEqual(0);
    await close();
  });
});

describe("the API, as typedoc makes it", () => {
  it("says of each entry what it is for, and takes no name for a host", () => {
    const rows = Array.from(read(`${API}/index.html`).matchAll(/<tr><td><a href="[^"]*">(.*?)<\/a><\/td><td>(.*?)<\/td>/gs));
    expect(rows.map(([, entry]) => entry)).toEqual(ENTRIES.map((path) => name + path));
    expect(ENTRIES).toHaveLength(9);
    expect(rows.filter(([, , text]) => !/^\w.*\.$/s.test(text!))).toEqual([]);
    expect(PAGES.filter((page) => /href="https?:\/\/AnimationGroup/.test(read(page)))).toEqual([]);
  });

  it("has a page of its own for whatever an entry has, with its name as title", () => {
    const pages = PAGES.filter((page) => page.startsWith(`${API}/`) && !page.endsWith("index.html"));
    expect(pages.length).toBeGreaterThan(200);
    const untitled = pages.filter((page) => {
      const [, title = ""] = /<title>(.*?)<\/title>/.exec(read(page))!;
      return !new RegExp(`: ${posix.basename(page, ".html")}\\W.*\\| ${name}$`).test(title);
    });
    expect(untitled).toEqual([]);
  });

  it("repeats no tag in an example", () => {
    expect(PAGES.filter((page) => page.startsWith(`${API}/`) && />@experimental</.test(read(page)))).toEqual([]);
  });
});

describe("the search", () => {
  /** What people type, and the page or section that comes first. */
  const FIRST: Readonly<Record<string, string>> = {
    unity: "docs/controller.html",
    unreal: "docs/controller.html",
    "state machine": "docs/controller.html",
    animator: "docs/controller.html",
    attack: "docs/controller.html#a-hit-from-any-state",
    VAT: "docs/crowds.html",
    crowds: "docs/crowds.html",
    instancing: "docs/crowds.html",
    "thousands of characters": "docs/crowds.html",
    ik: "docs/recipes.html#inverse-kinematics-after-the-animation",
    "look at": "docs/recipes.html#inverse-kinematics-after-the-animation",
    slow: "docs/recipes.html#my-animation-is-slow",
    performance: "docs/recipes.html#my-animation-is-slow",
    fps: "docs/recipes.html#my-animation-is-slow",
    mixamo: "docs/moves.html#a-move-from-mixamo",
    "ready player me": "docs/moves.html#ready-player-me",
    retargeting: "docs/moves.html",
    vrm: "docs/moves.html#vroid-and-vrm",
    vroid: "docs/moves.html#vroid-and-vrm",
    arkit: "docs/faces.html",
    "split animation": "docs/recipes.html#split-one-long-animation-into-moves",
    "not playing": "docs/recipes.html#my-clip-does-not-move",
    additive: "docs/recipes.html#add-a-nod-or-a-recoil-to-an-animation",
    "root motion": "docs/clips.html#root-motion",
    "foot sliding": "docs/recipes.html#root-motion-without-sliding-feet",
    crossfade: "docs/recipes.html#cross-fade-from-walking-to-running",
    crosfade: "docs/recipes.html#cross-fade-from-walking-to-running", // as it is misspelled
    fade: "docs/clips.html#cross-fades",
    "blend tree": "docs/controller.html",
    mask: "docs/clips.html#layers",
    loop: "docs/clips.html#settings",
    footsteps: "docs/clips.html#events-in-a-file",
    multiplayer: "docs/server.html",
    "save game": "docs/recipes.html#rollback-and-saved-games",
    blender: "docs/blender.html",
    bake: "docs/authoring.html#bake-clips-for-other-viewers",
    "how to export a glb": "docs/export.html",
    KHR_animation_pointer: "docs/pointer",
    react: "docs/react.html",
    "third person": "docs/third-person.html",
    havok: "docs/third-person.html",
    "play all animations": "docs/recipes.html#play-all-parts-of-the-file-together",
    artist: "docs/artists.html",
    "save as baked": "docs/artists.html#save-or-save-as-baked",
    playcanvas: "docs/engines.html#playcanvas",
    install: "docs/start.html#install",
    // names of the API are found, too
    ClipAnimationGroupOptions: "api/babylon-gltf-animation/interfaces/ClipAnimationGroupOptions.html",
    keepStep: "docs/recipes.html#cross-fade-from-walking-to-running",
    "getting started": "docs/start.html",
    ClipCrowd: "api/babylon-gltf-animation/crowd/classes/ClipCrowd.html",
    BakeOptions: "api/babylon-gltf-animation/tools/interfaces/BakeOptions.html",
  };

  it("finds guides by what people type, and the API by its names", async () => {
    const { page, takeProblems, close } = await browser.open("/dist/site/docs/clips.html", WIDE);
    await page.waitForFunction("document.querySelector('#app').__vue_app__");
    await page.keyboard.press("Control+k");
    const results = page.locator(".VPLocalSearchBox .result");
    const found: Record<string, string> = {};
    for (const [words, expected] of Object.entries(FIRST)) {
      await page.locator("#localsearch-input").fill("");
      await results.first().waitFor({ state: "detached" });
      await page.locator("#localsearch-input").fill(words);
      await results.first().waitFor();
      const href = (await results.first().getAttribute("href"))!.replace("/dist/site/", "");
      found[words] = href.startsWith(expected) ? expected : href;
    }
    expect(found).toEqual(FIRST);
    expect(takeProblems()).toEqual([]);
    await close();
  });
});
