/** What the page leads to, for the development server: guides, snippets and API of the site, which is built when somebody first asks for them. */
import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const SITE = join(ROOT, "dist/site");

/** @type {Record<string, string>} */
const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".webm": "video/webm",
};

/** Settled when the site is built. @type {Promise<void> | undefined} */
let building;

/** @returns {Promise<void>} */
function buildSite() {
  console.log("Building guides, snippets and API, which takes half a minute");
  return new Promise((resolve, reject) => {
    const script = join(ROOT, "site/scripts/build.mjs");
    const child = spawn(process.execPath, [script, "neighbors"], { cwd: ROOT, stdio: ["ignore", "ignore", "inherit"] });
    child.on("error", reject);
    child.on("exit", (code) =>
      code === 0 ? resolve() : reject(new Error(`the site could not be built: npm run build:site says why (${code})`)),
    );
  });
}

/**
 * A middleware of webpack-dev-server, behind its own: the pages are at the root, where the site has its front page.
 * @param {import("node:http").IncomingMessage} request
 * @param {import("node:http").ServerResponse} response
 * @param {(error?: unknown) => void} next
 */
export function serveSite({ method = "", url = "/" }, response, next) {
  const { pathname, search } = new URL(url, "http://localhost");
  if (!["GET", "HEAD"].includes(method) || /[/\\]\.|%2e|%5c/i.test(pathname)) {
    next();
    return;
  }
  const own = /^\/playground\/(index\.html|measure\.html)?$/.exec(pathname);
  if (own) {
    response.writeHead(302, { location: `/${own[1] ?? ""}${search}` }).end();
    return;
  }
  answer(pathname, response, next).catch(next);
}

/** @param {string} pathname @param {import("node:http").ServerResponse} response @param {(error?: unknown) => void} next */
async function answer(pathname, response, next) {
  building ??= buildSite();
  await building.catch((error) => {
    building = undefined; // tried again by the next request
    throw error;
  });
  const path = decodeURIComponent(pathname).replace(/\/$/, "/index.html");
  const body = await readFile(join(SITE, path)).catch(() => null);
  if (body === null) {
    next();
    return;
  }
  response.writeHead(200, { "cache-control": "no-cache", "content-type": TYPES[extname(path)] ?? "application/octet-stream" }).end(body);
}
