import { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import type { AssetContainer } from "@babylonjs/core/assetContainer.js";
import { type AnimationClock, expectClock, warnOfUnknownMembers } from "../../../scene/host/index.js";
import { expectRootMotion, type RootMotion } from "../../rootMotion/motionTrack.js";
import { expectObject } from "../arguments.js";
import { MOST_CHARACTERS } from "../play/characters.js";
import { argumentError, excerpt, type MemberNames } from "../../../gltf/util/index.js";

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
   * How many characters a frame are posed exactly at most, an integer >= 0 or Infinity: those that fade or are mixed first. Fades beyond this number
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

/** The members of the options. */
export const OPTION_NAMES: MemberNames<ClipCrowdOptions> = {
  name: true,
  clips: true,
  capacity: true,
  posesPerSecond: true,
  halfFloat: true,
  exact: true,
  maxLivePoses: true,
  culling: true,
  cullingMargin: true,
  levels: true,
  rootMotion: true,
  mergeMeshes: true,
  nodes: true,
  clock: true,
};

const LEVEL_NAMES: MemberNames<CrowdLevel> = { container: true, distance: true };

/** Options with all defaults filled in. */
export interface ResolvedCrowdOptions {
  readonly name: string;
  readonly clips: readonly AnimationGroup[] | null;
  readonly capacity: number;
  readonly posesPerSecond: (clip: AnimationGroup) => number;
  readonly halfFloat: boolean;
  readonly exact: boolean | number;
  readonly maxLivePoses: number;
  readonly culling: "camera" | "none";
  readonly cullingMargin: number;
  readonly levels: readonly CrowdLevel[];
  readonly mergeMeshes: boolean;
  readonly nodes: readonly string[];
  readonly clock: AnimationClock | null;
  readonly rootMotion: readonly RootMotion[];
}

/** @throws TypeError or RangeError if an option is invalid */
export function resolveOptions(options: ClipCrowdOptions): ResolvedCrowdOptions {
  expectObject("options", options, "must be an object", "leave it out for the defaults");
  const {
    name = "crowd",
    clips = null,
    capacity = 64,
    posesPerSecond = 60,
    exact = false,
    maxLivePoses = Infinity,
    cullingMargin = 0,
    culling = "none",
  } = options;
  const { halfFloat = true, mergeMeshes = true, nodes = [], levels = [], clock = null, rootMotion = [] } = options;
  expectClock("options.clock", clock);
  expect("name", name, "must be a string", typeof name === "string", "string");
  expect("halfFloat", halfFloat, "must be true or false", typeof halfFloat === "boolean", "boolean");
  expect("mergeMeshes", mergeMeshes, "must be true or false", typeof mergeMeshes === "boolean", "boolean");
  expect("capacity", capacity, "must be an integer > 0", Number.isInteger(capacity) && capacity > 0);
  expect("capacity", capacity, `must be at most ${MOST_CHARACTERS}`, capacity <= MOST_CHARACTERS);
  expectExact("options.exact", exact);
  const isCount = (Number.isInteger(maxLivePoses) && maxLivePoses >= 0) || maxLivePoses === Infinity;
  expect("maxLivePoses", maxLivePoses, "must be an integer >= 0, or Infinity", isCount);
  expect("cullingMargin", cullingMargin, "must be a finite number >= 0", cullingMargin >= 0 && cullingMargin < Infinity);
  expect("culling", culling, 'must be "camera" or "none"', culling === "camera" || culling === "none", "string");
  expect(
    "clips",
    clips,
    "must be an array of animation groups",
    clips === null || (Array.isArray(clips) && clips.every(isGroup)),
    "object",
  );
  expect("nodes", nodes, "must be an array of names", Array.isArray(nodes) && nodes.every((node) => typeof node === "string"), "object");
  expect("rootMotion", rootMotion, "must be an array", Array.isArray(rootMotion), "object");
  rootMotion.forEach((motion, i) => expectRootMotion(`options.rootMotion/${i}`, motion));
  expect("levels", levels, "must be an array", Array.isArray(levels), "object");
  levels.forEach((level, i) => {
    expectObject(`options.levels/${i}`, level, "must be an object with a container and a distance");
    const { distance } = level;
    warnOfUnknownMembers("CreateClipCrowd", `options.levels/${i}`, level, LEVEL_NAMES);
    const isFurther = distance > (levels[i - 1]?.distance ?? 0) && distance < Infinity;
    expect(`levels/${i}/distance`, distance, "must be a finite number > 0, and greater than that of the level before", isFurther);
  });
  const rate = typeof posesPerSecond === "function" ? posesPerSecond : () => posesPerSecond;
  return {
    ...{ name, clips, capacity, exact, maxLivePoses, culling, cullingMargin, halfFloat, mergeMeshes, nodes, levels, clock, rootMotion },
    posesPerSecond: (clip) => {
      const rows = rate(clip);
      expect("posesPerSecond", rows, `must be a finite number > 0 for ${excerpt(clip.name)}`, rows > 0 && rows < Infinity);
      return rows;
    },
  };
}

/** @throws TypeError or RangeError if it is neither a boolean nor a distance */
export function expectExact(argument: string, exact: unknown): void {
  if (typeof exact !== "boolean" && !(Number.isFinite(exact) && (exact as number) >= 0)) {
    throw argumentError(argument, "must be a boolean, or a finite number >= 0", exact, "number");
  }
}

function isGroup(group: unknown): boolean {
  return group instanceof AnimationGroup;
}

function expect(
  option: string,
  value: unknown,
  rule: string,
  holds: boolean,
  type: "number" | "string" | "boolean" | "object" = "number",
): void {
  if (!holds || (type === "number" && typeof value !== "number")) {
    throw argumentError(`options.${option}`, rule, value, type);
  }
}
