import { excerpt, show } from "../messages/show.js";
import { AssetError } from "../schema/assetError.js";
import { componentsOf, componentTypeOf, readComponents, toFloats, type Components } from "./accessor.js";
import { BINARY_CHUNK, isGlb, JSON_CHUNK, readGlb, writeGlb, type Chunk } from "./glb.js";
import { expectInteger, expectPlain, itemOf, parseGltfJson, type GltfJson, type GltfObject } from "./gltfJson.js";
import { GrowingBytes } from "./growingBytes.js";
import { editJson } from "./jsonText.js";
import { decodeDataUri, encodeDataUri, isDataUri } from "./dataUri.js";

/** The files that a .gltf refers to: by the URI that it has for them, or a function that finds them. */
export type GltfResources = Readonly<Record<string, Uint8Array>> | ((uri: string) => Uint8Array | undefined);

/** Types of elements that can be appended. */
export type AppendType = "SCALAR" | "VEC2" | "VEC3" | "VEC4" | "MAT4";

/** How an accessor is appended. */
export interface AppendOptions {
  /** Whether integers stand for 0..1 or -1..1. Default false. */
  readonly normalized?: boolean | undefined;
  /** Whether the accessor states its lowest and highest components, which the times of animations must. Default false. */
  readonly bounds?: boolean | undefined;
}

/**
 * A .glb, or a .gltf with its resources: its JSON to be read and changed, its accessors, and new data behind the old.
 *
 * Only changed parts of the file are written again: the binary data stay byte for byte where they are, and the JSON text keeps the spelling and
 * layout of all values that stay the same.
 * @example
 * const file = GltfFile.parse(await readFile("fox.glb"));
 * file.json.animations[0].name = "Survey";
 * await writeFile("fox.glb", file.toFiles()["model.glb"]);
 */
export class GltfFile {
  /** The JSON of the asset. {@link toFiles} writes the changes made to it. */
  readonly json: GltfJson;
  /** Whether this is a .glb. */
  readonly isBinary: boolean;
  /** The bytes of buffers by their JSON, so that it does not matter which index they have. */
  private readonly _buffers = new Map<GltfObject, GrowingBytes>();
  /** Of a .glb. */
  private _binaryBuffer: GltfObject | null = null;
  /** Where data are appended; a buffer of our own where the file has none to be continued. */
  private _appended: GltfObject | null = null;

  /** The byte order mark, which files should not have, but some do; it stays where it is. */
  private readonly _mark: string;
  private readonly _text: string;

  private constructor(
    text: string,
    private readonly _chunks: readonly Chunk[] | null,
    private readonly _resources: GltfResources,
  ) {
    this._mark = text.startsWith("\uFEFF") ? "\uFEFF" : "";
    this._text = text.slice(this._mark.length);
    this.json = parseGltfJson(this._text);
    this.isBinary = _chunks !== null;
    const binary = _chunks?.find(({ type }) => type === BINARY_CHUNK);
    const first: unknown = Array.isArray(this.json.buffers) ? this.json.buffers[0] : undefined;
    if (binary && typeof first === "object" && first !== null && (first as GltfObject)["uri"] === undefined) {
      this._binaryBuffer = first as GltfObject;
      this._buffers.set(this._binaryBuffer, new GrowingBytes(binary.data));
    }
  }

  /**
   * Reads a file. Its buffers are looked at when an accessor is read.
   * @param bytes of a .glb or .gltf; not changed, and not to be changed later
   * @param resources the files that it refers to, by the URIs that it has for them. None are needed for a .glb, as a rule
   * @throws AssetError that names the byte, or the place in the JSON, where it is no file of glTF 2
   */
  static parse(bytes: Uint8Array, resources: GltfResources = {}): GltfFile {
    const chunks = isGlb(bytes) ? readGlb(bytes) : null;
    let text: string;
    try {
      text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(chunks ? chunks[0]!.data : bytes);
    } catch {
      throw new AssetError("/", "must be UTF-8");
    }
    return new GltfFile(text, chunks, resources);
  }

  /**
   * The elements of an accessor as floats, one behind the other, matrices by columns: normalised integers by glTF's equations, other integers as
   * numbers, sparse values put in (glTF 2.0, 3.6.2). The array is the caller's own.
   * @throws AssetError with the place in the JSON, where the accessor is wrong, or names bytes that are not there
   */
  readAccessor(index: number): Float32Array {
    return toFloats(this.json, index, this.readComponents(index));
  }

  /**
   * The same in the component type of the file, so that integers above 2²⁴ are exact. Normalised ones are as they are stored.
   * @throws AssetError as {@link readAccessor}
   */
  readComponents(index: number): Components {
    return readComponents(this.json, index, (buffer, place) => this._bytesOf(buffer, place));
  }

  /**
   * Adds an accessor with a buffer view of its own. Its bytes come behind all others: behind those of a .glb's binary chunk, or into a new buffer
   * of a .gltf, within its JSON.
   * @param data one element behind the other; copied
   * @returns the index of the accessor
   * @throws RangeError where the data are not a whole number of elements, or none
   */
  append(data: Components, type: AppendType, { normalized = false, bounds = false }: AppendOptions = {}): number {
    const components = componentsOf(type);
    if (components === 0 || data.length === 0 || data.length % components !== 0) {
      throw new RangeError(`data: must be whole elements of type ${show(type)}, at least one (got ${data.length} components)`);
    }
    const componentType = componentTypeOf(data);
    const buffer = this._bufferToAppendTo();
    const bytes = this._buffers.get(buffer)!;
    const byteOffset = bytes.append(new Uint8Array(data.buffer, data.byteOffset, data.byteLength));
    buffer["byteLength"] = byteOffset + data.byteLength;
    const bufferViews = (this.json.bufferViews ??= []);
    bufferViews.push({ buffer: this.json.buffers!.indexOf(buffer), byteOffset, byteLength: data.byteLength });
    const accessors = (this.json.accessors ??= []);
    accessors.push({
      bufferView: bufferViews.length - 1,
      componentType,
      ...(normalized ? { normalized } : {}),
      count: data.length / components,
      type,
      ...(bounds ? boundsOf(data, components) : {}),
    });
    return accessors.length - 1;
  }

  /**
   * The file with all changes, and the files that it refers to, as they were.
   *
   * Without changes the bytes are the same, but for padding that a .glb lacks. Chunks of a .glb that glTF does not know stay in their order.
   * @param name of the file itself. Default `model.glb` or `model.gltf`
   * @returns the bytes of each file by its name, the resources by their URI
   * @throws AssetError where the JSON has numbers that JSON cannot have
   * @throws RangeError where a .glb would be larger than 4 GiB
   */
  toFiles(name = this.isBinary ? "model.glb" : "model.gltf"): Record<string, Uint8Array> {
    if (this._appended && this._appended !== this._binaryBuffer) {
      this._appended["uri"] = encodeDataUri(this._buffers.get(this._appended)!.bytes);
    }
    expectPlain(this.json);
    const edited = editJson(this._text, JSON.parse(JSON.stringify(this.json)));
    const text = new TextEncoder().encode(this._mark + (this.isBinary && edited !== this._text ? edited.trimEnd() : edited));
    return { ...this._usedResources(), [name]: this._chunks ? writeGlb(this._writtenChunks(this._chunks, text)) : text };
  }

  private _writtenChunks(chunks: readonly Chunk[], text: Uint8Array): readonly Chunk[] {
    const binary = this._binaryBuffer && this._buffers.get(this._binaryBuffer)!.bytes;
    const before = chunks.find(({ type }) => type === BINARY_CHUNK);
    const rest = chunks.slice(1).map((chunk) => (binary && chunk === before ? { ...chunk, data: binary } : chunk));
    return [{ type: JSON_CHUNK, data: text }, ...(binary && !before ? [{ type: BINARY_CHUNK, data: binary }] : []), ...rest];
  }

  private _usedResources(): Record<string, Uint8Array> {
    const resources = this._resources;
    if (typeof resources !== "function") {
      return { ...resources };
    }
    const found: Record<string, Uint8Array> = {};
    for (const { uri } of [this.json.buffers, this.json["images"] as GltfObject[] | undefined].flatMap((list) => list ?? [])) {
      const bytes = typeof uri === "string" && !isDataUri(uri) ? resources(uri) : undefined;
      if (bytes) {
        found[uri as string] = bytes;
      }
    }
    return found;
  }

  /** @param place where the index stands */
  private _bytesOf(index: unknown, place: string): Uint8Array {
    const buffer = itemOf(this.json, "buffers", index, place);
    const bufferPlace = `/buffers/${index as number}`;
    const bytes = this._buffers.get(buffer) ?? new GrowingBytes(this._load(`${bufferPlace}/uri`, buffer["uri"]));
    this._buffers.set(buffer, bytes);
    const length = expectInteger(`${bufferPlace}/byteLength`, buffer["byteLength"], { max: bytes.bytes.length });
    return bytes.bytes.subarray(0, length);
  }

  private _load(place: string, uri: unknown): Uint8Array {
    if (typeof uri !== "string") {
      throw new AssetError(place, `must be the URI of the buffer's bytes, which are nowhere else (got ${show(uri)})`);
    }
    if (isDataUri(uri)) {
      return decodeDataUri(place, uri);
    }
    const bytes = this._findResource(uri);
    if (!bytes) {
      throw new AssetError(place, `must be one of the resources that were given (got ${excerpt(uri)})`);
    }
    return bytes;
  }

  private _findResource(uri: string): Uint8Array | undefined {
    const resources = this._resources;
    const find = (name: string): Uint8Array | undefined =>
      typeof resources === "function" ? resources(name) : Object.hasOwn(resources, name) ? resources[name] : undefined;
    return find(uri) ?? find(decodePercent(uri));
  }

  private _bufferToAppendTo(): GltfObject {
    if (this._appended) {
      return this._appended;
    }
    const buffers = (this.json.buffers ??= []);
    if (this._binaryBuffer) {
      return (this._appended = this._binaryBuffer);
    }
    const buffer: GltfObject = { byteLength: 0 };
    if (this.isBinary && buffers.length === 0) {
      this._binaryBuffer = buffer;
    }
    buffers.push(buffer);
    this._buffers.set(buffer, new GrowingBytes(new Uint8Array()));
    return (this._appended = buffer);
  }
}

function decodePercent(uri: string): string {
  try {
    return decodeURIComponent(uri);
  } catch {
    return uri;
  }
}

function boundsOf(data: Components, components: number): { min: number[]; max: number[] } {
  const min = new Array<number>(components).fill(Infinity);
  const max = new Array<number>(components).fill(-Infinity);
  data.forEach((value, i) => {
    min[i % components] = Math.min(min[i % components]!, value);
    max[i % components] = Math.max(max[i % components]!, value);
  });
  return { min, max };
}
