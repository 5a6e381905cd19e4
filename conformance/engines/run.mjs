/**
 * `npm run engines`: plays the baked clips in engines that need a page, in Chromium, and says what they show otherwise. `npm run engines -- galacean` plays in
 * some of them. Their packages are installed in this folder first. Not a part of continuous integration.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { chromium } from "playwright-core";
import { CHROMIUM_PATH } from "../../scripts/chromium.mjs";
import { casesOf, compare, WAYS } from "./cases.mjs";
import { knownReason } from "./known.mjs";

const FOLDER = fileURLToPath(new URL(".", import.meta.url));
/** The modules of engines in this folder that need a page, by the name of what they export. */
const IN_PAGES = ["galacean"];

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
    globalThis.playClip = ({ base64, ...clip }) => adapter.play({ ...clip, bytes: Uint8Array.from(atob(base64), (c) => c.charCodeAt(0)) });`;
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: FOLDER },
    bundle: true,
    write: false,
    format: "iife",
    logLevel: "error",
  });
  return outputFiles[0]?.text ?? "";
}

execFileSync("npm", ["install", "--silent", "--no-audit", "--no-fund", "--no-package-lock"], { cwd: FOLDER, stdio: "inherit" });
const { dependencies } = JSON.parse(readFileSync(`${FOLDER}package.json`, "utf8"));
console.log(dependencies);
const browser = await chromium.launch({
  executablePath: CHROMIUM_PATH,
  args: ["--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"],
});
let isNew = false;
try {
  for (const name of asked.length > 0 ? asked : IN_PAGES) {
    const script = await bundle(name);
    for (const way of /** @type {(keyof typeof WAYS)[]} */ (Object.keys(WAYS))) {
      const cases = casesOf(way);
      let right = 0;
      for (const clip of cases) {
        const page = await browser.newPage();
        page.setDefaultTimeout(LIMIT);
        await page.addScriptTag({ content: script });
        /** @type {import("./cases.mjs").Adapter["play"]} */
        const play = ({ bytes, ...rest }) => {
          const input = { ...rest, base64: Buffer.from(bytes).toString("base64") };
          const late = new Promise((_, reject) => setTimeout(() => reject(new Error(`took more than ${LIMIT} ms`)), LIMIT).unref());
          return /** @type {any} */ (
            Promise.race([page.evaluate((given) => /** @type {any} */ (globalThis).playClip(given), input), late])
          );
        };
        const differences = await compare({ name, play }, clip).catch((error) => [String(error.message).split("\n")[0] ?? ""]);
        await page.close();
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
  }
} finally {
  await browser.close();
}
process.exitCode = isNew ? 1 : 0;
