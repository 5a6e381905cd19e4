import type { GltfJson } from "../file/index.js";
import { followTokens, isObject, itemsOf } from "../util/index.js";
import { HUMAN_BONES, type HumanBone } from "./bones.js";
import { type OnLeftOut, readItem, readList } from "./declared.js";

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
 * @param note receives the bones that are left out, of all these extensions
 */
export function readDeclaredBones(json: GltfJson, note: OnLeftOut = () => {}): DeclaredBones | null {
  let found: DeclaredBones | null = null;
  for (const [extension, read] of READERS) {
    const stated = followTokens(json, ["extensions", extension]);
    const bones = new Map(isObject(stated) ? read(stated, { json, note, at: ["extensions", extension] }) : []);
    if (bones.size > 0) {
      found ??= declaredBy(extension, bones);
    }
  }
  return found;
}

/** The bones that an extension declares. */
export function declaredBy(extension: string, bones: DeclaredBones["bones"]): DeclaredBones {
  return { extension, restsInT: extension.startsWith("VRM"), bones };
}

interface Reading {
  readonly json: GltfJson;
  readonly note: OnLeftOut;
  /** The way to the extension. */
  readonly at: readonly string[];
}

type Pairs = readonly (readonly [bone: HumanBone, node: number])[];

const READERS: readonly (readonly [extension: string, read: (stated: object, reading: Reading) => Pairs])[] = [
  ["VRMC_vrm", readBones],
  ["VRMC_vrm_animation", readBones],
  ["VRM", readBonesOfVrm0],
  ["KHR_character_skeleton_mapping", readMapping],
];

const LIST = ["humanoid", "humanBones"];

/** `humanoid.humanBones` of VRM 1: `{ hips: { node: 3 }, ... }`. */
function readBones(stated: object, { json, note, at }: Reading): Pairs {
  const list = followTokens(stated, LIST);
  return Object.entries(isObject(list) ? list : {}).flatMap(([bone, each]) => {
    const own = [...at, ...LIST, bone];
    return readBone(bone, own, bone, each, own, { json, note, at });
  });
}

/** `humanoid.humanBones` of VRM 0: `[{ bone: "hips", node: 3 }, ...]`. */
function readBonesOfVrm0(stated: object, { json, note, at }: Reading): Pairs {
  const list = [...at, ...LIST];
  return readList(followTokens(stated, LIST), list, note).flatMap((each, i) => {
    const bone = followTokens(each, ["bone"]);
    const own = [...list, String(i)];
    return readBone(boneOfVrm0(bone), [...own, "bone"], bone, each, own, { json, note, at });
  });
}

/**
 * @param bone by the names of VRM 1
 * @param nameAt where the name stands, as it is stated
 * @param declared has the node
 */
function readBone(
  bone: string,
  nameAt: readonly string[],
  stated: unknown,
  declared: unknown,
  at: readonly string[],
  { json, note }: Reading,
): Pairs {
  if (!isBone(bone)) {
    note({ at: nameAt, part: "bone", must: "bone", value: stated });
    return [];
  }
  const node = readItem(json, "nodes", followTokens(declared, ["node"]), { at: [...at, "node"], part: "bone" }, note);
  return node < 0 ? [] : [[bone, node]];
}

const isBone = (bone: string): bone is HumanBone => KNOWN.has(bone);

/** VRM 0 names the joints of the thumb one further down. */
function boneOfVrm0(bone: unknown): string {
  return String(bone)
    .replace(/ThumbProximal$/, "ThumbMetacarpal")
    .replace(/ThumbIntermediate$/, "ThumbProximal");
}

/**
 * `skeletalRigMappings` of `KHR_character_skeleton_mapping`: `{ vrmHumanoid: { hips: "Hips_node", ... } }`, or the first set with other names, in which
 * what is no bone of a humanoid is meant for others.
 */
function readMapping(stated: object, { json, note, at: extension }: Reading): Pairs {
  const sets = followTokens(stated, [MAPPINGS]);
  const [set] = isObject(sets) ? ["vrmHumanoid", ...Object.keys(sets)].filter((name) => isObject(sets[name])) : [];
  return Object.entries(set === undefined ? {} : (sets as Record<string, Record<string, unknown>>)[set]!).flatMap(([a, b]): Pairs => {
    const [bone, node] = isBone(a) ? [a, b] : [String(b), a];
    if (!isBone(bone)) {
      return [];
    }
    const at = { at: [...extension, MAPPINGS, set!, a], part: "bone" } as const;
    const named = typeof node === "number" ? node : itemsOf(json.nodes).findIndex((each) => each?.name === node);
    if (named < 0 && typeof node !== "number") {
      note({ ...at, must: "nameOfNode", value: node });
      return [];
    }
    const index = readItem(json, "nodes", named, at, note);
    return index < 0 ? [] : [[bone, index]];
  });
}

const MAPPINGS = "skeletalRigMappings";
