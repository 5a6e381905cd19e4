import type { GltfAnimation, GltfFile, GltfJson } from "../../gltf/file/index.js";
import {
  argumentError,
  BOOLEAN,
  check,
  keyError,
  oneOf,
  type OptionTable,
  readOptions,
  attemptOrNote,
  createFinding,
  errorsAmong,
  excerpt,
  type Finding,
  findUnknownMembers,
  itemsOf,
} from "../../gltf/util/index.js";
import { type ClipDefinition, listEvents, readAllClips } from "../../gltf/schema/index.js";
import { findReference } from "../animationReferences.js";
import { removeFromList } from "../clipLists.js";
import { compressionFinding, findKeyCompression } from "../compression.js";
import { expectEngines } from "../engines/checkEngines.js";
import { writeForEngines } from "../engines/writeForEngines.js";
import { type BakedMotion, Baker } from "./baker.js";

/** Options of {@link BakeClips}. */
export interface BakeOptions {
  /** Names of clips, or indices in `InspectAnimations(file).clips`: valid clips, then valid controllers. Default: all clips. */
  readonly clips?: readonly (string | number)[] | undefined;
  /** Whether the clips and their animations stay in the file beside the baked animations. Default false. */
  readonly keep?: boolean | undefined;
  /**
   * For clips that do not finish: the number of clip lengths to bake, an integer from 1 to 1000. Default 1; with `reverse` 2, there and
   * back.
   */
  readonly passes?: number | undefined;
  /**
   * The largest error of a component, > 0: of a rotation between keys that has to be resampled, by default 2.5e-7; with `for`, of every curve that becomes lines, by default 1e-4. All
   * other errors are due to rounding to floats.
   */
  readonly tolerance?: number | undefined;
  /**
   * How the horizontal travel of a character's root is baked: `"in-place"` takes out the straight way from the first to the last pose, so
   * that the animation repeats in place. With `"world"`, each pass continues where the last one ended. glTF's Y is up. Default: the
   * translation is baked as it is.
   */
  readonly rootMotion?: "in-place" | "world" | undefined;
  /**
   * The engines that are to play the animations, by the names in docs/engines.md, or `"all"`: what one of them shows otherwise than glTF says is written so that it plays right. That
   * concerns the baked animations, those that no clip uses, and the nodes, meshes, skins and names that they need. Default: none.
   */
  readonly for?: "all" | readonly string[] | undefined;
  /** With `rootMotion`, the name of the root. Default: the joint closest to the root of the scene among those whose translation is animated. */
  readonly rootNode?: string | undefined;
}

/** The result of baking. */
export interface BakeReport {
  /** The new animations. */
  readonly animations: readonly {
    /** JSON pointer of the clip in the unchanged file. */
    readonly clip: string;
    /** The name of the clip; undefined if the clip has no name. */
    readonly name: string | undefined;
    /** Index of the baked animation in the changed file. */
    readonly animation: number;
  }[];
  /** With `for`, indices in the changed file of the animations that were written for the engines, baked ones and others. */
  readonly written?: readonly number[];
  /** Faults of the file; with `for`, `ENGINE_DIFFERS` for what the engines still show otherwise, with `"all"` as far as baking mends it elsewhere; `NOT_BAKED` for omitted clips and channels, `BAKED_OTHERWISE` for other deviations from the request. */
  readonly findings: readonly Finding[];
}

const MAX_PASSES = 1000;
/** An error that floats have anyway. */
const EXACT = 2.5e-7;

const isCount = (passes: number): boolean => Number.isInteger(passes) && passes >= 1 && passes <= MAX_PASSES;

/** The options; {@link chooseClips}, {@link expectEngines} and {@link expectMotion} check names. */
const OPTIONS = {
  clips: { default: undefined, check: () => {} },
  keep: { default: false, check: BOOLEAN },
  passes: { default: undefined, check: check(`must be an integer within 1..${MAX_PASSES}`, "number", isCount) },
  tolerance: { default: undefined, check: check("must be > 0", "number", (tolerance: number) => tolerance > 0) },
  for: { default: undefined, check: () => {} },
  rootMotion: { default: undefined, check: oneOf("in-place", "world") },
  rootNode: { default: undefined, check: () => {} },
} as const satisfies OptionTable<BakeOptions>;

/**
 * Turns clips into ordinary glTF animations, for viewers without the extension. Keys are cut, moved and reversed as in the playback of the
 * clip. A clip that does not finish continues seamlessly if the viewer repeats the animation.
 *
 * The baked animations come first and replace the animations of their clips. If other parts of the file may refer to animations by index,
 * all animations stay, and the baked animations come last. Existing binary data do not move; new keys are appended. The motion is exact; with the option `for`, it is within a tolerance,
 * and made of what the engines play right.
 * @param file the file to change
 * @throws TypeError or RangeError if an option is out of range, there is no engine of a given name, or the file has no clip with a given name or index
 * @example
 * const file = GltfFile.parse(bytes, {}, "robot.glb");
 * const { findings } = BakeClips(file, { clips: ["walk"] });
 * const { "robot.glb": baked } = file.toFiles();
 * @experimental follows draft specifications
 */
export function BakeClips(file: GltfFile, options: BakeOptions = {}): BakeReport {
  const { keep, passes, tolerance: stated, clips, rootMotion, rootNode, for: names } = readOptions(options, OPTIONS);
  const engines = names === undefined ? [] : expectEngines("options.for", names);
  const tolerance = stated ?? (engines.length > 0 ? 1e-4 : EXACT);
  const { definitions: all, findings: found } = readAllClips(file.json);
  const findings = [...findUnknownMembers("options", options, OPTIONS), ...errorsAmong(found)];
  const compression = findKeyCompression(file.json);
  if (compression !== undefined) {
    findings.unshift(compressionFinding("NOT_BAKED", file.json, compression));
  }
  const exact = engines.length > 0 ? Math.min(tolerance / 10, EXACT) : tolerance;
  const baker = new Baker(file, exact, findings, expectMotion(file.json, rootMotion, rootNode));
  const baked = new Map<ClipDefinition, GltfAnimation>();
  for (const clip of chooseClips(all, clips, "clips")) {
    attemptOrNote("NOT_BAKED", clip.pointer, findings, () => {
      baked.set(clip, baker.bake(clip, passes ?? (clip.settings.reverse ? 2 : 1)));
    });
  }
  addAnimations(file.json, baked, keep, findings);
  if (baked.size > 0) {
    listEvents(file.json);
  }
  const isWritten = engines.length > 0 && compression === undefined;
  const written = isWritten ? writeForEngines(file, engines, ownAnimations(file.json, baked), tolerance, findings) : [];
  const indexOf = (animation: GltfAnimation): number => file.json.animations?.indexOf(animation) ?? -1;
  const animations = Array.from(baked, ([{ pointer, name }, animation]) => ({ clip: pointer, name, animation: indexOf(animation) }));
  return {
    animations: animations.filter(({ animation }) => animation >= 0), // pointers alone are nothing for other engines
    ...(options.for !== undefined && { written: Array.from(written, indexOf) }),
    findings,
  };
}

/** The baked animations, and those that belong to no clip that stays. */
function ownAnimations(json: GltfJson, baked: ReadonlyMap<ClipDefinition, GltfAnimation>): ReadonlySet<GltfAnimation> {
  const used = new Set(readAllClips(json).definitions.flatMap(({ animations }) => animations));
  return new Set([...baked.values(), ...itemsOf(json.animations).filter((_, i) => !used.has(i))]);
}

/** @throws TypeError or RangeError if there is no such root, or nothing to do with it */
function expectMotion({ nodes }: GltfJson, rootMotion: BakeOptions["rootMotion"], rootNode: BakeOptions["rootNode"]): BakedMotion | null {
  if (rootNode === undefined) {
    return rootMotion === undefined ? null : { motion: rootMotion, node: null };
  }
  const node = itemsOf(nodes).findIndex((each) => each?.name === rootNode);
  if (node < 0) {
    throw argumentError("options.rootNode", "must be the name of a node", rootNode, "string");
  }
  if (rootMotion === undefined) {
    throw argumentError("options.rootNode", "must be stated with rootMotion", rootNode, "string");
  }
  return { motion: rootMotion, node };
}

/**
 * Finds clips by name or index.
 * @param option the name of the option, for the error
 * @throws RangeError if there is no such clip
 */
export function chooseClips(clips: readonly ClipDefinition[], chosen: BakeOptions["clips"], option: string): readonly ClipDefinition[] {
  return (
    chosen?.map((key, i) => {
      const clip = typeof key === "number" ? clips[key] : clips.find(({ name }) => name === key);
      if (!clip) {
        const names = clips.map(({ name }, index) => excerpt(name ?? `#${index}`, 40)).join(", ");
        const rule = `must be the name or index of one of the file's ${clips.length} clips`;
        throw keyError(`options.${option}/${i}`, `${rule}${names && `, ${excerpt(names, 400)}`}`, key);
      }
      return clip;
    }) ?? clips
  );
}

function addAnimations(json: GltfJson, baked: ReadonlyMap<ClipDefinition, GltfAnimation>, keep: boolean, findings: Finding[]): void {
  const before = json.animations ?? [];
  const animations = [...baked.values()];
  if (baked.size === 0) {
    return;
  }
  if (!keep) {
    const places = new Set(Array.from(baked.keys(), ({ pointer }) => pointer));
    removeFromList(json, "KHR_animation_clip", "clips", places);
    removeFromList(json, "KHR_animation_controller", "controllers", places);
    const reference = findReference(json);
    if (reference === null) {
      const sources = new Set([...baked.keys()].flatMap((clip) => clip.animations));
      json.animations = [...animations, ...before.filter((_, i) => !sources.has(i))];
      return;
    }
    const reason = /^\/extensions\/KHR_animation_(clip|controller)$/.test(reference)
      ? "has clips that are not baked and need their animations"
      : "may refer to animations by index";
    const message = `${reason}, so all of them stay, and the baked ones come last`;
    findings.push(createFinding("BAKED_OTHERWISE", excerpt(reference), message));
  }
  json.animations = [...before, ...animations];
}
