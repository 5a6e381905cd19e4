import { type ClipSettings, resolveClipSettings, SETTINGS } from "../timing/index.js";
import { AssetError, errorOf, expectObject, type Finding } from "../util/index.js";
import { type ClipAsset, type ClipDefinition, READ_MEMBERS, readClip } from "./clipDefinition.js";
import { findDuplicateNames } from "./duplicateNames.js";
import { type ExtensibleAsset, listExtension, removeExtension } from "./extensionLists.js";

/** A clip to write: a `ClipDefinition`, or your own object. */
export interface ClipInput {
  /** Default: no name. */
  readonly name?: string | undefined;
  /** Indices into the asset's `animations`, at least one index, without duplicates. */
  readonly animations: readonly number[];
  /** The playback settings of the clip. All members are optional. */
  readonly settings?: ClipSettings | undefined;
  /** Other members of the clip's JSON, such as `extras` and `extensions`. */
  readonly other?: Readonly<Record<string, unknown>> | undefined;
}

/** The result of {@link WriteClips}. */
export interface WriteReport {
  /** Clips that are valid but probably not intended: `CLIP_DOUBTFUL`, `CLIP_NAME_DUPLICATE`. */
  readonly findings: readonly Finding[];
}

const EXTENSION = "KHR_animation_clip";

/**
 * Writes the clips of `KHR_animation_clip`, replacing the asset's existing clips: the inverse of `ReadClips`. Settings with default values
 * are omitted. An empty list removes the extension from the asset. `extensionsUsed` and `extensionsRequired` are updated.
 * @param asset the JSON of a glTF asset; changed, unless `WriteClips` throws
 * @param clips the clips, in the order of the file; not changed
 * @returns findings, for example about two clips with one name
 * @throws AssetError with the JSON pointer that the clip would have, if a clip is invalid
 * @example
 * WriteClips(asset, [{ name: "walk", animations: [0], settings: { start: 1, end: 2.5, speed: 1 } }]);
 * // asset.extensions.KHR_animation_clip.clips is [{ name: "walk", animations: [0], start: 1, end: 2.5 }]
 * @experimental follows a draft specification
 */
export function WriteClips(asset: ClipAsset & ExtensibleAsset, clips: readonly ClipInput[]): WriteReport {
  if (clips.length === 0) {
    removeExtension(asset, EXTENSION);
    return { findings: [] };
  }
  const pointer = `/extensions/${EXTENSION}`;
  const before = asset.extensions?.[EXTENSION];
  const rest = before === undefined ? {} : expectObject(pointer, before);
  const findings: Finding[] = [];
  const definitions = clips.map((clip, i) => definitionOf(`${pointer}/clips/${i}`, clip, asset.animations, findings));
  asset.extensions = { ...asset.extensions, [EXTENSION]: { ...rest, clips: definitions.map(toJson) } };
  listExtension(asset, EXTENSION);
  return { findings: [...findings, ...findDuplicateNames(definitions)] };
}

/**
 * The JSON of a clip.
 * @param pointer JSON pointer that the clip will have, for the error
 * @param animations the asset's animations
 * @throws AssetError if the clip is invalid
 */
export function clipToJson(pointer: string, clip: ClipInput, animations: ClipAsset["animations"]): unknown {
  return toJson(definitionOf(pointer, clip, animations, []));
}

/** @throws AssetError if the clip is invalid */
function definitionOf(
  pointer: string,
  { name, animations: played, settings, other = {} }: ClipInput,
  animations: ClipAsset["animations"],
  findings: Finding[],
): ClipDefinition {
  const member = Object.keys(other).find((key) => READ_MEMBERS.has(key));
  if (member !== undefined) {
    throw new AssetError(`${pointer}/${member}`, "must not be one of the other members of a clip");
  }
  const [definition] = readClip(pointer, { ...other, name, animations: played, ...settings }, animations, findings);
  if (!definition) {
    throw errorOf(findings.at(-1)!);
  }
  return definition;
}

const DEFAULTS = resolveClipSettings({});

function toJson({ name, animations, settings, other }: ClipDefinition): Record<string, unknown> {
  const changed = SETTINGS.filter((member) => settings[member] !== DEFAULTS[member]);
  return {
    ...(name === undefined ? {} : { name }),
    animations: [...animations],
    ...Object.fromEntries(changed.map((member) => [member, settings[member]])),
    ...other,
  };
}
