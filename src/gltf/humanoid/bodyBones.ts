import type { HumanBone } from "./bones.js";

/** A bone of a humanoid, or another node by the name that two skeletons share, after `=`. */
export type BodyBone = HumanBone | `=${string}`;

/** The nodes of a body's bones. */
export type BodyBones = ReadonlyMap<BodyBone, number>;
