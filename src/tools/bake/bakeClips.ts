import type { GltfAnimation, GltfFile, GltfJson } from "../../file/index.js";
import { excerpt, show } from "../../messages/show.js";
import { ReadClips, ReadControllers, toAssetError, type ClipDefinition } from "../../schema/index.js";
import { removeFromList } from "../clipLists.js";
import { Baker } from "./baker.js";

/** How clips are baked. */
export interface BakeOptions {
  /** Which clips: their names, or their indices, those of controllers behind those of clips. Default all. */
  readonly clips?: readonly (string | number)[] | undefined;
  /** Whether the clips, and the animations that they are made of, stay in the file beside the baked ones. Default false. */
  readonly keep?: boolean | undefined;
  /** How many lengths are baked of a clip that does not finish, an integer from 1 to 1000. Default 1, or 2, to and fro, with `reverse`. */
  readonly passes?: number | undefined;
  /** The most that a component of a rotation may be off where a spline is cut, > 0. All else is exact but for the rounding of floats. Default 2.5e-7. */
  readonly tolerance?: number | undefined;
}

/** The result of baking. */
export interface BakeReport {
  /** The animations of the file that are new. */
  readonly animations: readonly {
    /** JSON pointer that the clip had. */
    readonly clip: string;
    /** Index of the animation. */
    readonly animation: number;
  }[];
  /** Clips and channels that were left out, each with its place and the reason, and other differences from the request. */
  readonly warnings: readonly string[];
}

const MAX_PASSES = 1000;

/**
 * Makes ordinary glTF animations of clips, for viewers that do not have the extension: the keys are cut, moved, and turned round as the clip
 * plays them. In a viewer that repeats the animation, a clip without end goes on and on.
 *
 * The baked animations come first, and replace their source animations. Where other parts of the file refer to animations by their index,
 * they come last, and all animations stay. No byte of the binary data moves; keys are added behind it.
 * @param file changed
 * @throws RangeError for options out of range, or the name or index of a clip that the file does not have
 * @example
 * const file = GltfFile.parse(bytes);
 * const { warnings } = BakeClips(file, { clips: ["walk"] });
 * const { "model.glb": baked } = file.toFiles();
 * @experimental follows draft specifications
 */
export function BakeClips(file: GltfFile, options: BakeOptions = {}): BakeReport {
  const { keep = false, passes, tolerance = 2.5e-7 } = options;
  expectOption("tolerance", "> 0", tolerance, tolerance > 0);
  const isCount = passes === undefined || (Number.isInteger(passes) && passes >= 1 && passes <= MAX_PASSES);
  expectOption("passes", `an integer within 1..${MAX_PASSES}`, passes, isCount);
  const readings = [ReadClips(file.json), ReadControllers(file.json)];
  const all = readings.flatMap(({ definitions }) => definitions);
  const warnings = readings.flatMap(({ errors }) => errors.map(({ message }) => message));
  const baker = new Baker(file, tolerance, warnings);
  const baked = new Map<ClipDefinition, GltfAnimation>();
  for (const clip of choose(all, options.clips)) {
    try {
      baked.set(clip, baker.bake(clip, passes ?? (clip.settings.reverse ? 2 : 1)));
    } catch (error) {
      warnings.push(toAssetError(clip.place, error).message);
    }
  }
  const first = addAnimations(file.json, baked, keep, warnings);
  return { animations: Array.from(baked.keys(), ({ place }, i) => ({ clip: place, animation: first + i })), warnings };
}

function expectOption(name: string, rule: string, value: unknown, isRight: boolean): void {
  if (!isRight) {
    throw new RangeError(`options.${name}: must be ${rule} (got ${show(value)})`);
  }
}

function choose(clips: readonly ClipDefinition[], chosen: BakeOptions["clips"]): readonly ClipDefinition[] {
  return (
    chosen?.map((key, i) => {
      const clip = typeof key === "number" ? clips[key] : clips.find(({ name }) => name === key);
      if (!clip) {
        throw new RangeError(`options.clips/${i}: must be the name or index of one of the file's ${clips.length} clips (got ${show(key)})`);
      }
      return clip;
    }) ?? clips
  );
}

/** @returns the index of the first baked animation */
function addAnimations(json: GltfJson, baked: ReadonlyMap<ClipDefinition, GltfAnimation>, keep: boolean, warnings: string[]): number {
  const before = json.animations ?? [];
  const animations = [...baked.values()];
  if (baked.size === 0) {
    return before.length;
  }
  if (!keep) {
    const places = new Set(Array.from(baked.keys(), ({ place }) => place));
    removeFromList(json, "KHR_animation_clip", "clips", places);
    removeFromList(json, "KHR_animation_controller", "controllers", places);
    const reference = findReference(json);
    if (reference === null) {
      const sources = new Set([...baked.keys()].flatMap((clip) => clip.animations));
      json.animations = [...animations, ...before.filter((_, i) => !sources.has(i))];
      return 0;
    }
    warnings.push(`${excerpt(reference)}: may refer to animations by their index, so that all of them stay, before those that are baked`);
  }
  json.animations = [...before, ...animations];
  return before.length;
}

/** Where something of the asset may refer to an animation: a member that is called so, as in vendors' extensions. */
function findReference(json: GltfJson): string | null {
  const search = (value: unknown, place: string): string | null => {
    if (typeof value !== "object" || value === null) {
      return null;
    }
    for (const [key, member] of Object.entries(value)) {
      const found = /animation|clip/i.test(key) ? `${place}/${key}` : search(member, `${place}/${key}`);
      if (found !== null) {
        return found;
      }
    }
    return null;
  };
  const { extensions, scenes, nodes, materials, extras } = json;
  return search({ extensions, scenes, nodes, materials, extras }, "");
}
