import { checkTrack, type Track } from "../sampling/index.js";
import {
  componentsOf,
  expectInteger,
  itemOf,
  type Components,
  type GltfChannel,
  type GltfFile,
  type GltfJson,
  type GltfSampler,
} from "../file/index.js";
import { AssetError, expectItems, expectObject, readChannelPointer, readChannelPointers2 } from "../schema/index.js";
import { show } from "../messages/show.js";

/** What a channel animates. */
export interface ChannelProperty {
  /** The JSON pointer of the property, also where glTF's own members name it: the same for the same property. */
  readonly pointer: string;
  readonly isRotation: boolean;
  /** The type that the sampler's output must have; null for channels by JSON pointer, which this folder knows no types of. */
  readonly type: string | null;
}

/** The types of outputs by the paths of core glTF (glTF 2.0, 3.11). */
export const CORE_TYPES: Readonly<Record<string, string>> = { translation: "VEC3", rotation: "VEC4", scale: "VEC3", weights: "SCALAR" };

/**
 * @param place JSON pointer of the channel
 * @returns null for a channel without a node or pointer, which glTF has players ignore
 * @throws AssetError where a pointer is wrong
 */
export function readProperty(place: string, channel: unknown): ChannelProperty | null {
  const { node, path } = Object((channel as { target?: unknown } | undefined)?.target) as { node?: unknown; path?: unknown };
  const stated = readChannelPointer(place, channel) ?? readChannelPointers2(place, channel);
  if (!stated && node === undefined) {
    return null;
  }
  const pointer = stated ? stated.pointers.join(" ") : `/nodes/${node as number}/${String(path)}`;
  const type = stated ? null : CORE_TYPES[String(path)];
  if (type === undefined) {
    throw new AssetError(`${place}/target/path`, `must be ${Object.keys(CORE_TYPES).join(", ")} or pointer (got ${show(path)})`);
  }
  return { pointer, isRotation: /^\/nodes\/\d+\/rotation$/.test(pointer), type };
}

/**
 * The channels of an animation.
 * @throws AssetError where it has none
 */
export function channelsOf(json: GltfJson, animation: number): readonly GltfChannel[] {
  const place = `/animations/${animation}`;
  const { channels } = itemOf(json, "animations", animation, place);
  return expectItems(`${place}/channels`, channels).map((channel, i) => {
    expectObject(`${place}/channels/${i}/target`, expectObject(`${place}/channels/${i}`, channel)["target"]);
    return channel as GltfChannel;
  });
}

/**
 * How many components of a sampler's output belong to one value: those of an element, or as many scalars as each key has.
 * @param type that the output must have; null for any
 * @throws AssetError where the type is another, or the elements do not fit the keys (glTF 2.0, 3.11)
 */
export function expectOutput(json: GltfJson, animation: number, sampler: number, type: string | null): number {
  const place = `/animations/${animation}/samplers/${sampler}`;
  const { input, output, interpolation } = samplerOf(json, animation, sampler);
  const stated = itemOf(json, "accessors", output, `${place}/output`);
  const [keys, count] = [itemOf(json, "accessors", input, `${place}/input`), stated].map((accessor, i) =>
    expectInteger(`/accessors/${[input, output][i]}/count`, accessor["count"]),
  ) as [number, number];
  if (componentsOf(stated["type"]) === 0 || (type !== null && stated["type"] !== type)) {
    throw new AssetError(`${place}/output`, `must have elements of type ${type ?? "SCALAR, VEC or MAT"} (got ${show(stated["type"])})`);
  }
  const perKey = interpolation === "CUBICSPLINE" ? 3 : 1;
  const size = count / Math.max(keys, 1) / perKey;
  if (stated["type"] === "SCALAR" ? !Number.isInteger(size) || (size === 0 && keys > 0) : count !== keys * perKey) {
    const rule = stated["type"] === "SCALAR" ? "a multiple of " : "";
    throw new AssetError(`${place}/output`, `must have ${rule}${keys * perKey} elements for ${keys} keys (got ${count})`);
  }
  return stated["type"] === "SCALAR" ? Math.max(size, 1) : componentsOf(stated["type"]);
}

/** @throws AssetError where there is none */
function samplerOf(json: GltfJson, animation: number, sampler: number): GltfSampler {
  const place = `/animations/${animation}/samplers`;
  const samplers = expectItems(place, itemOf(json, "animations", animation, `/animations/${animation}`)["samplers"]);
  return expectObject(`${place}/${sampler}`, samplers[sampler]) as unknown as GltfSampler;
}

/** A sampler with its keys. */
export interface SamplerTrack extends Track {
  readonly json: GltfSampler;
  /** The sampler's output as the file has it. */
  readonly components: Components;
}

/**
 * The keys of a sampler.
 * @param type of its output; null for any
 * @throws AssetError where accessors, types, times or numbers of elements are wrong
 */
export function readTrack(
  file: GltfFile,
  animation: number,
  sampler: number,
  { type, isRotation }: Pick<ChannelProperty, "type" | "isRotation">,
): SamplerTrack {
  const place = `/animations/${animation}/samplers/${sampler}`;
  const json = samplerOf(file.json, animation, sampler);
  const { input, output, interpolation = "LINEAR" } = json;
  if (interpolation !== "LINEAR" && interpolation !== "STEP" && interpolation !== "CUBICSPLINE") {
    throw new AssetError(`${place}/interpolation`, `must be LINEAR, STEP or CUBICSPLINE (got ${show(interpolation)})`);
  }
  const times = file.readAccessor(indexAt(`${place}/input`, input));
  const components = file.readComponents(indexAt(`${place}/output`, output));
  const size = expectOutput(file.json, animation, sampler, type);
  const values = Float64Array.from(interpolation === "STEP" ? components : file.readAccessor(output));
  const track = { times, values, size, interpolation, isRotation, json, components } as const;
  try {
    checkTrack(track);
  } catch (error) {
    throw new AssetError(place, (error as RangeError).message);
  }
  return track;
}

function indexAt(place: string, value: unknown): number {
  if (typeof value !== "number") {
    throw new AssetError(place, `must be the index of an accessor (got ${show(value)})`);
  }
  return value;
}
