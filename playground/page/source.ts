import { packGlb, unpackGlb, type Json } from "../../scripts/glb.mjs";

/** A model in memory, ready for Babylon's loader. */
export interface Source {
  readonly name: string;
  readonly json: Json;
  readonly glb: Uint8Array;
  /** Where the uris in it begin. */
  readonly rootUrl: string;
  /**
   * The URL to fetch for a uri of the model.
   * @throws Error where there is none, or where it leads elsewhere
   */
  readonly resolve: (url: string) => string;
  /** Call when all is loaded. */
  readonly release: () => void;
}

/** Beyond this, a browser's tab would end before the model is shown. */
const MAX_BYTES = 1024 ** 3;

/** Extensions whose data only a decoder can read that Babylon fetches from its own server, which this page never asks. */
const NEED_DECODERS = ["KHR_draco_mesh_compression", "EXT_meshopt_compression", "KHR_meshopt_compression", "KHR_texture_basisu"];

/**
 * Reads a model from a URL.
 * @param onProgress told a share, 0..1, or null where the length is unknown
 * @throws Error that says what is wrong with it
 */
export async function readUrl(address: string, onProgress: (share: number | null) => void): Promise<Source> {
  const url = URL.canParse(address, location.href) ? new URL(address, location.href) : null;
  if (!url || !["http:", "https:", "blob:", "data:"].includes(url.protocol)) {
    throw new Error(`${address}: must be a URL that can be fetched`);
  }
  let response: Response;
  try {
    response = await fetch(url);
  } catch {
    throw new Error(`${address}: cannot be fetched: no answer, or the other server does not allow it`);
  }
  if (!response.ok) {
    throw new Error(`${address}: cannot be fetched: ${response.status} ${response.statusText}`);
  }
  const bytes = await readAll(response, onProgress);
  const rootUrl = url.protocol.startsWith("http") ? new URL(".", url).href : "";
  const name = decodeURIComponent(url.pathname.split("/").at(-1) ?? "") || "model";
  return toSource(name, bytes, rootUrl, (uri) => {
    if (new URL(uri).origin !== url.origin) {
      throw new Error(`${uri}: must be where the model is: nothing is fetched from elsewhere`);
    }
    return uri;
  });
}

/** Files of one model, with their paths. */
export type ModelFiles = readonly { readonly path: string; readonly file: File }[];

const FILES = "files:/";

/**
 * Reads a model out of files that somebody chose or dropped: one .glb or .gltf, and those that it refers to.
 * @throws Error that says what is wrong with them
 */
export async function readFiles(files: ModelFiles): Promise<Source> {
  const main = files.find(({ path }) => /\.(glb|gltf)$/i.test(path));
  if (!main) {
    throw new Error(`must have a .glb or .gltf among them (got ${files.map(({ path }) => path).join(", ") || "no file"})`);
  }
  if (main.file.size > MAX_BYTES) {
    throw new Error(`${main.path}: must not be larger than 1 GiB (got ${main.file.size} bytes)`);
  }
  const folder = main.path.slice(0, main.path.lastIndexOf("/") + 1);
  const bytes = new Uint8Array(await main.file.arrayBuffer());
  const made: string[] = [];
  const resolve = (uri: string): string => {
    const path = decodeURIComponent(uri.startsWith(FILES) ? uri.slice(FILES.length) : uri);
    const wanted = normalise(folder + path);
    const found = files.find((other) => normalise(other.path) === wanted) ?? files.find((other) => baseOf(other.path) === baseOf(wanted));
    if (!found) {
      throw new Error(`${path}: is not among the files; choose or drop it together with ${main.file.name}`);
    }
    const url = URL.createObjectURL(found.file);
    made.push(url);
    return url;
  };
  return toSource(main.file.name, bytes, FILES, resolve, () => made.forEach((url) => URL.revokeObjectURL(url)));
}

function normalise(path: string): string {
  const parts: string[] = [];
  for (const part of path.toLowerCase().split("/")) {
    if (part === "..") {
      parts.pop();
    } else if (part !== "." && part !== "") {
      parts.push(part);
    }
  }
  return parts.join("/");
}

function baseOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1).toLowerCase();
}

async function readAll(response: Response, onProgress: (share: number | null) => void): Promise<Uint8Array> {
  const total = Number(response.headers.get("content-length")) || 0;
  const reader = response.body!.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    chunks.push(chunk.value);
    length += chunk.value.length;
    if (length > MAX_BYTES) {
      await reader.cancel();
      throw new Error("must not be larger than 1 GiB");
    }
    onProgress(total > 0 ? Math.min(length / total, 1) : null);
  }
  return new Uint8Array(await new Blob(chunks as Uint8Array<ArrayBuffer>[]).arrayBuffer());
}

function toSource(name: string, bytes: Uint8Array, rootUrl: string, resolve: Source["resolve"], release = (): void => undefined): Source {
  const { json, bin } = parse(name, bytes);
  const needed: unknown = json["extensionsRequired"];
  const decoder = Array.isArray(needed) ? NEED_DECODERS.find((extension) => needed.includes(extension)) : undefined;
  if (decoder) {
    throw new Error(
      `/extensionsRequired: must not hold ${decoder}: its decoder is fetched from another server, which this page never does`,
    );
  }
  return { name, json, glb: packGlb(json, bin), rootUrl, resolve, release };
}

function parse(name: string, bytes: Uint8Array): { json: Json; bin: Uint8Array } {
  const isBinary = new TextDecoder("latin1").decode(bytes.subarray(0, 4)) === "glTF";
  let model: { json: unknown; bin: Uint8Array };
  try {
    model = isBinary ? unpackGlb(bytes) : { json: JSON.parse(new TextDecoder().decode(bytes)) as unknown, bin: new Uint8Array(0) };
  } catch (error) {
    throw new Error(`${name}: is not a glTF file (${error instanceof Error ? error.message : String(error)})`);
  }
  const { json, bin } = model;
  const asset: unknown = isObject(json) ? json["asset"] : undefined;
  if (!isObject(json) || !isObject(asset) || typeof asset["version"] !== "string") {
    throw new Error(`${name}: is not a glTF file (/asset/version is missing)`);
  }
  return { json, bin };
}

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
