import { type LimbBone, type Side, SIDES, sided } from "./bones.js";
import type { Recognition } from "./recognition.js";
import { distance, lengthOf, subtract, type Vector } from "./vectors.js";

/** Two chains of nodes that mirror each other, below one node. */
interface Pair {
  readonly ancestor: number;
  /** The nodes from below the ancestor to the end. */
  readonly paths: readonly [readonly number[], readonly number[]];
  /** The lengths of the bones of a chain, and their sum. */
  readonly lengths: readonly number[];
  readonly length: number;
  /** The heights of the ancestor and of the ends. */
  readonly top: number;
  readonly bottom: number;
  readonly width: number;
}

/** Finds arms and legs that names do not tell: mirrored chains, the legs as the lowest ones, the arms as the longest above them. */
export function recognizeByShape(recognition: Recognition): void {
  const hasAll = (bone: LimbBone): boolean => SIDES.every((side) => recognition.node(sided(side, bone)) !== undefined);
  const [hasLegs, hasArms] = [hasAll("upperLeg"), hasAll("upperArm")];
  if (hasLegs && hasArms) {
    return;
  }
  const { tree, nodes } = recognition;
  const heights = nodes.map((node) => tree.place(node)[1]);
  const ground = Math.min(...heights);
  const height = Math.max(...heights) - ground || 1;
  const pairs = findPairs(recognition, height);
  if (!hasLegs) {
    const [legs] = pairs
      .filter(({ top, bottom }) => top - bottom > 0.25 * height && bottom < ground + 0.25 * height)
      .sort((a, b) => a.bottom - b.bottom || b.length - a.length);
    if (legs) {
      const first = legs.paths[0].length >= 3 ? Math.max(firstOfLongest(legs), 0) : 0;
      const bones = (["upperLeg", "lowerLeg", "foot", "toes"] as const).map((bone, i) => [bone, first + i] as const);
      setBoth(recognition, legs, bones, height, "mirrored chain downwards");
      if (recognition.isBone(legs.ancestor)) {
        recognition.set("hips", legs.ancestor, 0.5, "where the legs meet");
      }
    }
  }
  if (!hasArms) {
    const [arms] = pairs
      .filter(({ top, width, paths }) => {
        const isFree = !paths[0].some((node) => recognition.isTaken(node));
        return top > ground + 0.4 * height && isFree && width > 0.25 * height;
      })
      .sort((a, b) => b.length - a.length);
    if (arms) {
      setBoth(recognition, arms, armBones(recognition, arms), height, "mirrored chain aside");
    }
  }
}

/** The arm bones of a chain: the hand is where fingers begin, or the end. */
function armBones({ tree, nodes }: Recognition, arms: Pair): readonly (readonly [LimbBone, number])[] {
  const [path] = arms.paths;
  const used = new Set(nodes);
  const branch = path.findIndex((node) => tree.children[node]!.filter((child) => used.has(child)).length >= 3);
  const hand = branch < 2 ? path.length - 1 : branch;
  const upper = hand >= 3 ? firstOfLongest(arms, hand) : Math.max(0, hand - 2);
  return [
    ["upperArm", upper],
    ["lowerArm", upper + 1],
    ["hand", hand > upper + 1 ? Math.min(hand, upper + 2) : -1],
    ["shoulder", upper - 1],
  ];
}

/** The index of the node where the two longest bones begin; a chain's first bone, from the ancestor, does not count. */
function firstOfLongest({ lengths }: Pair, last = lengths.length - 1): number {
  const longest = lengths
    .map((_, i) => i)
    .slice(1, last + 1)
    .sort((a, b) => lengths[b]! - lengths[a]!);
  return Math.min(...longest.slice(0, 2)) - 1;
}

function findPairs(recognition: Recognition, height: number): readonly Pair[] {
  const { tree, nodes } = recognition;
  const used = new Set(nodes);
  const ends = nodes.filter((node) => !tree.children[node]!.some((child) => used.has(child)));
  return ends.flatMap((a, i) => ends.slice(i + 1).flatMap((b) => pairOf(recognition, a, b, height) ?? []));
}

/** Two ends as a pair of mirrored chains; null if their bones differ in number or length, or are short. */
function pairOf(recognition: Recognition, a: number, b: number, height: number): Pair | null {
  const { tree } = recognition;
  const ancestor = tree.commonAncestor(a, b);
  if (ancestor === undefined) {
    return null;
  }
  const pathTo = (end: number): readonly number[] => {
    const path = tree.pathUp(end);
    return path
      .slice(0, path.indexOf(ancestor))
      .reverse()
      .filter((node) => recognition.isBone(node));
  };
  const paths = [pathTo(a), pathTo(b)] as const;
  const count = paths[0].length;
  if (count !== paths[1].length || count < 2) {
    return null;
  }
  const middle = (i: 0 | 1 | 2): number => (tree.place(paths[0][0]!)[i] + tree.place(paths[1][0]!)[i]) / 2;
  const root: Vector = recognition.isBone(ancestor) ? tree.place(ancestor) : [middle(0), middle(1), middle(2)];
  const lengthsOf = (path: readonly number[]): readonly number[] =>
    path.map((node, i) => distance(tree.place(node), i > 0 ? tree.place(path[i - 1]!) : root));
  const [lengths, others] = [lengthsOf(paths[0]), lengthsOf(paths[1])];
  const length = lengths.reduce((sum, each) => sum + each, 0);
  const [end, other] = [tree.place(a), tree.place(b)];
  const width = distance(end, other);
  const differs = lengths.some((each, i) => Math.abs(each - others[i]!) > 0.06 * length);
  if (!(length > 0.15 * height) || differs || width < 0.02 * height) {
    return null;
  }
  return { ancestor, paths, lengths, length, top: root[1], bottom: (end[1] + other[1]) / 2, width };
}

/** The side of the first path: by names, else as if the body faced +Z, or +X where its sides lie along Z. `checkSides` corrects it. */
function sideOf({ tree, names }: Recognition, { paths: [path, other] }: Pair, height: number): Side {
  const [stated, opposite] = [names[path.at(-1)!]!.side, names[other.at(-1)!]!.side];
  if (stated && opposite && stated !== opposite) {
    return stated;
  }
  const apart = path.map((node, i) => subtract(tree.place(node), tree.place(other[i]!)));
  const [x, , z] = apart.find((each) => lengthOf([each[0], 0, each[2]]) > 0.03 * height) ?? apart.at(-1)!;
  return (Math.abs(x) >= Math.abs(z) ? x : -z) > 0 ? "left" : "right";
}

function setBoth(
  recognition: Recognition,
  pair: Pair,
  bones: readonly (readonly [LimbBone, number])[],
  height: number,
  reason: string,
): void {
  const side = sideOf(recognition, pair, height);
  for (const [bone, at] of bones) {
    if (pair.paths[0][at] !== undefined) {
      recognition.set(sided(side, bone), pair.paths[0][at], 0.5, reason);
      recognition.set(sided(side === "left" ? "right" : "left", bone), pair.paths[1][at], 0.5, reason);
    }
  }
}
