import { type Finger, FINGER_PARTS, SIDES, sided, type SideBone, THUMB_PARTS } from "./bones.js";
import type { Recognition } from "./recognition.js";

/** Fingers by their numbers, as 3ds Max's Biped has them. */
const BY_NUMBER: readonly Finger[] = ["thumb", "index", "middle", "ring", "little"];
/** How far below the hand fingers are. */
const MAX_DEPTH = 8;

/** Finds the fingers below each hand, by words or numbers: at most three bones each. */
export function recognizeFingers(recognition: Recognition): void {
  for (const side of SIDES) {
    const hand = recognition.node(sided(side, "hand"));
    const rows = new Map<Finger, number[]>();
    if (hand !== undefined) {
      collect(recognition, hand, 0, rows);
    }
    for (const [finger, row] of rows) {
      (finger === "thumb" ? THUMB_PARTS : FINGER_PARTS).forEach((part, i) => {
        if (row[i] !== undefined && !recognition.isTaken(row[i])) {
          recognition.set(sided(side, `${finger}${part}` as SideBone), row[i], 0.8, "name, below the hand");
        }
      });
    }
  }
}

function collect(recognition: Recognition, parent: number, depth: number, rows: Map<Finger, number[]>): void {
  const { tree, names } = recognition;
  if (depth >= MAX_DEPTH) {
    return;
  }
  for (const node of tree.children[parent]!) {
    const { isFinger, isNoise, finger: stated } = names[node]!;
    const { name } = tree.nodes[node]!;
    const number = /finger[^\d]*(\d)/i.exec(name)?.[1];
    const finger = isFinger && !isNoise ? (stated ?? BY_NUMBER[Number(number)]) : undefined;
    if (finger && (finger === "thumb" || !/metacarpal/i.test(name))) {
      rows.set(finger, [...(rows.get(finger) ?? []), node]);
    }
    collect(recognition, node, depth + 1, rows);
  }
}
