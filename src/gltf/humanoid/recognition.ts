import type { BoneName, WordBone } from "./boneName.js";
import { type HumanBone, LIMBS, type Side, sided } from "./bones.js";
import type { SkeletonTree } from "./skeletonTree.js";

/** The confidence from which bones are used without being confirmed. */
export const ENOUGH = 0.6;

/** A bone that was found. */
export interface FoundBone {
  readonly node: number;
  /** 0..1 */
  readonly confidence: number;
  readonly reason: string;
}

/** A node whose name has a word of a bone. */
export interface Candidate {
  readonly node: number;
  readonly weight: number;
}

/** What the steps of the recognition share: the nodes that may be bones, what their names say, and the bones found so far. */
export class Recognition {
  readonly found = new Map<HumanBone, FoundBone>();
  readonly findings: string[] = [];
  private readonly _candidates = new Map<string, Candidate[]>();

  /**
   * @param nodes the nodes that may be bones, in ascending order
   * @param names of all nodes
   */
  constructor(
    readonly tree: SkeletonTree,
    readonly nodes: readonly number[],
    readonly names: readonly BoneName[],
  ) {}

  addCandidate(bone: WordBone["bone"], side: Side | null, candidate: Candidate): void {
    const key = keyOf(bone, side);
    this._candidates.set(key, [...(this._candidates.get(key) ?? []), candidate]);
  }

  candidates(bone: WordBone["bone"], side: Side | null = null): readonly Candidate[] {
    return this._candidates.get(keyOf(bone, side)) ?? [];
  }

  /** The best candidate that is no bone yet and passes a test. */
  best(
    bone: WordBone["bone"],
    side: Side | null,
    test: (node: number) => boolean = () => true,
    order: (a: Candidate, b: Candidate) => number = this.byWeight,
  ): number | undefined {
    const free = this.candidates(bone, side).filter(({ node }) => test(node) && !this.isTaken(node));
    return [...free].sort(order)[0]?.node;
  }

  readonly byWeight = (a: Candidate, b: Candidate): number => b.weight - a.weight || this.byDepth(a.node, b.node);
  readonly byDepth = (a: number, b: number): number => this.tree.depthOf(a) - this.tree.depthOf(b);

  set(bone: HumanBone, node: number | undefined, confidence: number, reason: string): void {
    if (node !== undefined && !this.found.has(bone)) {
      this.found.set(bone, { node, confidence, reason });
    }
  }

  node(bone: HumanBone): number | undefined {
    return this.found.get(bone)?.node;
  }

  /** The node of a bone, or of the same bone on the other side. */
  anySide(...bones: Parameters<typeof sided>[1][]): readonly (number | undefined)[] {
    return bones.flatMap((bone) => [this.node(sided("left", bone)), this.node(sided("right", bone))]);
  }

  isTaken(node: number): boolean {
    return [...this.found.values()].some((each) => each.node === node);
  }

  /** Whether a node can be a bone: a joint, if the file has some. */
  isBone(node: number): boolean {
    return !this.tree.hasJoints || this.tree.nodes[node]!.isJoint;
  }
}

function keyOf(bone: WordBone["bone"], side: Side | null): string {
  return side && (LIMBS as readonly string[]).includes(bone) ? sided(side, bone as (typeof LIMBS)[number]) : bone;
}
