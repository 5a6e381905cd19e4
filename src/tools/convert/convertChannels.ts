import {
  componentsOf,
  isEqual,
  type AppendType,
  type GltfAnimation,
  type GltfChannel,
  type GltfFile,
  type GltfSampler,
  type GltfTarget,
} from "../../file/index.js";
import { excerpt } from "../../messages/show.js";
import { PointerResolver } from "../../objectModel/pointerResolver.js";
import {
  AssetError,
  readChannelPointer,
  readChannelPointers2,
  readPropertyChannel,
  readPropertyChannels,
  toAssetError,
  type ChannelPointers,
} from "../../schema/index.js";
import { channelsOf, CORE_TYPES, expectOutput } from "../channels.js";
import { omit } from "../omit.js";
import { BABYLON_MODEL } from "../pointers/babylonModel.js";

/**
 * Converts the channels of an animation.
 * @param warnings receives what stays as it is
 * @returns how many are stated in another way
 * @throws AssetError where the animation has no channels
 */
export function convertChannels(file: GltfFile, animation: number, warnings: string[]): number {
  const json = file.json.animations![animation]!;
  const place = `/animations/${animation}`;
  const properties = readPropertyChannels(place, json);
  const hasNone = ((json.channels as GltfChannel[] | undefined) ?? []).length === 0 && properties.length > 0;
  const channels = hasNone ? [] : [...channelsOf(file.json, animation)];
  const taken = new Set(channels.flatMap((channel) => corePointer(channel) ?? []));
  const converter = { file, json, animation, taken };
  let converted = 0;
  channels.forEach((channel, i) => {
    const channelPlace = `${place}/channels/${i}`;
    attempt(channelPlace, warnings, () => {
      const pointers = readChannelPointer(channelPlace, channel) ?? readChannelPointers2(channelPlace, channel);
      const result = pointers && convert(converter, pointers, channel);
      if (result) {
        channels[i] = result;
        converted++;
      }
    });
  });
  const left = properties.filter((property, i) => {
    const channelPlace = `${place}/extensions/EXT_property_animation/channels/${i}`;
    return !attempt(channelPlace, warnings, () => {
      const { sampler, ...pointers } = readPropertyChannel(channelPlace, property);
      const result = convert(converter, pointers, { ...(property as object), sampler, target: { path: "pointer" } });
      channels.push(result!);
      converted++;
    });
  });
  json.channels = channels;
  leaveProperties(json, properties, left);
  return converted;
}

/** What a channel of core glTF animates, for others not to become the same. */
function corePointer({ target: { node, path, extensions } }: GltfChannel): string | null {
  const isPointed = ["KHR_animation_pointer", "KHR_animation2"].some((name) => extensions?.[name] !== undefined);
  return node === undefined || isPointed ? null : `/nodes/${node}/${path}`;
}

/** @returns whether it worked */
function attempt(place: string, warnings: string[], run: () => void): boolean {
  try {
    run();
    return true;
  } catch (error) {
    warnings.push(toAssetError(place, error).message);
    return false;
  }
}

function leaveProperties(json: GltfAnimation, all: readonly unknown[], left: readonly unknown[]): void {
  if (all.length === 0) {
    return;
  }
  const { EXT_property_animation: extension } = json.extensions!;
  const others = omit(json.extensions!, "EXT_property_animation");
  const extensions = left.length > 0 ? { ...others, EXT_property_animation: { ...(extension as object), channels: left } } : others;
  if (Object.keys(extensions).length > 0) {
    json.extensions = extensions;
  } else {
    delete json.extensions;
  }
}

interface Converter {
  readonly file: GltfFile;
  readonly json: GltfAnimation;
  readonly animation: number;
  /** Pointers of what is animated by the channels so far. */
  readonly taken: Set<string>;
}

/**
 * @returns the channel in its new form; null where that is the form it has
 * @throws AssetError where the new form cannot say it
 */
function convert({ file, json, animation, taken }: Converter, pointers: ChannelPointers, channel: GltfChannel): GltfChannel | null {
  const pointer = joinPointers(file.json, pointers);
  const stated = { ...omit(channel, "targets", "targetpointer"), target: targetOf(channel.target, pointer) };
  const isTaken = taken.has(pointer);
  if (isTaken && !isEqual(stated, channel)) {
    throw new AssetError(pointers.place, `must not name what another channel of the animation animates (got ${excerpt(pointer)})`);
  }
  taken.add(pointer);
  const sampler = isTaken ? channel.sampler : typedSampler(file, json, animation, channel.sampler, pointer);
  const result = { ...stated, sampler };
  return isEqual(result, channel) ? null : result;
}

const CORE = /^\/nodes\/(0|[1-9]\d*)\/(translation|rotation|scale|weights)$/;

function targetOf(target: GltfTarget, pointer: string): GltfTarget {
  const rest = omit(target, "node", "path", "pointer", "extensions");
  const others = omit(target.extensions ?? {}, "KHR_animation2", "KHR_animation_pointer");
  const core = CORE.exec(pointer);
  if (core) {
    return { ...rest, node: Number(core[1]), path: core[2]!, ...(Object.keys(others).length > 0 ? { extensions: others } : {}) };
  }
  const known = omit(Object(target.extensions?.["KHR_animation_pointer"]) as object, "path");
  return { ...rest, path: "pointer", extensions: { ...others, KHR_animation_pointer: { ...known, pointer } } };
}

/**
 * One pointer for those of a channel. One for each component, in order, are one for all of them.
 * @throws AssetError for matrices and single components, which KHR_animation_pointer does not animate
 */
function joinPointers(asset: unknown, { place, pointers }: ChannelPointers): string {
  const [first] = pointers;
  const parent = /^(.*)\/0$/.exec(first!)?.[1];
  const isWhole =
    parent !== undefined && pointers.every((pointer, i) => pointer === `${parent}/${i}`) && pointers.length === sizeOf(asset, parent);
  if (isWhole && pointers.length > 1) {
    return parent;
  }
  if (pointers.length > 1 || (/\/\d+$/.test(first!) && !/\/weights\/\d+$/.test(first!))) {
    throw new AssetError(place, `must name one property as a whole in KHR_animation_pointer (got ${excerpt(pointers.join(", "))})`);
  }
  if (/^\/nodes\/\d+\/matrix$/.test(first!)) {
    throw new AssetError(place, `must name translation, rotation or scale in KHR_animation_pointer (got ${excerpt(first!)})`);
  }
  return first!;
}

/** How many components a property has; NaN for one that cannot be animated. */
function sizeOf(asset: unknown, pointer: string): number {
  try {
    return new PointerResolver(asset, BABYLON_MODEL).resolve("", pointer).initial.length;
  } catch {
    return NaN;
  }
}

const VECTORS: ReadonlyMap<number, AppendType> = new Map([
  [2, "VEC2"],
  [3, "VEC3"],
  [4, "VEC4"],
]);

/**
 * KHR_animation2 has values of any size as SCALAR, one component behind the other; KHR_animation_pointer has weights only so.
 * @returns the index of a sampler whose output has the right type
 */
function typedSampler(file: GltfFile, json: GltfAnimation, animation: number, index: number, pointer: string): number {
  const core = CORE_TYPES[CORE.exec(pointer)?.[2] ?? ""];
  const size = expectOutput(file.json, animation, index, null);
  const sampler = json.samplers[index]!;
  const output = file.json.accessors![sampler.output]!;
  const type = VECTORS.get(size);
  if (output.type !== "SCALAR" || /\/weights$/.test(pointer) || !type) {
    expectOutput(file.json, animation, index, core ?? null);
    return index;
  }
  if (core !== undefined && type !== core) {
    const place = `/animations/${animation}/samplers/${index}/output`;
    throw new AssetError(place, `must have ${componentsOf(core)} components for each value (got ${size})`);
  }
  const typed: GltfSampler = {
    ...sampler,
    output: file.append(file.readComponents(sampler.output), type, { normalized: output.normalized }),
  };
  return json.samplers.push(typed) - 1;
}
