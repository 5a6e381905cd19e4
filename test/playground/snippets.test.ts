/** The list of the snippets, and that the page that runs them keeps to it. */
import { readdirSync, readFileSync } from "node:fs";
import { createContext, runInContext, type Module } from "node:vm";
import { describe, expect, it } from "@jest/globals";
import * as list from "../../playground/snippets/list.mjs";

const ROOT = new URL("../../", import.meta.url);
const FOLDER = new URL("playground/snippets/", ROOT);
const NAMES = Object.keys(list.SNIPPETS);

describe("the list", () => {
  it("has every snippet of the folder", () => {
    const scripts = readdirSync(FOLDER).filter((file) => file.endsWith(".js"));
    expect(NAMES.map((name) => `${name}.js`).sort()).toEqual(scripts.sort());
  });

  it("is that of their README", () => {
    const rows = readFileSync(new URL("README.md", FOLDER), "utf8").matchAll(/^\| \[(.*)\]\((.*)\.js\)/gm);
    expect(Array.from(rows, ([, text, file]) => [text, file])).toEqual(NAMES.map((name) => [name, name]));
  });
});

/** Runs the script of run.html without a browser. */
async function run(search: string): Promise<{ scripts: string[]; text: string; error: unknown }> {
  const codes = [...readFileSync(new URL("run.html", FOLDER), "utf8").matchAll(/<script>(.*?)<\/script>/gs)].map(([, code]) => code!);
  const scripts: string[] = [];
  const alert = { textContent: "" };
  const context = createContext({
    URLSearchParams,
    location: { search },
    BABYLON: { Engine: class {} },
    createScene: () => Promise.resolve("the scene"),
    addEventListener: () => undefined,
    document: {
      querySelector: (selector: string) => (selector === "[role=alert]" ? alert : {}),
      createElement: () => ({}),
      head: {
        append: (script: { src: string; onload: () => void }) => {
          scripts.push(script.src);
          script.onload();
        },
      },
    },
  });
  const importModuleDynamically = (file: string): Module => {
    expect(file).toBe("./list.mjs");
    return list as unknown as Module; // a namespace will do, which the types of node leave out
  };
  codes.forEach((code) => runInContext(code, context, { importModuleDynamically }));
  const error = await (runInContext("scenePromise", context) as Promise<unknown>).then(
    () => null,
    (reason: unknown) => reason,
  );
  return { scripts, text: alert.textContent, error };
}

describe("run.html", () => {
  it.each(NAMES)("loads %s", async (name) => {
    expect(await run(`?name=${name}&still`)).toEqual({ scripts: [`${name}.js`], text: "", error: null });
  });

  it.each([
    ...["https://example.com/door", "//example.com/door", "data:text/javascript,alert(1)//", "../snippets/door", "door.js?", "door#"],
    ...["toString", "__proto__", "Door", "<img src=x onerror=alert(1)>", ""],
  ])("loads nothing for %j, and says so", async (name) => {
    const message = `there is no snippet ${JSON.stringify(name)}, only ${NAMES.join(", ")}`;
    const result = await run(`?name=${encodeURIComponent(name)}&still`);
    expect(result).toEqual({ scripts: [], text: `This demo has failed: Error: ${message}`, error: expect.objectContaining({ message }) });
  });

  it("loads nothing without a name, and says so", async () => {
    const { scripts, text } = await run("?still");
    expect([scripts, text]).toEqual([[], expect.stringMatching(/^This demo has failed: Error: there is no snippet null, only play, /)]);
  });
});
