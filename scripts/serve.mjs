/**
 * `node scripts/serve.mjs [port]`: serves the files of the repository, for the pages that need no bundler.
 */
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../", import.meta.url));
/** Differs from the port of the editor, so that both can be served. */
const DEFAULT_PORT = 8090;

const METHODS = ["GET", "HEAD"];

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
 * Serves the repository to this machine only.
 * @param {{ port?: number, files?: ReadonlyMap<string, string | Uint8Array>, maxAge?: number }} [options] `files` adds or replaces files by path,
 * for example "/model.glb"; port 0 chooses any free port; browsers may keep files of the repository for `maxAge` seconds without asking
 * @returns {Promise<{ origin: string, close: () => Promise<void> }>}
 */
export async function serve({ port = 0, files = new Map(), maxAge = 0 } = {}) {
  /** @type {string[]} */
  const hosts = [];
  const server = createServer((request, response) => {
    void answer(request, hosts, files).then(({ status, body, type = "text/plain; charset=utf-8", isStored = false }) => {
      const caching = isStored && maxAge > 0 ? `max-age=${maxAge}` : "no-cache";
      response.writeHead(status, { allow: METHODS.join(", "), "cache-control": caching, "content-type": type }).end(body);
    });
  });
  await new Promise((resolve) => void server.listen(port, "127.0.0.1", () => resolve(undefined)));
  const address = server.address();
  // URL omits port 80, as browsers do in the Host header
  const origins = ["127.0.0.1", "localhost"].map((name) => new URL(`http://${name}:${typeof address === "object" ? address?.port : port}`));
  hosts.push(...origins.map(({ host }) => host));
  const close = () => {
    server.closeAllConnections();
    return new Promise((/** @type {(value: void) => void} */ resolve) => void server.close(() => resolve()));
  };
  return { origin: `http://${hosts[0]}`, close };
}

/**
 * @param {import("node:http").IncomingMessage} request
 * @param {readonly string[]} hosts allowed values of the Host header
 * @param {ReadonlyMap<string, string | Uint8Array>} files
 * @returns {Promise<{ status: number, body: string | Uint8Array, type?: string, isStored?: boolean }>} isStored: a file of the repository
 */
async function answer({ method = "", headers, url = "/" }, hosts, files) {
  // prevents DNS rebinding: the name of another site may resolve to this machine, and its pages could then read the files
  if (!hosts.includes(headers.host ?? "")) {
    return { status: 403, body: `this server answers to ${hosts.join(" and ")} only` };
  }
  if (!METHODS.includes(method)) {
    return { status: 405, body: `this server answers ${METHODS.join(" and ")} only` };
  }
  const path = decode(url);
  if (path === null) {
    return { status: 400, body: `not a path: ${url}` };
  }
  const body = await read(path, files).catch(() => null);
  return body === null
    ? { status: 404, body: `there is no ${path}` }
    : { status: 200, body, type: TYPES[extname(path)] ?? "application/octet-stream", isStored: !files.has(path) };
}

/** @param {string} url */
function decode(url) {
  try {
    return decodeURIComponent(new URL(url, "http://localhost").pathname);
  } catch {
    return null;
  }
}

/**
 * Follows symbolic links, because node_modules may be one.
 * @param {string} path
 * @param {ReadonlyMap<string, string | Uint8Array>} files
 */
async function read(path, files) {
  if (/[/\\]\./.test(path)) {
    throw new RangeError("hidden, or outside of the repository");
  }
  return files.get(path) ?? readFile(join(ROOT, path));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { origin } = await serve({ port: Number(process.argv[2] ?? DEFAULT_PORT) });
  console.log(`${origin}/playground/snippets/index.html`);
}
