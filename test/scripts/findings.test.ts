/** The form of the scripts in findings/, which CI does not run. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { describe, expect, it } from "@jest/globals";

const FILES = readdirSync("findings");
/** A pinned package; `LATEST` replaces the version. */
const PACKAGE = /"((?:@[\w.-]+\/)?[\w.-]+)@\$\{LATEST:-\d+\.\d+\.\d+(?:-[\w.]+)?\}"/g;

it("findings has scripts, each named after its software", () => {
  expect(FILES.length).toBeGreaterThan(0);
  expect(FILES.filter((file) => !/^[a-z0-9]+(-[a-z0-9]+)+\.sh$/.test(file))).toEqual([]);
});

describe.each(FILES)("findings/%s", (file) => {
  const text = readFileSync(`findings/${file}`, "utf8");
  const head = text.slice(0, text.indexOf("\nset -euo pipefail\n"));

  it("says in words what is expected and what happens", () => {
    expect(head).toMatch(/^#!\/usr\/bin\/env bash\n# [A-Z].*\.\n#\n# Expected: [^]+\n#\n# Instead: /i);
    expect(head.split("\n").filter((line) => !line.startsWith("#"))).toEqual([]);
  });

  it("installs pinned packages in a folder of its own, without this package", () => {
    expect(text).toContain('folder=$(mktemp -d)\ntrap \'rm -rf "$folder"\' EXIT\ncd "$folder"\n');
    const install = /^npm install (.*)$/m.exec(text)![1]!;
    const packages = [...install.matchAll(PACKAGE)].map(([, name]) => name!);
    expect(install.split(" ").filter((word) => !word.startsWith("--"))).toHaveLength(packages.length);
    expect(packages.length).toBeGreaterThan(0);
    expect(packages.filter((name) => name.includes("babylon-gltf-animation"))).toEqual([]);
  });

  it("asserts what it prints, and is executable", () => {
    expect(text).toContain("console.log(");
    expect(text).toMatch(/\bassert\b/);
    expect(statSync(`findings/${file}`).mode & 0o111).not.toBe(0);
  });
});
