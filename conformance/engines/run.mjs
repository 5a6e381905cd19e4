/**
 * `npm run engines`: plays the baked clips in engines that need a page, in Chromium, and says what they show otherwise. `npm run engines -- galacean` plays in
 * some of them. Their packages are installed in this folder first. Not a part of continuous integration.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { chromium } from "playwright-core";
import { CHROMIUM_PATH } from "../../scripts/chromium.mjs";
import { casesOf, compare, WAYS } from "./cases.mjs";
import { knownReason } from "./known.mjs";

const FOLDER = fileURLToPath(new URL(".", import.meta.url));
/** The modules of engines in this folder that need a page, by the name of what they export. */
const IN_PAGES = [
  "cesium",
  "filament",
  "vtkjs",
  "luma",
  "ogl",
  "galacean",
  "lite",
  "rhodonite",
  "x_ite",
  "pixi3d",
  "hilo3d",
  "claygl",
  "maptalks",
  "orillusion",
];

/** Arguments of a browser without a graphics card; with those for WebGPU, WebGL is slow. */
const WEBGL = ["--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"];
const WEBGPU = ["--enable-unsafe-webgpu", "--use-webgpu-adapter=swiftshader", "--enable-features=Vulkan"];

/** The address of the pages, and the folders of the files that are there: X_ITE loads parts of itself, Filament is a script. */
const ORIGIN = "https://localhost/";
const FILES = ["x_ite/dist", "filament"].map((folder) => `${FOLDER}node_modules/${folder}`);
/** What cannot be read from the objects of an engine, and so is not compared. @type {Readonly<Record<string, readonly (keyof import("./cases.mjs").Shown)[]>>} */
const HIDDEN = { filament: ["weights"] };

/** How long an engine may take for one clip, in milliseconds. */
const LIMIT = 30_000;

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !IN_PAGES.includes(name));
if (unknown.length > 0) {
  console.error(`There is no adapter ${unknown.join(", ")}; there are ${IN_PAGES.join(", ")}`);
  process.exit(2);
}

/** The script of a page that plays a clip: base64 in, as JSON can hold it. @param {string} name */
async function bundle(name) {
  const contents = `import { ${name} as adapter } from "./${name}.mjs";
    globalThis.playClip = async ({ base64, ...clip }) => {
      try {
        return await adapter.play({ ...clip, bytes: Uint8Array.from(atob(base64), (c) => c.charCodeAt(0)) });
      } catch (error) {
        throw new Error(error?.message ?? error); // some engines throw other objects
      }
    };`;
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: FOLDER },
    bundle: true,
    write: false,
    format: "iife",
    define: { "import.meta.url": JSON.stringify(ORIGIN) },
    logLevel: "error",
  });
  return outputFiles[0]?.text ?? "";
}

/** Opens a page in which an engine can play. @param {import("playwright-core").Browser} browser @param {string} script */
async function openPage(browser, script) {
  const page = await browser.newPage();
  page.setDefaultTimeout(LIMIT);
  // WebGPU and storage are for secure origins only
  await page.route("**", (route) => {
    const { pathname } = new URL(route.request().url());
    const path = FILES.map((folder) => join(folder, pathname)).find((file) => /\.(js|wasm)$/.test(file) && existsSync(file));
    return route.fulfill(path === undefined ? { contentType: "text/html", body: "" } : { path });
  });
  await page.goto(ORIGIN);
  await page.addScriptTag({ content: script });
  return page;
}

execFileSync("npm", ["install", "--silent", "--no-audit", "--no-fund", "--no-package-lock"], { cwd: FOLDER, stdio: "inherit" });
const { dependencies } = JSON.parse(readFileSync(`${FOLDER}package.json`, "utf8"));
console.log(dependencies);
let isNew = false;
for (const name of asked.length > 0 ? asked : IN_PAGES) {
  const browser = await chromium.launch({
    executablePath: CHROMIUM_PATH,
    args: [...WEBGL, ...(["lite", "orillusion"].includes(name) ? WEBGPU : [])],
  });
  try {
    const script = await bundle(name);
    for (const way of /** @type {(keyof typeof WAYS)[]} */ (Object.keys(WAYS))) {
      const cases = casesOf(way);
      let right = 0;
      /** @type {import("playwright-core").Page | null} */
      let open = null;
      for (const clip of cases) {
        const page = (open ??= await openPage(browser, script));
        /** @type {import("./cases.mjs").Adapter["play"]} */
        const play = ({ bytes, ...rest }) => {
          const input = { ...rest, base64: Buffer.from(bytes).toString("base64") };
          const late = new Promise((_, reject) => setTimeout(() => reject(new Error(`took more than ${LIMIT} ms`)), LIMIT).unref());
          return /** @type {any} */ (
            Promise.race([page.evaluate((given) => /** @type {any} */ (globalThis).playClip(given), input), late])
          );
        };
        const differences = await compare({ name, play, hidden: HIDDEN[name] ?? [] }, clip).catch(async (error) => {
          await page.close(); // an engine may be in any state now
          open = null;
          return [String(error.message).split("\n")[0] ?? ""];
        });
        const reason = knownReason(way, name, clip.name);
        right += differences.length === 0 ? 1 : 0;
        if (differences.length > 0) {
          console.log(`${name}, ${way}, ${clip.name}: ${reason === undefined ? "new" : `known: ${reason}`}`);
          differences.forEach((difference) => console.log(`  ${difference}`));
        }
        isNew ||= differences.length > 0 !== (reason !== undefined);
      }
      console.log(`${name}, ${way}: ${right} of ${cases.length} clips are right`);
    }
  } finally {
    await browser.close();
  }
}
process.exitCode = isNew ? 1 : 0;
