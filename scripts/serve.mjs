/**
 * `node scripts/serve.mjs [port]`: serves the files of the repository as they are, for the pages that need no bundler.
 */
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = new URL("../", import.meta.url);
/** Not that of the playground page, which may be served at the same time. */
const DEFAULT_PORT = 8090;

/** @type {Record<string, string>} */
const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".map": "application/json",
  ".css": "text/css; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".glb": "model/gltf-binary",
  ".gltf": "model/gltf+json",
  ".wasm": "application/wasm",
};

/**
 * Serves the repository, and what is put in front of it, on this machine only.
 * @param {{ port?: number, files?: ReadonlyMap<string, string | Uint8Array> }} [options] files by their path, such as "/model.glb"; port 0 for any
 * @returns {Promise<{ origin: string, close: () => Promise<void> }>}
 */
export async function serve({ port = 0, files = new Map() } = {}) {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? "/", "http://localhost").pathname);
    read(path, files).then(
      (body) =>
        response
          .writeHead(200, { "cache-control": "no-cache", "content-type": TYPES[extname(path)] ?? "application/octet-stream" })
          .end(body),
      () => response.writeHead(404).end(`there is no ${path}`),
    );
  });
  await new Promise((resolve) => void server.listen(port, "127.0.0.1", () => resolve(undefined)));
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === "object" ? address?.port : port}`;
  const close = () => {
    server.closeAllConnections();
    return new Promise((/** @type {(value: void) => void} */ resolve) => void server.close(() => resolve()));
  };
  return { origin, close };
}

/**
 * @param {string} path
 * @param {ReadonlyMap<string, string | Uint8Array>} files
 */
async function read(path, files) {
  const url = new URL(`.${path}`, ROOT);
  if (!url.href.startsWith(ROOT.href)) {
    throw new RangeError("outside of the repository");
  }
  return files.get(path) ?? readFile(url);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { origin } = await serve({ port: Number(process.argv[2] ?? DEFAULT_PORT) });
  console.log(`${origin}/playground/snippets/index.html`);
}
