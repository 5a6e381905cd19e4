import type { GltfJson } from "../file/index.js";
import { DescribeFinding } from "../util/index.js";
import type { BodyBones } from "./bodyBones.js";
import type { HumanBone } from "./bones.js";
import { type DeclaredBones, readDeclaredBones } from "./declaredBones.js";
import { findingOfLeftOut } from "./leftOut.js";
import { ENOUGH, type FoundBone } from "./recognition.js";
import { NO_HUMANOID, recognizeBones, type RecognizedBones } from "./recognizeBones.js";
import { bindPose, isLying } from "./referencePose.js";
import type { SkeletonTree } from "./skeletonTree.js";

/**
 * Recognizes the humanoid in a skeleton: by what the file declares, else by names and structure, and by the pose in which the skin was made.
 * @param skin index of the skin whose skeleton is asked for; by default the one with most joints
 */
export function recognize(tree: SkeletonTree, declared: DeclaredBones | null, skin?: number): RecognizedBones {
  const recognized = recognizeBones(tree, declared, skin);
  const bones = nodesOf(recognized.bones);
  const pose = declared?.restsInT ? null : bindPose(tree, bones);
  if (!pose || !isLying(bones, pose.world)) {
    return recognized;
  }
  const findings = [...recognized.findings, "the back lies in the bind pose: no humanoid"];
  return { ...recognized, confidence: Math.min(recognized.confidence, NO_HUMANOID), findings };
}

/** Recognizes the humanoid in the skeleton of a file, and tells of declared bones that the file does not have. */
export function recognizeInFile(tree: SkeletonTree, json: GltfJson, skin?: number): RecognizedBones {
  const leftOut: string[] = [];
  const declared = readDeclaredBones(json, (each) => leftOut.push(DescribeFinding(findingOfLeftOut(each))));
  const recognized = recognize(tree, declared, skin);
  return { ...recognized, findings: [...leftOut, ...recognized.findings] };
}

/** Whether bones are used without being confirmed. */
export const isSure = ({ confidence }: RecognizedBones): boolean => confidence >= ENOUGH;

export function nodesOf(bones: ReadonlyMap<HumanBone, FoundBone>): BodyBones {
  return new Map(Array.from(bones, ([bone, { node }]) => [bone, node]));
}

/** A bone of a humanoid, and why a node is taken for it. */
export interface DescribedBone<Node> {
  readonly node: Node;
  /** The name of the node. */
  readonly name: string;
  /** 0..1; 1 for a bone that the file declares. */
  readonly confidence: number;
  /** Why, for example `name` or `mirrored chain downwards`. */
  readonly reason: string;
}

/** The humanoid in a skeleton. */
export interface SkeletonDescription<Node> {
  /** Whether `retarget: true` uses the bones: a confidence of 0.6 or more. */
  readonly isHumanoid: boolean;
  /** The mean confidence of the main bones, 0..1: hips, spine, head, and for each side upper and lower arm, hand, upper and lower leg, foot. */
  readonly confidence: number;
  /** The bones that were found, by the names of VRM 1. */
  readonly bones: Readonly<Partial<Record<HumanBone, DescribedBone<Node>>>>;
  /** The main bones that were not found. */
  readonly missing: readonly HumanBone[];
  /** What is doubtful, assumed or missing, and why it is no humanoid. */
  readonly findings: readonly string[];
}

/** @param nodeOf the node of an index */
export function describeRecognized<Node>(
  tree: SkeletonTree,
  recognized: RecognizedBones,
  nodeOf: (index: number) => Node,
): SkeletonDescription<Node> {
  const { bones, confidence, missing, findings } = recognized;
  const described = Array.from(bones, ([bone, { node, confidence: own, reason }]) => {
    return [bone, { node: nodeOf(node), name: tree.nodes[node]!.name, confidence: own, reason }] as const;
  });
  return { isHumanoid: isSure(recognized), confidence, bones: Object.fromEntries(described), missing, findings };
}
