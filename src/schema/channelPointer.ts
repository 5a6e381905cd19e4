import { AssetError, expectItems, expectObject, expectString } from "./assetError.js";
import { excerpt, show } from "../messages/show.js";

/** What an animation channel animates by JSON pointer. */
export interface ChannelPointers {
  /** Where in the asset the pointers stand. */
  readonly place: string;
  /** The property, or one pointer for each of its components. */
  readonly pointers: readonly string[];
  /** What is wrong but does not matter: a pointer without its slash, what is stated beside the pointers. */
  readonly warnings: readonly string[];
}

type Json = Readonly<Record<string, unknown>>;

/** A value of the asset, to read its members: what is no object has none. */
const membersOf = (value: unknown): Json => Object(value) as Json;

/**
 * Reads what a channel of `KHR_animation_pointer` animates: `{ path: "pointer", extensions: { KHR_animation_pointer: { pointer } } }`,
 * or `path` in place of `pointer` in files older than the extension's last draft.
 * @param place JSON pointer of the channel in the asset
 * @returns null for a channel that does not use the extension
 * @throws AssetError where the pointer is missing, or is none
 */
export function readChannelPointer(place: string, channel: unknown): ChannelPointers | null {
  const target = membersOf(membersOf(channel)["target"]);
  const extension = extensionOf(target, "KHR_animation_pointer");
  if (extension === undefined) {
    return null;
  }
  const { pointer, path } = membersOf(extension);
  const [name, value] = pointer === undefined && path !== undefined ? ["path", path] : ["pointer", pointer];
  const warnings = warnUnless(target["path"] === "pointer", place, target, '"pointer" beside KHR_animation_pointer');
  return readPointer(`${place}/target/extensions/KHR_animation_pointer/${name}`, value, warnings);
}

/**
 * Reads what a channel of `KHR_animation2` animates, in every version of the draft: the pointer in the target's extension, in
 * `target.path` beside an empty extension, in `target.pointer`, in the channel's `targetpointer`, or one for each component in its
 * `targets`.
 * @param place JSON pointer of the channel in the asset
 * @returns null for a channel that does not use the extension
 * @throws AssetError where the pointer is missing, or is none
 */
export function readChannelPointers2(place: string, channel: unknown): ChannelPointers | null {
  const { target: statedTarget, targetpointer, targets } = membersOf(channel);
  const target = membersOf(statedTarget);
  const extension = extensionOf(target, "KHR_animation2");
  const { path } = membersOf(extension);
  const isPath = path === undefined || ["translation", "rotation", "scale", "weights", "pointer"].includes(target["path"] as string);
  const besides = (): readonly string[] => warnUnless(isPath, place, target, "a path of glTF beside KHR_animation2");
  const read = (member: string, value: unknown): ChannelPointers => readPointer(`${place}/${member}`, value, besides());
  if (path !== undefined) {
    return read("target/extensions/KHR_animation2/path", path);
  }
  if (extension !== undefined) {
    return read("target/path", target["path"]);
  }
  if (target["pointer"] !== undefined) {
    return read("target/pointer", target["pointer"]);
  }
  if (targetpointer !== undefined) {
    return read("targetpointer", targetpointer);
  }
  return targets === undefined ? null : readTargets(`${place}/targets`, targets, besides());
}

function readTargets(place: string, targets: unknown, warnings: readonly string[]): ChannelPointers {
  if (!Array.isArray(targets) || targets.length === 0) {
    throw new AssetError(place, `must be an array of JSON pointers (got ${show(targets)})`);
  }
  const all = targets.map((value, i) => readPointer(`${place}/${i}`, value));
  return { place, pointers: all.flatMap((each) => each.pointers), warnings: [...all.flatMap((each) => each.warnings), ...warnings] };
}

/** One channel of `EXT_property_animation`, which lists its own in `animation.extensions`. */
export interface PropertyChannel extends ChannelPointers {
  readonly sampler: number;
}

/**
 * Reads a channel of `EXT_property_animation`: `{ sampler, target: pointer }`.
 * @throws AssetError where the pointer is missing, or is none
 */
export function readPropertyChannel(place: string, channel: unknown): PropertyChannel {
  const { sampler, target } = membersOf(channel);
  if (typeof sampler !== "number" || !Number.isInteger(sampler) || sampler < 0) {
    throw new AssetError(`${place}/sampler`, `must be the index of a sampler (got ${show(sampler)})`);
  }
  return { sampler, ...readPointer(`${place}/target`, target) };
}

/** A pointer without its leading slash gets one, and a warning. */
function readPointer(place: string, value: unknown, warnings: readonly string[] = []): ChannelPointers {
  const pointer = expectString(place, value);
  if (pointer === "") {
    throw new AssetError(place, 'must name a property (got "")');
  }
  return pointer.startsWith("/")
    ? { place, pointers: [pointer], warnings }
    : { place, pointers: [`/${pointer}`], warnings: [`${place}: must begin with a slash (got ${excerpt(pointer)})`, ...warnings] };
}

function extensionOf(extensible: unknown, name: string): unknown {
  return membersOf(membersOf(extensible)["extensions"])[name];
}

/**
 * What is wrong in the target of a channel beside a JSON pointer.
 * @param path what the target's path must be
 */
function warnUnless(isPath: boolean, place: string, { node, path }: Json, rule: string): readonly string[] {
  const warnings: string[] = [];
  if (node !== undefined) {
    warnings.push(`${place}/target/node: must not be set beside a JSON pointer, which it gives way to (got ${show(node)})`);
  }
  if (!isPath) {
    warnings.push(`${place}/target/path: must be ${rule} (got ${show(path)})`);
  }
  return warnings;
}

/**
 * The channels that `EXT_property_animation` lists in an animation.
 * @param place JSON pointer of the animation in the asset
 * @throws AssetError where they are no array
 */
export function readPropertyChannels(place: string, animation: unknown): readonly unknown[] {
  const extension = extensionOf(animation, "EXT_property_animation");
  if (extension === undefined) {
    return [];
  }
  const extensionPlace = `${place}/extensions/EXT_property_animation`;
  return expectItems(`${extensionPlace}/channels`, expectObject(extensionPlace, extension)["channels"]);
}
