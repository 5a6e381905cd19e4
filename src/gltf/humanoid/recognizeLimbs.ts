import { BONES_OF_WORDS } from "./boneName.js";
import { type LimbBone, type Side, SIDES, sided } from "./bones.js";
import type { Recognition } from "./recognition.js";
import { distance } from "./vectors.js";

/** The bones of a limb, from its root to its end. */
type Chain = readonly [upper: LimbBone, lower: LimbBone, end: LimbBone, toes?: LimbBone];

/** In a file of so few nodes, a hand may lie beside its arm. */
const FEW_NODES = 60;

/** Finds arms and legs by names. A bone of a limb is below the one before it; only a foot may be beside its leg. */
export function recognizeLimbs(recognition: Recognition): void {
  for (const side of SIDES) {
    recognizeChain(recognition, side, ["upperArm", "lowerArm", "hand"]);
    recognizeChain(recognition, side, ["upperLeg", "lowerLeg", "foot", "toes"]);
    recognizeShoulder(recognition, side);
  }
}

function recognizeChain(recognition: Recognition, side: Side, [upper, lower, end, toes]: Chain): void {
  const { tree, names } = recognition;
  const node = (bone: LimbBone): number | undefined => recognition.node(sided(side, bone));
  let top = recognition.best(upper, side, (each) => !/wrist|hand|foot/.test(names[each]!.word));
  let middle = [...recognition.candidates(lower, side)]
    .filter((each) => each.node !== top && (top === undefined || tree.isBelow(each.node, top)))
    .sort((a, b) => b.weight - a.weight)[0]?.node;
  if (top !== undefined) {
    top = sameWord(recognition, upper, side, top).find((each) => each === top || tree.isBelow(top!, each)) ?? top;
  } else if (middle !== undefined) {
    // two bones by the word of the lower one
    const next = tree.children[middle]!.find(
      (child) => names[child]!.side === side && BONES_OF_WORDS.get(names[child]!.word)?.some(({ bone }) => bone === lower),
    );
    [top, middle] = next === undefined ? [top, middle] : [middle, next];
  }
  recognition.set(sided(side, upper), top, 0.8, "name");
  recognition.set(sided(side, lower), middle, 0.8, "name");
  if (top !== undefined && recognizeNumbered(recognition, side, [upper, lower, end, toes!], top)) {
    return;
  }
  const root = middle ?? top;
  const byDepth = (a: { node: number; weight: number }, b: { node: number; weight: number }): number =>
    recognition.byDepth(a.node, b.node) || b.weight - a.weight;
  const found =
    recognition.best(end, side, (each) => root === undefined || tree.isBelow(each, root), byDepth) ??
    (end === "hand" && tree.nodes.length < FEW_NODES
      ? recognition.best(end, side, (each) => root === undefined || !tree.isBelow(root, each))
      : undefined);
  if (found !== undefined) {
    recognition.set(sided(side, end), found, 0.8, "name");
  } else if (end === "foot" && node("lowerLeg") !== undefined) {
    const beside = findBesideLeg(recognition, side);
    if (beside !== undefined) {
      recognition.set(sided(side, end), beside, 0.6, "name, beside its leg");
      recognition.findings.push(`${sided(side, "foot")} is no child of its leg: the shin carries it`);
    }
  }
  if (toes && found !== undefined) {
    recognition.set(
      sided(side, toes),
      recognition.best(toes, side, (each) => tree.isBelow(each, found), byDepth),
      0.8,
      "name",
    );
  }
}

/** The candidates with the word of a node, the highest first. */
function sameWord(recognition: Recognition, bone: LimbBone, side: Side, node: number): readonly number[] {
  return recognition
    .candidates(bone, side)
    .map((each) => each.node)
    .filter((each) => recognition.names[each]!.word === recognition.names[node]!.word)
    .sort(recognition.byDepth);
}

/** A limb whose bones have one word and numbers: `leg_1`, `leg_2`, `leg_3`. */
function recognizeNumbered(
  recognition: Recognition,
  side: Side,
  [upper, lower, end, toes]: readonly [LimbBone, LimbBone, LimbBone, LimbBone | undefined],
  top: number,
): boolean {
  const { tree } = recognition;
  const row = sameWord(recognition, upper, side, top).filter((each) => each === top || tree.isBelow(each, top));
  const hasEnd = recognition.candidates(end, side).some(({ node }) => !row.includes(node) && tree.isBelow(node, top));
  if (row.length < 3 || hasEnd) {
    return false;
  }
  [upper, lower, end, ...(toes ? [toes] : [])].forEach((bone, i) => {
    if (row[i] !== undefined || bone === lower) {
      recognition.found.delete(sided(side, bone));
    }
    recognition.set(sided(side, bone), row[i], 0.6, "numbered chain");
  });
  return true;
}

/** A joint with the word of a foot that no leg has as a child, as the targets of inverse kinematics: below the knee, and near it. */
function findBesideLeg(recognition: Recognition, side: Side): number | undefined {
  const { tree } = recognition;
  const knee = recognition.node(sided(side, "lowerLeg"))!;
  const hip = recognition.node(sided(side, "upperLeg")) ?? knee;
  const [from, thigh] = [tree.place(knee), distance(tree.place(knee), tree.place(hip))];
  const isNear = (node: number): boolean => {
    const [x, y, z] = tree.place(node);
    return y < from[1] && Math.hypot(x - from[0], z - from[2]) < thigh + 1.5 * (from[1] - y);
  };
  return recognition
    .candidates("foot", side)
    .map(({ node }) => node)
    .filter((node) => tree.nodes[node]!.isJoint && !tree.isBelow(node, knee) && isNear(node))
    .sort((a, b) => recognition.byDepth(b, a))[0];
}

function recognizeShoulder(recognition: Recognition, side: Side): void {
  const arm = recognition.node(sided(side, "upperArm"));
  const shoulder = recognition.best("shoulder", side, (node) => arm === undefined || recognition.tree.isBelow(arm, node));
  if (shoulder !== undefined && arm === undefined && recognition.candidates("lowerArm", side).length > 0) {
    recognition.set(sided(side, "upperArm"), shoulder, 0.6, "the shoulder is the upper arm");
  } else {
    recognition.set(sided(side, "shoulder"), shoulder, 0.8, "name");
  }
}
