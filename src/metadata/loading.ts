import { type ClipDefinition, type ClipReading, ReadClips } from "../schema/index.js";
import type { TimedEvent } from "../timing/index.js";
import { argumentError, AssetError, attempt, FLOAT, itemAt, itemsOf, show } from "../util/index.js";
import type { ClipFormat, MetadataDialect } from "./announcements.js";
import {
  ImportContext,
  type ImportedClip,
  type Importer,
  type ImportOptions,
  type MetadataAsset,
  membersOf,
  type NameRules,
} from "./importer.js";

export type { MetadataDialect } from "./announcements.js";
export type { NameRules } from "./importer.js";

/** A clip of playback metadata. The place is that of the metadata. */
export interface MetadataDefinition extends ClipDefinition {
  readonly dialect: ClipFormat;
  /** Whether the format states that the clip plays when the asset is loaded. */
  readonly isDefault: boolean;
}

/** The formats in the order of precedence, each imported on demand. */
const IMPORTERS: Readonly<Record<ClipFormat, () => Promise<Importer>>> = {
  godot: async () => (await import("./godot.js")).importGodot,
  unity: async () => (await import("./unity.js")).importUnity,
  unreal: async () => (await import("./vendors.js")).importUnreal,
  verge3d: async () => (await import("./vendors.js")).importVerge3d,
  hubs: async () => (await import("./hubs.js")).importHubs,
  vrmxt: async () => (await import("./vendors.js")).importVrmxt,
  interactivity: async () => (await import("./interactivity.js")).importInteractivity,
  extras: async () => (await import("./extras.js")).importExtras,
  names: async () => (await import("./names.js")).importNames,
};

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

/** @param warnings receives a message if the sidecar cannot be used */
async function readSidecar(url: string, read: NonNullable<MetadataOptions["sidecar"]>, warnings: string[]): Promise<MetadataRequest> {
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
      throw argumentError("text", "must be the text of the file beside the model", text, "string");
    }
    if (!(fps === undefined ? format === "godot" : fps > 0 && fps < Infinity)) {
      throw argumentError("fps", "must be the frames per second of the sidecar, > 0", fps, "number");
    }
    return { [format]: { sidecar: text, fps } };
  } catch (error) {
    warnings.push(`sidecar: ${error instanceof Error ? error.message : show(error)}`);
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
  const warnings: string[] = [];
  const errors: AssetError[] = [];
  const request: MetadataRequest = {
    ...(sidecar && (await readSidecar(url, sidecar, warnings))),
    ...Object.fromEntries(metadata.map((dialect) => [dialect, {}])),
    ...(names && { names: { rules: names === true ? undefined : names } }),
  };
  for (const [format, importer] of Object.entries(IMPORTERS) as [ClipFormat, () => Promise<Importer>][]) {
    const options = request[format];
    if (options) {
      const context = new ImportContext(json, (animation) => lastKeyOf(json, animation), options);
      const read = await importer();
      attempt(
        "/animations",
        () => read(context),
        (error) => errors.push(error),
      );
      warnings.push(...context.warnings);
      if (context.clips.length > 0) {
        const reading = toDefinitions(json, context.clips, format, maxClips);
        return {
          definitions: reading.definitions,
          events: context.events,
          errors: [...errors, ...reading.errors],
          warnings: [...warnings, ...reading.warnings],
        };
      }
    }
  }
  return { definitions: [], events: new Map(), errors, warnings };
}

/** Reads imported clips as if they were in the asset's `KHR_animation_clip`, so that both ways give the same clips. */
function toDefinitions(
  json: MetadataAsset,
  clips: readonly ImportedClip[],
  dialect: ClipFormat,
  maxClips: number,
): Omit<MetadataReading, "events"> {
  const stated = clips.map(({ name, animations, settings, other }) => ({ ...other, name, animations, ...settings }));
  const { definitions, errors, warnings } = ReadClips(
    { animations: itemsOf(json.animations), extensions: { KHR_animation_clip: { clips: stated } } },
    { maxClips },
  );
  const pointerOf = (pointer: string): string =>
    pointer.replace(/^\/extensions\/KHR_animation_clip\/clips\/(\d+)/, (_, index: string) => clips[Number(index)]!.pointer);
  return {
    definitions: definitions.map((definition) => {
      const index = Number(definition.place.slice(definition.place.lastIndexOf("/") + 1));
      const { pointer: place, isDefault = false } = clips[index]!;
      return { ...definition, place, name: definition.name ?? `clip${index}`, dialect, isDefault };
    }),
    errors: errors.map(({ pointer, rule }) => new AssetError(pointerOf(pointer), rule)),
    warnings: warnings.map(pointerOf),
  };
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
