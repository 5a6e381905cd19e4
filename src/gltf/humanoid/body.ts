import { mapSpellings } from "../util/index.js";
import type { BodyBone, BodyBones } from "./bodyBones.js";
import { SIDES, sided } from "./bones.js";
import type { Motion } from "./nodeTrack.js";
import { readPoseSinceT } from "./poseSinceT.js";
import type { RecognizedBones } from "./recognizeBones.js";
import {
  bindPose,
  facingOf,
  feetOf,
  footOf,
  legLengths,
  type LegLengths,
  lengthOfLeg,
  lowestFoot,
  type ReferencePose,
  restAsReference,
} from "./referencePose.js";
import { type SkeletonNode, SkeletonTree } from "./skeletonTree.js";
import {
  arc,
  compose,
  degreesBetween,
  distance,
  inverse,
  lengthOf,
  type Matrix,
  median,
  placeOf,
  rotate,
  scale,
  sizeOf,
  STILL,
  subtract,
  sum,
  type Turn,
  type Vector,
  Y,
  Z,
} from "./vectors.js";

/** The share of a leg by which the ground of a body's own moves must differ to count. */
const OTHER_GROUND = 0.6;
/** When moves are looked at: shares of their time. */
const MOMENTS = [0.05, 0.2, 0.35, 0.5, 0.65, 0.8, 0.95];

/** A skeleton, and what retargeting knows of it. */
export interface Body {
  readonly tree: SkeletonTree;
  readonly bones: BodyBones;
  readonly declared: RecognizedBones["declared"];
  readonly reference: ReferencePose;
  /** The rotation from +Z to where the body faces. */
  readonly facing: Turn;
  /** The rotations of the reference since T. Bones without one have that of the bone above. */
  readonly sinceT: ReadonlyMap<BodyBone, Turn>;
  /** The height of the ground. */
  readonly ground: number;
  readonly legs: LegLengths;
  /** The nodes of the feet, or of what stands for them. */
  readonly feet: readonly number[];
  readonly findings: readonly string[];
}

/**
 * Makes a body of a skeleton and its bones.
 * @param motions the body's own moves: where they stand far from the reference, the ground is theirs
 * @param lender a body of the same skeleton, whose reference counts where this one has no skin
 * @param rename from names of this body to names of the lender, where they differ
 */
export function createBody(
  tree: SkeletonTree,
  bones: BodyBones,
  declared: RecognizedBones["declared"],
  motions: readonly Motion[],
  lender: Body | null = null,
  rename: (name: string) => string = (name) => name,
): Body {
  const bind = declared?.restsInT ? null : bindPose(tree, bones);
  const lent = declared?.restsInT || bind || !lender ? null : lendReference(tree, bones, lender, rename);
  if (lent) {
    return withGround({ tree, bones, declared, ...measure(tree, bones, lent.reference), ...lent }, motions);
  }
  const rest = (): ReferencePose =>
    declared?.restsInT ? restAsReference(tree, "declared", []) : restAsReference(tree, "rest", unreadable(tree, bones));
  const reference = bind ?? rest();
  const { direction, axis } = facingOf(bones, reference.world);
  const isKnown = lengthOf(direction) > 0.2;
  const facing = arc(Z, isKnown ? axis : Z);
  const off = degreesBetween(direction, axis);
  const isHumanoid = bones.has("hips") && (bones.has("leftUpperLeg") || bones.has("leftUpperArm"));
  const pose = isHumanoid ? readPoseSinceT(tree, bones, reference, facing, declared?.restsInT === true) : NO_POSE;
  const findings = [
    ...reference.findings,
    ...(isKnown && off > 35 ? [`facing lies ${off.toFixed(0)} degrees off an axis: the nearest axis is taken`] : []),
    ...(isHumanoid && !isKnown ? ["facing is not known: +Z is assumed"] : []),
    ...(isHumanoid && !SIDES.some((side) => bones.has(sided(side, "foot"))) ? ["feet not found: hips' height is an estimate"] : []),
    ...pose.findings,
  ];
  const ground = isHumanoid ? lowestFoot(tree, bones, reference.world) : 0;
  const measures = measure(tree, bones, reference);
  return withGround({ tree, bones, declared, reference, facing, sinceT: pose.turns, ground, ...measures, findings }, motions);
}

function measure(tree: SkeletonTree, bones: BodyBones, { world }: ReferencePose): Pick<Body, "legs" | "feet"> {
  return { legs: legLengths(tree, bones, world), feet: feetOf(tree, bones, world) };
}

const NO_POSE: { readonly turns: Body["sinceT"]; readonly findings: readonly string[] } = { turns: new Map(), findings: [] };

function unreadable(tree: SkeletonTree, bones: BodyBones): readonly string[] {
  const mapped = new Set(bones.values());
  const isSkinned = tree.skins.some(({ joints }) => joints.some((joint) => mapped.has(joint)));
  return isSkinned ? ["no bind matrices can be read: the rest pose is the reference"] : [];
}

/** Whether the skeleton has no offsets below the hips: a file of moves whose exporter leaves the rest out. */
export function hasNoOffsets(tree: SkeletonTree, bones: BodyBones): boolean {
  const legs = SIDES.flatMap((side) => [bones.get(sided(side, "lowerLeg")), bones.get(sided(side, "foot"))]).filter(
    (node) => node !== undefined,
  );
  return legs.length > 1 && legs.every((node) => lengthOf(tree.nodes[node]!.translation) === 0);
}

/** The skeleton with the first keys of a move as its rest. */
export function withFirstKeys(tree: SkeletonTree, motions: readonly Motion[]): SkeletonTree {
  const [motion] = [...motions].sort((a, b) => b.tracks.length - a.tracks.length);
  const nodes = tree.nodes.map((node, i): SkeletonNode => {
    const [translation, rotation, size] = (["translation", "rotation", "scale"] as const).map((path) => motion?.track(i, path));
    return {
      ...node,
      translation: translation?.vectorAt(-Infinity, false) ?? node.translation,
      rotation: rotation?.turnAt(-Infinity, false) ?? node.rotation,
      scale: size?.vectorAt(-Infinity, false) ?? node.scale,
    };
  });
  return new SkeletonTree(nodes, tree.skins);
}

/** The matrices of all nodes at a time of a move. */
export function poseOf(tree: SkeletonTree, motion: Motion, time: number): readonly Matrix[] {
  return tree.compose((i) => {
    const { translation, rotation, scale: size } = tree.nodes[i]!;
    return compose(
      motion.track(i, "translation")?.vectorAt(time, false) ?? translation,
      motion.track(i, "rotation")?.turnAt(time, false) ?? rotation,
      motion.track(i, "scale")?.vectorAt(time, false) ?? size,
    );
  });
}

/** Sets the ground where a body's own upright moves stand, if that is far from its reference: below a zombie that floats. */
function withGround(body: Body, motions: readonly Motion[]): Body {
  const { tree, bones, ground } = body;
  const leg = lengthOfLeg(body.legs);
  const [hips, top] = [bones.get("hips"), bones.get("neck") ?? bones.get("head")];
  if (!leg || hips === undefined || !bones.has("leftFoot") || !bones.has("rightFoot")) {
    return body;
  }
  const heights = motions
    .filter((motion) => motion.tracksOf(hips).length > 0)
    .map((motion) => {
      const poses = MOMENTS.map((share) => poseOf(tree, motion, motion.end * share));
      const upright = poses.filter(
        (world) => top === undefined || degreesBetween(subtract(placeOf(world[top]!), placeOf(world[hips]!)), Y) < 45,
      );
      return Math.min(...upright.map((world) => lowestFoot(tree, bones, world)));
    })
    .filter(Number.isFinite);
  const own = median(heights);
  const agreeing = heights.filter((height) => Math.abs(height - own) < 0.3 * leg).length;
  if (!(Math.abs(own - ground) > OTHER_GROUND * leg && agreeing * 2 > heights.length)) {
    return body;
  }
  const percent = ((Math.abs(own - ground) / leg) * 100).toFixed(0);
  const finding = `its moves stand ${percent} % of a leg ${own < ground ? "below" : "above"} its reference: their ground counts`;
  return { ...body, ground: own, findings: [...body.findings, finding] };
}

type SpellingMap = ReturnType<typeof mapSpellings>;

/** The reference of a body whose skeleton has the same names and, by one ratio, the same offsets; null if the skeletons differ. */
function lendReference(
  tree: SkeletonTree,
  bones: BodyBones,
  lender: Body,
  rename: (name: string) => string,
): Pick<Body, "reference" | "facing" | "sinceT" | "ground" | "findings"> | null {
  const [hips, otherHips] = [bones.get("hips"), lender.bones.get("hips")];
  const byName = new Map(lender.tree.nodes.map(({ name }, i) => [name, i]));
  const names = tree.nodes.map(({ name }) => name);
  const [renamed, spelled] = [names.map(rename), names].map((own) => mapSpellings(own, byName.keys())) as [SpellingMap, SpellingMap];
  const counterpartOf = (node: number): number | undefined => {
    const name = renamed.get(rename(names[node]!)) ?? spelled.get(names[node]!);
    return name === undefined ? undefined : byName.get(name);
  };
  const others = [...bones].filter(([bone]) => bone !== "hips");
  const shared = others.flatMap(([bone, node]) => {
    const other = counterpartOf(node);
    return other !== undefined && lender.bones.get(bone) === other ? [[node, other] as const] : [];
  });
  const ratios = shared
    .map(([node, other]) => lengthOf(lender.tree.nodes[other]!.translation) / lengthOf(tree.nodes[node]!.translation))
    .filter((ratio) => Number.isFinite(ratio) && ratio > 0);
  const ratio = median(ratios);
  const agreeing = ratios.filter((each) => Math.abs(each / ratio - 1) < 0.02).length;
  if (
    hips === undefined ||
    otherHips === undefined ||
    shared.length < 0.9 * others.length ||
    !(agreeing >= 0.9 * ratios.length && ratio > 0)
  ) {
    return null;
  }
  const growth = sizeOf(tree.rest[hips]!) / (sizeOf(lender.tree.rest[otherHips]!) * ratio);
  const world = tree.nodes.map((_, i) => {
    const other = counterpartOf(i);
    if (other === undefined) {
      return tree.rest[i]!;
    }
    const matrix = Float64Array.from(lender.reference.world[other]!);
    matrix.set(scale(placeOf(matrix), growth), 12);
    return matrix;
  });
  const { facing, sinceT, ground } = lender;
  return {
    reference: { kind: "lent", world, offsets: new Map(), findings: [] },
    facing,
    sinceT,
    ground: ground * growth,
    findings: [],
  };
}

/** Where the hips are in T: as high as the legs let them stand. */
export function hipsInT({ tree, bones, reference: { world }, facing, sinceT, ground }: Body): Vector {
  const at = (node: number): Vector => placeOf(world[node]!);
  const hips = at(bones.get("hips")!);
  const inT = (bone: BodyBone, way: Vector): number => rotate(inverse(sinceT.get(bone) ?? STILL), rotate(inverse(facing), way))[1];
  const tops = SIDES.map((side) => bones.get(sided(side, "upperLeg"))).filter((node) => node !== undefined);
  const falls = SIDES.flatMap((side) => {
    const [thigh, shin] = [bones.get(sided(side, "upperLeg")), bones.get(sided(side, "lowerLeg"))];
    if (thigh === undefined || shin === undefined) {
      return [];
    }
    const foot = footOf(tree, bones, world, side);
    const below = foot === undefined ? 0 : inT(sided(side, "lowerLeg"), subtract(at(foot), at(shin)));
    return [-inT(sided(side, "upperLeg"), subtract(at(shin), at(thigh))) - below];
  });
  if (falls.length === 0) {
    return hips;
  }
  const middle = scale(sum(tops.map(at)), 1 / tops.length);
  const over = inT("hips", subtract(hips, middle));
  return [hips[0], ground + falls.reduce((all, fall) => all + fall, 0) / falls.length + over, hips[2]];
}

/** How much longer the legs of the second body are. */
export function ratioOfLegs(source: Body, target: Body): number {
  const [a, b] = source.legs;
  const [c, d] = target.legs;
  const haveFeet = source.bones.has("leftFoot") && target.bones.has("leftFoot");
  if (haveFeet && !Number.isNaN(b) && !Number.isNaN(d)) {
    return (c + d) / (a + b);
  }
  if (!Number.isNaN(a) && !Number.isNaN(c)) {
    return c / a;
  }
  const backOf = ({ bones, reference: { world } }: Body): number => {
    const [hips, top] = [bones.get("hips"), bones.get("head") ?? bones.get("spine")];
    return hips === undefined || top === undefined ? NaN : distance(placeOf(world[hips]!), placeOf(world[top]!));
  };
  return backOf(target) / backOf(source) || 1;
}
