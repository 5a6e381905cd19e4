/** The gallery is complete: the documentation has every entry of the package, and the pages of the snippets find what they load. */
import { existsSync, readFileSync, statSync } from "node:fs";
import { describe, expect, it } from "@jest/globals";
import { SNIPPETS } from "../../playground/snippets/list.mjs";

const ROOT = new URL("../../", import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, ROOT), "utf8");

describe("the documentation", () => {
  it("has every entry that one imports and that comes with types", () => {
    const { exports } = JSON.parse(read("package.json")) as { exports: Record<string, { types?: string }> };
    const entries = Object.values(exports).flatMap(({ types }) => types?.replace("./dist/esm/", "src/").replace(".d.ts", ".ts") ?? []);
    const imported = entries.filter((entry) => entry !== "src/gltf-transform.config.ts"); // a file for a command line
    expect((JSON.parse(read("typedoc.json")) as { entryPoints: string[] }).entryPoints.sort()).toEqual(imported.sort());
  });

  it("says of each entry in a sentence what it is for", () => {
    const { entryPoints } = JSON.parse(read("typedoc.json")) as { entryPoints: string[] };
    expect(entryPoints.filter((entry) => !/^\/\*\*\n \* \w.*\.\n \* @module\n \*\//.test(read(entry)))).toEqual([]);
  });
});

describe("the pictures of the README", () => {
  const pictures = Array.from(read("README.md").matchAll(/(?:src|srcset)="(docs\/[^"]*)"/g), ([, path]) => path!);

  it.each([...new Set(pictures)])("%s is in the repository, and at most 1 MB large", (path) => {
    expect(statSync(new URL(path, ROOT)).size).toBeLessThanOrEqual(1e6);
  });
});

describe("the pages of the snippets", () => {
  it("have a picture of each snippet", () => {
    expect(Object.keys(SNIPPETS).filter((name) => !existsSync(new URL(`site/media/snippets/${name}.webp`, ROOT)))).toEqual([]);
  });

  it("say what works only after the release, until then", () => {
    const isUnreleased = read("README.md").includes("The package is not yet released to npm.");
    expect(/there, once the package is on npm\s+<\/p>/.test(read("playground/snippets/index.html"))).toBe(isUnreleased);
  });

  it("the site copies each script that a snippet loads", () => {
    const copied = read("playground/scripts/build.mjs");
    const [, table = ""] = /const UMD = \[(.*?)\];/s.exec(copied)!;
    const loaded = Object.keys(SNIPPETS).flatMap((name) =>
      Array.from(read(`playground/snippets/${name}.js`).matchAll(/"dist\/umd\/(.*?)"/g), ([, script]) => script!),
    );
    expect([...new Set(loaded)].filter((script) => !table.includes(`"${script}"`))).toEqual([]);
  });

  it.each(["index.html", "run.html"])("lead to files of the repository by paths that the build knows to move: %s", (page) => {
    const [, table = ""] = /const MOVED = \[(.*?)\n\];/s.exec(read("playground/scripts/build.mjs"))!;
    const known = Array.from(table.matchAll(/\[["'](.*)["'], /g), ([, from]) => from!.replaceAll('"', ""));
    const paths = Array.from(read(`playground/snippets/${page}`).matchAll(/"(\.\.\/[^"]*)"/g), ([, path]) => path!);
    expect(paths.length).toBeGreaterThan(0);
    for (const path of paths) {
      expect(known.some((prefix) => path.startsWith(prefix))).toBe(true);
      expect(path.includes("dist/") || existsSync(new URL(path, new URL("playground/snippets/", ROOT)))).toBe(true);
    }
  });
});
