import { packGlb, unpackGlb, type Json } from "../../../scripts/glb.mjs";
import { readSidecar, type Sidecar } from "./sidecar.js";

/** An error whose message is complete sentences for the user. */
export class ModelError extends Error {
  override readonly name = "ModelError";
}

/** A model in memory, ready for Babylon's loader. */
export interface Source {
  readonly name: string;
  /** The file as it was read: a .glb or .gltf. */
  readonly bytes: Uint8Array;
  readonly json: Json;
  readonly glb: Uint8Array;
  /** Prefix of the model's relative URIs. */
  readonly rootUrl: string;
  /**
   * Maps a URI of the model to the URL to fetch.
   * @throws Error if the file is missing or on another server
   */
  readonly resolve: (url: string) => string;
  /** Settings that were opened with the model. */
  readonly sidecar: Sidecar | null;
  /** What else the user should know about the files, in complete sentences. */
  readonly notes: readonly string[];
  /** Frees the files. To be called after loading. */
  readonly release: () => void;
}

/** Receives the loaded part, 0..1, or null if the length is unknown. */
export type Progress = (share: number | null) => void;

/** A larger model would crash the tab. */
const MAX_BYTES = 1024 ** 3;

/**
 * Reads a model from a URL.
 * @throws ModelError if it cannot be fetched or is not a glTF model
 */
export async function readUrl(address: string, onProgress: Progress): Promise<Source> {
  const url = URL.canParse(address, location.href) ? new URL(address, location.href) : null;
  if (!url || !["http:", "https:", "blob:", "data:"].includes(url.protocol)) {
    throw new ModelError(`${address} is not a URL that can be fetched.`);
  }
  let response: Response;
  try {
    response = await fetch(url);
  } catch {
    throw new ModelError(`${address} cannot be fetched. The server does not answer, or does not allow requests from other sites (CORS).`);
  }
  if (!response.ok) {
    throw new ModelError(`${address} cannot be fetched (${response.status} ${response.statusText}).`);
  }
  const bytes = await readAll(response.body!, Number(response.headers.get("content-length")), onProgress);
  const isFile = url.protocol.startsWith("http");
  const rootUrl = isFile ? new URL(".", url).href : "";
  const name = (isFile && decodePercent(url.pathname.split("/").at(-1)!)) || "model";
  return toSource(name, bytes, rootUrl, (uri) => {
    if (new URL(uri).origin !== url.origin) {
      throw new Error(`${uri} is on another server than the model; this page does not fetch it.`);
    }
    return uri;
  });
}

/** The files of a model, with their paths. */
export type ModelFiles = readonly { readonly path: string; readonly file: File }[];

const FILES = "files:/";

/** The models among files. The first one is opened. */
export function modelsOf(files: ModelFiles): ModelFiles {
  return files.filter(({ path }) => /\.(glb|gltf)$/i.test(path));
}

/**
 * Reads a model from files that the user selected or dropped: a .glb, or a .gltf and the files it refers to.
 * @throws ModelError if they contain no glTF model
 */
export async function readFiles(files: ModelFiles, onProgress: Progress): Promise<Source> {
  const [main, ...others] = modelsOf(files);
  if (!main) {
    throw new ModelError(`${describeNoModel(files)} Open a .glb, or a .gltf with its .bin and textures.`);
  }
  if (main.file.size > MAX_BYTES) {
    throw new ModelError(`${main.path} is too large: ${(main.file.size / MAX_BYTES).toFixed(1)} GiB. This page opens files up to 1 GiB.`);
  }
  const folder = main.path.slice(0, main.path.lastIndexOf("/") + 1);
  const bytes = await readAll(main.file.stream(), main.file.size, onProgress).catch((error: unknown) => {
    throw new ModelError(`${main.path} cannot be read (${error instanceof Error ? error.message : String(error)}).`);
  });
  const urls: string[] = [];
  const resolve = (uri: string): string => {
    const path = decodePercent(uri.startsWith(FILES) ? uri.slice(FILES.length) : uri);
    const wanted = normalize(folder + path);
    const found = files.find((other) => normalize(other.path) === wanted) ?? files.find((other) => baseOf(other.path) === baseOf(wanted));
    if (!found) {
      throw new Error(`${path} is missing. Open it together with ${main.file.name}.`);
    }
    const url = URL.createObjectURL(found.file);
    urls.push(url);
    return url;
  };
  const source = toSource(main.file.name, bytes, FILES, resolve);
  const sidecar = await readSidecar(files, main.file.name);
  return { ...source, sidecar, notes: describeOthers(main.path, others), release: () => urls.forEach((url) => URL.revokeObjectURL(url)) };
}

/** More names would not be read. */
const MAX_NAMES = 5;

function describeOthers(opened: string, others: ModelFiles): string[] {
  if (others.length === 0) {
    return [];
  }
  const names = others.slice(0, MAX_NAMES).map(({ path }) => path);
  const more = others.length > MAX_NAMES ? ` and ${others.length - MAX_NAMES} more` : "";
  return [`The page shows one model at a time. ${opened} is open; not opened: ${names.join(", ")}${more}.`];
}

function describeNoModel(files: ModelFiles): string {
  const [first, ...others] = files;
  if (!first) {
    return "There is no file to open.";
  }
  return others.length > 0 ? `None of these ${files.length} files is a glTF model.` : `${first.path} is not a glTF model.`;
}

function normalize(path: string): string {
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

/** A part of a URI as people read it; unchanged where a percent sign escapes nothing. */
function decodePercent(uri: string): string {
  try {
    return decodeURIComponent(uri);
  } catch {
    return uri;
  }
}

function baseOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1).toLowerCase();
}

async function readAll(stream: ReadableStream<Uint8Array>, total: number, onProgress: Progress): Promise<Uint8Array> {
  const reader = stream.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    chunks.push(chunk.value);
    length += chunk.value.length;
    if (length > MAX_BYTES) {
      await reader.cancel();
      throw new ModelError("The model is too large. This page opens files up to 1 GiB.");
    }
    onProgress(total > 0 ? Math.min(length / total, 1) : null);
  }
  return new Uint8Array(await new Blob(chunks as Uint8Array<ArrayBuffer>[]).arrayBuffer());
}

function toSource(name: string, bytes: Uint8Array, rootUrl: string, resolve: Source["resolve"]): Source {
  const { json, bin } = parse(name, bytes);
  return { name, bytes, json, glb: packGlb(json, bin), rootUrl, resolve, sidecar: null, notes: [], release: () => undefined };
}

function parse(name: string, bytes: Uint8Array): { json: Json; bin: Uint8Array } {
  if (bytes.length === 0) {
    throw new ModelError(`${name} is empty.`);
  }
  const isBinary = new TextDecoder().decode(bytes.subarray(0, 4)) === "glTF";
  const length = isBinary && bytes.length >= 12 ? new DataView(bytes.buffer, bytes.byteOffset).getUint32(8, true) : 0;
  if (length > bytes.length) {
    throw new ModelError(`${name} is cut off after ${bytes.length} of ${length} bytes.`);
  }
  let model: { json: unknown; bin: Uint8Array };
  try {
    model = isBinary ? unpackGlb(bytes) : { json: JSON.parse(new TextDecoder().decode(bytes)) as unknown, bin: new Uint8Array(0) };
  } catch (error) {
    throw new ModelError(`${name} is not a glTF model (${error instanceof Error ? error.message : String(error)}).`);
  }
  const { json, bin } = model;
  const asset: unknown = isObject(json) ? json["asset"] : undefined;
  if (!isObject(json) || !isObject(asset) || typeof asset["version"] !== "string") {
    throw new ModelError(`${name} is not a glTF model (/asset/version is missing).`);
  }
  return { json, bin };
}

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
