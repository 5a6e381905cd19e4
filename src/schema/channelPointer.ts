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

const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Reads what a channel of `KHR_animation_pointer` animates: `{ path: "pointer", extensions: { KHR_animation_pointer: { pointer } } }`,
 * or `path` in place of `pointer` in files older than the extension's last draft.
 * @param place JSON pointer of the channel in the asset
 * @returns null for a channel that does not use the extension
 * @throws AssetError where the pointer is missing, or is none
 */
export function readChannelPointer(place: string, channel: unknown): ChannelPointers | null {
  const target = isObject(channel) ? channel["target"] : undefined;
  const extension = extensionOf(target, "KHR_animation_pointer");
  if (extension === undefined || !isObject(target)) {
    return null;
  }
  const name = isObject(extension) && extension["pointer"] === undefined && extension["path"] !== undefined ? "path" : "pointer";
  const pointerPlace = `${place}/target/extensions/KHR_animation_pointer/${name}`;
  const warnings: string[] = [];
  const pointer = readPointer(pointerPlace, isObject(extension) ? extension[name] : undefined, warnings);
  warnings.push(...ignoredNode(place, target));
  if (target["path"] !== "pointer") {
    warnings.push(`${place}/target/path: must be "pointer" beside KHR_animation_pointer (got ${show(target["path"])})`);
  }
  return { place: pointerPlace, pointers: [pointer], warnings };
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
  if (!isObject(channel)) {
    return null;
  }
  const target = isObject(channel["target"]) ? channel["target"] : {};
  const extension = extensionOf(target, "KHR_animation2");
  const found = ([member, value, more = []]: readonly [string, unknown, string[]?]): ChannelPointers => {
    const warnings: string[] = [];
    const pointer = readPointer(`${place}/${member}`, value, warnings);
    return { place: `${place}/${member}`, pointers: [pointer], warnings: [...warnings, ...ignoredNode(place, target), ...more] };
  };
  if (isObject(extension) && extension["path"] !== undefined) {
    const legal = ["translation", "rotation", "scale", "weights", "pointer"].includes(target["path"] as string);
    const warning = `${place}/target/path: must be a path of glTF beside KHR_animation2 (got ${show(target["path"])})`;
    return found(["target/extensions/KHR_animation2/path", extension["path"], legal ? [] : [warning]]);
  }
  if (extension !== undefined) {
    return found(["target/path", target["path"]]);
  }
  if (target["pointer"] !== undefined) {
    return found(["target/pointer", target["pointer"]]);
  }
  if (channel["targetpointer"] !== undefined) {
    return found(["targetpointer", channel["targetpointer"]]);
  }
  return readTargets(place, channel["targets"], target);
}

function readTargets(place: string, targets: unknown, target: Json): ChannelPointers | null {
  if (targets === undefined) {
    return null;
  }
  const targetsPlace = `${place}/targets`;
  if (!Array.isArray(targets) || targets.length === 0) {
    throw new AssetError(targetsPlace, `must be an array of JSON pointers (got ${show(targets)})`);
  }
  const warnings: string[] = [];
  const pointers = targets.map((value, i) => readPointer(`${targetsPlace}/${i}`, value, warnings));
  return { place: targetsPlace, pointers, warnings: [...warnings, ...ignoredNode(place, target)] };
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
  const { sampler, target } = isObject(channel) ? channel : {};
  if (typeof sampler !== "number" || !Number.isInteger(sampler) || sampler < 0) {
    throw new AssetError(`${place}/sampler`, `must be the index of a sampler (got ${show(sampler)})`);
  }
  const warnings: string[] = [];
  return { place: `${place}/target`, sampler, pointers: [readPointer(`${place}/target`, target, warnings)], warnings };
}

/** A pointer without its leading slash gets one, and a warning. */
function readPointer(place: string, value: unknown, warnings: string[]): string {
  const pointer = expectString(place, value);
  if (pointer === "") {
    throw new AssetError(place, 'must name a property (got "")');
  }
  if (pointer.startsWith("/")) {
    return pointer;
  }
  warnings.push(`${place}: must begin with a slash (got ${excerpt(pointer)})`);
  return `/${pointer}`;
}

function extensionOf(target: unknown, name: string): unknown {
  const extensions = isObject(target) ? target["extensions"] : undefined;
  return isObject(extensions) ? extensions[name] : undefined;
}

function ignoredNode(place: string, target: Json): string[] {
  const { node } = target;
  return node === undefined
    ? []
    : [`${place}/target/node: must not be set beside a JSON pointer, which it gives way to (got ${show(node)})`];
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
