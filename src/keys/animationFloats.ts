import type { GLTFLoader, IAccessor, IAnimationSampler, IBuffer, IBufferView } from "@babylonjs/loaders/glTF/2.0/index.js";
import type { Interpolation } from "../sampling/index.js";
import type { Floats } from "./keyData.js";
import { samplerReaders, type ReadSampler } from "./samplerReaders.js";

/** `AccessorComponentType.FLOAT` */
const FLOAT = 5126;

const WIDTHS: { readonly [type: string]: number } = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4 };

/** How many times as large as the data that they are in the accessors of animations may be in all. */
const MAX_OVERLAP = 4;

const INTERPOLATIONS: readonly unknown[] = ["STEP", "LINEAR", "CUBICSPLINE"];

/** Reads what the animations of an asset read, and gives the samplers. Never rejects: what cannot be read is left to Babylon, with its errors. */
export async function loadSamplers(loader: GLTFLoader): Promise<ReadSampler> {
  const floats = await loadFloats(loader);
  const read: ReadSampler = ({ input = -1, output = -1, interpolation = "LINEAR" }, stride) => {
    const [times, values] = [floats.get(input), floats.get(output)];
    const parts = interpolation === "CUBICSPLINE" ? 3 : 1;
    const fits = times && values && values.length >= times.length * stride * parts && INTERPOLATIONS.includes(interpolation);
    return fits ? { times, values, interpolation: interpolation as Interpolation, stride } : null;
  };
  samplerReaders.set(loader, read);
  return read;
}

/** Copies all accessors of plain floats that animations read into one array, which does not keep the rest of the file in memory. */
async function loadFloats(loader: GLTFLoader): Promise<ReadonlyMap<number, Floats>> {
  const accessors = plainAccessorsOf(loader);
  const data = await loadData(loader, accessors);
  const parts = accessors.map((accessor) => partOf(loader, accessor, data)).filter((part) => part !== null);
  const total = parts.reduce((sum, { length }) => sum + length, 0);
  const available = [...data.values()].reduce((sum, { length }) => sum + length, 0);
  return total <= MAX_OVERLAP * available ? copyAll(parts, total) : new Map<number, Floats>();
}

function plainAccessorsOf({ gltf }: GLTFLoader): readonly IAccessor[] {
  const read = new Set<unknown>();
  for (const sampler of (gltf.animations ?? []).flatMap(({ samplers }) => samplers as readonly unknown[] | undefined)) {
    const { input, output } = Object(sampler) as Partial<IAnimationSampler>;
    read.add(input).add(output);
  }
  return (gltf.accessors ?? []).filter((accessor, i) => read.has(i) && isPlain(accessor, gltf.bufferViews?.[accessor.bufferView!]));
}

function isPlain({ componentType, type, normalized, sparse }: IAccessor, view: IBufferView | undefined): boolean {
  const size = 4 * (WIDTHS[type] ?? 0);
  return (componentType as number) === FLOAT && size > 0 && !normalized && !sparse && !!view && (view.byteStride ?? size) === size;
}

/** Bytes, by the buffer, or by the view of a buffer where that is compressed. */
type Data = ReadonlyMap<IBuffer | IBufferView, Uint8Array>;

/** Loads the data that accessors are in. Views that are not compressed are read from their buffers, without a promise for each. */
async function loadData(loader: GLTFLoader, accessors: readonly IAccessor[]): Promise<Data> {
  const { bufferViews = [], buffers = [] } = loader.gltf;
  const loading = new Map<IBuffer | IBufferView, Promise<Uint8Array>>();
  for (const { bufferView: index } of accessors) {
    const view = bufferViews[index!]!;
    const part = view.extensions ? view : buffers[view.buffer];
    if (part && !loading.has(part)) {
      loading.set(part, bytesOf(loader, index!));
    }
  }
  return new Map(await Promise.all(Array.from(loading, async ([part, bytes]) => [part, await bytes] as const)));
}

/**
 * The bytes of a view that is compressed, or of the buffer of another.
 * @returns nothing where they cannot be loaded: Babylon reports that when it loads the same
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

/** The bytes of an accessor. */
interface Part {
  readonly accessor: number;
  readonly bytes: Uint8Array;
  readonly at: number;
  readonly length: number;
}

/** @returns null where an accessor is not within its view, or this not within its buffer */
function partOf({ gltf }: GLTFLoader, { index, count, type, bufferView, byteOffset = 0 }: IAccessor, data: Data): Part | null {
  const view = gltf.bufferViews![bufferView!]!;
  const own = data.get(view);
  const bytes = own ?? data.get(gltf.buffers?.[view.buffer] as IBuffer);
  const begin = own ? 0 : (view.byteOffset ?? 0);
  const end = own ? own.length : begin + view.byteLength;
  const at = begin + byteOffset;
  const length = 4 * count * WIDTHS[type]!;
  return bytes && at >= begin && length > 0 && at + length <= end && end <= bytes.length ? { accessor: index, bytes, at, length } : null;
}

/** Copies accessors that follow each other in the file together. */
function copyAll(parts: readonly Part[], total: number): ReadonlyMap<number, Floats> {
  const copy = new Uint8Array(total);
  const array = new Float32Array(copy.buffer);
  const floats = new Map<number, Floats>();
  let [copied, end] = [0, 0];
  parts.forEach(({ accessor, bytes, at, length }, i) => {
    floats.set(accessor, { array, at: end / 4, length: length / 4 });
    end += length;
    const next = parts[i + 1];
    if (next?.bytes !== bytes || next.at !== at + length) {
      copy.set(bytes.subarray(at + length - (end - copied), at + length), copied);
      copied = end;
    }
  });
  return floats;
}
