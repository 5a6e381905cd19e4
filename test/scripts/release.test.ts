/** The rules of a release, and the facts of package.json and the README that they rely on. */
import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "@jest/globals";
import {
  expectedContents,
  findReleaseProblem,
  findUnreleased,
  relativeLinksIn,
  withAbsoluteLinks,
  withRelativeLinks,
} from "../../scripts/release.mjs";

const ROOT = new URL("../../", import.meta.url);
const read = (file: string): string => readFileSync(new URL(file, ROOT), "utf8");

const JSON_OF_PACKAGE = { version: "1.2.3", repository: { url: "git+https://github.com/owner/name.git" } };

describe("a release", () => {
  const changelog = (heading: string): string => `# Changelog\n\nText.\n\n## ${heading}\n\n### Added\n\n## [1.2.2] - 2026-01-01\n`;

  it("needs the version, and a date, as the first heading of the changelog", () => {
    expect(findReleaseProblem("1.2.3", changelog("[1.2.3] - 2026-11-22"))).toBeNull();
  });

  it.each(["[Unreleased]", "[1.2.3]", "[1.2.2] - 2026-11-22", "1.2.3 - 2026-11-22", "[1.2.3] - soon"])("is refused under %s", (heading) => {
    expect(findReleaseProblem("1.2.3", changelog(heading))).toBe(
      `CHANGELOG.md: the first heading must be "## [1.2.3] - YYYY-MM-DD" (got "## ${heading}")`,
    );
  });

  it("is refused without any heading", () => {
    expect(findReleaseProblem("1.2.3", "")).toMatch(/\(got "## none"\)$/);
  });

  it("is refused under the tag of another version", () => {
    expect(findReleaseProblem("1.2.3", changelog("[1.2.3] - 2026-11-22"), "v1.2.4")).toBe(
      "tag: must be v1.2.3, the version in package.json (got v1.2.4)",
    );
  });
});

it("sentences that are wrong once the package is released are found, with their lines", () => {
  const text = "# Page\n\nThe package is not yet released to npm.\nIt is [Not yet released](start.md).\n";
  expect(findUnreleased("docs/page.md", text)).toEqual(["docs/page.md:3", "docs/page.md:4"]);
  expect(findUnreleased("docs/page.md", "It is released.")).toEqual([]);
});

describe("the README of the package", () => {
  it("has absolute links and pictures, of the version that is published", () => {
    const readme =
      '[guide](docs/guide.md#part) [site](https://a.org) [part](#part)\n<source srcset="docs/dark.png" /><img src="docs/light.png" />';
    const absolute = withAbsoluteLinks(readme, JSON_OF_PACKAGE);
    const raw = "https://raw.githubusercontent.com/owner/name/v1.2.3/docs";
    expect(absolute).toBe(
      "[guide](https://github.com/owner/name/blob/v1.2.3/docs/guide.md#part) [site](https://a.org) [part](#part)\n" +
        `<source srcset="${raw}/dark.png" /><img src="${raw}/light.png" />`,
    );
    expect(withRelativeLinks(absolute, JSON_OF_PACKAGE)).toBe(readme);
  });

  const readme = read("README.md");

  it("can be made absolute and relative again", () => {
    const json = JSON.parse(read("package.json")) as typeof JSON_OF_PACKAGE;
    const absolute = withAbsoluteLinks(readme, json);
    expect(relativeLinksIn(absolute)).toEqual([]);
    expect(withRelativeLinks(absolute, json)).toBe(readme);
  });

  it.each([...new Set(relativeLinksIn(readme))])("links to %s, which exists", (address) => {
    const [file = "", part] = address.split("#");
    expect(existsSync(new URL(file, ROOT))).toBe(true);
    const headings = part === undefined ? [] : [...read(file).matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) => slug(heading));
    expect(part === undefined || headings.includes(part)).toBe(true);
  });
});

/** The name that GitHub gives a heading. */
function slug(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\w\- ]/g, "")
    .replaceAll(" ", "-");
}

describe("package.json", () => {
  it("names one place for repository, issues and homepage", () => {
    const { repository, bugs, homepage } = JSON.parse(read("package.json")) as {
      repository: { url: string };
      bugs: string;
      homepage: string;
    };
    const [, owner, name] = /^git\+https:\/\/github\.com\/([\w-]+)\/([\w-]+)\.git$/.exec(repository.url) ?? [];
    expect(bugs).toBe(`https://github.com/${owner}/${name}/issues`);
    expect(homepage).toBe(`https://${owner}.github.io/${name}/`);
  });
});

describe("the package", () => {
  it("has the builds of all sources, of which the command line is one bundle, and neither sources nor source maps", () => {
    const contents = expectedContents(["index.ts", "tools/cli/main.ts", "tools/cli/text.ts"]);
    expect(contents.filter((file) => /index|text|main/.test(file)).sort()).toEqual([
      "dist/cli/main.js",
      ...["dist/esm/index.d.ts", "dist/esm/index.js"],
    ]);
    expect(contents.filter((file) => file.endsWith(".map") || file.startsWith("src/"))).toEqual([]);
  });
});
