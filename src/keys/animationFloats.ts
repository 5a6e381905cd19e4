import type { GLTFLoader, IAccessor, IAnimationSampler, IBufferView } from "@babylonjs/loaders/glTF/2.0/index.js";
import type { Interpolation } from "../sampling/index.js";
import type { Floats } from "./keyData.js";
import { samplerReaders, type ReadSampler } from "./samplerReaders.js";

/** `AccessorComponentType.FLOAT` */
const FLOAT = 5126;

const WIDTHS: { readonly [type: string]: number } = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4 };

/** How many times as large as their buffer views the accessors of animations may be in all. */
const MAX_OVERLAP = 4;

interface Part {
  readonly accessor: number;
  readonly bytes: Uint8Array;
}

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
  const views = await loadViews(loader, new Set(accessors.map(({ bufferView }) => bufferView!)));
  const parts = accessors.flatMap((accessor) => partOf(accessor, views.get(accessor.bufferView!)!));
  const total = parts.reduce((sum, { bytes }) => sum + bytes.length, 0);
  const available = [...views.values()].reduce((sum, { length }) => sum + length, 0);
  return total <= MAX_OVERLAP * available ? copyAll(parts, total) : new Map<number, Floats>();
}

function plainAccessorsOf({ gltf }: GLTFLoader): readonly IAccessor[] {
  const found = new Set<IAccessor>();
  for (const sampler of (gltf.animations ?? []).flatMap(({ samplers }) => samplers as readonly unknown[] | undefined)) {
    const { input, output } = Object(sampler) as Partial<IAnimationSampler>;
    for (const accessor of [gltf.accessors?.[input!], gltf.accessors?.[output!]]) {
      if (accessor && isPlain(accessor, gltf.bufferViews?.[accessor.bufferView!])) {
        found.add(accessor);
      }
    }
  }
  return [...found];
}

function isPlain({ componentType, type, normalized, sparse }: IAccessor, view: IBufferView | undefined): boolean {
  const size = 4 * (WIDTHS[type] ?? 0);
  return (componentType as number) === FLOAT && size > 0 && !normalized && !sparse && !!view && (view.byteStride ?? size) === size;
}

/** The bytes of buffer views. Those that are not compressed are read from their buffers, without a promise for each. */
async function loadViews(loader: GLTFLoader, indices: ReadonlySet<number>): Promise<ReadonlyMap<number, Uint8Array>> {
  const { bufferViews = [], buffers } = loader.gltf;
  const loading = new Map<unknown, Promise<Uint8Array>>();
  for (const index of indices) {
    const view = bufferViews[index]!;
    const buffer = buffers?.[view.buffer];
    if (view.extensions) {
      loading.set(
        view,
        bytesOf(() => loader.loadBufferViewAsync(`/bufferViews/${index}`, view)),
      );
    } else if (buffer && !loading.has(buffer)) {
      loading.set(
        buffer,
        bytesOf(() => loader.loadBufferAsync(`/buffers/${view.buffer}`, buffer, 0, buffer.byteLength)),
      );
    }
  }
  const loaded = new Map<unknown, Uint8Array>();
  await Promise.all(Array.from(loading, async ([part, bytes]) => loaded.set(part, await bytes)));
  const bytesAt = (index: number): Uint8Array => {
    const view = bufferViews[index]!;
    const bytes = loaded.get(buffers?.[view.buffer]);
    const { byteOffset: begin = 0, byteLength } = view;
    return loaded.get(view) ?? (bytes && begin + byteLength <= bytes.length ? bytes.subarray(begin, begin + byteLength) : NOTHING);
  };
  return new Map(Array.from(indices, (index) => [index, bytesAt(index)]));
}

const NOTHING = new Uint8Array();

/** @returns nothing where the bytes cannot be loaded: Babylon reports that when it loads the same */
async function bytesOf(load: () => Promise<ArrayBufferView>): Promise<Uint8Array> {
  try {
    const { buffer, byteOffset, byteLength } = await load();
    return new Uint8Array(buffer, byteOffset, byteLength);
  } catch {
    return NOTHING;
  }
}

function partOf({ index, count, type, byteOffset = 0 }: IAccessor, view: Uint8Array): readonly Part[] {
  const length = 4 * count * WIDTHS[type]!;
  return length > 0 && byteOffset + length <= view.length
    ? [{ accessor: index, bytes: view.subarray(byteOffset, byteOffset + length) }]
    : [];
}

function copyAll(parts: readonly Part[], total: number): ReadonlyMap<number, Floats> {
  const copy = new Uint8Array(total);
  const array = new Float32Array(copy.buffer);
  const floats = new Map<number, Floats>();
  let at = 0;
  for (const { accessor, bytes } of parts) {
    copy.set(bytes, at);
    floats.set(accessor, { array, at: at / 4, length: bytes.length / 4 });
    at += bytes.length;
  }
  return floats;
}
