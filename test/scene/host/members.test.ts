/** The table of Babylon's private members in docs/design.md is complete, and a test in this folder names each of them. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "@jest/globals";

const ROOT = new URL("../../../", import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, ROOT), "utf8");
const namesIn = (text: string, pattern = /(?<![\w$])_[A-Za-z]\w*/g): string[] => text.match(pattern) ?? [];

function sourcesIn(folder: string): string[] {
  const files = readdirSync(new URL(folder, ROOT), { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
  return files.map((file) => read(folder + file).replaceAll(/\/\*[^]*?\*\/|\/\/.*/g, ""));
}

/** The underscored names in a file that are not private members of its own classes. */
function foreignNames(source: string): string[] {
  const own = namesIn(source, /(?<=\b(?:private|protected) (?:readonly )?)_\w+/g);
  return namesIn(source).filter((name) => !own.includes(name));
}

const [, table] = read("docs/design.md").split("## Private members of Babylon");
const documented = [...new Set(namesIn(table!))].sort();

it("docs/design.md lists the members that src uses", () => {
  // elsewhere, the linter allows no underscored member of another object, but methods that Babylon calls
  const methods = sourcesIn("src/").flatMap((source) => namesIn(source, /(?<=^ +)_\w+(?=\()/gm));
  expect([...new Set([...sourcesIn("src/scene/host/").flatMap(foreignNames), ...methods])].sort()).toEqual(documented);
});

it("a test in test/scene/host names each member in the table", () => {
  const tests = new Set(sourcesIn("test/scene/host/").flatMap((source) => namesIn(source)));
  expect(documented.filter((name) => !tests.has(name))).toEqual([]);
});
