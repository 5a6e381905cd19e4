import { checkTrack, type Track } from "../sampling/index.js";
import { componentsOf, itemOf, type Components, type GltfChannel, type GltfFile, type GltfJson, type GltfSampler } from "../file/index.js";
import { AssetError, expectItems, expectObject, readChannelPointer, readChannelPointers2 } from "../schema/index.js";
import { show } from "../messages/show.js";

/** What a channel animates. */
export interface ChannelProperty {
  /** The JSON pointer of the property, also where glTF's own members name it: the same for the same property. */
  readonly pointer: string;
  readonly isRotation: boolean;
}

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
  return { pointer, isRotation: /^\/nodes\/\d+\/rotation$/.test(pointer) };
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

/** A sampler with its keys. */
export interface SamplerTrack extends Track {
  readonly json: GltfSampler;
  /** The sampler's output as the file has it. */
  readonly components: Components;
}

/**
 * The keys of a sampler.
 * @throws AssetError where accessors, times or numbers of elements are wrong
 */
export function readTrack(file: GltfFile, animation: number, sampler: number, isRotation: boolean): SamplerTrack {
  const place = `/animations/${animation}/samplers`;
  const samplerPlace = `${place}/${sampler}`;
  const samplers = expectItems(place, itemOf(file.json, "animations", animation, `/animations/${animation}`)["samplers"]);
  const json = expectObject(samplerPlace, samplers[sampler]) as unknown as GltfSampler;
  const { input, output, interpolation = "LINEAR" } = json;
  if (interpolation !== "LINEAR" && interpolation !== "STEP" && interpolation !== "CUBICSPLINE") {
    throw new AssetError(`${samplerPlace}/interpolation`, `must be LINEAR, STEP or CUBICSPLINE (got ${show(interpolation)})`);
  }
  const times = file.readAccessor(indexAt(`${samplerPlace}/input`, input));
  const components = file.readComponents(indexAt(`${samplerPlace}/output`, output));
  const values = Float64Array.from(interpolation === "STEP" ? components : file.readAccessor(output));
  const perKey = values.length / Math.max(times.length, 1) / (interpolation === "CUBICSPLINE" ? 3 : 1);
  const size = times.length === 0 ? componentsOf(file.json.accessors![output]!.type) : perKey;
  const track = { times, values, size, interpolation, isRotation, json, components } as const;
  try {
    checkTrack(track);
  } catch (error) {
    throw new AssetError(samplerPlace, (error as RangeError).message);
  }
  return track;
}

function indexAt(place: string, value: unknown): number {
  if (typeof value !== "number") {
    throw new AssetError(place, `must be the index of an accessor (got ${show(value)})`);
  }
  return value;
}
