import { AssetError, excerpt, show } from "../util/index.js";
import { type AccessorComponents, componentsOf, componentTypeOf, readBufferView, readComponents, toFloats } from "./accessor.js";
import { BINARY_CHUNK, type Chunk, type ChunkParts, isGlb, joinBytes, JSON_CHUNK, readGlb, writeGlb } from "./glb.js";
import { expectInteger, expectPlain, type GltfJson, type GltfObject, itemOf, parseGltfJson } from "./gltfJson.js";
import { GrowingBytes, type ReadableBytes } from "./growingBytes.js";
import { editJson } from "./jsonText.js";
import { decodeDataUri, decodePercent, encodeDataUri, isDataUri } from "./uri.js";

/** The resource files of a .gltf: an object with bytes by URI, or a function that returns the bytes of a URI. */
export type GltfResources = Readonly<Record<string, Uint8Array>> | ((uri: string) => Uint8Array | undefined);

/** Element types of accessors for {@link GltfFile.append}. */
export type AppendType = "SCALAR" | "VEC2" | "VEC3" | "VEC4" | "MAT4";

/** Options of {@link GltfFile.append}. */
export interface AppendOptions {
  /** Whether integers are normalized, to 0..1 if unsigned or -1..1 if signed. Default false. */
  readonly normalized?: boolean | undefined;
  /** Whether the accessor gets `min` and `max`, which are required for animation times. Default false. */
  readonly bounds?: boolean | undefined;
}

/**
 * A .glb, or a .gltf with its resources. You can read and change its JSON, read its accessors, and append data.
 *
 * The written file differs only in the changed parts: existing binary data keeps its offset, byte for byte, and the JSON text keeps the
 * spelling and layout of all unchanged values.
 * @example
 * const file = GltfFile.parse(await readFile("fox.glb"), {}, "fox.glb");
 * file.json.animations[0].name = "Survey";
 * await writeFile("fox.glb", file.toFiles()["fox.glb"]);
 */
export class GltfFile {
  /** The JSON of the asset. {@link toFiles} writes all changes of the JSON. */
  readonly json: GltfJson;
  /** Whether the file is a .glb. */
  readonly isBinary: boolean;
  /** The name of the file in {@link toFiles}: the name that {@link parse} was given, or `model.glb` or `model.gltf`. */
  readonly name: string;
  /** The bytes of each buffer, by the JSON of the buffer, because buffer indices may change. */
  private readonly _buffers = new Map<GltfObject, GrowingBytes>();
  /** The buffer of the binary chunk. */
  private _binaryBuffer: GltfObject | null = null;
  /** The buffer for appended data: the buffer of the binary chunk, or a new buffer. */
  private _appended: GltfObject | null = null;

  /** The byte order mark of the JSON text, which is kept. Files should not have a byte order mark, but some do. */
  private readonly _mark: string;
  private readonly _text: string;

  private constructor(
    text: string,
    private readonly _chunks: readonly Chunk[] | null,
    private readonly _resources: GltfResources,
    name: string | undefined,
  ) {
    this._mark = text.startsWith("\uFEFF") ? "\uFEFF" : "";
    this._text = text.slice(this._mark.length);
    this.json = parseGltfJson(this._text);
    this.isBinary = _chunks !== null;
    this.name = name ?? (this.isBinary ? "model.glb" : "model.gltf");
    const binary = _chunks?.find(({ type }) => type === BINARY_CHUNK);
    const [first] = this.json.buffers ?? [];
    if (binary && first && first["uri"] === undefined) {
      this._binaryBuffer = first;
      this._buffers.set(first, new GrowingBytes(binary.data));
    }
  }

  /**
   * Parses a glTF file. Buffers are loaded on first access, for example by {@link readAccessor}.
   * @param bytes the content of a .glb or .gltf; not changed. Do not change the array later, because the file keeps views of the array
   * @param resources the resource files, by URI. A .glb usually needs no resources
   * @param source where the file is from, for its {@link name}: a file name, a path or a URL
   * @throws AssetError with the byte offset or the JSON pointer of the error, if the content is not a glTF 2 file
   * @throws TypeError if `bytes` is not a Uint8Array; wrap an ArrayBuffer in a Uint8Array first
   */
  static parse(bytes: Uint8Array, resources: GltfResources = {}, source?: string): GltfFile {
    if (!ArrayBuffer.isView(bytes)) {
      throw new TypeError(`bytes: must be a Uint8Array (got ${show(bytes)})`);
    }
    const chunks = isGlb(bytes) ? readGlb(bytes) : null;
    let text: string;
    try {
      text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(chunks ? chunks[0]!.data : bytes);
    } catch {
      throw new AssetError("/", "must be UTF-8");
    }
    return new GltfFile(text, chunks, resources, source === undefined ? undefined : nameOfSource(source));
  }

  /**
   * Reads an accessor as floats, element by element, matrices column by column. Normalized integers are converted by glTF's equations,
   * other integers keep their values; sparse values are applied (glTF 2.0, 3.6.2). The returned array is a copy.
   * @throws AssetError with a JSON pointer, if the accessor is invalid or refers to missing bytes
   */
  readAccessor(index: number): Float32Array {
    return toFloats(this.json, index, this.readComponents(index));
  }

  /**
   * Reads an accessor in the component type of the file, so that integers above 2²⁴ are exact. Normalized integers are not converted.
   * @throws AssetError like {@link readAccessor}
   */
  readComponents(index: number): AccessorComponents {
    return readComponents(this.json, index, (buffer, pointer) => this._bytesOf(buffer, pointer));
  }

  /**
   * The bytes of a buffer, a buffer view or an image, as stored in the file or in a resource.
   * @returns the bytes, often as a view of the file: do not change the array
   * @throws AssetError with a JSON pointer, if the item is invalid or its bytes are missing
   */
  readBytes(list: "buffers" | "bufferViews" | "images", index: number): Uint8Array {
    const pointer = `/${list}/${index}`;
    const readBuffer = (buffer: unknown, of: string): ReadableBytes => this._bytesOf(buffer, of);
    if (list === "buffers") {
      const bytes = readBuffer(index, pointer);
      return bytes.subarray(0, bytes.length);
    }
    if (list === "bufferViews") {
      return readBufferView(this.json, index, pointer, readBuffer);
    }
    const { bufferView, uri } = itemOf(this.json, list, index, pointer);
    return bufferView === undefined
      ? this._load(`${pointer}/uri`, uri)
      : readBufferView(this.json, bufferView, `${pointer}/bufferView`, readBuffer);
  }

  /**
   * Adds an accessor with a new buffer view. The data is appended to the binary chunk of a .glb, or put into a new buffer in the JSON of a
   * .gltf.
   * @param data the components, element by element; copied
   * @returns the index of the accessor
   * @throws RangeError if the data is empty, or not a whole number of elements
   */
  append(data: AccessorComponents, type: AppendType, { normalized = false, bounds = false }: AppendOptions = {}): number {
    const components = componentsOf(type);
    if (data.length === 0 || data.length % components !== 0) {
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
   * Writes the changed file, together with the unchanged resources.
   *
   * A file without changes is written byte for byte, except that missing padding of a .glb is added. Unknown chunks of a .glb keep their
   * order.
   * @param name the name of the .glb or .gltf. Default: the `name` of this file
   * @returns the bytes of all files: the .glb or .gltf by name, the resources by URI
   * @throws AssetError if the JSON contains numbers that are not finite
   * @throws RangeError if a .glb would be larger than 4 GiB
   */
  toFiles(name = this.name): Record<string, Uint8Array> {
    return { ...this.readResources(), [name]: joinBytes(this.toParts()) };
  }

  /**
   * Writes the changed file without resources, as consecutive parts. Unlike {@link toFiles}, `toParts` does not copy binary data, which may
   * be large.
   * @throws AssetError, RangeError like {@link toFiles}
   */
  toParts(): readonly Uint8Array[] {
    if (this._appended && this._appended !== this._binaryBuffer) {
      this._appended["uri"] = encodeDataUri(joinBytes(this._buffers.get(this._appended)!.parts));
    }
    expectPlain(this.json);
    const edited = editJson(this._text, JSON.parse(JSON.stringify(this.json)));
    const text = new TextEncoder().encode(this._mark + (this.isBinary && edited !== this._text ? edited.trimEnd() : edited));
    return this._chunks ? writeGlb(this._writtenChunks(this._chunks, text)) : [text];
  }

  private _writtenChunks(chunks: readonly Chunk[], text: Uint8Array): readonly ChunkParts[] {
    const binary = this._binaryBuffer && { type: BINARY_CHUNK, parts: this._buffers.get(this._binaryBuffer)!.parts };
    const before = chunks.find(({ type }) => type === BINARY_CHUNK);
    const rest = chunks.slice(1).map((chunk) => (binary && chunk === before ? binary : { type: chunk.type, parts: [chunk.data] }));
    return [{ type: JSON_CHUNK, parts: [text] }, ...(binary && !before ? [binary] : []), ...rest];
  }

  /**
   * The resource files, by URI: all resources of the object passed to {@link parse} or, for a function, the resources of all buffers and
   * images that the function returns.
   */
  readResources(): Record<string, Uint8Array> {
    if (typeof this._resources !== "function") {
      return { ...this._resources };
    }
    const found: Record<string, Uint8Array> = {};
    for (const { uri } of [this.json.buffers, this.json["images"] as GltfObject[] | undefined].flatMap((list) => list ?? [])) {
      const bytes = typeof uri === "string" && !isDataUri(uri) ? this._findResource(uri) : undefined;
      if (bytes) {
        found[uri as string] = bytes;
      }
    }
    return found;
  }

  /** @param pointer JSON pointer of the index */
  private _bytesOf(index: unknown, pointer: string): ReadableBytes {
    const buffer = itemOf(this.json, "buffers", index, pointer);
    const bufferPlace = `/buffers/${index as number}`;
    const bytes = this._buffers.get(buffer) ?? new GrowingBytes(this._load(`${bufferPlace}/uri`, buffer["uri"], noteOn(buffer)));
    this._buffers.set(buffer, bytes);
    const length = expectInteger(`${bufferPlace}/byteLength`, buffer["byteLength"], { max: bytes.length });
    return { length, subarray: (begin, end) => bytes.subarray(begin!, end!) };
  }

  /** @param note a possible reason for a missing URI */
  private _load(pointer: string, uri: unknown, note = ""): Uint8Array {
    if (typeof uri !== "string") {
      throw new AssetError(pointer, `must be a URI, since the file itself has no bytes for it (got ${show(uri)})${note}`);
    }
    if (isDataUri(uri)) {
      return decodeDataUri(pointer, uri);
    }
    let bytes: Uint8Array | undefined;
    try {
      bytes = this._findResource(uri);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new AssetError(pointer, `must be the URI of a resource that can be read (got ${excerpt(uri)}: ${excerpt(reason)})`);
    }
    if (!bytes) {
      throw new AssetError(pointer, `must be the URI of a resource that exists (got ${excerpt(uri)})`);
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

/** The last part of a path or URL, without query and fragment; undefined if empty. */
function nameOfSource(source: string): string | undefined {
  const path = /^[a-z][a-z\d+.-]+:/i.test(source) ? decodePercent(source.replace(/[?#].*$/s, "")) : source;
  return path.split(/[/\\]/).at(-1) || undefined;
}

/** The note on a buffer without bytes: names the compression extension, or is empty. */
function noteOn({ extensions }: GltfObject): string {
  const compression = Object.keys(Object(extensions) as object).find((name) => name.endsWith("_meshopt_compression"));
  return compression === undefined ? "" : `; ${excerpt(compression)} is not decoded`;
}

/** @returns nothing for numbers that are not finite, which JSON cannot state */
function boundsOf(data: AccessorComponents, components: number): { min?: number[]; max?: number[] } {
  const min = new Array<number>(components).fill(Infinity);
  const max = new Array<number>(components).fill(-Infinity);
  data.forEach((value, i) => {
    min[i % components] = Math.min(min[i % components]!, value);
    max[i % components] = Math.max(max[i % components]!, value);
  });
  return [...min, ...max].every(Number.isFinite) ? { min, max } : {};
}
