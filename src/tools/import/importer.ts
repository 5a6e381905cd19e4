import type { GltfAnimation } from "../../file/index.js";
import { excerpt, show } from "../../messages/show.js";
import type { ClipInput } from "../../schema/index.js";
import type { ClipSettings } from "../../timing/index.js";
import { rangeOf, type Source } from "../asset.js";

/** Input that some formats need besides the asset. */
export interface ImportOptions {
  /** The text of the file beside the model: `model.glb.import` of Godot, `model.fbx.meta` of Unity. */
  readonly sidecar?: string | undefined;
  /** Frames per second of the sidecar, > 0. Of Unity it must be given; Godot's own says it. */
  readonly fps?: number | undefined;
}

export type Json = Readonly<Record<string, unknown>>;

/** Members of a value; what is no object has none. */
export const membersOf = (value: unknown): Json => Object(value) as Json;

/** The asset that an importer reads, and its result. */
export class ImportContext {
  readonly clips: ClipInput[] = [];
  readonly warnings: string[] = [];

  constructor(
    readonly source: Source,
    readonly options: ImportOptions,
  ) {}

  get animations(): readonly GltfAnimation[] {
    return Array.isArray(this.source.json.animations) ? this.source.json.animations : [];
  }

  /** The time of an animation's last key in seconds; null, with a warning, where it is not known. */
  endOf(animation: number): number | null {
    const range = rangeOf(this.source, [animation]);
    if (!range) {
      this.warn(`/animations/${animation}`, "must have keys, and accessors that state the times of the first and the last");
    }
    return range && range[1];
  }

  nameOf(animation: number): string | undefined {
    const name: unknown = this.animations[animation]?.name;
    return typeof name === "string" ? name : undefined;
  }

  warn(place: string, rule: string): void {
    this.warnings.push(`${place}: ${rule}`);
  }

  /** Adds a clip of one animation, by its name unless given another. */
  add(
    animation: number,
    settings: ClipSettings,
    { name = this.nameOf(animation), extras }: { name?: string | undefined; extras?: Json } = {},
  ): void {
    const { start = 0, end = Infinity, offset = 0 } = settings;
    if (offset < 0 || offset > end - start) {
      this.warn(`/animations/${animation}`, `begins outside of its keys, and is clamped to them (got ${offset}, of 0..${end - start})`);
    }
    this.clips.push({ name, animations: [animation], settings, other: extras ? { extras } : {} });
  }

  /** A member that must be a finite number; the default, with a warning, where it is something else. */
  number(place: string, json: Json, member: string, byDefault: number): number {
    const value = json[member];
    if (value === undefined || (typeof value === "number" && Number.isFinite(value))) {
      return value ?? byDefault;
    }
    this.warn(`${place}/${member}`, `must be a finite number, ${byDefault} is taken (got ${show(value)})`);
    return byDefault;
  }

  /** An extension of each animation that has it, with its place. */
  *extensions(...names: readonly string[]): Generator<{ animation: number; place: string; json: Json }> {
    for (const [animation, { extensions }] of this.animations.map((json) => membersOf(json)).entries()) {
      const name = names.find((each) => membersOf(extensions)[each] !== undefined);
      if (name !== undefined) {
        yield { animation, place: `/animations/${animation}/extensions/${name}`, json: membersOf(membersOf(extensions)[name]) };
      }
    }
  }

  /** The animation of a name; null, with a warning, where there is none. */
  find(place: string, name: string): number | null {
    const animation = this.animations.findIndex((json) => membersOf(json)["name"] === name);
    if (animation < 0) {
      this.warn(place, `must be the name of one of the asset's ${this.animations.length} animations (got ${excerpt(name)})`);
      return null;
    }
    return animation;
  }

  /** @throws RangeError where there is no sidecar */
  expectSidecar(): string {
    const { sidecar } = this.options;
    if (typeof sidecar !== "string") {
      throw new RangeError(`options.sidecar: must be the text of the file beside the model (got ${show(sidecar)})`);
    }
    return sidecar;
  }

  /** @throws RangeError where frames have no length */
  expectFps(byDefault?: number): number {
    const fps = this.options.fps ?? byDefault;
    if (typeof fps !== "number" || !(fps > 0 && fps < Infinity)) {
      throw new RangeError(`options.fps: must be the frames per second of the sidecar, > 0 (got ${show(fps)})`);
    }
    return fps;
  }
}

/** Reads one format. */
export type Importer = (context: ImportContext) => void;
