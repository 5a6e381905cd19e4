/**
 * `npm run build:playground`: builds the page in dist/playground, and the snippets with all that they load in dist/snippets. They lead to each
 * other as neighbors, in `dist` and on the site. `-- libraries` builds what snippets need, without the page.
 */
import { spawn } from "node:child_process";
import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const SNIPPETS = join(ROOT, "dist/snippets");

/** Where the pages of the snippets find things in the repository, and beside the page. */
const MOVED = [
  ["../../node_modules/", "lib/"],
  ["../head.", "head."],
  ['"../../"', '"./package/"'],
  ["../../site/media/snippets/", "pictures/"],
  ["../../dist/site/", "../"],
  ["../../dist/", "../"],
];

/** The scripts that the snippets load, which are not minified. */
const UMD = [
  "babylon-gltf-animation.js",
  "babylon-gltf-animation.crowd.js",
  "babylon-gltf-animation.controller.js",
  "babylon-gltf-animation.root-motion.js",
];

/** What the snippets load, and where they have it. */
const LOADED = [
  ["node_modules/babylonjs/babylon.js", "lib/babylonjs/babylon.js"],
  ["node_modules/babylonjs-loaders/babylonjs.loaders.min.js", "lib/babylonjs-loaders/babylonjs.loaders.min.js"],
  ...UMD.map((name) => [`dist/umd/${name}`, `package/dist/umd/${name}`]),
  ["dist/esm", "package/dist/esm"],
  ["playground/head.js", "head.js"],
  ["playground/head.css", "head.css"],
  ["site/media/snippets", "pictures"],
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

async function copySnippets() {
  await rm(SNIPPETS, { recursive: true, force: true });
  await cp(join(ROOT, "playground/snippets"), SNIPPETS, { recursive: true });
  for (const page of ["index.html", "run.html"]) {
    const html = await readFile(join(SNIPPETS, page), "utf8");
    await writeFile(
      join(SNIPPETS, page),
      MOVED.reduce((text, [from = "", to = ""]) => text.replaceAll(from, to), html),
    );
  }
  for (const [from = "", to = ""] of LOADED) {
    await mkdir(dirname(join(SNIPPETS, to)), { recursive: true });
    await cp(join(ROOT, from), join(SNIPPETS, to), { recursive: true });
  }
}

async function buildLibraries() {
  await run("typescript/bin/tsc", "-p", "tsconfig.build.json", "--sourceMap", "false");
  await bundle("--env", "umd");
  await copySnippets();
}

// for two processors
await Promise.all([...(process.argv.includes("libraries") ? [] : [buildPage()]), buildLibraries()]);
