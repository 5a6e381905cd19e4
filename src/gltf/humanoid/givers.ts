import type { BodyBone, BodyBones } from "./bodyBones.js";
import { type HumanBone, type SideBone, sided, splitSide, TORSO } from "./bones.js";

/** The bones of the source that give a bone of the target its rotation: one, or two with the share of the second one. */
export type Givers = readonly [BodyBone] | readonly [BodyBone, BodyBone, number];

/**
 * Which bones of the source turn a bone of the target; null if none does. Torsos with other numbers of bones are mapped by shares, the last
 * one to the last one. A bone that the source lacks follows the one above it, so that the bones below it face as they should.
 */
export function giversOf(source: BodyBones, target: BodyBones, bone: BodyBone, areDeclared: boolean): Givers | null {
  const own = TORSO.filter((each) => source.has(each));
  const top = own.at(-1) ?? "hips";
  const torso = TORSO.indexOf(bone as (typeof TORSO)[number]);
  if (torso >= 0 && own.length > 0 && !areDeclared) {
    const others = TORSO.filter((each) => target.has(each));
    if (others.length !== own.length) {
      const at = ((others.indexOf(bone as (typeof TORSO)[number]) + 1) / others.length) * own.length;
      const line: readonly HumanBone[] = ["hips", ...own];
      const below = Math.floor(at + 1e-9);
      return at - below < 1e-6 ? [line[below]!] : [line[below]!, line[below + 1]!, at - below];
    }
  }
  if (source.has(bone)) {
    return [bone];
  }
  if (!source.has("hips")) {
    return null;
  }
  if (torso >= 0) {
    return [own.filter((each) => TORSO.indexOf(each) < torso).at(-1) ?? "hips"];
  }
  if (bone === "neck") {
    return source.has("head") ? [top, "head", 0.5] : [top];
  }
  if (bone === "head") {
    return [source.has("neck") ? "neck" : top];
  }
  const { side, bone: limb } = splitSide(bone);
  const above = side && limb === "shoulder" ? top : side && (limb === "hand" || limb === "foot") ? carrierOf(bone) : null;
  return above && source.has(above) ? [above] : null;
}

/** The bone that carries one which is no descendant of the hips: shin and forearm a foot or a hand beside it (inverse kinematics), the hips others. */
export function carrierOf(bone: BodyBone): HumanBone {
  const { side, bone: limb } = splitSide(bone);
  const above: Partial<Record<string, SideBone>> = { hand: "lowerArm", foot: "lowerLeg", toes: "foot" };
  return side && above[limb] ? sided(side, above[limb]) : "hips";
}
