/** The site is complete: every guide is in its navigation, every snippet has a picture, every guide that begins with a file names one. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "@jest/globals";
import { SNIPPETS } from "../../playground/snippets/list.mjs";
import { drawChart } from "../../site/chart.mjs";
import { GUIDES, INTERNALS, REFERENCE, SAMPLES } from "../../site/pages.mjs";
import { OF_TEMPLATES } from "../../scripts/guides/page.mjs";
import { slugify } from "../../site/markdown.mjs";
import { searchedSource, WORDS } from "../../site/search.mjs";
import { makeLlms } from "../../site/scripts/llms.mjs";

const ROOT = new URL("../../", import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, ROOT), "utf8");

describe("the navigation of the site", () => {
  it("has every guide", () => {
    const files = readdirSync(new URL("docs/", ROOT)).filter((file) => file.endsWith(".md"));
    expect([GUIDES, REFERENCE, INTERNALS].flatMap((list) => Object.keys(list).map((name) => `${name}.md`)).sort()).toEqual(files.sort());
  });
});

describe("the pictures of the site", () => {
  it.each(Object.keys(SNIPPETS))("show the snippet %s", (name) => {
    expect(existsSync(new URL(`site/media/snippets/${name}.webp`, ROOT))).toBe(true);
  });
});

describe("a sample file", () => {
  const hasOwnModel = (name: string): boolean => name === "blender" || Object.hasOwn(OF_TEMPLATES, name);
  it.each(Object.keys(GUIDES).filter((name) => !hasOwnModel(name)))("is there to download in the guide %s", (name) => {
    const links = Array.from(read(`docs/${name}.md`).matchAll(/\]\(\.\.\/(.*?\.glb)\)/g), ([, link]) => link!);
    expect(links.filter((link) => SAMPLES.includes(link))).not.toEqual([]);
  });
});

describe("the chart", () => {
  it("has the times of bench/results.json, whoever is faster", () => {
    const { chart, machine } = drawChart(JSON.parse(read("bench/results.json")) as Parameters<typeof drawChart>[0]);
    expect(chart.match(/<svg [^>]*aria-label="[^"]+"/g)).toHaveLength(6);
    expect(chart.match(/class="ours"/g)).toHaveLength(8);
    expect(chart.match(/class="others"/g)).toHaveLength(13);
    expect(machine).toMatch(/Babylon\.js .*three\.js/);
  });

  it("is not drawn without a contender", () => {
    expect(() => drawChart({ machine: {}, results: [] })).toThrow("bench/results.json: drawn-instances-fox lacks a contender of the chart");
  });
});

describe("the words of the search", () => {
  it.each(Object.keys(WORDS))("are of a section that there is: %s", (section) => {
    const [path, anchor] = section.split("#");
    const headings = Array.from(read(`${path}.md`).matchAll(/^#+ (.*)$/gm), ([, title]) => slugify(title!.replaceAll("`", "")));
    expect(Object.keys(GUIDES).map((name) => `docs/${name}`)).toContain(path);
    expect(headings).toContain(anchor);
  });

  it("are there for each guide", () => {
    const pages = new Set(Object.keys(WORDS).map((section) => section.split("#")[0]));
    expect(Object.keys(GUIDES).filter((name) => !pages.has(`docs/${name}`))).toEqual([]);
  });

  it("know a page of the API by its members, and nothing of what contributors read", () => {
    const source = "# Interface: Options\n\nOptions.\n\n## Properties\n\n### length?\n\nText.\n\n### width?\n\nText.\n";
    expect(searchedSource("site/api/Options.md", source, [])).toBe("# Interface: Options\n\nOptions.\n\n\nlength? width?\n");
    expect(searchedSource("docs/clips.md", source, ["docs/design.md"])).toBe(source);
    expect(searchedSource("docs/design.md", source, ["docs/design.md"])).toBe("");
  });
});

describe("llms.txt", () => {
  it("begins with the name and what it is, has entries, recipes and traps, and stays short", async () => {
    const text = await makeLlms();
    expect(text).toMatch(/^# babylon-gltf-animation\n\n> /);
    for (const title of ["Entries", "Recipes", "Traps", "Guides", "Reference", "Files"]) {
      expect(text).toContain(`\n## ${title}\n`);
    }
    expect(text.length).toBeLessThan(8000);
  });
});
