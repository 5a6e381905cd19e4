import { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import type { AssetContainer } from "@babylonjs/core/assetContainer.js";
import { type AnimationClock, expectClock, warnOfUnknownMembers } from "../../../scene/host/index.js";
import { expectRootMotion, type RootMotion } from "../../rootMotion/motionTrack.js";
import { expectObject } from "../arguments.js";
import {
  argumentError,
  BOOLEAN,
  check,
  type Check,
  excerpt,
  type MemberNames,
  oneOf,
  type OptionTable,
  readOptions,
  type ResolvedOptions,
  STRING,
} from "../../../gltf/util/index.js";

/** Simpler meshes for characters that are far away. */
export interface CrowdLevel {
  /**
   * A container with the same nodes and simpler meshes: their nodes and joints have the names and poses at rest of those of the crowd's
   * container. Its
   * animations are not used.
   */
  readonly container: AssetContainer;
  /** From how many units between camera and character on they are drawn, > 0. */
  readonly distance: number;
}

/** How a crowd is made. */
export interface ClipCrowdOptions {
  /** The name of the crowd, and the beginning of the names of its meshes. Default `"crowd"`. */
  readonly name?: string | undefined;
  /**
   * The animation groups whose poses are baked. Default the clips of the container; where it has none, all its animation groups.
   */
  readonly clips?: readonly AnimationGroup[] | undefined;
  /** How many characters there is room for at first, an integer > 0; the room doubles when it is full. Default 64. */
  readonly capacity?: number | undefined;
  /**
   * How many poses of each second of a clip are baked, > 0. Characters show the nearest one, so that a pose is at most half a row early or
   * late: 8 ms at the default of 60.
   */
  readonly posesPerSecond?: number | ((clip: AnimationGroup) => number) | undefined;
  /**
   * Whether poses are baked as half floats, which halves their memory; an asset whose coordinates exceed 65,504 gets single floats. Default
   * true.
   */
  readonly halfFloat?: boolean | undefined;
  /**
   * Whether all drawn characters are posed exactly in every frame, none by a baked row. A number, finite and >= 0: those nearer than so many units to an
   * active camera, from their middle; the others show the nearest baked row. Characters that fade, are mixed or in slow motion (below half speed) are
   * posed exactly at any distance. Default false.
   */
  readonly exact?: boolean | number | undefined;
  /**
   * How many characters per frame get an exact pose instead of a baked one, an integer >= 0 or Infinity. Fading and mixed characters come first. Fades beyond this number
   * change over half-way; other characters beyond it show baked poses. Default Infinity: as many as the texture of poses has room for.
   */
  readonly maxLivePoses?: number | undefined;
  /**
   * `"camera"` draws only characters that an active camera may see. Their shadows, and their reflections in mirrors, are left out, too.
   * Default `"none"`.
   */
  readonly culling?: "camera" | "none" | undefined;
  /** By how many units the bounding sphere of a character is enlarged, >= 0: by how far attached meshes stick out. Default 0. */
  readonly cullingMargin?: number | undefined;
  /** Levels of detail, by ascending distance. Characters are drawn by the level of the nearest active camera. Default none. */
  readonly levels?: readonly CrowdLevel[] | undefined;
  /**
   * Babylon's `RootMotionClip` of each clip that moves its character, made from the clips of the crowd: their rows are baked in place. They
   * must not be disposed before the crowd. Default none.
   */
  readonly rootMotion?: readonly RootMotion[] | undefined;
  /** Whether meshes that share a material become one, so that a crowd is drawn in one call for each material. Default true. */
  readonly mergeMeshes?: boolean | undefined;
  /**
   * Names of nodes that move by themselves, but are neither joints nor meshes, and whose matrices are needed: for
   * {@link ClipCrowd.getNodeMatrixToRef} and {@link ClipCrowd.attach}. Default none.
   */
  readonly nodes?: readonly string[] | undefined;
  /** The clock that all characters follow, in place of the scene's time: returns seconds. Default null; see `SetClock`. */
  readonly clock?: AnimationClock | null | undefined;
}

/** The most characters of a crowd: their matrices take a gibibyte. */
export const MOST_CHARACTERS = 2 ** 24;

const LEVEL: MemberNames<CrowdLevel> = { container: true, distance: true };
const AT_LEAST_0 = check("must be a finite number >= 0", "number", (value: number) => value >= 0 && value < Infinity);
const COUNT = check("must be an integer > 0", "number", (value: number) => Number.isInteger(value) && value > 0);
const ROOM = check(`must be at most ${MOST_CHARACTERS}`, "number", (value: number) => value <= MOST_CHARACTERS);

/** @throws TypeError or RangeError if it is neither a boolean nor a distance */
export const expectExact: Check = (argument, exact) => {
  if (typeof exact !== "boolean" && !(Number.isFinite(exact) && (exact as number) >= 0)) {
    throw argumentError(argument, "must be a boolean, or a finite number >= 0", exact, "number");
  }
};

const expectLevels: Check = (argument, levels) => {
  expectList(argument, levels);
  (levels as readonly CrowdLevel[]).forEach((level, i, all) => {
    expectObject(`${argument}/${i}`, level, "must be an object with a container and a distance");
    warnOfUnknownMembers("CreateClipCrowd", `${argument}/${i}`, level, LEVEL);
    const rule = "must be a finite number > 0, and greater than that of the level before";
    const isFurther = (distance: number): boolean => distance > (all[i - 1]?.distance ?? 0) && distance < Infinity;
    check(rule, "number", isFurther)(`${argument}/${i}/distance`, level.distance);
  });
};

const expectList = listOf("must be an array", () => true);

/** The options, but for the containers of levels, which `CreateClipCrowd` compares with that of the crowd. */
export const CROWD_OPTIONS = {
  name: { default: "crowd", check: STRING },
  clips: {
    default: undefined,
    check: (argument, clips) => clips === null || listOf("must be an array of animation groups", isGroup)(argument, clips),
  },
  capacity: { default: 64, check: (...capacity) => (COUNT(...capacity), ROOM(...capacity)) },
  posesPerSecond: { default: 60, check: () => {} }, // `rowRateOf` checks it for each clip
  halfFloat: { default: true, check: BOOLEAN },
  exact: { default: false, check: expectExact },
  maxLivePoses: {
    default: Infinity,
    check: check(
      "must be an integer >= 0, or Infinity",
      "number",
      (most: number) => (Number.isInteger(most) && most >= 0) || most === Infinity,
    ),
  },
  culling: { default: "none", check: oneOf("camera", "none") },
  cullingMargin: { default: 0, check: AT_LEAST_0 },
  levels: { default: [], check: expectLevels },
  rootMotion: {
    default: [],
    check: (argument, motions) => {
      expectList(argument, motions);
      (motions as readonly unknown[]).forEach((motion, i) => expectRootMotion(`${argument}/${i}`, motion));
    },
  },
  mergeMeshes: { default: true, check: BOOLEAN },
  nodes: { default: [], check: listOf("must be an array of names", (node) => typeof node === "string") },
  clock: { default: null, check: expectClock },
} as const satisfies OptionTable<ClipCrowdOptions>;

/** Options with all defaults filled in. */
export type ResolvedCrowdOptions = ResolvedOptions<ClipCrowdOptions, typeof CROWD_OPTIONS>;

/** @throws TypeError or RangeError if an option is invalid */
export function resolveOptions(options: ClipCrowdOptions): ResolvedCrowdOptions {
  expectObject("options", options, "must be an object", "leave it out for the defaults");
  return readOptions(options, CROWD_OPTIONS);
}

/** How many poses of each second of a clip are baked. @throws TypeError or RangeError if the option is invalid */
export function rowRateOf({ posesPerSecond }: Pick<ResolvedCrowdOptions, "posesPerSecond">, clip: AnimationGroup): number {
  const rows = typeof posesPerSecond === "function" ? posesPerSecond(clip) : posesPerSecond;
  const rule = `must be a finite number > 0 for ${excerpt(clip.name)}`;
  check(rule, "number", (value: number) => value > 0 && value < Infinity)("options.posesPerSecond", rows);
  return rows;
}

function listOf(rule: string, isItem: (item: unknown) => boolean): Check {
  return check(rule, "object", (list: unknown) => Array.isArray(list) && list.every(isItem));
}

function isGroup(group: unknown): boolean {
  return group instanceof AnimationGroup;
}
