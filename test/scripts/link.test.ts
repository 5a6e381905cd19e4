/** The last step of the build, on a package of two rooms. */
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";

const MODULES = {
  "package.json": '{ "type": "module" }',
  "gltf/util/messages.js": "export function show() { return 'shown'; }\nexport const LIMIT = 3;\n",
  "gltf/util/numbers.js": "export const half = (value) => value / 2;\n",
  "gltf/util/index.js": 'export { show as excerpt, LIMIT } from "./messages.js";\nexport { half } from "./numbers.js";\n',
  "scene/loading/register.js": `import { excerpt as text, half } from "../../gltf/util/index.js";
import { LIMIT } from "../../gltf/util/messages.js";
export const Register = () => \`\${text()} \${half(LIMIT)}\`;
`,
  "scene/loading/index.js": 'export { Register } from "./register.js";\n',
  "pure.js": 'export { half, LIMIT } from "./gltf/util/index.js";\nexport { Register as RegisterAll } from "./scene/loading/index.js";\n',
  "tools.js": 'export { excerpt, half as halve } from "./gltf/util/index.js";\n',
};

describe("linking of modules", () => {
  const folder = mkdtempSync(join(tmpdir(), "link-"));
  const [before, after] = [join(folder, "before"), join(folder, "after")];
  const read = (name: string): string => readFileSync(join(after, name), "utf8");

  beforeAll(() => {
    for (const [name, text] of Object.entries(MODULES)) {
      mkdirSync(dirname(join(before, name)), { recursive: true });
      writeFileSync(join(before, name), text);
    }
    cpSync(before, after, { recursive: true });
    execFileSync(process.execPath, [fileURLToPath(new URL("../../scripts/link.mjs", import.meta.url)), after]);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it("imports from the module that declares a name, under its name there, instead of the door of the room", () => {
    const imports = read("scene/loading/register.js").match(/import .*?;/g);
    expect(imports).toEqual([
      'import { show as text } from "../../gltf/util/messages.js";',
      'import { half } from "../../gltf/util/numbers.js";',
      'import { LIMIT } from "../../gltf/util/messages.js";',
    ]);
    expect(read("tools.js")).toBe(
      'export { show as excerpt } from "./gltf/util/messages.js"; export { half as halve } from "./gltf/util/numbers.js";\n',
    );
  });

  it.each(["scene/loading/register.js", "pure.js", "tools.js"])("leaves the lines of %s where source maps expect them", (name) => {
    const lines = (folder: string): string[] => readFileSync(join(folder, name), "utf8").split("\n");
    const isCode = (line: string): boolean => line !== "" && !/^(import|export) \{/.test(line);
    const code = (folder: string): string[] => lines(folder).map((line) => (isCode(line) ? line : ""));
    expect(code(after)).toEqual(code(before));
  });

  it("lets the first entry export from modules of its own, except what registers extensions", () => {
    expect(read("pure.js").match(/"[^"]*"/g)).toEqual(['"./exports/util.js"', '"./scene/loading/register.js"']);
  });

  it.each(["pure.js", "tools.js", "scene/loading/index.js"])("leaves names and values of %s as they are", (name) => {
    const script = `for (const [name, value] of Object.entries(await import(process.argv[1]))) {
      console.log(name, String(value), typeof value === "function" && value(4));
    }`;
    const [own, linked] = [before, after].map((path) =>
      execFileSync(process.execPath, ["--input-type=module", "-e", script, join(path, name)], { encoding: "utf8" }),
    );
    expect(own).not.toBe("");
    expect(linked).toBe(own);
  });
});
