import {
  AssetError,
  FindJsonError,
  ReadClips,
  WriteClips,
  type ClipAsset,
  type ClipDefinition,
  type ClipInput,
  type ExtensibleAsset,
  type Finding,
} from "../../../src/tools.js";
import { asDecimal } from "../controls/decimal.js";
import { expectStatable, isEqual } from "./json.js";

const EXTENSION = "KHR_animation_clip";
const PLACE = `/extensions/${EXTENSION}/clips`;

/** The content of a clip. The JSON pointer is left out, because the clips before determine the index. */
export type ClipContent = Omit<ClipDefinition, "pointer">;

/** A message about the JSON of a clip. */
export interface ClipMessage {
  readonly level: "error" | "warning";
  /** JSON pointer into the asset, or the line and column of the text. */
  readonly pointer: string;
  /** The rule and the value. */
  readonly text: string;
}

/** The result of reading a clip. An invalid clip has no content, but messages. */
export interface ReadClip {
  readonly json: unknown;
  readonly content: ClipContent | null;
  readonly messages: readonly ClipMessage[];
}

type Animations = ClipAsset["animations"];

/** The JSON pointer of a clip. */
export function clipPointer(index: number): string {
  return `${PLACE}/${index}`;
}

/** The JSON of the clips that a file states. */
export function clipsOf({ extensions }: ClipAsset): readonly unknown[] {
  const list = (extensions?.[EXTENSION] as { readonly clips?: unknown } | null | undefined)?.clips;
  return Array.isArray(list) ? (list as readonly unknown[]) : [];
}

/** Whether the loader reads the clips of a file. */
export function listsClips({ extensionsUsed }: { readonly extensionsUsed?: unknown }): boolean {
  return Array.isArray(extensionsUsed) && extensionsUsed.includes(EXTENSION);
}

/** @param index of the clip in the file, for the JSON pointers of messages */
export function readClip(animations: Animations, json: unknown, index: number): ReadClip {
  const messageOf = ({ severity, pointer, message }: Pick<Finding, "severity" | "pointer" | "message">): ClipMessage => ({
    level: severity === 0 ? "error" : "warning",
    pointer: pointer.startsWith(PLACE) ? pointer.replace(clipPointer(0), clipPointer(index)) : `${clipPointer(index)}${pointer}`,
    text: message,
  });
  try {
    expectStatable(json);
  } catch (error) {
    if (!(error instanceof AssetError)) {
      throw error;
    }
    return { json, content: null, messages: [messageOf({ severity: 0, pointer: error.pointer, message: error.rule })] };
  }
  const { definitions, findings } = ReadClips({ animations, extensions: { [EXTENSION]: { clips: [json] } } });
  const messages = findings.map(messageOf);
  if (!definitions[0]) {
    return { json, content: null, messages };
  }
  const { name, animations: played, settings, other } = definitions[0];
  return { json, content: { name, animations: played, settings, other }, messages };
}

/** Reads the text of a clip. */
export function parseClip(animations: Animations, text: string, index: number): ReadClip {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { json: undefined, content: null, messages: [describeSyntax(text)] };
  }
  return readClip(animations, json, index);
}

/** Characters of an invalid text that a message shows. */
const MAX_REST = 20;

/** Where a text is not JSON. */
function describeSyntax(text: string): ClipMessage {
  const index = FindJsonError(text);
  const lines = text.slice(0, index).split("\n");
  const rest = text.slice(index).split("\n")[0]!;
  return {
    level: "error",
    pointer: `line ${lines.length}, column ${lines.at(-1)!.length + 1}`,
    text: `must be valid JSON (got ${rest === "" ? "the end" : rest.length > MAX_REST ? `${rest.slice(0, MAX_REST - 3)}...` : rest})`,
  };
}

/**
 * The JSON of a clip.
 * @throws AssetError if a file could not state it
 */
export function clipJson(animations: Animations, { name, animations: played, settings, other }: ClipInput): unknown {
  const asset: ClipAsset & ExtensibleAsset = { animations };
  WriteClips(asset, [{ name, animations: played, settings: settings && asWritten(settings), other }]);
  return clipsOf(asset)[0];
}

/** Settings as people write them. The offset stays within the clip. */
function asWritten(settings: NonNullable<ClipInput["settings"]>): NonNullable<ClipInput["settings"]> {
  const written = Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [name, typeof value === "number" ? asDecimal(value) : value]),
  ) as typeof settings;
  const { start = 0, end = Infinity, offset = 0 } = settings;
  const length = (written.end ?? Infinity) - (written.start ?? 0);
  return offset <= end - start && written.offset! > length ? { ...written, offset: length } : written;
}

/**
 * Writes clips into the JSON of a file. Unchanged clips keep the JSON of the file.
 * @param asset changed
 */
export function writeClips(asset: ClipAsset & ExtensibleAsset, clips: readonly unknown[]): void {
  if (isEqual(clipsOf(asset), clips)) {
    return;
  }
  if (clips.length === 0) {
    WriteClips(asset, []);
  } else {
    asset.extensions = { ...asset.extensions, [EXTENSION]: { ...(Object(asset.extensions?.[EXTENSION]) as object), clips } };
    if (!listsClips(asset)) {
      asset.extensionsUsed = [...(asset.extensionsUsed ?? []), EXTENSION];
    }
  }
}

/** The clips alone, as a file states them. */
export function assetOf(clips: readonly unknown[]): ExtensibleAsset {
  return { extensionsUsed: [EXTENSION], extensions: { [EXTENSION]: { clips } } };
}

/** JSON for people to read: a line for each member, arrays of numbers in one line. */
export function clipText(json: unknown): string {
  return JSON.stringify(json, null, 2).replace(/\[\s+([-\d.,\s]+?)\s+\]/g, (_, items: string) => `[${items.replace(/\s+/g, " ")}]`);
}
