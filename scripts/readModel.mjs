import { readFile } from "node:fs/promises";
import { dirname, extname, resolve } from "node:path";
import { packGlb, unpackGlb } from "./glb.mjs";

/**
 * @typedef {import("./glb.mjs").Json} Json
 */

/**
 * Reads a .glb or .gltf file, and embeds all files it refers to.
 * @param {string} path
 * @returns {Promise<Uint8Array>} binary glTF
 * @throws Error with the name of the file and its fault
 */
export async function readModel(path) {
  const bytes = await readBytes(path);
  const { json, bin } = parse(path, bytes);
  for (const item of [...(json["buffers"] ?? []), ...(json["images"] ?? [])]) {
    if (item.uri !== undefined && !item.uri.startsWith("data:")) {
      item.uri = await embed(item.uri, dirname(path));
    }
  }
  return packGlb(json, bin);
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
 * @param {Buffer} bytes
 * @returns {{ json: Json, bin: Uint8Array }}
 */
function parse(path, bytes) {
  try {
    const isBinary = bytes.toString("latin1", 0, 4) === "glTF";
    const { json, bin } = isBinary ? unpackGlb(bytes) : { json: JSON.parse(bytes.toString()), bin: new Uint8Array(0) };
    if (typeof json?.asset?.version !== "string") {
      throw new Error("/asset/version is missing");
    }
    return { json, bin };
  } catch (error) {
    throw new Error(`${path}: is not a glTF file (${messageOf(error)})`);
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
  const path = resolve(folder, decodeURIComponent(uri));
  const type = extname(path).slice(1).toLowerCase().replace("jpg", "jpeg");
  const mimeType = type === "bin" ? "application/octet-stream" : `image/${type}`;
  return `data:${mimeType};base64,${(await readBytes(path)).toString("base64")}`;
}

/** @param {unknown} error */
export function messageOf(error) {
  return error instanceof Error ? error.message : String(error);
}
