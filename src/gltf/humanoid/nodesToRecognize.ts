import { BONES_OF_WORDS, findRareSides, parseBoneName } from "./boneName.js";
import { LIMBS } from "./bones.js";
import { Recognition } from "./recognition.js";
import type { SkeletonTree } from "./skeletonTree.js";

/** Fewer joints make no humanoid. */
const MIN_JOINTS = 8;
/** Rigify's bones that deform; where a file has more than these, its other bones are controls. */
const DEFORMS = /^DEF[-_]/;
const MAX_STRAY = 12;
/** Suffixes of all bones, and the running numbers that a tool appends to all of them. */
const SUFFIX = /_Armature$|_bind_JNT$|_(jnt|JNT|joint)$/;
const RUNNING_NUMBER = /_\d+$/;

/** Skins that share joints, or whose joints lie above one another. */
interface Character {
  readonly joints: Set<number>;
  readonly skins: readonly number[];
}

/**
 * Collects the nodes of the skeleton that a file has, or that it has of several, and what their names say.
 * @param skin index of the skin whose skeleton is asked for; by default the one with most joints
 */
export function collectNodes(tree: SkeletonTree, skin: number | undefined): Recognition {
  const characters = charactersOf(tree);
  const asked = characters.find(({ skins }) => skin !== undefined && skins.includes(skin));
  const own = asked ?? characters[0];
  const isOneOf = characters.length > 1;
  const isOwnJoint = (node: number): boolean => tree.nodes[node]!.isJoint && (!isOneOf || own!.joints.has(node));
  const used = usedNodes(tree, isOwnJoint, isOneOf);
  const nodes = [...used].sort((a, b) => a - b);
  const rareSides = findRareSides(tree.nodes.map(({ name }) => name));
  const suffix = hasRunningNumbers(tree, nodes) ? RUNNING_NUMBER : SUFFIX;
  const names = tree.nodes.map(({ name }) => parseBoneName(name.replace(suffix, ""), rareSides));
  if (tree.hasJoints) {
    // named bones without a skin, below joints
    for (const node of nodes) {
      for (const child of tree.children[node]!) {
        const { hasMesh, isJoint } = tree.nodes[child]!;
        if (!hasMesh && !isJoint && names[child]!.word !== "" && !used.has(child)) {
          used.add(child);
          nodes.push(child);
        }
      }
    }
  }
  const recognition = new Recognition(tree, nodes, names);
  if (isOneOf) {
    const why = asked ? "" : ", which has most joints; ask for another by its skin";
    recognition.findings.push(`the file has ${characters.length} skeletons: that of skin ${own!.skins[0]} counts${why}`);
  }
  addCandidates(recognition);
  return recognition;
}

/** The characters of a file, those with most joints first. */
function charactersOf(tree: SkeletonTree): readonly Character[] {
  let characters: Character[] = [];
  tree.skins.forEach((skin, index) => {
    const joints = new Set(skin.joints);
    const touches = (a: ReadonlySet<number>, b: ReadonlySet<number>): boolean =>
      [...a].some((joint) => tree.pathUp(joint).some((node) => b.has(node)));
    const same = characters.filter((each) => touches(joints, each.joints) || touches(each.joints, joints));
    same.forEach((each) => each.joints.forEach((joint) => joints.add(joint)));
    const skins = [...same.flatMap((each) => each.skins), index].sort((a, b) => a - b);
    characters = [...characters.filter((each) => !same.includes(each)), { joints, skins }];
  });
  return characters
    .filter(({ joints }) => joints.size >= MIN_JOINTS)
    .sort((a, b) => b.joints.size - a.joints.size || a.skins[0]! - b.skins[0]!);
}

/** Joints and all nodes above them; besides, in a file of one character, the nodes without a mesh between and below. All nodes of a file without skins. */
function usedNodes(tree: SkeletonTree, isOwnJoint: (node: number) => boolean, isOneOf: boolean): Set<number> {
  const used = new Set<number>();
  tree.nodes.forEach((_, i) => {
    if (!tree.hasJoints || isOwnJoint(i)) {
      tree.pathUp(i).forEach((node) => used.add(node));
    }
  });
  if (tree.hasJoints && !isOneOf) {
    const tops = new Set([...used].filter((node) => !used.has(tree.nodes[node]!.parent)));
    tree.nodes.forEach(({ hasMesh }, i) => {
      const isInside = tree.children[i]!.some((child) => !tree.nodes[child]!.hasMesh);
      if (!hasMesh && isInside && tree.pathUp(i).some((node) => tops.has(node))) {
        used.add(i);
      }
    });
  }
  return used;
}

function hasRunningNumbers(tree: SkeletonTree, nodes: readonly number[]): boolean {
  const joints = nodes.filter((node) => !tree.hasJoints || tree.nodes[node]!.isJoint);
  const numbered = joints.filter((node) => tree.nodes[node]!.isJoint && RUNNING_NUMBER.test(tree.nodes[node]!.name));
  const numbers = new Set(nodes.map((node) => RUNNING_NUMBER.exec(tree.nodes[node]!.name)?.[0]));
  return joints.length >= MIN_JOINTS && numbered.length > 0.9 * joints.length && numbers.size > 0.9 * joints.length;
}

function addCandidates(recognition: Recognition): void {
  const { tree, nodes, names } = recognition;
  const hasDeforming = tree.nodes.filter(({ name }) => DEFORMS.test(name)).length > MAX_STRAY;
  for (const node of nodes) {
    const { word, side, number, isNoise, isFinger, isPalm, lead } = names[node]!;
    if (hasDeforming && !DEFORMS.test(tree.nodes[node]!.name)) {
      continue;
    }
    if (isPalm) {
      recognition.addCandidate("hand", side, { node, weight: 0.5 });
    }
    if (word === "" || isNoise || isFinger) {
      continue;
    }
    BONES_OF_WORDS.get(word)!.forEach(({ bone, isWeak }, rank) => {
      if ((LIMBS as readonly string[]).includes(bone) === (side !== null)) {
        const weight = (isWeak ? 0.4 : 1) - 0.15 * rank - 0.05 * lead + (recognition.isBone(node) ? 0.2 : 0) - (number ?? 0) * 0.001;
        recognition.addCandidate(bone, side, { node, weight });
      }
    });
  }
}
