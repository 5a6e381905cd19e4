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
  omit,
} from "../../gltf/util/index.js";
import { type ClipDefinition, listEvents, ReadClips, ReadControllers } from "../../gltf/schema/index.js";
import { removeFromList } from "../clipLists.js";
import { compressionFinding, findKeyCompression } from "../compression.js";
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
   * The largest error of a rotation component, > 0, where a rotation between keys has to be resampled. Default 2.5e-7. All other errors are
   * due to rounding to floats.
   */
  readonly tolerance?: number | undefined;
  /**
   * How the horizontal travel of a character's root is baked: `"in-place"` takes out the straight way from the first to the last pose, so
   * that the animation repeats in place. With `"world"`, each pass continues where the last one ended. glTF's Y is up. Default: the
   * translation is baked as it is.
   */
  readonly rootMotion?: "in-place" | "world" | undefined;
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
  /** Faults of the file; `NOT_BAKED` for omitted clips and channels, `BAKED_OTHERWISE` for other deviations from the request. */
  readonly findings: readonly Finding[];
}

const MAX_PASSES = 1000;

const isCount = (passes: number): boolean => Number.isInteger(passes) && passes >= 1 && passes <= MAX_PASSES;

/** The options; {@link chooseClips} and {@link expectMotion} check the names of clips and of the root. */
const OPTIONS = {
  clips: { default: undefined, check: () => {} },
  keep: { default: false, check: BOOLEAN },
  passes: { default: undefined, check: check(`must be an integer within 1..${MAX_PASSES}`, "number", isCount) },
  tolerance: { default: 2.5e-7, check: check("must be > 0", "number", (tolerance: number) => tolerance > 0) },
  rootMotion: { default: undefined, check: oneOf("in-place", "world") },
  rootNode: { default: undefined, check: () => {} },
} as const satisfies OptionTable<BakeOptions>;

/**
 * Turns clips into ordinary glTF animations, for viewers without the extension. Keys are cut, moved and reversed as in the playback of the
 * clip. A clip that does not finish continues seamlessly if the viewer repeats the animation.
 *
 * The baked animations come first and replace the animations of their clips. If other parts of the file may refer to animations by index,
 * all animations stay, and the baked animations come last. Existing binary data do not move; new keys are appended.
 * @param file the file to change
 * @throws TypeError or RangeError if an option is out of range, or the file has no clip with a given name or index
 * @example
 * const file = GltfFile.parse(bytes, {}, "robot.glb");
 * const { findings } = BakeClips(file, { clips: ["walk"] });
 * const { "robot.glb": baked } = file.toFiles();
 * @experimental follows draft specifications
 */
export function BakeClips(file: GltfFile, options: BakeOptions = {}): BakeReport {
  const { keep, passes, tolerance, clips, rootMotion, rootNode } = readOptions(options, OPTIONS);
  const readings = [ReadClips(file.json), ReadControllers(file.json)];
  const all = readings.flatMap(({ definitions }) => definitions);
  const findings = [...findUnknownMembers("options", options, OPTIONS), ...readings.flatMap((reading) => errorsAmong(reading.findings))];
  const compression = findKeyCompression(file.json);
  if (compression !== undefined) {
    findings.unshift(compressionFinding("NOT_BAKED", file.json, compression));
  }
  const baker = new Baker(file, tolerance, findings, expectMotion(file.json, rootMotion, rootNode));
  const baked = new Map<ClipDefinition, GltfAnimation>();
  for (const clip of chooseClips(all, clips, "clips")) {
    attemptOrNote("NOT_BAKED", clip.pointer, findings, () => {
      baked.set(clip, baker.bake(clip, passes ?? (clip.settings.reverse ? 2 : 1)));
    });
  }
  const first = addAnimations(file.json, baked, keep, findings);
  if (baked.size > 0) {
    listEvents(file.json);
  }
  return {
    animations: Array.from(baked.keys(), ({ pointer, name }, i) => ({ clip: pointer, name, animation: first + i })),
    findings,
  };
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

/** @returns the index of the first baked animation */
function addAnimations(json: GltfJson, baked: ReadonlyMap<ClipDefinition, GltfAnimation>, keep: boolean, findings: Finding[]): number {
  const before = json.animations ?? [];
  const animations = [...baked.values()];
  if (baked.size === 0) {
    return before.length;
  }
  if (!keep) {
    const places = new Set(Array.from(baked.keys(), ({ pointer }) => pointer));
    removeFromList(json, "KHR_animation_clip", "clips", places);
    removeFromList(json, "KHR_animation_controller", "controllers", places);
    const reference = findReference(json);
    if (reference === null) {
      const sources = new Set([...baked.keys()].flatMap((clip) => clip.animations));
      json.animations = [...animations, ...before.filter((_, i) => !sources.has(i))];
      return 0;
    }
    const reason = /^\/extensions\/KHR_animation_(clip|controller)$/.test(reference)
      ? "has clips that are not baked and need their animations"
      : "may refer to animations by index";
    const message = `${reason}, so all of them stay, and the baked ones come last`;
    findings.push(createFinding("BAKED_OTHERWISE", excerpt(reference), message));
  }
  json.animations = [...before, ...animations];
  return before.length;
}

/** Extensions that refer to nodes only, although their names have "animation". VRMC_vrm_animation means the first animation. */
const OF_NODES: ReadonlySet<string> = new Set(["VRMC_vrm_animation"]);

/**
 * Finds the first member outside of the animations whose name suggests a reference to an animation. Vendor extensions may have references
 * anywhere.
 * @returns the JSON pointer of the member, or null
 */
function findReference(json: GltfJson): string | null {
  const search = (value: unknown, pointer: string): string | null => {
    if (typeof value !== "object" || value === null) {
      return null;
    }
    for (const [key, member] of Object.entries(value)) {
      const isNamed = /animation|clip/i.test(key) && !OF_NODES.has(key);
      const found = isNamed ? `${pointer}/${key}` : search(member, `${pointer}/${key}`);
      if (found !== null) {
        return found;
      }
    }
    return null;
  };
  return search(omit(json, "animations"), "");
}
