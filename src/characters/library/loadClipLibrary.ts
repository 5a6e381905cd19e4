import { Tools } from "@babylonjs/core/Misc/tools.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { expectInteger, GltfFile, type GltfJson } from "../../gltf/file/index.js";
import { warnOfUnknownMembers } from "../../scene/host/index.js";
import { announces, expectDialects, registered } from "../../gltf/metadata/announcements.js";
import type { MetadataOptions, MetadataReading } from "../../gltf/metadata/loading.js";
import { argumentError, followTokens, itemsOf, type MemberNames, show } from "../../gltf/util/index.js";
import type { AnimatedFace, Shared } from "./boundCharacter.js";
import { ClipLibrary } from "./clipLibrary.js";
import type * as faces from "./faces.js";
import type * as pointers from "./pointers.js";
import { LibraryData } from "./libraryData.js";
import type { Retargeter } from "./retargeting.js";

/** Options of {@link LoadClipLibraryAsync}. */
export interface ClipLibraryOptions extends MetadataOptions {
  /** Where the buffers of a .gltf are, if they are files and the source is not a URL: a URL that ends with a slash. */
  readonly rootUrl?: string | undefined;
  /** Whether characters may have joints of other lengths or axes: loads the code that {@link AddClipsOptions.retarget} needs. Default: false */
  readonly retarget?: boolean | undefined;
}

const OPTION_NAMES: MemberNames<ClipLibraryOptions> = { rootUrl: true, retarget: true, metadata: true, names: true, sidecar: true };

/** The modes of the decoder; it rejects others. */
type MeshoptMode = "ATTRIBUTES" | "TRIANGLES" | "INDICES";

const COMPRESSIONS = ["EXT_meshopt_compression", "KHR_meshopt_compression"];

/** See the entry of the package. */
export async function loadClipLibrary(
  source: string | File | ArrayBuffer | Uint8Array,
  scene: Scene,
  options: ClipLibraryOptions,
): Promise<ClipLibrary> {
  const { metadata = registered.dialects } = options;
  expectDialects("options.metadata", metadata);
  warnOfUnknownMembers("LoadClipLibraryAsync", "options", options, OPTION_NAMES);
  const { bytes, name, rootUrl } = await readSource(source, options.rootUrl);
  const loaded = new Map<string, Uint8Array>();
  const file = GltfFile.parse(bytes, (uri) => loaded.get(uri), name);
  const views = viewsOf(file.json, options.retarget === true);
  await loadBuffers(file.json, views, rootUrl, loaded);
  await decodeAll(file, views, loaded);
  const data = new LibraryData(file, await readSettings(file.json, name, { ...options, metadata }));
  const createRetargeter = options.retarget ? await importRetargeter(file) : null;
  const [pointerCode, faceCode, expressions] = await Promise.all([
    importPointers(data.json),
    importFaces(data.json),
    importExpressions(data.json),
  ]);
  return new ClipLibrary(name, scene, data, pointerCode, faceCode, expressions, createRetargeter);
}

/** Imports the code that retargets, which reads the skeleton of the file. */
async function importRetargeter(file: GltfFile): Promise<(shared: Shared) => Retargeter> {
  const { readCharacter, Retargeter } = await import("./retargeting.js");
  const character = readCharacter(file);
  return ({ data, setEvents, expressions }) => new Retargeter(character, data, setEvents, expressions?.animated ?? null);
}

async function readSource(
  source: unknown,
  rootUrl: string | undefined,
): Promise<{ readonly bytes: Uint8Array; readonly name: string; readonly rootUrl: string }> {
  if (typeof source === "string") {
    const bytes = new Uint8Array(await loadUrl(source));
    const isData = source.startsWith("data:");
    return { bytes, name: isData ? "library" : source, rootUrl: rootUrl ?? (isData ? "" : folderOf(source)) };
  }
  if (ArrayBuffer.isView(source) || source instanceof ArrayBuffer) {
    const bytes =
      source instanceof ArrayBuffer ? new Uint8Array(source) : new Uint8Array(source.buffer, source.byteOffset, source.byteLength);
    return { bytes, name: "library", rootUrl: rootUrl ?? "" };
  }
  if (source instanceof Blob) {
    // the other files that were dropped with it have such URLs
    return { bytes: new Uint8Array(await source.arrayBuffer()), name: (source as File).name || "library", rootUrl: rootUrl ?? "file:" };
  }
  throw new TypeError(`source: must be a URL, a File, or the bytes of a .glb or .gltf (got ${show(source)})`);
}

function loadUrl(url: string): Promise<ArrayBuffer> {
  return Tools.LoadFileAsync(url, true).catch((error: unknown) => {
    const isWithoutRequests = error instanceof ReferenceError; // XMLHttpRequest is not defined
    throw isWithoutRequests
      ? argumentError("source", "must be bytes where URLs cannot be loaded, as in Node", url, "string", "read the file first")
      : error;
  });
}

function folderOf(url: string): string {
  return Tools.GetFolderPath(url) || (url.startsWith("file:") ? "file:" : "");
}

/** The indices of the buffer views that animations read; and skins, if their bind matrices are asked for. */
function viewsOf({ animations, accessors, skins }: GltfJson, withSkins: boolean): ReadonlySet<number> {
  const views = new Set<unknown>();
  const addViews = (index: number): void => {
    const accessor = accessors?.[index];
    views.add(accessor?.bufferView);
    if (accessor?.["sparse"] !== undefined) {
      ["indices", "values"].forEach((part) => views.add(followTokens(accessor, ["sparse", part, "bufferView"])));
    }
  };
  for (const { samplers } of itemsOf(animations)) {
    for (const { input, output } of itemsOf(samplers)) {
      addViews(input);
      addViews(output);
    }
  }
  if (withSkins) {
    itemsOf(skins).forEach((skin) => addViews(followTokens(skin, ["inverseBindMatrices"]) as number));
  }
  return new Set([...views].filter((view) => typeof view === "number"));
}

/** The compression extension of a buffer view; undefined for a view that is not compressed. */
function compressionOf(view: unknown): Readonly<Record<string, unknown>> | undefined {
  const { extensions } = Object(view) as { extensions?: unknown };
  const name = extensions === undefined ? undefined : COMPRESSIONS.find((each) => followTokens(view, ["extensions", each]) !== undefined);
  return name === undefined ? undefined : (Object(followTokens(view, ["extensions", name])) as Record<string, unknown>);
}

/** Loads the files of the buffers that animations read. A file that cannot be loaded costs the animations that need it. */
async function loadBuffers(json: GltfJson, views: ReadonlySet<number>, rootUrl: string, loaded: Map<string, Uint8Array>): Promise<void> {
  const buffers = [...views].map((index) => {
    const view = json.bufferViews?.[index];
    return json.buffers?.[(compressionOf(view) ?? view)?.["buffer"] as number]?.["uri"];
  });
  const uris = [...new Set(buffers)].filter((uri): uri is string => typeof uri === "string" && !/^data:/i.test(uri));
  await Promise.all(
    uris.map(async (uri) => {
      const isWhole = /^[a-z][a-z\d+.-]+:/i.test(uri);
      const bytes = await Tools.LoadFileAsync(isWhole ? uri : rootUrl + uri, true).catch(() => null);
      if (bytes) {
        loaded.set(uri, new Uint8Array(bytes));
      }
    }),
  );
}

/** Decodes the compressed buffer views that animations read, each into a buffer of its own. */
async function decodeAll(file: GltfFile, views: ReadonlySet<number>, loaded: Map<string, Uint8Array>): Promise<void> {
  const { json } = file;
  const compressed = [...views].filter((index) => compressionOf(json.bufferViews?.[index]) !== undefined);
  if (compressed.length === 0) {
    return;
  }
  const { MeshoptCompression } = await import("@babylonjs/core/Meshes/Compression/meshoptCompression.js");
  const decode = async (index: number): Promise<void> => {
    const view = json.bufferViews![index]!;
    const pointer = `/bufferViews/${index}`;
    const { buffer, byteOffset, byteLength, byteStride, count, mode, filter } = compressionOf(view)!;
    const bytes = file.readBytes("bufferViews", json.bufferViews!.push({ buffer, byteOffset, byteLength }) - 1);
    const [items, stride] = [expectInteger(`${pointer}/count`, count), expectInteger(`${pointer}/byteStride`, byteStride)];
    const decoded = await MeshoptCompression.Default.decodeGltfBufferAsync(bytes, items, stride, mode as MeshoptMode, filter as string);
    const uri = `decoded:${index}`;
    loaded.set(uri, decoded);
    const own = json.buffers!.push({ uri, byteLength: decoded.length }) - 1;
    json.bufferViews![index] = { buffer: own, byteLength: decoded.length, ...(view["byteStride"] !== undefined && { byteStride: stride }) };
  };
  // a view that cannot be decoded stays, and reading it says why
  await Promise.all(compressed.map((index) => decode(index).catch(() => undefined)));
}

/** Reads the playback settings of other tools; null if the file has clips, or there are no such settings. */
async function readSettings(json: GltfJson, url: string, options: MetadataOptions): Promise<MetadataReading | null> {
  const hasDrafts = ["KHR_animation_clip", "KHR_animation_controller"].some(
    (name) => followTokens(json, ["extensions", name]) !== undefined,
  );
  const { metadata = [], names, sidecar } = options;
  if (hasDrafts || !(names || sidecar || announces(json, metadata))) {
    return null;
  }
  const { readMetadata } = await import("../../gltf/metadata/loading.js");
  return readMetadata(json, url, options, Infinity);
}

/** Imports the code of weights by the names of morph targets for a file that animates weights. */
async function importFaces({ animations }: GltfJson): Promise<typeof faces | null> {
  const hasWeights = itemsOf(animations).some(({ channels }) =>
    itemsOf(channels).some(({ target }) => /weights/.test(JSON.stringify(target))),
  );
  return hasWeights ? import("./faces.js") : null;
}

/** Imports the code of expressions for a `.vrma` that moves the face. */
async function importExpressions(json: GltfJson): Promise<AnimatedFace | null> {
  const moves = ["expressions", "lookAt"].some((name) => followTokens(json, ["extensions", "VRMC_vrm_animation", name]) !== undefined);
  const code = moves ? await import("./boundExpressions.js") : null;
  return code && { code, animated: code.readAnimatedExpressions(json) };
}

/** Imports the code of animation by JSON pointer for a file that uses it. */
async function importPointers({ animations }: GltfJson): Promise<typeof pointers | null> {
  const isPointed = itemsOf(animations).some(({ channels }) =>
    itemsOf(channels).some(({ target }) => target?.extensions?.["KHR_animation_pointer"] !== undefined),
  );
  if (!isPointed) {
    return null;
  }
  const imported = await import("./pointers.js");
  await imported.importLazySetters();
  return imported;
}
