/** The bones of a humanoid, by the names of VRM 1, which are those of Unity with the thumb's metacarpal. */
export type Side = "left" | "right";
export type CenterBone = "hips" | "spine" | "chest" | "upperChest" | "neck" | "head" | "jaw";
export type LimbBone = "shoulder" | "upperArm" | "lowerArm" | "hand" | "upperLeg" | "lowerLeg" | "foot" | "toes";
export type Finger = "thumb" | "index" | "middle" | "ring" | "little";
type FingerBone = `thumb${"Metacarpal" | "Proximal" | "Distal"}` | `${Exclude<Finger, "thumb">}${"Proximal" | "Intermediate" | "Distal"}`;
export type SideBone = LimbBone | FingerBone | "eye";

/**
 * A bone of a humanoid, as `humanoid.humanBones` of VRM 1 names it: `hips`, `leftUpperArm`, `rightIndexProximal`, ...
 */
export type HumanBone =
  | "hips"
  | "spine"
  | "chest"
  | "upperChest"
  | "neck"
  | "head"
  | "jaw"
  | `${"left" | "right"}${"Eye" | "Shoulder" | "UpperArm" | "LowerArm" | "Hand" | "UpperLeg" | "LowerLeg" | "Foot" | "Toes"}`
  | `${"left" | "right"}Thumb${"Metacarpal" | "Proximal" | "Distal"}`
  | `${"left" | "right"}${"Index" | "Middle" | "Ring" | "Little"}${"Proximal" | "Intermediate" | "Distal"}`;

export const SIDES = ["left", "right"] as const;
export const TORSO = ["spine", "chest", "upperChest"] as const;
export const LIMBS: readonly LimbBone[] = ["shoulder", "upperArm", "lowerArm", "hand", "upperLeg", "lowerLeg", "foot", "toes"];
export const FINGERS = ["index", "middle", "ring", "little"] as const;
export const FINGER_PARTS = ["Proximal", "Intermediate", "Distal"] as const;
export const THUMB_PARTS = ["Metacarpal", "Proximal", "Distal"] as const;

export function sided(side: Side, bone: SideBone): HumanBone {
  return `${side}${bone[0]!.toUpperCase()}${bone.slice(1)}` as HumanBone;
}

/** The side of a bone's name, and the bone without it. */
export function splitSide(bone: string): { readonly side: Side | null; readonly bone: string } {
  const [, side, first = "", rest] = /^(left|right)([A-Z])(.*)$/.exec(bone) ?? [];
  return side ? { side: side as Side, bone: first.toLowerCase() + rest } : { side: null, bone };
}

const CENTER: readonly CenterBone[] = ["hips", "spine", "chest", "upperChest", "neck", "head", "jaw"];
const SIDED: readonly SideBone[] = [
  ...LIMBS,
  ...THUMB_PARTS.map((part) => `thumb${part}` as const),
  ...FINGERS.flatMap((finger) => FINGER_PARTS.map((part) => `${finger}${part}` as const)),
  "eye",
];

/** All bones, the center first, parents before their children. */
export const HUMAN_BONES: readonly HumanBone[] = [...CENTER, ...SIDES.flatMap((side) => SIDED.map((bone) => sided(side, bone)))];

/** What a humanoid cannot be without: confidence is the mean over these. */
export const MAIN_BONES: readonly HumanBone[] = [
  "hips",
  "spine",
  "head",
  ...SIDES.flatMap((side) => (["upperArm", "lowerArm", "hand", "upperLeg", "lowerLeg", "foot"] as const).map((bone) => sided(side, bone))),
];
