import { mapSpellings } from "../util/index.js";
import { type Body, createBody, hasNoOffsets, withFirstKeys } from "./body.js";
import type { BodyBone, BodyBones } from "./bodyBones.js";
import type { HumanBone } from "./bones.js";
import type { Motion } from "./nodeTrack.js";
import type { FoundBone } from "./recognition.js";
import { isSure, nodesOf } from "./recognize.js";
import { rate, type RecognizedBones } from "./recognizeBones.js";
import { lengthOfLeg } from "./referencePose.js";
import { haveSameSkeleton } from "./sameSkeleton.js";
import type { SkeletonTree } from "./skeletonTree.js";
import { type Grounding, hipsAsRoot, type Root, Transfer } from "./transfer.js";
import { transferMotion, type TransferredTrack } from "./transferMotion.js";
import { distance, lengthOf, median, placeOf, sizeOf, subtract } from "./vectors.js";

/** A skeleton with its bones. */
export interface Character {
  readonly tree: SkeletonTree;
  readonly recognized: RecognizedBones;
}

/** How the bodies of a pair are told apart from what is found: names are those of the source. */
export interface PairOptions {
  readonly rootNode?: string | undefined;
  readonly groundNode?: string | undefined;
  readonly verticalAxis?: "X" | "Y" | "Z" | undefined;
}

/** What retargeting knows of two skeletons. */
export class BodyPair {
  /** The nodes of the target by the nodes of the source that they follow. */
  readonly counterparts: ReadonlyMap<number, number>;
  readonly isHumanoid: boolean;
  /** Whether keys are right as they are. */
  readonly isSame: boolean;
  readonly findings: readonly string[];
  private readonly _source: Body;
  private readonly _transfer: Transfer;
  private readonly _grounding: Grounding;

  /**
   * @param rename from names of the source to names of the target: names that differ override what is recognized
   * @param lender a body of the source's skeleton; by default the target is one, if the skeletons agree
   */
  constructor(
    source: Character,
    target: Character,
    rename: (name: string) => string,
    motions: readonly Motion[],
    options: PairOptions,
    lender: Character | null,
  ) {
    const spelled = mapSpellings(
      source.tree.nodes.map(({ name }) => rename(name)),
      target.tree.nodes.map(({ name }) => name),
    );
    const nameIn = (name: string): string => spelled.get(rename(name)) ?? rename(name);
    const names = pairNames(source.tree, target.tree, nameIn);
    const [own, other] = override(source, target, names, rename);
    this.isHumanoid = isSure(own) && isSure(other);
    const [sourceBones, targetBones] = this.isHumanoid
      ? withNames(source.tree, target.tree, own, other, names)
      : byNames(source.tree, target.tree, names);
    const targetBody = createBody(target.tree, targetBones, this.isHumanoid ? other.declared : null, []);
    const lending = lender ? createBody(lender.tree, nodesOf(lender.recognized.bones), lender.recognized.declared, []) : targetBody;
    const isFlat = hasNoOffsets(source.tree, sourceBones);
    const tree = isFlat && motions.length > 0 ? withFirstKeys(source.tree, motions) : source.tree;
    const declared = this.isHumanoid ? own.declared : null;
    this._source = createBody(tree, sourceBones, declared, motions, lending, rename);
    this.isSame = haveSameSkeleton(this._source, targetBody, nameIn, motions);
    this.counterparts = this.isSame ? names : follow(sourceBones, targetBones);
    const roots = this.isHumanoid ? [hipsAsRoot(this._source, targetBody)] : rootsOf(this._source, targetBody, options);
    this._transfer = new Transfer(this._source, targetBody, roots);
    this._grounding =
      this.isHumanoid && targetBody.feet.length > 0 ? (options.groundNode !== undefined ? "always" : "where they stand") : null;
    this.findings = this.isSame
      ? []
      : [
          ...(this.isHumanoid ? [] : describeDoubts(own, other)),
          ...told("library", [
            ...(this.isHumanoid ? own.findings : []),
            ...(lender && this._source.reference.kind === "rest" ? ["retarget.body has another skeleton: it does not count"] : []),
            ...(isFlat ? ["the nodes have no offsets: their first keys are the rest"] : []),
            ...this._source.findings,
          ]),
          ...told("character", [...(this.isHumanoid ? other.findings : []), ...targetBody.findings]),
        ];
  }

  /** Whether a node of the source is found by its name alone, so that its scale goes over as it is. */
  isNamed(node: number): boolean {
    return [...this._source.bones].some(([bone, each]) => each === node && bone.startsWith("="));
  }

  /** Whether a node of the source moves bones, though it has no counterpart. */
  moves(node: number): boolean {
    const { tree, bones } = this._source;
    return !this.isSame && [...bones.values()].some((each) => tree.isBelow(each, node));
  }

  /** The keys of a move for the target. */
  transfer(motion: Motion): readonly TransferredTrack[] {
    return transferMotion(this._transfer, motion, this._grounding);
  }

  /** The names of bones that a move shifts or scales, which does not go onto another body. */
  shiftedBones({ tracks }: Motion): readonly string[] {
    const { tree, bones } = this._source;
    const roots = new Set(this._transfer.roots.map(({ bone }) => bones.get(bone)));
    const leg = lengthOfLeg(this._source.legs) || 1;
    const mapped = new Set(bones.values());
    return tracks
      .filter(({ node, path }) => path !== "rotation" && !(path === "scale" && this.isNamed(node)) && mapped.has(node) && !roots.has(node))
      .filter((track) => {
        const unit = track.path === "scale" ? 1 : sizeOf(tree.rest[tree.nodes[track.node]!.parent] ?? tree.rest[track.node]!) / leg;
        const first = track.vectorAt(-Infinity, false);
        return [...track.times].some((time) => lengthOf(subtract(track.vectorAt(time, false), first)) * unit > MOVES);
      })
      .map(({ node }) => tree.nodes[node]!.name);
  }
}

/** The share of the leg, or of the size, by which a bone that is moved or scaled is told. */
const MOVES = 0.03;

const told = (who: string, findings: readonly string[]): readonly string[] => [...new Set(findings)].map((finding) => `${who}: ${finding}`);

/** The nodes of the target by the nodes of the source whose names they have. @param nameIn the name in the target */
function pairNames(source: SkeletonTree, target: SkeletonTree, nameIn: (name: string) => string): ReadonlyMap<number, number> {
  const byName = new Map<string, number>();
  target.nodes.forEach(({ name, isJoint }, i) => {
    const known = byName.get(name);
    if (known === undefined || (isJoint && !target.nodes[known]!.isJoint)) {
      byName.set(name, i);
    }
  });
  const taken = new Set<number>();
  return new Map(
    source.nodes.flatMap(({ name }, i) => {
      const other = byName.get(nameIn(name));
      if (other === undefined || taken.has(other)) {
        return [];
      }
      taken.add(other);
      return [[i, other] as const];
    }),
  );
}

/** Bones with what the user has renamed: a renamed node follows its counterpart. */
function override(
  source: Character,
  target: Character,
  names: ReadonlyMap<number, number>,
  rename: (name: string) => string,
): readonly [RecognizedBones, RecognizedBones] {
  const [own, other] = [new Map(source.recognized.bones), new Map(target.recognized.bones)];
  const boneOf = (bones: ReadonlyMap<HumanBone, FoundBone>, node: number): HumanBone | undefined =>
    [...bones].find(([, each]) => each.node === node)?.[0];
  const put = (bones: Map<HumanBone, FoundBone>, bone: HumanBone, node: number): void => {
    const taken = boneOf(bones, node);
    if (taken !== undefined) {
      bones.delete(taken);
    }
    bones.set(bone, { node, confidence: 1, reason: "renamed" });
  };
  for (const [node, counterpart] of names) {
    const { name } = source.tree.nodes[node]!;
    if (rename(name) !== name) {
      const [bone, otherBone] = [boneOf(own, node), boneOf(other, counterpart)];
      if (bone !== undefined && bone !== otherBone) {
        put(other, bone, counterpart);
      } else if (bone === undefined && otherBone !== undefined) {
        put(own, otherBone, node);
      }
    }
  }
  return [rerate(source.recognized, own), rerate(target.recognized, other)];
}

function rerate(recognized: RecognizedBones, bones: ReadonlyMap<HumanBone, FoundBone>): RecognizedBones {
  const isChanged = [...bones].some(([bone, { node }]) => recognized.bones.get(bone)?.node !== node);
  return isChanged
    ? {
        ...rate(
          bones,
          recognized.findings.filter((each) => !each.startsWith("not found")),
          null,
        ),
        declared: recognized.declared,
      }
    : recognized;
}

/** The bones of two humanoids, and further joints below them that share a name. */
function withNames(
  source: SkeletonTree,
  target: SkeletonTree,
  own: RecognizedBones,
  other: RecognizedBones,
  names: ReadonlyMap<number, number>,
): readonly [BodyBones, BodyBones] {
  const [a, b] = [new Map<BodyBone, number>(nodesOf(own.bones)), new Map<BodyBone, number>(nodesOf(other.bones))];
  const [mapped, otherMapped] = [new Set(a.values()), new Set(b.values())];
  const isBelow = (tree: SkeletonTree, node: number, bones: ReadonlySet<number>): boolean =>
    tree.pathUp(node).some((each) => bones.has(each));
  for (const [node, counterpart] of names) {
    const isFree = !mapped.has(node) && !otherMapped.has(counterpart);
    if (isFree && target.nodes[counterpart]!.isJoint && isBelow(source, node, mapped) && isBelow(target, counterpart, otherMapped)) {
      const bone = `=${source.nodes[node]!.name}` as const;
      a.set(bone, node);
      b.set(bone, counterpart);
    }
  }
  return [a, b];
}

/** The joints of two skeletons that share a name. */
function byNames(source: SkeletonTree, target: SkeletonTree, names: ReadonlyMap<number, number>): readonly [BodyBones, BodyBones] {
  const [a, b] = [new Map<BodyBone, number>(), new Map<BodyBone, number>()];
  for (const [node, counterpart] of names) {
    if (!target.hasJoints || target.nodes[counterpart]!.isJoint) {
      const bone = `=${source.nodes[node]!.name}` as const;
      a.set(bone, node);
      b.set(bone, counterpart);
    }
  }
  return [a, b];
}

function follow(source: BodyBones, target: BodyBones): ReadonlyMap<number, number> {
  return new Map([...source].flatMap(([bone, node]) => (target.has(bone) ? [[node, target.get(bone)!] as const] : [])));
}

/** What moves a body that is no humanoid: the stated root, or the joints that no other joint is above. */
function rootsOf(source: Body, target: Body, { rootNode, groundNode, verticalAxis }: PairOptions): readonly Root[] {
  const boneBy = (name: string): BodyBone => `=${name}`;
  const mapped = new Set(target.bones.values());
  const tops = [...target.bones.keys()].filter(
    (bone) =>
      !target.tree
        .pathUp(target.bones.get(bone)!)
        .slice(1)
        .some((node) => mapped.has(node)),
  );
  const place = (body: Body, bone: BodyBone): readonly [number, number, number] => placeOf(body.reference.world[body.bones.get(bone)!]!);
  const isStated = rootNode !== undefined && target.bones.has(boneBy(rootNode));
  const roots = isStated ? [boneBy(rootNode)] : tops;
  const ratio =
    !isStated || groundNode === undefined || !target.bones.has(boneBy(groundNode))
      ? ratioOfSizes(source, target)
      : ratioOfHeights([boneBy(rootNode), boneBy(groundNode)], verticalAxis);
  return roots.map((bone) => ({ bone, from: place(source, bone), to: place(target, bone), ratio }));

  function ratioOfHeights([root, ground]: readonly [BodyBone, BodyBone], stated: PairOptions["verticalAxis"]): number {
    const [own, other] = [source, target].map((body) => subtract(place(body, root), place(body, ground))) as unknown as [
      readonly number[],
      readonly number[],
    ];
    const longest = own.map(Math.abs).indexOf(Math.max(...own.map(Math.abs)));
    const axis = stated === undefined ? longest : ["X", "Y", "Z"].indexOf(stated);
    return Math.abs(other[axis]! / own[axis]!) || 1;
  }
}

/** How much larger the target is: the median ratio of the distances between joints. */
function ratioOfSizes(source: Body, target: Body): number {
  const boneOf = new Map(Array.from(target.bones, ([bone, node]) => [node, bone]));
  const ratios = [...target.bones].flatMap(([bone, node]) => {
    const above = target.tree
      .pathUp(node)
      .slice(1)
      .map((each) => boneOf.get(each))
      .find((each) => each !== undefined);
    const length = (body: Body): number =>
      distance(placeOf(body.reference.world[body.bones.get(bone)!]!), placeOf(body.reference.world[body.bones.get(above!)!]!));
    return above === undefined || !(length(source) > 1e-9) ? [] : [length(target) / length(source)];
  });
  return median(ratios.filter((ratio) => ratio > 0)) || 1;
}

/** Why two skeletons are matched by names alone. */
function describeDoubts(own: RecognizedBones, other: RecognizedBones): readonly string[] {
  return [
    ["library", own],
    ["character", other],
  ].flatMap(([who, each]) => {
    const { confidence, findings } = each as RecognizedBones;
    return isSure(each as RecognizedBones)
      ? []
      : [
          `${who as string}: no humanoid that is sure (confidence ${confidence.toFixed(2)}): joints are found by their names alone; ${findings.join("; ")}`,
        ];
  });
}
