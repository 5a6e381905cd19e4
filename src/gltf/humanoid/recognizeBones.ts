import { HUMAN_BONES, type HumanBone, MAIN_BONES, SIDES, sided } from "./bones.js";
import { checkSides } from "./checkSides.js";
import type { DeclaredBones } from "./declaredBones.js";
import { collectNodes } from "./nodesToRecognize.js";
import type { FoundBone } from "./recognition.js";
import { recognizeByShape } from "./recognizeByShape.js";
import { recognizeFingers } from "./recognizeFingers.js";
import { recognizeLimbs } from "./recognizeLimbs.js";
import { recognizeTorso } from "./recognizeTorso.js";
import type { SkeletonTree } from "./skeletonTree.js";
import { lengthOf, subtract } from "./vectors.js";

/** The confidence, at most, of what is no humanoid. */
export const NO_HUMANOID = 0.3;

/** The bones of a humanoid in a skeleton. */
export interface RecognizedBones {
  readonly bones: ReadonlyMap<HumanBone, FoundBone>;
  /** The mean confidence of the main bones, 0..1. */
  readonly confidence: number;
  /** Whether the file itself declares the bones, and that it rests in a T-pose. */
  readonly declared: Pick<DeclaredBones, "extension" | "restsInT"> | null;
  readonly missing: readonly HumanBone[];
  readonly findings: readonly string[];
}

/**
 * Finds the bones of a humanoid.
 * @param declared what the file declares, which is taken alone
 * @param skin index of the skin whose skeleton is asked for; by default the one with most joints
 */
export function recognizeBones(tree: SkeletonTree, declared: DeclaredBones | null, skin?: number): RecognizedBones {
  if (declared) {
    const reason = `declared by ${declared.extension}`;
    const bones = Array.from(declared.bones, ([bone, node]) => [bone, { node, confidence: 1, reason }] as const);
    return rate(new Map(bones), [], declared);
  }
  const recognition = collectNodes(tree, skin);
  recognizeLimbs(recognition);
  recognizeByShape(recognition);
  recognizeTorso(recognition);
  checkSides(recognition);
  recognizeFingers(recognition);
  const isStanding = stands(tree, (bone) => recognition.node(bone));
  return rate(recognition.found, recognition.findings, null, isStanding);
}

/** Rates the bones: how sure the main ones are, what is missing, and why it is no humanoid. */
export function rate(
  found: ReadonlyMap<HumanBone, FoundBone>,
  findings: readonly string[],
  declared: DeclaredBones | null,
  isStanding = true,
): RecognizedBones {
  const missing = MAIN_BONES.filter((bone) => !found.has(bone));
  const has = (bone: HumanBone): boolean => found.has(bone);
  const short = (["Arm", "Leg"] as const).filter((limb) =>
    SIDES.every((side) => has(sided(side, `upper${limb}`)) && !has(sided(side, `lower${limb}`))),
  );
  const told = [
    ...(missing.length > 0 ? [`not found: ${missing.join(", ")}`] : []),
    ...(isStanding ? [] : ["it rests on four legs: no humanoid"]),
    ...(short.length > 0 ? [`limbs of one bone (${short.join(", ").toLowerCase()}): no humanoid`] : []),
  ];
  const mean = MAIN_BONES.reduce((sum, bone) => sum + (found.get(bone)?.confidence ?? 0), 0) / MAIN_BONES.length;
  const confidence = Math.min(mean, isStanding ? 1 : NO_HUMANOID, short.length > 0 || !has("hips") ? 0.5 : 1);
  const bones = new Map(HUMAN_BONES.flatMap((bone) => (found.has(bone) ? [[bone, found.get(bone)!] as const] : [])));
  return { bones, confidence, declared, missing, findings: [...findings, ...told] };
}

/** Whether a body with hands and feet stands upright: its back does not lie while the hands are near the ground. */
function stands(tree: SkeletonTree, node: (bone: HumanBone) => number | undefined): boolean {
  const [hips, top] = [node("hips"), node("neck") ?? node("head")];
  const ends = (["leftHand", "rightHand", "leftFoot", "rightFoot"] as const).map(node);
  if (hips === undefined || top === undefined || ends.includes(undefined)) {
    return true;
  }
  const back = subtract(tree.place(top), tree.place(hips));
  const [leftHand, rightHand, leftFoot, rightFoot] = ends.map((end) => tree.place(end!)[1]) as [number, number, number, number];
  const feet = Math.max(leftFoot, rightFoot);
  const hands = Math.max(leftHand, rightHand);
  const leg = tree.place(hips)[1] - Math.min(leftFoot, rightFoot);
  return back[1] >= 0.6 * lengthOf(back) || hands >= feet + 0.4 * leg;
}
