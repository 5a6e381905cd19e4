import {
  type AppendType,
  componentsOf,
  type GltfAnimation,
  type GltfChannel,
  type GltfFile,
  type GltfSampler,
  type GltfTarget,
  isEqual,
} from "../../gltf/file/index.js";
import { AssetError, attemptOrNote, excerpt, type Finding, getOrMake, omit } from "../../gltf/util/index.js";
import { coreTargetOf, isCoreOutput } from "../../gltf/objectModel/index.js";
import {
  type ChannelPointers,
  readChannelPointer,
  readChannelPointers2,
  readPropertyChannel,
  readPropertyChannels,
} from "../../gltf/schema/index.js";
import { channelsOf, CORE_TYPES, expectOutput, wholePointer } from "../../gltf/matching/index.js";

/**
 * Converts the channels of an animation.
 * @param findings receives `NOT_CONVERTED` for each channel that cannot be converted
 * @returns the number of converted channels
 * @throws AssetError if the animation has no channels
 */
export function convertChannels(file: GltfFile, animation: number, findings: Finding[]): number {
  const json = file.json.animations![animation]!;
  const pointer = `/animations/${animation}`;
  const properties = readPropertyChannels(pointer, json);
  const hasNone = ((json.channels as GltfChannel[] | undefined) ?? []).length === 0 && properties.length > 0;
  const channels = hasNone ? [] : [...channelsOf(file.json, animation)];
  const taken = new Set(channels.flatMap((channel) => corePointer(channel) ?? []));
  const converter: Converter = { file, json, animation, taken, typed: new Map(), samplers: new Map() };
  let converted = 0;
  channels.forEach((channel, i) => {
    const channelPointer = `${pointer}/channels/${i}`;
    attemptOrNote("NOT_CONVERTED", channelPointer, findings, () => {
      const pointers = readChannelPointer(channelPointer, channel) ?? readChannelPointers2(channelPointer, channel);
      const result = pointers && convert(converter, pointers, channel);
      if (result) {
        channels[i] = result;
        converted++;
      }
    });
  });
  const left = properties.filter((property, i) => {
    const channelPointer = `${pointer}/extensions/EXT_property_animation/channels/${i}`;
    const convertProperty = (): void => {
      const { sampler, ...pointers } = readPropertyChannel(channelPointer, property);
      const result = convert(converter, pointers, { ...(property as object), sampler, target: { path: "pointer" } });
      channels.push(result!);
      converted++;
    };
    return attemptOrNote("NOT_CONVERTED", channelPointer, findings, convertProperty) === null;
  });
  json.channels = channels;
  leaveProperties(json, properties, left);
  placeSamplers(json, [...channels.filter((channel) => !converter.typed.has(channel)), ...left], converter.typed);
  return converted;
}

/** JSON pointer of the property that a core glTF channel animates. No converted channel may animate the property, too. */
function corePointer({ target: { node, path, extensions } }: GltfChannel): string | null {
  const isPointed = ["KHR_animation_pointer", "KHR_animation2"].some((name) => extensions?.[name] !== undefined);
  return node === undefined || isPointed ? null : `/nodes/${node}/${path}`;
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
  /** JSON pointers of the properties that have a channel so far. */
  readonly taken: Set<string>;
  /** New samplers, by the channel whose sampler has to be replaced. */
  readonly typed: Map<GltfChannel, GltfSampler>;
  /** New samplers, by the index of the original sampler and the type and component type of the output. */
  readonly samplers: Map<string, GltfSampler>;
}

/**
 * @returns the converted channel; null if nothing changes
 * @throws AssetError if the channel cannot be converted
 */
function convert(converter: Converter, pointers: ChannelPointers, channel: GltfChannel): GltfChannel | null {
  const { file, taken, typed } = converter;
  const pointer = joinPointers(file.json, pointers);
  const result = { ...omit(channel, "targets", "targetpointer"), target: targetOf(channel.target, pointer) };
  const isSame = isEqual(result, channel);
  if (taken.has(pointer)) {
    if (isSame) {
      return null;
    }
    throw new AssetError(
      pointers.pointer,
      `must not name a property that another channel of the animation animates (got ${excerpt(pointer)})`,
    );
  }
  taken.add(pointer);
  const sampler = typedSampler(converter, channel.sampler, pointer);
  if (sampler) {
    typed.set(result, sampler);
  }
  return isSame && !sampler ? null : result;
}

function targetOf(target: GltfTarget, pointer: string): GltfTarget {
  const rest = omit(target, "node", "path", "pointer", "extensions");
  const others = omit(target.extensions ?? {}, "KHR_animation2", "KHR_animation_pointer");
  const core = coreTargetOf(pointer);
  if (core) {
    return { ...rest, ...core, ...(Object.keys(others).length > 0 ? { extensions: others } : {}) };
  }
  const known = omit(Object(target.extensions?.["KHR_animation_pointer"]) as object, "path");
  return { ...rest, path: "pointer", extensions: { ...others, KHR_animation_pointer: { ...known, pointer } } };
}

/**
 * Joins a channel's JSON pointers to the pointer of a whole property.
 * @throws AssetError for matrices and single components, which KHR_animation_pointer cannot animate
 */
function joinPointers(asset: unknown, { pointer, pointers }: ChannelPointers): string {
  const [first] = pointers;
  const whole = wholePointer(asset, pointers);
  if (whole !== null) {
    return whole;
  }
  if (pointers.length > 1 || (/\/\d+$/.test(first!) && !/\/weights\/\d+$/.test(first!))) {
    throw new AssetError(pointer, `must name one whole property for KHR_animation_pointer (got ${excerpt(pointers.join(", "))})`);
  }
  if (/^\/nodes\/\d+\/matrix$/.test(first!)) {
    throw new AssetError(pointer, `must name translation, rotation or scale for KHR_animation_pointer (got ${excerpt(first!)})`);
  }
  return first!;
}

const VECTORS: ReadonlyMap<number, AppendType> = new Map([
  [2, "VEC2"],
  [3, "VEC3"],
  [4, "VEC4"],
]);

/**
 * Makes a sampler whose output has the accessor type of the property. KHR_animation2 allows SCALAR for values of any size;
 * KHR_animation_pointer and core glTF allow SCALAR for single numbers and weights only.
 * @returns the new sampler, or null if the output of the original sampler has the right type
 * @throws AssetError if the output cannot have the type of the property
 */
function typedSampler({ file, json, animation, samplers }: Converter, index: number, pointer: string): GltfSampler | null {
  const path = coreTargetOf(pointer)?.path;
  const core = path === undefined ? null : CORE_TYPES[path]!;
  const size = expectOutput(file.json, animation, index, null);
  const sampler = json.samplers[index]!;
  const output = file.json.accessors![sampler.output]!;
  const vector = output.type === "SCALAR" && !pointer.endsWith("/weights") ? VECTORS.get(size) : undefined;
  if (!vector) {
    expectOutput(file.json, animation, index, core);
  } else if (core !== null && vector !== core) {
    const pointer = `/animations/${animation}/samplers/${index}/output`;
    throw new AssetError(pointer, `must have ${componentsOf(core)} components for each value (got ${size})`);
  }
  const isFloat = path !== undefined && !isCoreOutput(path, output.componentType, output.normalized === true);
  if (!vector && !isFloat) {
    return null;
  }
  return getOrMake(samplers, `${index} ${vector} ${isFloat}`, () => {
    const components = isFloat ? file.readAccessor(sampler.output) : file.readComponents(sampler.output);
    const normalized = !isFloat && output.normalized === true;
    return { ...sampler, output: file.append(components, vector ?? (output.type as AppendType), { normalized }) };
  });
}

/**
 * Adds the new samplers to an animation: in place of samplers that no channel uses any more, or at the end.
 * @param others the channels with unchanged samplers, including invalid channels
 */
function placeSamplers(json: GltfAnimation, others: readonly unknown[], typed: ReadonlyMap<GltfChannel, GltfSampler>): void {
  const used = new Set(others.map((channel) => (Object(channel) as GltfChannel).sampler));
  const placed = new Map<GltfSampler, number>();
  for (const [channel, sampler] of typed) {
    const index = getOrMake(placed, sampler, () => (used.has(channel.sampler) ? json.samplers.length : channel.sampler));
    used.add(index);
    json.samplers[index] = sampler;
    channel.sampler = index;
  }
}
