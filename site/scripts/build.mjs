/**
 * `npm run build:site`: builds dist/site, a folder that any static host can serve under any address: front page, guides and
 * API (typedoc and VitePress), and what `npm run build:playground` makes: editor and snippets. `-- guides` builds the former only, and takes the rest
 * as it was built before; `-- neighbors` builds everything but the editor, for the development server, which has its own.
 */
import { execFileSync, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { build } from "vitepress";
import { HOME, PARTS, ROOT, SAMPLES } from "../pages.mjs";
import { PLACEHOLDER, relocateHtml, relocateScript } from "./anyBase.mjs";
import { makeLlms } from "./llms.mjs";

const BUILT = join(ROOT, "dist/vitepress");
const OUT = join(ROOT, "dist/site");

const [what] = process.argv.slice(2);

/** @param {string} script @param {string[]} words @returns {Promise<void>} */
function run(script, ...words) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(ROOT, script), ...words], { cwd: ROOT, stdio: "inherit" });
    child.on("error", reject);
    child.on("exit", (code) => (code === 0 ? resolve() : reject(new Error(`${script} ended with ${code}`))));
  });
}

const buildParts = () => run("playground/scripts/build.mjs", ...(what === "neighbors" ? ["libraries"] : []));

async function buildGuides() {
  // the compiler checks the types, and nothing waits for it here
  await run("node_modules/typedoc/bin/typedoc", "--skipErrorChecking");
  await build(join(ROOT, "site"));
  for (const file of await readdir(BUILT, { recursive: true })) {
    const path = join(BUILT, file);
    if (file.endsWith(".html")) {
      // a host shows 404.html for any address
      const up = file === "404.html" ? new URL(HOME).pathname : "../".repeat(file.split(/[/\\]/).length - 1) || "./";
      await writeFile(path, relocateHtml(await readFile(path, "utf8"), up));
    } else if (file.endsWith(".js")) {
      await writeFile(path, relocateScript(await readFile(path, "utf8")));
    } else if (file.endsWith(".css") && (await readFile(path, "utf8")).includes(PLACEHOLDER)) {
      throw new Error(`${file}: a style sheet leads to ${PLACEHOLDER}`);
    }
  }
}

if (what === "guides") {
  await buildGuides();
} else {
  await Promise.all([buildParts(), buildGuides()]);
}

await rm(OUT, { recursive: true, force: true });
await cp(BUILT, OUT, { recursive: true });
for (const part of PARTS.filter((name) => existsSync(join(ROOT, "dist", name)))) {
  await cp(join(ROOT, "dist", part), join(OUT, part), { recursive: true });
}
/** What the root of the site has besides, and what it is made of. */
const COPIES = {
  ...Object.fromEntries(SAMPLES.map((path) => [basename(path), path])),
  "icon.svg": "playground/icon.svg",
  "preview.jpg": "site/media/preview.jpg",
};
for (const [to, from] of Object.entries(COPIES)) {
  await mkdir(dirname(join(OUT, to)), { recursive: true });
  await cp(join(ROOT, from), join(OUT, to));
}
await writeFile(join(OUT, "llms.txt"), await makeLlms());
execFileSync("python3", [join(ROOT, "blender/build.py"), join(OUT, "khr_animation_clip.zip")]);
// hosts of GitHub leave out files whose names begin with _ otherwise
await writeFile(join(OUT, ".nojekyll"), "");
