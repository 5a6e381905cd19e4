import { AssetError, createFinding, excerpt, expectItems, expectObject, expectString, type Finding, show } from "../util/index.js";

/** The targets of an animation channel that animates by JSON pointer. */
export interface ChannelPointers {
  /** JSON pointer of the member that holds the pointers. */
  readonly pointer: string;
  /** A JSON pointer to a property, or JSON pointers to all components of a property. */
  readonly pointers: readonly string[];
  /** `POINTER_DOUBTFUL`: a JSON pointer without leading slash, members that contradict the pointers. */
  readonly findings: readonly Finding[];
}

type Json = Readonly<Record<string, unknown>>;

const NONE: readonly Finding[] = [];

/** The members of a value of the asset; empty if the value is not an object. */
const membersOf = (value: unknown): Json => Object(value) as Json;

/**
 * Reads the pointer of a channel that uses `KHR_animation_pointer`. The target of the channel is
 * `{ path: "pointer", extensions: { KHR_animation_pointer: { pointer } } }`; files older than the extension's last draft have `path`
 * instead of `pointer`.
 * @param at JSON pointer of the channel in the asset
 * @returns null if the channel does not use the extension
 * @throws AssetError if the pointer is missing or not a string
 */
export function readChannelPointer(at: string, channel: unknown): ChannelPointers | null {
  const target = membersOf(membersOf(channel)["target"]);
  const extension = extensionOf(target, "KHR_animation_pointer");
  if (extension === undefined) {
    return null;
  }
  const { pointer, path } = membersOf(extension);
  const name = pointer === undefined && path !== undefined ? "path" : "pointer";
  const findings = noteUnless(target["path"] === "pointer", at, target, 'must be "pointer" beside KHR_animation_pointer');
  return readPointer(`${at}/target/extensions/KHR_animation_pointer/${name}`, name === "path" ? path : pointer, findings);
}

/**
 * Reads the pointers of a channel that uses any version of the `KHR_animation2` draft. The pointer is in the target's extension, in
 * `target.path` beside an empty extension, in `target.pointer`, or in the channel's `targetpointer`; `targets` has a pointer for each
 * component.
 * @param at JSON pointer of the channel in the asset
 * @returns null if the channel does not use the extension
 * @throws AssetError if a pointer is missing or not a string
 */
export function readChannelPointers2(at: string, channel: unknown): ChannelPointers | null {
  const { target: statedTarget, targetpointer, targets } = membersOf(channel);
  const target = membersOf(statedTarget);
  const extension = extensionOf(target, "KHR_animation2");
  const { path } = membersOf(extension);
  const isPath = path === undefined || ["translation", "rotation", "scale", "weights", "pointer"].includes(target["path"] as string);
  const besides = (): readonly Finding[] => noteUnless(isPath, at, target, "must be a path of glTF beside KHR_animation2");
  const read = (member: string, value: unknown): ChannelPointers => readPointer(`${at}/${member}`, value, besides());
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
  return targets === undefined ? null : readTargets(`${at}/targets`, targets, besides());
}

function readTargets(pointer: string, targets: unknown, findings: readonly Finding[]): ChannelPointers {
  if (!Array.isArray(targets) || targets.length === 0) {
    throw new AssetError(pointer, `must be an array of JSON pointers (got ${show(targets)})`);
  }
  const all = targets.map((value, i) => readPointer(`${pointer}/${i}`, value));
  return { pointer, pointers: all.flatMap((each) => each.pointers), findings: [...all.flatMap((each) => each.findings), ...findings] };
}

/** A channel of `EXT_property_animation`, listed in the extensions of the animation. */
export interface PropertyChannel extends ChannelPointers {
  readonly sampler: number;
}

/**
 * Reads a channel of `EXT_property_animation`: `{ sampler, target: pointer }`.
 * @throws AssetError if the sampler or the pointer is invalid
 */
export function readPropertyChannel(at: string, channel: unknown): PropertyChannel {
  const { sampler, target } = membersOf(channel);
  if (typeof sampler !== "number" || !Number.isInteger(sampler) || sampler < 0) {
    throw new AssetError(`${at}/sampler`, `must be the index of a sampler (got ${show(sampler)})`);
  }
  return { sampler, ...readPointer(`${at}/target`, target) };
}

/**
 * Reads a JSON pointer, and adds a missing leading slash with a finding.
 * @param at JSON pointer of the member that holds the pointer
 */
function readPointer(at: string, value: unknown, findings = NONE): ChannelPointers {
  const stated = expectString(at, value);
  if (stated === "") {
    throw new AssetError(at, 'must name a property (got "")');
  }
  if (stated.startsWith("/")) {
    return { pointer: at, pointers: [stated], findings };
  }
  const doubt = createFinding("POINTER_DOUBTFUL", at, `must begin with a slash (got ${excerpt(stated)})`);
  return { pointer: at, pointers: [`/${stated}`], findings: [doubt, ...findings] };
}

function extensionOf(extensible: unknown, name: string): unknown {
  return membersOf(membersOf(extensible)["extensions"])[name];
}

/**
 * Notes members of a channel's target that contradict its JSON pointer.
 * @param at JSON pointer of the channel
 * @param rule the rule for the target's `path`; broken unless `isPath`
 */
function noteUnless(isPath: boolean, at: string, { node, path }: Json, rule: string): readonly Finding[] {
  if (node === undefined && isPath) {
    return NONE;
  }
  const findings: Finding[] = [];
  if (node !== undefined) {
    const message = `must not be set beside a JSON pointer; it is ignored (got ${show(node)})`;
    findings.push(createFinding("POINTER_DOUBTFUL", `${at}/target/node`, message));
  }
  if (!isPath) {
    findings.push(createFinding("POINTER_DOUBTFUL", `${at}/target/path`, `${rule} (got ${show(path)})`));
  }
  return findings;
}

/**
 * Reads the list of `EXT_property_animation` channels of an animation.
 * @param pointer JSON pointer of the animation in the asset
 * @returns an empty array if the animation does not use the extension
 * @throws AssetError if the list is not an array or is empty
 */
export function readPropertyChannels(pointer: string, animation: unknown): readonly unknown[] {
  const extension = extensionOf(animation, "EXT_property_animation");
  if (extension === undefined) {
    return [];
  }
  const at = `${pointer}/extensions/EXT_property_animation`;
  return expectItems(`${at}/channels`, expectObject(at, extension)["channels"]);
}
