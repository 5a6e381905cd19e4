import type { PlayedAsset } from "./playedAsset.js";
import { membersOf } from "../../gltf/util/index.js";

/** The humanoid of a file with `VRMC_vrm_animation`. */
export interface VrmAnimation {
  /** Indices of nodes, by the names of bones. */
  readonly bones: ReadonlyMap<string, number>;
}

/** Reads the extension; null for a file without it. */
export function readVrmAnimation({ source: { json }, nodes }: PlayedAsset): VrmAnimation | null {
  const extension = membersOf(json.extensions)["VRMC_vrm_animation"];
  if (extension === undefined) {
    return null;
  }
  const bones = Object.entries(membersOf(membersOf(membersOf(extension)["humanoid"])["humanBones"]));
  return {
    bones: new Map(bones.map(([name, bone]) => [name, membersOf(bone)["node"] as number] as const).filter(([, node]) => node in nodes)),
  };
}

/** The nodes whose translation along X is the weight of an expression. */
export function expressionNodes({ source: { json } }: PlayedAsset): ReadonlySet<number> {
  const { preset, custom } = membersOf(membersOf(membersOf(json.extensions)["VRMC_vrm_animation"])["expressions"]);
  const expressions = [preset, custom].flatMap((group) => Object.values(membersOf(group)));
  return new Set(expressions.map((expression) => membersOf(expression)["node"] as number));
}

/** The limbs of a T-pose, by bones above and below, and where each points in world space: the body faces along Z, with its left to +X. */
const LIMBS: readonly (readonly [upper: string, lower: string, direction: readonly [number, number, number]])[] = [
  ["leftUpperArm", "leftLowerArm", [1, 0, 0]],
  ["rightUpperArm", "rightLowerArm", [-1, 0, 0]],
  ["leftUpperLeg", "leftLowerLeg", [0, -1, 0]],
  ["rightUpperLeg", "rightLowerLeg", [0, -1, 0]],
];

/** A limb may deviate by 20 degrees: bodies differ, and A-poses begin at 30. */
const MIN_COSINE = Math.cos((20 * Math.PI) / 180);

/** Whether the limbs that a file has point as in a T-pose. */
export function restsInTPose(asset: PlayedAsset, bones: VrmAnimation["bones"]): boolean {
  return LIMBS.every(([upper, lower, direction]) => {
    const [from, to] = [bones.get(upper), bones.get(lower)];
    if (from === undefined || to === undefined) {
      return true;
    }
    const [a, b] = [from, to].map((node) => asset.tree.worldOf(node).subarray(12, 15)) as [Float64Array, Float64Array];
    const limb = b.map((component, i) => component - a[i]!);
    const length = Math.hypot(...limb);
    return length === 0 || limb.reduce((sum, component, i) => sum + component * direction[i]!, 0) / length >= MIN_COSINE;
  });
}
