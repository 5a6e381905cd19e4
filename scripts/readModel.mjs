import { readFile } from "node:fs/promises";
import { dirname, extname, resolve } from "node:path";
import { packGlb, unpackGlb } from "./glb.mjs";

/**
 * @typedef {import("../src/tools.js").GltfFile} GltfFile
 */

/**
 * Reads a .glb or .gltf file, and embeds all files it refers to.
 * @param {string} path
 * @param {(bytes: Uint8Array) => GltfFile} parse `GltfFile.parse`
 * @returns {Promise<Uint8Array>} binary glTF
 * @throws Error with the name of the file, and the place, rule and value of its fault
 */
export async function readModel(path, parse) {
  const bytes = await readBytes(path);
  const { json, isBinary } = parseModel(path, bytes, parse);
  for (const item of [...(json.buffers ?? []), .../** @type {{ uri?: unknown }[]} */ (json["images"] ?? [])]) {
    if (typeof item["uri"] === "string" && !item["uri"].startsWith("data:")) {
      item["uri"] = await embed(item["uri"], dirname(path));
    }
  }
  return packGlb(json, isBinary ? unpackGlb(bytes).bin : undefined);
}

/** @param {string} path */
async function readBytes(path) {
  try {
    return await readFile(path);
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    throw new Error(`${path}: ${code === "ENOENT" ? "there is no such file" : `cannot be read (${code})`}`);
  }
}

/**
 * @param {string} path
 * @param {Uint8Array} bytes
 * @param {(bytes: Uint8Array) => GltfFile} parse
 */
function parseModel(path, bytes, parse) {
  try {
    return parse(bytes);
  } catch (error) {
    throw new Error(`${path}: ${messageOf(error)}`);
  }
}

/**
 * @param {string} uri
 * @param {string} folder
 * @returns {Promise<string>} data: URI
 */
async function embed(uri, folder) {
  if (/^([a-z][a-z\d+.-]*:|\/\/)/i.test(uri)) {
    throw new Error(`${uri}: must be a file; nothing is loaded from a network`);
  }
  const path = resolve(folder, decode(uri));
  const type = extname(path).slice(1).toLowerCase().replace("jpg", "jpeg");
  const mimeType = type === "bin" ? "application/octet-stream" : `image/${type}`;
  return `data:${mimeType};base64,${(await readBytes(path)).toString("base64")}`;
}

/** @param {string} uri */
function decode(uri) {
  try {
    return decodeURIComponent(uri);
  } catch {
    return uri; // the name itself contains a percent sign
  }
}

/** @param {unknown} error */
export function messageOf(error) {
  return error instanceof Error ? error.message : String(error);
}
