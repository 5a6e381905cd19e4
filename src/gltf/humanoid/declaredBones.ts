import type { GltfJson } from "../file/index.js";
import { followTokens, isObject } from "../util/index.js";
import { HUMAN_BONES, type HumanBone } from "./bones.js";

const KNOWN: ReadonlySet<string> = new Set(HUMAN_BONES);

/** The extension that declares the bones of a humanoid, and which node each one is. */
export interface DeclaredBones {
  readonly extension: string;
  /** Whether the extension demands that the file rests in a T-pose. */
  readonly restsInT: boolean;
  readonly bones: ReadonlyMap<HumanBone, number>;
}

/**
 * The bones that a file itself declares: `VRMC_vrm` (VRM 1), `VRMC_vrm_animation`, `VRM` (VRM 0) or `KHR_character_skeleton_mapping`; null without.
 */
export function readDeclaredBones(json: GltfJson): DeclaredBones | null {
  for (const [extension, read] of READERS) {
    const stated = followTokens(json, ["extensions", extension]);
    const bones = new Map(isObject(stated) ? read(stated, json).filter(([bone, node]) => isBone(bone, node, json)) : []) as Map<
      HumanBone,
      number
    >;
    if (bones.size > 0) {
      return declaredBy(extension, bones);
    }
  }
  return null;
}

/** The bones that an extension declares. */
export function declaredBy(extension: string, bones: DeclaredBones["bones"]): DeclaredBones {
  return { extension, restsInT: extension.startsWith("VRM"), bones };
}

type Pair = readonly [bone: string, node: unknown];

const READERS: readonly (readonly [extension: string, read: (stated: object, json: GltfJson) => readonly Pair[]])[] = [
  ["VRMC_vrm", readBones],
  ["VRMC_vrm_animation", readBones],
  ["VRM", readBonesOfVrm0],
  ["KHR_character_skeleton_mapping", readMapping],
];

const isBone = (bone: string, node: unknown, json: GltfJson): boolean =>
  KNOWN.has(bone) && typeof node === "number" && json.nodes?.[node] !== undefined;

/** `humanoid.humanBones` of VRM 1: `{ hips: { node: 3 }, ... }`. */
function readBones(stated: object): readonly Pair[] {
  const list = followTokens(stated, ["humanoid", "humanBones"]);
  return isObject(list) ? Object.entries(list).map(([bone, each]) => [bone, followTokens(each, ["node"])]) : [];
}

/** `humanoid.humanBones` of VRM 0: `[{ bone: "hips", node: 3 }, ...]`. */
function readBonesOfVrm0(stated: object): readonly Pair[] {
  const list = followTokens(stated, ["humanoid", "humanBones"]);
  return Array.isArray(list) ? list.map((each) => [boneOfVrm0(followTokens(each, ["bone"])), followTokens(each, ["node"])]) : [];
}

/** VRM 0 names the joints of the thumb one further down. */
function boneOfVrm0(bone: unknown): string {
  return String(bone)
    .replace(/ThumbProximal$/, "ThumbMetacarpal")
    .replace(/ThumbIntermediate$/, "ThumbProximal");
}

/** `skeletalRigMappings` of `KHR_character_skeleton_mapping`: `{ vrmHumanoid: { hips: "Hips_node", ... } }`, or the first set with other names. */
function readMapping(stated: object, { nodes = [] }: GltfJson): readonly Pair[] {
  const sets = followTokens(stated, ["skeletalRigMappings"]);
  const rig = isObject(sets) ? (followTokens(sets, ["vrmHumanoid"]) ?? Object.values(sets)[0]) : null;
  return isObject(rig)
    ? Object.entries(rig).map(([a, b]) => {
        const [bone, node] = KNOWN.has(a) ? [a, b] : [String(b), a];
        const index = typeof node === "number" ? node : nodes.findIndex(({ name }) => name === node);
        return [bone, index] as const;
      })
    : [];
}
