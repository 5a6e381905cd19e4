import { type Finger, FINGER_PARTS, SIDES, sided, type SideBone, THUMB_PARTS } from "./bones.js";
import { getOrMake } from "../util/index.js";
import type { Recognition } from "./recognition.js";

/** Fingers by their numbers: 3ds Max's Biped counts from 0, MakeHuman and Rokoko from 1. */
const BY_NUMBER: readonly Finger[] = ["thumb", "index", "middle", "ring", "little"];
/** How far below the hand fingers are. */
const MAX_DEPTH = 8;

/** Finds the fingers below each hand, by words or numbers: at most three bones each. */
export function recognizeFingers(recognition: Recognition): void {
  for (const side of SIDES) {
    const hand = recognition.node(sided(side, "hand"));
    const [rows, numbered] = [new Map<Finger, number[]>(), new Map<number, number[]>()];
    if (hand !== undefined) {
      collect(recognition, hand, 0, rows, numbered);
    }
    // without a word for the thumb, the first of five is one
    const first = numbered.has(5) && !numbered.has(0) && !rows.has("thumb") ? 1 : 0;
    for (const [number, row] of numbered) {
      const finger = BY_NUMBER[number - first];
      const { tree } = recognition;
      const own = finger === "thumb" ? row : row.filter((node) => !isMetacarpal(tree.nodes[node]!.name));
      if (finger && !rows.has(finger)) {
        rows.set(finger, own);
      }
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

const isMetacarpal = (name: string): boolean => /metacarpal/i.test(name);

/**
 * @param rows receives the bones of each finger that a word names
 * @param numbered receives those of the others by number
 */
function collect(
  recognition: Recognition,
  parent: number,
  depth: number,
  rows: Map<Finger, number[]>,
  numbered: Map<number, number[]>,
): void {
  const { tree, names } = recognition;
  if (depth >= MAX_DEPTH) {
    return;
  }
  for (const node of tree.children[parent]!) {
    const { isFinger, isNoise, finger } = names[node]!;
    const { name } = tree.nodes[node]!;
    const number = /finger[^\d]*(\d)/i.exec(name)?.[1];
    if (isFinger && !isNoise && finger && (finger === "thumb" || !isMetacarpal(name))) {
      getOrMake(rows, finger, (): number[] => []).push(node);
    } else if (isFinger && !isNoise && !finger && number !== undefined) {
      getOrMake(numbered, Number(number), (): number[] => []).push(node);
    }
    collect(recognition, node, depth + 1, rows, numbered);
  }
}
