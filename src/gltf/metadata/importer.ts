import type { ClipInput } from "../schema/index.js";
import { type ClipSettings, SETTINGS, type TimedEvent } from "../timing/index.js";
import { argumentError, createFinding, excerpt, type Finding, getOrMake, itemsOf, type Json, membersOf, show } from "../util/index.js";

/**
 * Clip settings by regular expressions for animation names. The first rule that matches a name counts.
 * @example { "^(idle|walk)": { repetitions: -1 }, "jump": { repetitions: 1, speed: 1.5 } }
 */
export type NameRules = Readonly<Record<string, ClipSettings>>;

/** Input that some formats need in addition to the asset. */
export interface ImportOptions {
  /**
   * The text of a sidecar file: `model.glb.import` for Godot, `model.fbx.meta` for Unity. Optional for `names`: JSON with rules, which are
   * clip settings by regular expressions for animation names. The first rule that matches a name counts.
   * @example '{ "^(idle|walk)": { "repetitions": -1 }, "jump": { "repetitions": 1, "speed": 1.5 } }'
   */
  readonly sidecar?: string | undefined;
  /** Rules for `names` in place of a sidecar: clip settings by regular expressions for animation names. */
  readonly rules?: NameRules | undefined;
  /** Frames per second of the sidecar, > 0. Required for Unity. Default for Godot: the rate in the sidecar, or 30. */
  readonly fps?: number | undefined;
}

/** A clip read from the playback metadata of another format. */
export interface ImportedClip extends ClipInput {
  /** JSON pointer of the metadata in the asset; for the settings of a sidecar, JSON pointer of the animation. */
  readonly pointer: string;
  /** Whether the format states that this clip plays when the asset is loaded. Missing if the format does not say. */
  readonly isDefault?: boolean;
}

/** The part of a glTF asset that importers read. */
export interface MetadataAsset {
  readonly animations?: readonly unknown[] | undefined;
  readonly nodes?: readonly unknown[] | undefined;
  readonly accessors?: readonly unknown[] | undefined;
  readonly extensions?: Readonly<Record<string, unknown>> | undefined;
  readonly extras?: unknown;
}

/** The clip settings among the members of a JSON object, not yet checked. Null counts as missing. */
export function statedSettings(json: Json): ClipSettings {
  const stated = SETTINGS.filter((member) => (json[member] ?? undefined) !== undefined);
  return Object.fromEntries(stated.map((member) => [member, json[member]]));
}

/** Wraps a time into a repeating animation: within 0..length. Both arguments have the same unit. */
export function wrap(time: number, length: number): number {
  const rest = time % length || 0; // NaN without a length
  return rest < 0 ? rest + length : rest;
}

/** The input of an importer, and the resulting clips, events and findings. */
export class ImportContext {
  readonly clips: ImportedClip[] = [];
  /** The timed events by index of the animation, in the order of the format. */
  readonly events = new Map<number, TimedEvent[]>();
  readonly findings: Finding[] = [];

  /** @param lastKeyOf the time of an animation's last key in seconds; null if the time is unknown */
  constructor(
    readonly json: MetadataAsset,
    private readonly _lastKeyOf: (animation: number) => number | null,
    readonly options: ImportOptions = {},
  ) {}

  get animations(): readonly unknown[] {
    return itemsOf(this.json.animations);
  }

  /** The time of an animation's last key in seconds; null, with a finding, if the time is unknown, negative or infinite. */
  endOf(animation: number): number | null {
    const end = this._lastKeyOf(animation) ?? NaN;
    if (!(end >= 0 && end < Infinity)) {
      this.note(`/animations/${animation}`, "must have keys at times >= 0, and accessors that state the first and the last time");
      return null;
    }
    return end;
  }

  nameOf(animation: number): string | undefined {
    const { name } = membersOf(this.animations[animation]);
    return typeof name === "string" ? name : undefined;
  }

  /** Adds a finding of the code `METADATA_DOUBTFUL`. */
  note(pointer: string, message: string): void {
    this.findings.push(createFinding("METADATA_DOUBTFUL", pointer, message));
  }

  /**
   * Adds a clip of animations. The default name of a clip is the name of its first animation.
   * @param pointer JSON pointer of the metadata in the asset
   */
  add(
    pointer: string,
    animations: readonly number[],
    settings: ClipSettings,
    { name = this.nameOf(animations[0]!), other = {}, ...rest }: Partial<Omit<ImportedClip, "pointer" | "animations" | "settings">> = {},
  ): void {
    const { start = 0, end = Infinity, offset = 0 } = settings;
    if (offset < 0 || offset > end - start) {
      this.note(`/animations/${animations[0]!}`, `must begin within its keys, 0..${end - start}; it is clamped (got ${offset})`);
    }
    this.clips.push({ pointer, name, animations, settings, other, ...rest });
  }

  addEvent(animation: number, event: TimedEvent): void {
    getOrMake(this.events, animation, () => []).push(event);
  }

  /** Reads a member as a finite number within bounds. Returns the default if the member is missing or, with a finding, invalid. */
  number(pointer: string, json: Json, member: string, byDefault: number, { min = -Infinity, above = -Infinity } = {}): number {
    const value = json[member];
    if (value === undefined) {
      return byDefault;
    }
    if (Number.isFinite(value) && (value as number) >= min && (value as number) > above) {
      return value as number;
    }
    const bound = min > -Infinity ? ` >= ${min}` : above > -Infinity ? ` > ${above}` : "";
    this.note(`${pointer}/${member}`, `must be a finite number${bound}; ${byDefault} is used (got ${show(value)})`);
    return byDefault;
  }

  /** Reads a member with a fixed set of values. Returns the default if the member is missing or, with a finding, invalid. */
  oneOf<T>(pointer: string, json: Json, member: string, byDefault: T, values: readonly T[]): T {
    const value = json[member];
    if (value === undefined || values.includes(value as T)) {
      return (value as T | undefined) ?? byDefault;
    }
    this.note(`${pointer}/${member}`, `must be one of ${values.join(", ")}; ${String(byDefault)} is used (got ${show(value)})`);
    return byDefault;
  }

  /** Reads a member as a boolean. Returns the default if the member is missing or, with a finding, invalid. */
  boolean(pointer: string, json: Json, member: string, byDefault: boolean): boolean {
    return this.oneOf(pointer, json, member, byDefault, [true, false]);
  }

  /** For each animation, the first extension among the names, and the JSON pointer of the extension. */
  *extensions(...names: readonly string[]): Generator<{ animation: number; pointer: string; json: Json }> {
    for (const [animation, { extensions }] of this.animations.map((json) => membersOf(json)).entries()) {
      const name = names.find((each) => membersOf(extensions)[each] !== undefined);
      if (name !== undefined) {
        yield { animation, pointer: `/animations/${animation}/extensions/${name}`, json: membersOf(membersOf(extensions)[name]) };
      }
    }
  }

  /** The index of the first animation with a name; null, with a finding, if no animation has the name. */
  find(pointer: string, name: string): number | null {
    const animation = this.animations.findIndex((json) => membersOf(json)["name"] === name);
    if (animation < 0) {
      this.note(pointer, `must be the name of one of the asset's ${this.animations.length} animations (got ${excerpt(name)})`);
      return null;
    }
    return animation;
  }

  /** @throws TypeError without a sidecar */
  expectSidecar(): string {
    const { sidecar } = this.options;
    if (typeof sidecar !== "string") {
      throw argumentError("options.sidecar", MUST_BE_TEXT, sidecar, "string");
    }
    return sidecar;
  }

  /** @throws TypeError or RangeError if the frames per second are unknown or invalid */
  expectFps(): number {
    const { fps } = this.options;
    if (typeof fps !== "number" || !(fps > 0 && fps < Infinity)) {
      throw argumentError("options.fps", MUST_BE_FPS, fps, "number");
    }
    return fps;
  }
}

/** What the settings beside a model must be. */
export const MUST_BE_TEXT = "must be the text of the file beside the model";
export const MUST_BE_FPS = "must be the frames per second of the sidecar, > 0";

/** Reads a format, and adds clips and findings to the context. */
export type Importer = (context: ImportContext) => void;
