import { type HumanBone, LIMBS, type Side, SIDES, sided, splitSide } from "./bones.js";
import { ENOUGH, type FoundBone, type Recognition } from "./recognition.js";
import { cross, distance, dot, isMirrored, lengthOf, subtract, unit, Y } from "./vectors.js";

/** Checks the sides by the toes: where they point against the sides, or the skeleton is mirrored, the sides are swapped. */
export function checkSides(recognition: Recognition): void {
  const { found, names, tree, findings } = recognition;
  if (recognition.anySide("upperLeg").includes(undefined)) {
    return;
  }
  const limbs = [...found].filter(([bone]) => splitSide(bone).side !== null);
  const saysSide = LIMBS.some((bone) => recognition.anySide(bone).some((node) => node !== undefined && names[node]!.side !== null));
  const toes = Math.sign(pointsAhead(recognition, "left") + pointsAhead(recognition, "right"));
  const hips = recognition.node("hips");
  const isMirroring = hips !== undefined && isMirrored(tree.rest[hips]!);
  if (toes < 0 || (toes === 0 && saysSide && isMirroring)) {
    swapSides(found, limbs);
    if (saysSide) {
      const why = toes < 0 ? "the toes point against the sides that the names say" : "the skeleton is mirrored by its scale";
      findings.push(`${why}: left and right are swapped`);
      // a toe that a name tells is sure; any other child of a foot may be a heel
      limit(found, toes < 0 && recognition.anySide("toes").some((node) => node !== undefined) ? ENOUGH : 0.4);
    }
  }
  if (!saysSide && toes !== 0) {
    findings.push("no name says which side is left: the toes say it");
  }
  if (!saysSide && toes === 0) {
    findings.push("no name says which side is left, and no toes say where the body faces: +Z is assumed");
    limit(found, 0.3);
  }
}

/** Whether the toes of a side point where a body with these sides faces: 1, or -1 for the other way, or 0 if they say nothing. */
function pointsAhead(recognition: Recognition, side: Side): number {
  const { tree } = recognition;
  const node = (bone: (typeof LIMBS)[number]): number | undefined => recognition.node(sided(side, bone));
  const foot = node("foot") ?? node("lowerLeg");
  if (foot === undefined) {
    return 0;
  }
  const place = (each: number): readonly [number, number, number] => tree.place(each);
  const [left, right] = recognition.anySide("upperLeg") as [number, number];
  const ahead = cross(subtract(place(left), place(right)), Y);
  const shin = distance(place(node("lowerLeg") ?? foot), place(node("upperLeg")!)) || 1;
  const lastBelow = (): number | undefined =>
    tree.children[foot]!.filter((child) => !tree.nodes[child]!.hasMesh).sort(
      (a, b) => distance(place(b), place(foot)) - distance(place(a), place(foot)),
    )[0];
  const toe = node("toes") ?? (node("foot") === undefined ? undefined : lastBelow());
  if (toe === undefined) {
    return 0;
  }
  const [x, , z] = subtract(place(toe), place(foot));
  const amount = dot(unit([x, 0, z]), unit([ahead[0], 0, ahead[2]]));
  return lengthOf([x, 0, z]) < 0.12 * shin || Math.abs(amount) < 0.4 ? 0 : Math.sign(amount);
}

function swapSides(found: Map<HumanBone, FoundBone>, limbs: readonly (readonly [HumanBone, FoundBone])[]): void {
  limbs.forEach(([bone]) => found.delete(bone));
  for (const [bone, each] of limbs) {
    found.set(mirrorOf(bone), each);
  }
}

export function mirrorOf(bone: HumanBone): HumanBone {
  const { side, bone: rest } = splitSide(bone);
  return side === null
    ? bone
    : sided(
        SIDES.find((each) => each !== side)!,
        rest as Parameters<typeof sided>[1],
      );
}

/** Limits the confidence of all bones of the limbs. */
function limit(found: Map<HumanBone, FoundBone>, confidence: number): void {
  for (const [bone, each] of found) {
    if (splitSide(bone).side !== null) {
      found.set(bone, { ...each, confidence: Math.min(each.confidence, confidence) });
    }
  }
}
