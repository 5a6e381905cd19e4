/**
 * `npm run build:playground && node scripts/screenshots.mjs [folder]`: takes the pictures of the playground in docs/, with a Chromium
 * that is installed (the environment variable CHROMIUM says where, /usr/bin/chromium by default).
 */
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const PAGE = fileURLToPath(new URL("../dist/playground", import.meta.url));
const [folder = fileURLToPath(new URL("../docs", import.meta.url))] = process.argv.slice(2);

const TYPES = /** @type {Record<string, string>} */ ({ ".html": "text/html", ".js": "text/javascript", ".glb": "model/gltf-binary" });
const ARGUMENTS = [
  ...["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"],
  "--disable-background-networking",
];

/** Serves the built page on a free port. */
async function serve() {
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? "/", "http://localhost").pathname).replace(/\/$/, "/index.html");
    const file = join(PAGE, path);
    stat(file).then(
      ({ size }) => {
        response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream", "content-length": size });
        createReadStream(file).pipe(response);
      },
      () => response.writeHead(404).end(),
    );
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const address = /** @type {import("node:net").AddressInfo} */ (server.address());
  return { url: `http://127.0.0.1:${address.port}/`, close: () => server.close() };
}

/** @param {import("playwright-core").Browser} browser @param {string} url @param {"light" | "dark"} colorScheme */
async function take(browser, url, colorScheme) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, colorScheme, reducedMotion: "reduce" });
  await page.goto(url);
  await page.waitForFunction(() => "playground" in window);
  await page.evaluate(() => window.playground.ready);
  // the same moment in every picture: nothing plays by itself where motion is reduced
  await page.evaluate(() => {
    window.playground.seek("walk", 2.7);
    window.playground.seek("door", 1);
  });
  await page.waitForTimeout(2000);
  await page.screenshot({ path: join(folder, `playground-${colorScheme}.png`) });
  await page.close();
}

const server = await serve();
const browser = await chromium.launch({ executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium", args: ARGUMENTS });
try {
  await take(browser, server.url, "light");
  await take(browser, server.url, "dark");
} finally {
  await browser.close();
  server.close();
}
