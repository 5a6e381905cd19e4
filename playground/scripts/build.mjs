/**
 * `npm run build:playground`: builds dist/playground, a folder that any static host can serve: the page, the snippets with all that they
 * load, and the documentation of the API.
 */
import { spawn } from "node:child_process";
import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const OUT = join(ROOT, "dist/playground");

/** Where the pages of the snippets find things in the repository, and in the gallery. */
const MOVED = [
  ["../../node_modules/", "lib/"],
  ['"../../"', '"./package/"'],
  ["../../dist/playground/", "../"],
];

/** The scripts that the snippets load, which are not minified. */
const UMD = ["babylon-gltf-animation.js", "babylon-gltf-animation.crowd.js"];

/** What the snippets load, and where the gallery has it. */
const LOADED = [
  ["node_modules/babylonjs/babylon.js", "lib/babylonjs/babylon.js"],
  ["node_modules/babylonjs-loaders/babylonjs.loaders.min.js", "lib/babylonjs-loaders/babylonjs.loaders.min.js"],
  ...UMD.map((name) => [`dist/umd/${name}`, `package/dist/umd/${name}`]),
  ["dist/esm", "package/dist/esm"],
  ["playground/models", "package/playground/models"],
];

/** @param {string} program in node_modules @param {string[]} programArguments @returns {Promise<void>} */
function run(program, ...programArguments) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(ROOT, "node_modules", program), ...programArguments], { cwd: ROOT, stdio: "inherit" });
    child.on("error", reject);
    child.on("exit", (code) => (code === 0 ? resolve() : reject(new Error(`${program} ended with ${code}`))));
  });
}

/** @param {string[]} more */
function bundle(...more) {
  return run("webpack/bin/webpack.js", "--stats", "errors-warnings", ...more);
}

async function buildPage() {
  await bundle("--config", "playground/webpack.config.js", "--mode", "production");
}

async function buildLibraries() {
  await run("typescript/bin/tsc", "-p", "tsconfig.build.json");
  await bundle("--env", "umd");
}

async function copySnippets() {
  const folder = join(OUT, "snippets");
  await cp(join(ROOT, "playground/snippets"), folder, { recursive: true });
  for (const page of ["index.html", "run.html"]) {
    const html = await readFile(join(folder, page), "utf8");
    await writeFile(
      join(folder, page),
      MOVED.reduce((text, [from = "", to = ""]) => text.replaceAll(from, to), html),
    );
  }
  for (const [from = "", to = ""] of LOADED) {
    await mkdir(dirname(join(folder, to)), { recursive: true });
    await cp(join(ROOT, from), join(folder, to), { recursive: true });
  }
}

// webpack empties the folder when it begins to write, and typedoc writes into it: first a folder of its own, for two processors;
// tsc has checked the types
await Promise.all([buildPage(), buildLibraries().then(() => run("typedoc/bin/typedoc", "--out", "dist/api", "--skipErrorChecking"))]);
await cp(join(ROOT, "dist/api"), join(OUT, "api"), { recursive: true });
await copySnippets();
