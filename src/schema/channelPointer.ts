import { AssetError, excerpt, expectItems, expectObject, expectString, show } from "../util/index.js";

/** The targets of an animation channel that animates by JSON pointer. */
export interface ChannelPointers {
  /** JSON pointer of the member that holds the pointers. */
  readonly place: string;
  /** A pointer to a property, or pointers to all components of a property. */
  readonly pointers: readonly string[];
  /** Messages about tolerable faults: a pointer without leading slash, members that contradict the pointers. */
  readonly warnings: readonly string[];
}

type Json = Readonly<Record<string, unknown>>;

const NONE: readonly string[] = [];

/** The members of a value of the asset; empty if the value is not an object. */
const membersOf = (value: unknown): Json => Object(value) as Json;

/**
 * Reads the pointer of a channel that uses `KHR_animation_pointer`. The target of the channel is
 * `{ path: "pointer", extensions: { KHR_animation_pointer: { pointer } } }`; files older than the extension's last draft have `path`
 * instead of `pointer`.
 * @param place JSON pointer of the channel in the asset
 * @returns null if the channel does not use the extension
 * @throws AssetError if the pointer is missing or not a string
 */
export function readChannelPointer(place: string, channel: unknown): ChannelPointers | null {
  const target = membersOf(membersOf(channel)["target"]);
  const extension = extensionOf(target, "KHR_animation_pointer");
  if (extension === undefined) {
    return null;
  }
  const { pointer, path } = membersOf(extension);
  const name = pointer === undefined && path !== undefined ? "path" : "pointer";
  const warnings = warnUnless(target["path"] === "pointer", place, target, '"pointer" beside KHR_animation_pointer');
  return readPointer(`${place}/target/extensions/KHR_animation_pointer/${name}`, name === "path" ? path : pointer, warnings);
}

/**
 * Reads the pointers of a channel that uses any version of the `KHR_animation2` draft. The pointer is in the target's extension, in
 * `target.path` beside an empty extension, in `target.pointer`, or in the channel's `targetpointer`; `targets` has a pointer for each
 * component.
 * @param place JSON pointer of the channel in the asset
 * @returns null if the channel does not use the extension
 * @throws AssetError if a pointer is missing or not a string
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

/** A channel of `EXT_property_animation`, listed in the extensions of the animation. */
export interface PropertyChannel extends ChannelPointers {
  readonly sampler: number;
}

/**
 * Reads a channel of `EXT_property_animation`: `{ sampler, target: pointer }`.
 * @throws AssetError if the sampler or the pointer is invalid
 */
export function readPropertyChannel(place: string, channel: unknown): PropertyChannel {
  const { sampler, target } = membersOf(channel);
  if (typeof sampler !== "number" || !Number.isInteger(sampler) || sampler < 0) {
    throw new AssetError(`${place}/sampler`, `must be the index of a sampler (got ${show(sampler)})`);
  }
  return { sampler, ...readPointer(`${place}/target`, target) };
}

/** Reads a JSON pointer, and adds a missing leading slash with a warning. */
function readPointer(place: string, value: unknown, warnings = NONE): ChannelPointers {
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
 * Warns about members of a channel's target that contradict its JSON pointer.
 * @param rule the rule for the target's `path`; broken unless `isPath`
 */
function warnUnless(isPath: boolean, place: string, { node, path }: Json, rule: string): readonly string[] {
  if (node === undefined && isPath) {
    return NONE;
  }
  const warnings: string[] = [];
  if (node !== undefined) {
    warnings.push(`${place}/target/node: must not be set beside a JSON pointer; it is ignored (got ${show(node)})`);
  }
  if (!isPath) {
    warnings.push(`${place}/target/path: must be ${rule} (got ${show(path)})`);
  }
  return warnings;
}

/**
 * Reads the list of `EXT_property_animation` channels of an animation.
 * @param place JSON pointer of the animation in the asset
 * @returns an empty array if the animation does not use the extension
 * @throws AssetError if the list is not an array or is empty
 */
export function readPropertyChannels(place: string, animation: unknown): readonly unknown[] {
  const extension = extensionOf(animation, "EXT_property_animation");
  if (extension === undefined) {
    return [];
  }
  const extensionPlace = `${place}/extensions/EXT_property_animation`;
  return expectItems(`${extensionPlace}/channels`, expectObject(extensionPlace, extension)["channels"]);
}
