import { checkTrack, type Track } from "../sampling/index.js";
import {
  type AccessorComponents,
  componentsOf,
  expectInteger,
  type GltfChannel,
  type GltfFile,
  type GltfJson,
  type GltfSampler,
  itemOf,
} from "../file/index.js";
import { AssetError, expectItems, expectObject, show } from "../util/index.js";
import { readChannelPointer, readChannelPointers2 } from "../schema/index.js";
import { propertyOf, wholePointer } from "./babylonModel.js";

/** The property that a channel animates. */
export interface ChannelProperty {
  /** JSON pointer of the property, for core glTF channels, too. A property has a single pointer, whichever extension names the property. */
  readonly pointer: string;
  readonly isRotation: boolean;
  /** The required accessor type of the sampler's output. Null for JSON pointers, whose extensions allow several types. */
  readonly type: string | null;
}

/** Accessor types of sampler outputs, by the target path of core glTF (glTF 2.0, 3.11). */
export const CORE_TYPES: Readonly<Record<string, string>> = { translation: "VEC3", rotation: "VEC4", scale: "VEC3", weights: "SCALAR" };

/**
 * Reads the property that a channel animates, in core glTF or by JSON pointer.
 * @param at JSON pointer of the channel
 * @returns null for a channel without a node or pointer, which players must ignore (glTF 2.0, 3.11)
 * @throws AssetError if a pointer or path is invalid
 */
export function readProperty(json: GltfJson, at: string, channel: unknown): ChannelProperty | null {
  const { node, path } = Object((channel as { target?: unknown } | undefined)?.target) as { node?: unknown; path?: unknown };
  const stated = readChannelPointer(at, channel) ?? readChannelPointers2(at, channel);
  if (!stated && node === undefined) {
    return null;
  }
  const pointer = stated ? (wholePointer(json, stated.pointers) ?? stated.pointers.join(" ")) : `/nodes/${node as number}/${String(path)}`;
  const type = stated ? null : CORE_TYPES[String(path)];
  if (type === undefined) {
    throw new AssetError(`${at}/target/path`, `must be ${Object.keys(CORE_TYPES).join(", ")} or pointer (got ${show(path)})`);
  }
  return { pointer, isRotation: propertyOf(pointer)?.type === "quat", type };
}

/**
 * The channels of an animation.
 * @throws AssetError if the animation has no channels, or a channel is invalid
 */
export function channelsOf(json: GltfJson, animation: number): readonly GltfChannel[] {
  const pointer = `/animations/${animation}`;
  const { channels } = itemOf(json, "animations", animation, pointer);
  return expectItems(`${pointer}/channels`, channels).map((channel, i) => {
    expectObject(`${pointer}/channels/${i}/target`, expectObject(`${pointer}/channels/${i}`, channel)["target"]);
    return channel as GltfChannel;
  });
}

/**
 * The number of components of a value in a sampler's output: the components of an element or, for SCALAR, the number of elements per value.
 * @param type the required accessor type of the output; null for any type
 * @throws AssetError if the type differs, or the number of elements does not fit the keys (glTF 2.0, 3.11)
 */
export function expectOutput(json: GltfJson, animation: number, sampler: number, type: string | null): number {
  const pointer = `/animations/${animation}/samplers/${sampler}`;
  const { input, output, interpolation } = samplerOf(json, animation, sampler);
  const stated = itemOf(json, "accessors", output, `${pointer}/output`);
  const [keys, count] = [itemOf(json, "accessors", input, `${pointer}/input`), stated].map((accessor, i) =>
    expectInteger(`/accessors/${[input, output][i]}/count`, accessor["count"]),
  ) as [number, number];
  if (componentsOf(stated["type"]) === 0 || (type !== null && stated["type"] !== type)) {
    throw new AssetError(`${pointer}/output`, `must have elements of type ${type ?? "SCALAR, VEC or MAT"} (got ${show(stated["type"])})`);
  }
  const perKey = interpolation === "CUBICSPLINE" ? 3 : 1;
  const size = count / Math.max(keys, 1) / perKey;
  if (stated["type"] === "SCALAR" ? !Number.isInteger(size) || (size === 0 && keys > 0) : count !== keys * perKey) {
    const rule = `must have ${stated["type"] === "SCALAR" ? "a multiple of " : ""}${keys * perKey} elements for ${keys} keys`;
    throw new AssetError(`${pointer}/output`, `${rule} (got ${count})`);
  }
  return stated["type"] === "SCALAR" ? Math.max(size, 1) : componentsOf(stated["type"]);
}

/** @throws AssetError if the animation does not have the sampler, or the index is not a number */
function samplerOf(json: GltfJson, animation: number, sampler: number): GltfSampler {
  const pointer = `/animations/${animation}/samplers`;
  const samplers = expectItems(pointer, itemOf(json, "animations", animation, `/animations/${animation}`)["samplers"]);
  if (typeof (sampler as unknown) !== "number") {
    throw new AssetError(pointer, `must have the sampler of each channel, by its index (got ${show(sampler)})`);
  }
  return expectObject(`${pointer}/${sampler}`, samplers[sampler]) as unknown as GltfSampler;
}

/** The data of an accessor, to be appended to a file. */
export interface AccessorCopy {
  readonly components: AccessorComponents;
  readonly normalized: boolean;
}

/**
 * Reads an accessor in the component type of the file. Matrices of two or three rows become floats: columns of integers may need padding
 * (glTF 2.0, 3.6.2.4), which `GltfFile.append` does not write.
 * @throws AssetError if the accessor is invalid
 */
export function copyAccessor(file: GltfFile, index: number): AccessorCopy {
  const components = file.readComponents(index);
  const { type, normalized } = file.json.accessors![index]!;
  const isPadded = type === "MAT2" || type === "MAT3";
  return isPadded ? { components: file.readAccessor(index), normalized: false } : { components, normalized: normalized === true };
}

/** The keys of a sampler, with the sampler's JSON and output. */
export interface SamplerTrack extends Track {
  readonly json: GltfSampler;
  /** The sampler's output in the component type of the file. */
  readonly output: AccessorCopy;
}

/**
 * Reads the keys of a sampler.
 * @param property the animated property
 * @throws AssetError if accessors, types, times or numbers of elements are invalid
 */
export function readTrack(
  file: GltfFile,
  animation: number,
  sampler: number,
  { type, isRotation }: Pick<ChannelProperty, "type" | "isRotation">,
): SamplerTrack {
  const pointer = `/animations/${animation}/samplers/${sampler}`;
  const json = samplerOf(file.json, animation, sampler);
  const { interpolation = "LINEAR" } = json;
  if (interpolation !== "LINEAR" && interpolation !== "STEP" && interpolation !== "CUBICSPLINE") {
    throw new AssetError(`${pointer}/interpolation`, `must be LINEAR, STEP or CUBICSPLINE (got ${show(interpolation)})`);
  }
  const times = file.readAccessor(indexAt(`${pointer}/input`, json.input));
  const output = copyAccessor(file, indexAt(`${pointer}/output`, json.output));
  const size = expectOutput(file.json, animation, sampler, type);
  const values = Float64Array.from(interpolation === "STEP" ? output.components : file.readAccessor(json.output));
  if (isRotation && output.normalized && interpolation !== "STEP") {
    makeUnit(values, interpolation === "CUBICSPLINE" ? 3 : 1);
  }
  const track = { times, values, size, interpolation, isRotation, json, output } as const;
  try {
    checkTrack(track);
  } catch (error) {
    throw new AssetError(pointer, (error as RangeError).message);
  }
  return track;
}

/**
 * Gives quaternions unit length, each with its tangents, as players do: integers have it up to rounding only. Values of STEP stay integers.
 * @param parts the quaternions of each key: a value, maybe between tangents
 */
function makeUnit(values: Float64Array, parts: 1 | 3): void {
  const size = 4 * parts;
  for (let at = 0; at < values.length; at += size) {
    const key = values.subarray(at, at + size);
    const middle = parts === 3 ? 4 : 0;
    const length = Math.hypot(...key.subarray(middle, middle + 4)) || 1;
    key.forEach((component, i) => (key[i] = component / length));
  }
}

function indexAt(pointer: string, value: unknown): number {
  if (typeof value !== "number") {
    throw new AssetError(pointer, `must be the index of an accessor (got ${show(value)})`);
  }
  return value;
}
