/**
 * `npm run build:playground && node scripts/screenshots.mjs [folder]`: takes the pictures of the playground in docs/ with the installed
 * Chromium. The environment variable CHROMIUM gives its path, /usr/bin/chromium by default.
 */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { serve } from "./serve.mjs";

const [folder = fileURLToPath(new URL("../docs", import.meta.url))] = process.argv.slice(2);

const ARGUMENTS = [
  ...["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"],
  "--disable-background-networking",
];

/** @param {import("playwright-core").Browser} browser @param {string} url @param {"light" | "dark"} colorScheme */
async function take(browser, url, colorScheme) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, colorScheme, reducedMotion: "reduce" });
  await page.goto(url);
  await page.evaluate(() => window.playground.ready);
  // the same timestamps in every picture; with reduced motion, nothing plays by itself
  await page.evaluate(() => {
    window.playground.seek("walk", 2.7);
    window.playground.seek("door", 1);
  });
  await page.evaluate(() => window.playground.drawn());
  await page.screenshot({ path: join(folder, `playground-${colorScheme}.png`) });
  await page.close();
}

const server = await serve();
const browser = await chromium.launch({ executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium", args: ARGUMENTS });
try {
  await take(browser, `${server.origin}/dist/playground/index.html`, "light");
  await take(browser, `${server.origin}/dist/playground/index.html`, "dark");
} finally {
  await browser.close();
  await server.close();
}
