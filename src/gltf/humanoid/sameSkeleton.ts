import { type Body, poseOf } from "./body.js";
import type { BodyBone } from "./bodyBones.js";
import type { Motion } from "./nodeTrack.js";
import {
  degreesApart,
  distance,
  dot,
  IDENTITY,
  inverse,
  lengthOf,
  type Matrix,
  median,
  placeOf,
  rotate,
  sizeOf,
  times,
  type Turn,
  turnOf,
  unit,
  type Vector,
} from "./vectors.js";

const SAME_OFFSET = 0.01;
/** Degrees. */
const SAME_TURN = 1;
/** Moves are looked at in so many clips, at these shares of their time. */
const CLIPS = 4;
const MOMENTS = [0, 0.2, 0.4, 0.6, 0.8];
/**
 * How far limbs may be twisted about their own axes, in the median over moves, against a body of the same skeleton: a shin cannot twist, and
 * dancers twist an upper arm by 78 degrees. More is another skeleton.
 */
const TWISTS: Readonly<Record<string, number>> = { LowerLeg: 45, UpperLeg: 75, UpperArm: 110, LowerArm: 110 };

/**
 * Whether two bodies have the same skeleton, so that keys can be played as they are: bones with the same names, parents and offsets, made
 * with the same rotations. Where one of them has no skin, its moves show the rotations of its limbs.
 * @param rename from names of the source to names of the target
 */
export function haveSameSkeleton(source: Body, target: Body, rename: (name: string) => string, motions: readonly Motion[]): boolean {
  const pairs = [...source.bones].map(([bone, node]) => ({ bone, node, other: target.bones.get(bone) }));
  const nameOf = ({ tree }: Body, node: number): string | undefined => tree.nodes[node]?.name;
  const isSameNode = (node: number, other: number): boolean => {
    const [own, parent] = [nameOf(source, node), nameOf(source, source.tree.nodes[node]!.parent)];
    const otherParent = nameOf(target, target.tree.nodes[other]!.parent);
    const isTop = parent === undefined || !isMapped(source, source.tree.nodes[node]!.parent);
    return rename(own!) === nameOf(target, other) && (isTop || rename(parent) === otherParent);
  };
  if (!pairs.every(({ node, other }) => other !== undefined && isSameNode(node, other))) {
    return false;
  }
  const known = pairs as readonly NodePair[];
  return haveSameOffsets(source, target, known) && standAlike(source, target, known) && haveSameTurns(source, target, known, motions);
}

interface NodePair {
  readonly bone: BodyBone;
  readonly node: number;
  readonly other: number;
}

const isMapped = ({ bones }: Body, node: number): boolean => [...bones.values()].includes(node);

/** Whether all joints have the same offsets in the same unit: keys of translations are right as they are. */
function haveSameOffsets(source: Body, target: Body, pairs: readonly NodePair[]): boolean {
  const joints = pairs.filter(({ node }) => isMapped(source, source.tree.nodes[node]!.parent));
  const offsets = joints.map(({ node, other }) => [source.tree.nodes[node]!.translation, target.tree.nodes[other]!.translation] as const);
  return offsets.every(
    ([own, other]) => lengthOf(own) === 0 || distance(own, other) <= SAME_OFFSET * Math.max(lengthOf(own), lengthOf(other)) + 1e-6,
  );
}

/** Whether the nodes above the topmost joints are alike, but for where the bodies face: they place the keys. */
function standAlike(source: Body, target: Body, pairs: readonly NodePair[]): boolean {
  const turn = times(target.facing, inverse(source.facing));
  return pairs.every(({ node, other }) => {
    const parent = source.tree.nodes[node]!.parent;
    if (isMapped(source, parent)) {
      return true;
    }
    const [own, above] = [source.tree.rest[parent] ?? IDENTITY, target.tree.rest[target.tree.nodes[other]!.parent] ?? IDENTITY];
    const size = Math.max(distance(source.tree.place(node), placeOf(own)), distance(target.tree.place(other), placeOf(above)));
    return (
      degreesApart(turnOf(above), times(turn, turnOf(own))) <= SAME_TURN &&
      Math.abs(sizeOf(above) / sizeOf(own) - 1) <= SAME_OFFSET &&
      distance(placeOf(above), rotate(turn, placeOf(own))) <= SAME_OFFSET * size + 1e-6
    );
  });
}

function haveSameTurns(source: Body, target: Body, pairs: readonly NodePair[], motions: readonly Motion[]): boolean {
  const areMade = [source, target].map(({ reference: { kind } }) => kind === "bind" || kind === "declared");
  if (areMade[0] && areMade[1]) {
    const differences = pairs.map(({ node, other }) =>
      times(turnOf(target.reference.world[other]!), inverse(turnOf(source.reference.world[node]!))),
    );
    return differences.every((difference) => degreesApart(differences[0]!, difference) <= SAME_TURN);
  }
  // the moves of the source, or the rest of a target without a skin, beside the reference of the other body
  const isSourceBare = !areMade[0];
  const [bare, made] = isSourceBare ? [source, target] : [target, source];
  const poses = isSourceBare ? posesOf(source, motions) : [target.tree.rest];
  return pairs.every(({ bone, node, other }) => {
    const limit = TWISTS[/(?:Upper|Lower)(?:Arm|Leg)$/.exec(bone)?.[0] ?? ""];
    const [own, reference] = isSourceBare ? [node, other] : [other, node];
    const axis = limit === undefined ? null : axisOf(bare, own);
    const twists = axis
      ? poses.map((pose) => twistBetween(localTurn(made, made.reference.world, reference), localTurn(bare, pose, own), axis))
      : [];
    return !axis || median(twists) <= limit!;
  });
}

function posesOf({ tree }: Body, motions: readonly Motion[]): readonly (readonly Matrix[])[] {
  const poses = motions.slice(0, CLIPS).flatMap((motion) => MOMENTS.map((share) => poseOf(tree, motion, motion.end * share)));
  return poses.length > 0 ? poses : [tree.rest];
}

/** The direction of a bone, in its own axes: that of the first child with an offset. */
function axisOf({ tree }: Body, node: number): Vector | null {
  const child = tree.children[node]!.find((each) => lengthOf(tree.nodes[each]!.translation) > 0);
  return child === undefined ? null : unit(tree.nodes[child]!.translation);
}

function localTurn({ tree }: Body, world: readonly Matrix[], node: number): Turn {
  const { parent } = tree.nodes[node]!;
  const own = turnOf(world[node]!);
  return parent < 0 ? own : times(inverse(turnOf(world[parent]!)), own);
}

/** The rotation about an axis between two orientations, 0..180 degrees. */
function twistBetween(from: Turn, to: Turn, axis: Vector): number {
  const [x, y, z, w] = times(inverse(from), to);
  const degrees = Math.abs((2 * Math.atan2(dot([x, y, z], axis), w) * 180) / Math.PI);
  return Math.min(degrees, 360 - degrees);
}
