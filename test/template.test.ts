/** The template of a game, and the guide to it; `npm run check:consumers -- third-person` builds and plays it. */
import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "@jest/globals";
import { OF_TEMPLATES, readSteps } from "../scripts/guides/page.mjs";
import { REPOSITORY } from "../site/pages.mjs";

interface Manifest {
  readonly version: string;
  readonly scripts: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), "utf8");
const readJson = (path: string): Manifest => JSON.parse(read(path)) as Manifest;
const own = readJson("package.json");

describe.each(Object.entries(OF_TEMPLATES))("%s", (guide, folder) => {
  const steps = readSteps(read(`docs/${guide}.md`));
  const { scripts, dependencies, devDependencies } = readJson(`${folder}package.json`);

  it("its guide shows the files as they are", () => {
    const files = steps.flatMap((step) => (step.kind === "file" ? [step] : []));
    expect(files.length).toBeGreaterThan(0);
    for (const { file, text } of files) {
      expect([file, text]).toEqual([file, read(folder + file)]);
    }
  });

  it("its guide copies it from this repository, and runs scripts that it has", () => {
    const commands = steps.flatMap(({ kind, text }) => (kind === "command" ? [text] : []));
    const from = REPOSITORY.replace("https://github.com/", "");
    expect(commands).toContain(`npx degit ${from}/${folder.replace(/\/$/, "")} my-game`);
    const called = commands.flatMap((command) => [...command.matchAll(/npm run ([\w:]+)/g)].map(([, name]) => name!));
    expect(called).toEqual(expect.arrayContaining(["dev", "build"]));
    expect(called.filter((name) => !(name in scripts) && !(name in own.scripts))).toEqual([]);
  });

  it("it takes this version of the package, and the Babylon.js and TypeScript that tests use", () => {
    const found = { ...dependencies, ...devDependencies };
    const tested = ["@babylonjs/core", "@babylonjs/loaders", "typescript"].map((name) => [name, `^${own.devDependencies[name]!}`]);
    expect(found).toMatchObject({ "babylon-gltf-animation": `^${own.version}`, ...Object.fromEntries(tested) });
  });

  it("has the files that its page and its own README name", () => {
    const named = [
      ...[...read(`${folder}index.html`).matchAll(/(?:src|href)="([\w/.-]+)"/g)].map(([, path]) => path!),
      ...[...read(`${folder}README.md`).matchAll(/^\| `([^`]+)`/gm)].map(([, path]) => path!),
    ];
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((path) => !existsSync(new URL(`../${folder}${path}`, import.meta.url)))).toEqual([]);
  });
});
