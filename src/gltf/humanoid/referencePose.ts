import { sided, SIDES } from "./bones.js";
import type { BodyBones } from "./bodyBones.js";
import type { SkeletonSkin, SkeletonTree } from "./skeletonTree.js";
import {
  add,
  compose,
  degreesApart,
  degreesBetween,
  distance,
  dot,
  IDENTITY,
  invert,
  type Matrix,
  median,
  multiply,
  placeOf,
  scale,
  scaleOf,
  sizeOf,
  subtract,
  sum,
  type Turn,
  turnOf,
  unit,
  type Vector,
  Y,
  Z,
} from "./vectors.js";

/** Why a pose is the reference. */
export type ReferenceKind = "declared" | "bind" | "rest" | "lent";

/** The pose in which a body was made. */
export interface ReferencePose {
  readonly kind: ReferenceKind;
  /** The matrices of all nodes in the space of the file. */
  readonly world: readonly Matrix[];
  /** The offsets that joints have in the bind pose, where the rest has those of another pose. */
  readonly offsets: ReadonlyMap<number, Vector>;
  readonly findings: readonly string[];
}

/** The lengths of thigh and shin; NaN where a joint is missing. */
export type LegLengths = readonly [thigh: number, shin: number];

/** The rest as the reference. */
export function restAsReference(tree: SkeletonTree, kind: ReferenceKind, findings: readonly string[] = []): ReferencePose {
  return { kind, world: tree.rest, offsets: new Map(), findings };
}

/** The largest lean of a back that stands. */
const LYING = 50;
/** The ratios of units of length. */
const UNITS = [1, 10, 0.1, 100, 0.01, 1000, 0.001];
/** The share of the leg by which an offset differs that is one of another pose. */
const MOVED = 0.03;
const SAME_LENGTH = 0.01;

/**
 * The bind pose as the reference; null if no inverse bind matrices can be read.
 *
 * Of the matrices only the rotations count: in quantized files they have the decoding of positions, which spoils places and scale. Places
 * come from the offsets of the nodes, or from the matrices where distances between joints agree with those of the nodes by one ratio.
 */
export function bindPose(tree: SkeletonTree, bones: BodyBones): ReferencePose | null {
  const mapped = new Set(bones.values());
  const hips = bones.get("hips");
  if (hips === undefined) {
    return null;
  }
  const count = (joints: readonly number[]): number => joints.filter((joint) => mapped.has(joint)).length;
  const skins = tree.skins
    .filter(({ joints, inverseBind }) => inverseBind && count(joints) > 0)
    .sort((a, b) => count(b.joints) - count(a.joints) || b.joints.length - a.joints.length);
  const turns: (Turn | undefined)[] = [];
  let first: BindSpace | null = null;
  for (const skin of skins) {
    const space = findSpace(tree, bones, skin, turns);
    space.turns.forEach((turn, joint) => (turns[joint] ??= turn));
    first ??= space;
  }
  if (!first) {
    return null;
  }
  const findings: string[] = [];
  const placed = first.ratio > 0 ? (joint: number, from: Vector) => placeFrom(first, joint, hips, from) : null;
  const world = raise(tree, bones, first, alongTurns(tree, turns, placed, hips), hips, findings);
  return { kind: "bind", world, offsets: movedOffsets(tree, bones, first, world, findings), findings };
}

/** How the matrices of a skin lie in the space of the file. */
interface BindSpace {
  readonly space: Matrix;
  readonly joints: readonly number[];
  readonly bind: readonly Matrix[];
  /** The rotations of the joints, by node. */
  readonly turns: readonly (Turn | undefined)[];
  /** The median ratio of distances between joints, in the matrices and in the nodes; 0 if they do not agree. */
  readonly ratio: number;
  /** Joints whose matrices are junk. */
  readonly junk: ReadonlySet<number>;
  /** Whether the rest is another pose. */
  readonly isPosed: boolean;
}

/** Finds the space in which a skin was bound: where the joints are nearest to the rest, stand upright, and face alike. */
function findSpace(
  tree: SkeletonTree,
  bones: BodyBones,
  { joints, inverseBind, users }: SkeletonSkin,
  known: readonly (Turn | undefined)[],
): BindSpace {
  const bind = joints.map((_, i) => invert(Float64Array.from({ length: 16 }, (__, k) => inverseBind![16 * i + k]!)));
  const { ratio, junk } = compareDistances(tree, joints, bind);
  const mapped = new Set(bones.values());
  const hips = bones.get("hips")!;
  const isRestUpright = standsUpright(bones, tree.rest);
  const facing = facingOf(bones, tree.rest).axis;
  const spaces = [
    IDENTITY,
    ...tree
      .pathUp(hips)
      .slice(1)
      .map((node) => tree.rest[node]!),
    ...users.map((node) => tree.rest[node]!),
  ];
  const rated = spaces.map((space) => {
    const turns = [...known];
    joints.forEach((joint, i) => {
      if (!junk.has(joint)) {
        turns[joint] ??= turnOf(multiply(space, bind[i]!));
      }
    });
    const world = alongTurns(tree, turns, null, hips);
    const turnsAway = isRestUpright && dot(facingOf(bones, world).axis, facing) < 0.5;
    const penalty = !standsUpright(bones, world) ? 180 : turnsAway ? 90 : 0;
    const own = joints.flatMap((joint, i) => (mapped.has(joint) ? [[joint, multiply(space, bind[i]!)] as const] : []));
    const angles = own.map(([joint, matrix]) => degreesApart(turnOf(matrix), turnOf(tree.rest[joint]!)));
    const far = median(own.map(([joint, matrix]) => distance(placeOf(matrix), tree.place(joint))));
    return { space, turns, cost: median(angles) + penalty, far, isPosed: Math.max(...angles) > 20 };
  });
  const [best] = rated.sort((a, b) => (Math.abs(a.cost - b.cost) < 0.5 ? a.far - b.far : a.cost - b.cost));
  return { space: best!.space, joints, bind, turns: best!.turns, ratio, junk, isPosed: best!.isPosed };
}

/**
 * Compares the distances between joints in the matrices with those of the nodes. A joint none of whose distances agrees has junk; so has one with the
 * identity, which tools write for joints without vertices, unless all its distances agree: from the origin, one may agree by chance.
 */
function compareDistances(
  tree: SkeletonTree,
  joints: readonly number[],
  bind: readonly Matrix[],
): { readonly ratio: number; readonly junk: ReadonlySet<number> } {
  const places = new Map(joints.map((joint, i) => [joint, placeOf(bind[i]!)]));
  const edges = joints.flatMap((joint) => {
    const { parent } = tree.nodes[joint]!;
    const [own, other] = [places.get(joint)!, places.get(parent)];
    const length = other ? distance(tree.place(joint), tree.place(parent)) : 0;
    return length > 1e-9 ? [{ joint, parent, ratio: distance(own, other!) / length }] : [];
  });
  const ratio = median(edges.map((edge) => edge.ratio));
  const isOff = (edge: { readonly ratio: number }, limit: number): boolean => !(Math.abs(edge.ratio / ratio - 1) <= limit);
  if (edges.length < 6 || !(ratio > 0) || edges.filter((edge) => isOff(edge, 0.03)).length > 0.4 * edges.length) {
    return { ratio: 0, junk: new Set() };
  }
  const junk = joints.filter((joint, i) => {
    const own = edges.filter((edge) => edge.joint === joint || edge.parent === joint);
    return own.length > 1 && (own.every((edge) => isOff(edge, 0.2)) || (isIdentity(bind[i]!) && own.some((edge) => isOff(edge, 0.2))));
  });
  return { ratio, junk: new Set(junk) };
}

const isIdentity = (matrix: Matrix): boolean => matrix.every((value, i) => Math.abs(value - Number(i % 5 === 0)) < 1e-6);

/** A length of the bind matrices in the space of the file. */
function unitOf({ ratio, space }: BindSpace): number {
  return ratio > 0 ? 1 / (ratio * sizeOf(space)) : 1;
}

/** Where a joint is bound, in the space of the file; null for junk or without a matrix. */
function boundPlace({ space, joints, bind, junk }: BindSpace, joint: number): Vector | null {
  const i = joints.indexOf(joint);
  return i < 0 || junk.has(joint) ? null : placeOf(multiply(space, bind[i]!));
}

function placeFrom(space: BindSpace, joint: number, hips: number, from: Vector): Vector | null {
  const [own, root] = [boundPlace(space, joint), boundPlace(space, hips)];
  return own && root && add(from, scale(subtract(own, root), unitOf(space)));
}

/**
 * The matrices of nodes with given rotations in the space of the file; other nodes keep their local one.
 * @param place where a joint below the hips is, relative to the hips; null for the offset of the node
 */
function alongTurns(
  tree: SkeletonTree,
  turns: readonly (Turn | undefined)[],
  place: ((joint: number, hips: Vector) => Vector | null) | null,
  hips: number,
): readonly Matrix[] {
  const world: Matrix[] = [];
  for (const node of tree.order) {
    const { parent, translation, rotation, scale: size } = tree.nodes[node]!;
    const matrix = multiply(parent < 0 ? IDENTITY : world[parent]!, compose(translation, rotation, size));
    const to = (place && tree.isBelow(node, hips) && place(node, placeOf(world[hips]!))) || placeOf(matrix);
    const turn = turns[node];
    world[node] = turn ? compose(to, turn, scaleOf(tree.rest[node]!)) : withPlace(matrix, to);
  }
  return world;
}

function withPlace(matrix: Matrix, [x, y, z]: Vector): Matrix {
  const moved = Float64Array.from(matrix);
  moved.set([x, y, z], 12);
  return moved;
}

/** Moves the whole pose to the height of the bind pose, where its places count, or else to where the lowest foot stands at rest. */
function raise(
  tree: SkeletonTree,
  bones: BodyBones,
  space: BindSpace,
  world: readonly Matrix[],
  hips: number,
  findings: string[],
): readonly Matrix[] {
  const leg = lengthOfLeg(legLengths(tree, bones, world));
  const bound = boundPlace(space, hips);
  const isNear = (share: number): boolean => bound !== null && distance(bound, tree.place(hips)) < share * leg;
  const unitLength = unitOf(space);
  const isUnit = UNITS.some((each) => Math.abs(unitLength / each - 1) < SAME_LENGTH);
  const probes = (["head", "neck", "leftFoot", "rightFoot", "leftLowerLeg", "rightLowerLeg"] as const).flatMap((bone) => {
    const node = bones.get(bone);
    const place = node === undefined ? null : boundPlace(space, node);
    return place && bound ? [distance(place, bound) / (distance(placeOf(world[node!]!), placeOf(world[hips]!)) || 1)] : [];
  });
  const counts =
    space.ratio > 0
      ? isUnit && bound !== null && (Math.abs(unitLength - 1) > SAME_LENGTH || isNear(1.5))
      : probes.length > 1 && isNear(0.7) && probes.every((ratio) => Math.abs(ratio - 1) < SAME_LENGTH);
  if (!counts && space.isPosed) {
    findings.push("bind matrices have no places (quantized), and the rest is a pose: where the hips stand is an estimate");
  }
  const way: Vector = counts
    ? subtract(scale(bound!, unitLength), placeOf(world[hips]!))
    : [0, lowestFoot(tree, bones, tree.rest) - lowestFoot(tree, bones, world), 0];
  return world.map((matrix) => withPlace(matrix, add(placeOf(matrix), way)));
}

/** The offsets of the bind pose for joints that the rest has elsewhere, as clips have that move bones against each other. */
function movedOffsets(
  tree: SkeletonTree,
  bones: BodyBones,
  { ratio }: BindSpace,
  world: readonly Matrix[],
  findings: string[],
): ReadonlyMap<number, Vector> {
  const offsets = new Map<number, Vector>();
  if (ratio === 0) {
    return offsets;
  }
  const leg = lengthOfLeg(legLengths(tree, bones, world));
  const mapped = new Set(bones.values());
  for (const node of mapped) {
    const { parent, translation } = tree.nodes[node]!;
    if (node !== bones.get("hips") && mapped.has(parent)) {
      const offset = placeOf(multiply(invert(world[parent]!), world[node]!));
      if (distance(offset, translation) * sizeOf(world[parent]!) > MOVED * leg) {
        offsets.set(node, offset);
      }
    }
  }
  if (offsets.size > 0) {
    const names = [...offsets.keys()].map((node) => tree.nodes[node]!.name);
    findings.push(`the rest moves bones against each other, those of the bind pose count: ${names.slice(0, 4).join(", ")}`);
  }
  return offsets;
}

function standsUpright(bones: BodyBones, world: readonly Matrix[]): boolean {
  const at = (bone: Parameters<BodyBones["get"]>[0]): Vector | undefined => {
    const node = bones.get(bone);
    return node === undefined ? undefined : placeOf(world[node]!);
  };
  const top = at("head") ?? at("neck") ?? at("chest") ?? at("spine");
  const feet = [...SIDES.map((side) => at(sided(side, "foot"))), ...SIDES.map((side) => at(sided(side, "lowerLeg")))].filter(
    (each) => each !== undefined,
  );
  const low = feet.slice(0, 2);
  const base = low.length > 0 ? scale(sum(low), 1 / low.length) : at("hips")!;
  return top === undefined || degreesBetween(subtract(top, base), Y) < LYING;
}

/** Where the lines of legs and shoulders say that a body faces, and the nearest axis. */
export function facingOf(bones: BodyBones, world: readonly Matrix[]): { readonly direction: Vector; readonly axis: Vector } {
  const line = (bone: "upperLeg" | "upperArm"): Vector => {
    const [left, right] = SIDES.map((side) => bones.get(sided(side, bone)));
    return left === undefined || right === undefined ? [0, 0, 0] : unit(subtract(placeOf(world[left]!), placeOf(world[right]!)));
  };
  const [x, , z] = add(line("upperLeg"), line("upperArm"));
  const direction: Vector = [-z, 0, x];
  const isSideways = Math.abs(direction[0]) > Math.abs(direction[2]);
  const axis: Vector = isSideways ? [Math.sign(direction[0]), 0, 0] : scale(Z, Math.sign(direction[2]) || 1);
  return { direction, axis };
}

/** The foot of a side, or the lowest node below the shin. */
export function footOf(tree: SkeletonTree, bones: BodyBones, world: readonly Matrix[], side: (typeof SIDES)[number]): number | undefined {
  const [foot, shin] = [bones.get(sided(side, "foot")), bones.get(sided(side, "lowerLeg"))];
  if (foot !== undefined || shin === undefined) {
    return foot;
  }
  const below = tree.nodes.map((_, i) => i).filter((node) => tree.isBelow(node, shin));
  return below.sort((a, b) => world[a]![13]! - world[b]![13]!)[0];
}

/** The nodes of both feet, or what stands for them; of a body without legs, all bones. */
export function feetOf(tree: SkeletonTree, bones: BodyBones, world: readonly Matrix[]): readonly number[] {
  const feet = SIDES.flatMap((side) => footOf(tree, bones, world, side) ?? bones.get(sided(side, "lowerLeg")) ?? []);
  return feet.length > 0 ? feet : [...bones.values()];
}

/** The height of the lowest foot. */
export function lowestFoot(tree: SkeletonTree, bones: BodyBones, world: readonly Matrix[]): number {
  return Math.min(...feetOf(tree, bones, world).map((node) => world[node]![13]!));
}

/** The lengths of thigh and shin, the mean of both sides. */
export function legLengths(tree: SkeletonTree, bones: BodyBones, world: readonly Matrix[]): LegLengths {
  const between = (a: number | undefined, b: number | undefined): number =>
    a === undefined || b === undefined ? NaN : distance(placeOf(world[a]!), placeOf(world[b]!));
  const [left, right] = SIDES.map((side) => {
    const [thigh, shin] = [bones.get(sided(side, "upperLeg")), bones.get(sided(side, "lowerLeg"))];
    return [between(thigh, shin), between(shin, footOf(tree, bones, world, side))] as const;
  }) as [LegLengths, LegLengths];
  const mean = (i: 0 | 1): number => (Number.isNaN(left[i]) ? right[i] : Number.isNaN(right[i]) ? left[i] : (left[i] + right[i]) / 2);
  return [mean(0), mean(1)];
}

/** The length of a leg, without what is missing. */
export const lengthOfLeg = (lengths: LegLengths): number => lengths.reduce((all, each) => all + (each || 0), 0);

/** The lean of the back since upright, in degrees; NaN without a neck or head. */
export function leanOf(bones: BodyBones, world: readonly Matrix[]): number {
  const [hips, top] = [bones.get("hips"), bones.get("neck") ?? bones.get("head")];
  return hips === undefined || top === undefined ? NaN : degreesBetween(subtract(placeOf(world[top]!), placeOf(world[hips]!)), Y);
}

/** Whether the back lies: that of an animal. */
export const isLying = (bones: BodyBones, world: readonly Matrix[]): boolean => leanOf(bones, world) > LYING;
