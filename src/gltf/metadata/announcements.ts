/** The formats of playback metadata that files announce, for code that loads files. The importers are loaded on demand. */
import { argumentError, itemsOf } from "../util/index.js";
import type { MetadataAsset } from "./importer.js";

/** A format of playback metadata that a file announces by itself. */
export type MetadataDialect = "unreal" | "verge3d" | "hubs" | "vrmxt" | "interactivity" | "extras";

/** The name of a format with playback settings of animations, including those that no file announces. */
export type ClipFormat = MetadataDialect | "names" | "godot" | "unity";

/** The formats that are read, unless an option says otherwise. */
export const registered: { dialects: readonly MetadataDialect[] } = { dialects: [] };

/** The part of a glTF asset that announces formats. */
interface AnnouncingAsset extends Pick<MetadataAsset, "animations" | "extensions" | "extras"> {
  readonly extensionsUsed?: readonly string[] | undefined;
}

/** How the names of the extensions, or of members of extras, begin by which a file announces a format. */
const ANNOUNCEMENTS: Readonly<Record<MetadataDialect, string>> = {
  unreal: "EPIC_animation_playback",
  verge3d: "S8S_v3d_animation",
  hubs: "MOZ_hubs_components",
  vrmxt: "VRMXT_AnimationClip",
  extras: "start|end|offset|speed|repetitions|reverse|loop",
  interactivity: "KHR_interactivity",
};

/** The names of all formats. */
export const KNOWN_DIALECTS = Object.keys(ANNOUNCEMENTS) as MetadataDialect[];

/** The formats of settings that loading may follow: all but `interactivity`, because a graph plays its animations itself. */
export const SETTINGS_DIALECTS: readonly MetadataDialect[] = KNOWN_DIALECTS.filter((dialect) => dialect !== "interactivity");

/** @throws TypeError or RangeError unless the value is an array of known formats */
export function expectDialects(argument: string, dialects: unknown): asserts dialects is readonly MetadataDialect[] {
  if (!Array.isArray(dialects) || !dialects.every((each) => KNOWN_DIALECTS.includes(each as MetadataDialect))) {
    throw argumentError(argument, `must list some of ${KNOWN_DIALECTS.join(", ")}`, dialects, "object");
  }
}

/** Whether an asset announces one of the formats. */
export function announces(asset: AnnouncingAsset, dialects: readonly MetadataDialect[]): boolean {
  const announcement = new RegExp(`^(${dialects.map((dialect) => ANNOUNCEMENTS[dialect]).join("|") || "$."})`);
  return [asset, ...itemsOf(asset.animations)]
    .map((part) => Object(part) as { readonly extensions?: object; readonly extras?: object })
    .flatMap(({ extensions, extras }) => Object.keys({ ...extensions, ...extras }))
    .concat(itemsOf(asset.extensionsUsed))
    .some((name) => announcement.test(name));
}
