import { type ClipDefinition, type ClipReading, readClip, takeClips } from "../schema/index.js";
import type { TimedEvent } from "../timing/index.js";
import { argumentError, attemptOrNote, createFinding, type Finding, FLOAT, itemAt, itemsOf, membersOf, show } from "../util/index.js";
import type { ClipFormat, MetadataDialect } from "./announcements.js";
import {
  ImportContext,
  type ImportedClip,
  type ImportOptions,
  type MetadataAsset,
  type NameRules,
  MUST_BE_FPS,
  MUST_BE_TEXT,
} from "./importer.js";
import { CLIP_FORMATS, IMPORTERS } from "./importers.js";

export type { MetadataDialect } from "./announcements.js";
export type { NameRules } from "./importer.js";

/** A clip of playback metadata. The pointer is that of the metadata. */
export interface MetadataDefinition extends ClipDefinition {
  readonly dialect: ClipFormat;
  /** Whether the format states that the clip plays when the asset is loaded. */
  readonly isDefault: boolean;
}

/** The settings in a file beside a model. */
export type ClipSidecar = {
  /** The format: `model.glb.import` of Godot, or `model.fbx.meta` of Unity. */
  format: "godot" | "unity";
  /** The text of the file. */
  text: string;
  /** Frames per second of the sidecar, > 0. Required for Unity. Default for Godot: the rate in the sidecar, or 30. */
  fps?: number;
};

/**
 * Options for clips of playback metadata, for `extensionOptions.KHR_animation_clip` of Babylon's glTF loader, and for libraries of clips. They
 * count for a file without clips of KHR_animation_clip and KHR_animation_controller.
 */
export type MetadataOptions = {
  /** The formats of playback metadata that are read. Default: as registered by `RegisterPlaybackMetadata`. */
  metadata?: readonly MetadataDialect[] | undefined;
  /**
   * Clips by animation names: true for the words `loop`, `cycle`, `once`, `oneshot` and `pingpong`, with a range of seconds as in
   * `Walk [0.2-1.4] loop`; or rules. Default false.
   */
  names?: boolean | NameRules | undefined;
  /**
   * Reads the settings beside the model, which the model does not announce; null if there are none. Failures are logged.
   * @param url the address of the model; for a model in memory, its name or a name that is made up
   */
  sidecar?: ((url: string) => ClipSidecar | null | Promise<ClipSidecar | null>) | undefined;
};

/** What an application wants to read, by format. */
type MetadataRequest = Readonly<Partial<Record<ClipFormat, ImportOptions>>>;

/** The clips of playback metadata in an asset. */
export interface MetadataReading extends Omit<ClipReading, "definitions"> {
  readonly definitions: readonly MetadataDefinition[];
  /** The timed events by index of the animation. */
  readonly events: ReadonlyMap<number, readonly TimedEvent[]>;
}

/** @param findings receives `SIDECAR_UNUSABLE` if the sidecar cannot be read */
async function readSidecar(url: string, read: NonNullable<MetadataOptions["sidecar"]>, findings: Finding[]): Promise<MetadataRequest> {
  try {
    const sidecar = await read(url);
    if (sidecar === null) {
      return {};
    }
    const { format, text, fps } = sidecar;
    if (format !== "godot" && format !== "unity") {
      throw argumentError("format", "must be godot or unity", format, "string");
    }
    if (typeof text !== "string") {
      throw argumentError("text", MUST_BE_TEXT, text, "string");
    }
    if (!(fps === undefined ? format === "godot" : fps > 0 && fps < Infinity)) {
      throw argumentError("fps", MUST_BE_FPS, fps, "number");
    }
    return { [format]: { sidecar: text, fps } };
  } catch (error) {
    findings.push(createFinding("SIDECAR_UNUSABLE", "sidecar", error instanceof Error ? error.message : show(error)));
    return {};
  }
}

/**
 * Reads the clips of playback metadata: those of the first format, in the order of precedence, that gives any. The asset is not changed.
 * @param url the address or the name of the file, for the option `sidecar`
 * @param options the option `metadata` is empty by default
 * @returns the valid clips; never rejects because of the asset or the sidecar
 */
export async function readMetadata(
  json: MetadataAsset,
  url: string,
  { metadata = [], names, sidecar }: MetadataOptions,
  maxClips: number,
): Promise<MetadataReading> {
  const findings: Finding[] = [];
  const request: MetadataRequest = {
    ...(sidecar && (await readSidecar(url, sidecar, findings))),
    ...Object.fromEntries(metadata.map((dialect) => [dialect, {}])),
    ...(names && { names: { rules: names === true ? undefined : names } }),
  };
  for (const format of CLIP_FORMATS) {
    const options = request[format];
    if (options) {
      const context = new ImportContext(json, (animation) => lastKeyOf(json, animation), options);
      attemptOrNote("METADATA_DOUBTFUL", "/animations", findings, () => IMPORTERS[format](context));
      findings.push(...context.findings);
      if (context.clips.length > 0) {
        return { definitions: toDefinitions(json, context.clips, format, maxClips, findings), events: context.events, findings };
      }
    }
  }
  return { definitions: [], events: new Map(), findings };
}

/** Reads imported clips as if they were in the asset's `KHR_animation_clip`, so that both ways give the same clips. */
function toDefinitions(
  json: MetadataAsset,
  clips: readonly ImportedClip[],
  dialect: ClipFormat,
  maxClips: number,
  findings: Finding[],
): readonly MetadataDefinition[] {
  const animations = itemsOf(json.animations);
  const taken = takeClips(clips, maxClips, findings, "clips", (i) => clips[i]!.pointer);
  return taken.flatMap(({ pointer, name, animations: played, settings, other, isDefault = false }, i) => {
    const read = readClip(pointer, { ...other, name, animations: played, ...settings }, animations, findings);
    return read.map((definition) => ({ ...definition, name: definition.name ?? `clip${i}`, dialect, isDefault }));
  });
}

/** The time of an animation's last key in seconds, by the bounds of the accessors; null if no accessor states both bounds. */
function lastKeyOf({ animations, accessors }: MetadataAsset, animation: number): number | null {
  const ends = itemsOf(membersOf(itemsOf(animations)[animation])["samplers"]).flatMap((sampler) => {
    const { min, max, componentType } = itemAt(accessors, membersOf(sampler)["input"]) ?? {};
    const [[first], [last]] = [itemsOf(min), itemsOf(max)];
    const isStated = typeof first === "number" && typeof last === "number";
    return isStated ? [componentType === FLOAT ? Math.fround(last) : last] : [];
  });
  return ends.length > 0 ? Math.max(...ends) : null;
}
