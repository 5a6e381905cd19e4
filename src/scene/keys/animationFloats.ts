import { VertexBuffer } from "@babylonjs/core/Buffers/buffer.js";
import type { GLTFLoader, IAccessor, IBuffer, IBufferView } from "@babylonjs/loaders/glTF/2.0/index.js";
import type { Interpolation } from "../../gltf/sampling/index.js";
import type { Floats } from "./keyData.js";
import { type ReadSampler, samplerReaders } from "./loaderHooks.js";
import { areNormalizedIntegers, bytesOfComponent, componentsOfType, FLOAT } from "../../gltf/util/index.js";

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
    if (!fits) {
      return null;
    }
    const isQuantized = areNormalizedIntegers(loader.gltf.accessors![output!]!);
    return { times, values, interpolation: interpolation as Interpolation, stride, isQuantized };
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

/**
 * Copies all accessors that animations read into one array, which does not keep the rest of the file in memory. Integers become floats. Sparse
 * accessors are left to Babylon.
 */
async function loadFloats(loader: GLTFLoader): Promise<FloatsOfAsset> {
  const accessors = accessorsOf(loader);
  const data = await loadData(loader, accessors);
  const parts = accessors.map((accessor) => partOf(loader, accessor, data));
  return sizeOf(parts) <= MAX_OVERLAP * sizeOf([...data.values()]) ? copyAll(loader, accessors, parts) : [];
}

function sizeOf(all: readonly (Uint8Array | undefined)[]): number {
  return all.reduce((sum, each) => sum + (each?.length ?? 0), 0);
}

function accessorsOf({ gltf }: GLTFLoader): readonly IAccessor[] {
  const accessors = Array.isArray(gltf.accessors) ? gltf.accessors : [];
  const isRead = new Uint8Array(accessors.length);
  for (const sampler of (gltf.animations ?? []).flatMap(({ samplers }) => samplers as readonly unknown[] | undefined)) {
    const { input, output } = Object(sampler) as { readonly input?: unknown; readonly output?: unknown };
    isRead[indexOf(input)] = 1;
    isRead[indexOf(output)] = 1;
  }
  return accessors.filter((accessor, i) => isRead[i] && isReadable(accessor, gltf.bufferViews?.[accessor.bufferView!]));
}

function isReadable(accessor: IAccessor, view: IBufferView | undefined): boolean {
  const size = elementSizeOf(accessor);
  return size > 0 && !accessor.sparse && !!view && (view.byteStride ?? size) >= size;
}

function elementSizeOf({ componentType, type }: IAccessor): number {
  return bytesOfComponent(componentType) * componentsOfType(type);
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
function partOf({ gltf }: GLTFLoader, accessor: IAccessor, data: Data): Uint8Array | undefined {
  const { count, bufferView, byteOffset = 0 } = accessor;
  const view = gltf.bufferViews![bufferView!]!;
  const size = elementSizeOf(accessor);
  const own = data.get(view);
  const bytes = own ?? data.get(gltf.buffers?.[view.buffer] as IBuffer);
  const begin = own ? 0 : (view.byteOffset ?? 0);
  const end = own ? own.length : begin + view.byteLength;
  const at = begin + byteOffset;
  const next = at + (view.byteStride ?? size) * (count - 1) + size;
  const isWhole = Number.isInteger(at) && Number.isInteger(count) && count > 0;
  return bytes && isWhole && at >= begin && next <= end && end <= bytes.length ? bytes.subarray(at, next) : undefined;
}

/** @param parts the bytes of each accessor */
function copyAll({ gltf }: GLTFLoader, accessors: readonly IAccessor[], parts: readonly (Uint8Array | undefined)[]): FloatsOfAsset {
  const lengths = accessors.map(({ count, type }, i) => (parts[i] ? count * componentsOfType(type) : 0));
  const array = new Float32Array(lengths.reduce((sum, length) => sum + length, 0));
  const floats: Floats[] = [];
  let at = 0;
  accessors.forEach((accessor, i) => {
    const part = parts[i];
    const length = lengths[i]!;
    if (part) {
      copyFloats(accessor, gltf.bufferViews![accessor.bufferView!]!.byteStride, part, array.subarray(at, at + length));
      floats[accessor.index] = { array, at, length };
      at += length;
    }
  });
  return floats;
}

/** Converts as Babylon's loader does. */
function copyFloats(accessor: IAccessor, byteStride: number | undefined, part: Uint8Array, out: Float32Array): void {
  if ((accessor.componentType as number) === FLOAT && part.length === out.byteLength) {
    new Uint8Array(out.buffer, out.byteOffset, out.byteLength).set(part);
    return;
  }
  const { componentType, type, normalized = false } = accessor;
  const stride = byteStride ?? elementSizeOf(accessor);
  VertexBuffer.ForEach(part, 0, stride, componentsOfType(type), componentType, out.length, normalized, (value, i) => (out[i] = value));
}
