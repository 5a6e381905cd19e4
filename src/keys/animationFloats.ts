import type { GLTFLoader, IAccessor, IBuffer, IBufferView } from "@babylonjs/loaders/glTF/2.0/index.js";
import type { Interpolation } from "../sampling/index.js";
import type { Floats } from "./keyData.js";
import { type ReadSampler, samplerReaders } from "./loaderHooks.js";
import { componentsOfType, FLOAT } from "../util/index.js";

/** The maximum total size of the animations' accessors, as a multiple of the size of the data that contains the accessors. */
const MAX_OVERLAP = 4;

const INTERPOLATIONS: readonly unknown[] = ["STEP", "LINEAR", "CUBICSPLINE"];

/**
 * Loads the accessors of an asset's animations, and returns a function that reads samplers. Never rejects: unreadable accessors are left to
 * Babylon, which reports the errors.
 */
export async function loadSamplers(loader: GLTFLoader): Promise<ReadSampler> {
  const floats = await loadFloats(loader);
  const read: ReadSampler = ({ input, output, interpolation = "LINEAR" }, stride) => {
    const times = floats[indexOf(input)];
    const values = floats[indexOf(output)];
    const parts = interpolation === "CUBICSPLINE" ? 3 : 1;
    const fits = times && values && values.length >= times.length * stride * parts && INTERPOLATIONS.includes(interpolation);
    return fits ? { times, values, interpolation: interpolation as Interpolation, stride } : null;
  };
  samplerReaders.set(loader, read);
  return read;
}

/** @returns the index, or -1, which no accessor has, for anything but a number */
function indexOf(value: unknown): number {
  return typeof value === "number" ? value : -1;
}

/** The numbers of each accessor, by the index of the accessor. */
type FloatsOfAsset = readonly (Floats | undefined)[];

/** Copies all accessors of plain floats that animations read into one array, which does not keep the rest of the file in memory. */
async function loadFloats(loader: GLTFLoader): Promise<FloatsOfAsset> {
  const accessors = plainAccessorsOf(loader);
  const data = await loadData(loader, accessors);
  const parts = accessors.map((accessor) => partOf(loader, accessor, data));
  const total = sizeOf(parts);
  return total <= MAX_OVERLAP * sizeOf([...data.values()]) ? copyAll(accessors, parts, total) : [];
}

function sizeOf(all: readonly (Uint8Array | undefined)[]): number {
  return all.reduce((sum, each) => sum + (each?.length ?? 0), 0);
}

function plainAccessorsOf({ gltf }: GLTFLoader): readonly IAccessor[] {
  const accessors = Array.isArray(gltf.accessors) ? gltf.accessors : [];
  const isRead = new Uint8Array(accessors.length);
  for (const sampler of (gltf.animations ?? []).flatMap(({ samplers }) => samplers as readonly unknown[] | undefined)) {
    const { input, output } = Object(sampler) as { readonly input?: unknown; readonly output?: unknown };
    isRead[indexOf(input)] = 1;
    isRead[indexOf(output)] = 1;
  }
  return accessors.filter((accessor, i) => isRead[i] && isPlain(accessor, gltf.bufferViews?.[accessor.bufferView!]));
}

function isPlain({ componentType, type, normalized, sparse }: IAccessor, view: IBufferView | undefined): boolean {
  const size = 4 * componentsOfType(type);
  return (componentType as number) === FLOAT && size > 0 && !normalized && !sparse && !!view && (view.byteStride ?? size) === size;
}

/** The loaded bytes, by buffer, or by buffer view if the buffer view is compressed. */
type Data = ReadonlyMap<IBuffer | IBufferView, Uint8Array>;

/** Loads the data that contains the accessors. Uncompressed buffer views are read from the buffers, without a promise per buffer view. */
async function loadData(loader: GLTFLoader, accessors: readonly IAccessor[]): Promise<Data> {
  const { bufferViews = [], buffers } = loader.gltf;
  const loading = new Map<IBuffer | IBufferView, Promise<Uint8Array>>();
  for (const { bufferView: index } of accessors) {
    const view = bufferViews[index!]!;
    const part = view.extensions ? view : buffers?.[view.buffer];
    if (part && !loading.has(part)) {
      loading.set(part, bytesOf(loader, index!));
    }
  }
  return new Map(await Promise.all(Array.from(loading, async ([part, bytes]) => [part, await bytes] as const)));
}

/**
 * The bytes of a compressed buffer view, or of the whole buffer of an uncompressed buffer view.
 * @returns an empty array if the bytes cannot be loaded: Babylon reports the error when loading the same data
 */
async function bytesOf(loader: GLTFLoader, index: number): Promise<Uint8Array> {
  const { bufferViews, buffers } = loader.gltf;
  const view = bufferViews![index]!;
  const whole = buffers?.[view.buffer];
  try {
    const { buffer, byteOffset, byteLength } = await (view.extensions
      ? loader.loadBufferViewAsync(`/bufferViews/${index}`, view)
      : loader.loadBufferAsync(`/buffers/${view.buffer}`, whole!, 0, whole!.byteLength));
    return new Uint8Array(buffer, byteOffset, byteLength);
  } catch {
    return new Uint8Array();
  }
}

/** The bytes of an accessor; undefined if the accessor exceeds its buffer view, or the buffer view its buffer. */
function partOf({ gltf }: GLTFLoader, { count, type, bufferView, byteOffset = 0 }: IAccessor, data: Data): Uint8Array | undefined {
  const view = gltf.bufferViews![bufferView!]!;
  const own = data.get(view);
  const bytes = own ?? data.get(gltf.buffers?.[view.buffer] as IBuffer);
  const begin = own ? 0 : (view.byteOffset ?? 0);
  const end = own ? own.length : begin + view.byteLength;
  const at = begin + byteOffset;
  const next = at + 4 * count * componentsOfType(type);
  const isWhole = Number.isInteger(at) && Number.isInteger(count) && count > 0;
  return bytes && isWhole && at >= begin && next <= end && end <= bytes.length ? bytes.subarray(at, next) : undefined;
}

/** @param parts the bytes of each accessor */
function copyAll(accessors: readonly IAccessor[], parts: readonly (Uint8Array | undefined)[], total: number): FloatsOfAsset {
  const copy = new Uint8Array(total);
  const array = new Float32Array(copy.buffer);
  const floats: Floats[] = [];
  let at = 0;
  accessors.forEach(({ index }, i) => {
    const part = parts[i];
    if (part) {
      copy.set(part, at);
      floats[index] = { array, at: at / 4, length: part.length / 4 };
      at += part.length;
    }
  });
  return floats;
}
