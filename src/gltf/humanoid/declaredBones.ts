import type { GltfJson } from "../file/index.js";
import { excerpt, type Finding, findSimilar, followTokens, isObject, itemsOf, show, toJsonPointer } from "../util/index.js";
import { HUMAN_BONES, type HumanBone } from "./bones.js";
import { Declaration, listIn } from "./declared.js";

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
 * @param findings receives the bones that are left out, of all these extensions
 */
export function readDeclaredBones(json: GltfJson, findings: Finding[] = []): DeclaredBones | null {
  let found: DeclaredBones | null = null;
  for (const [extension, read] of READERS) {
    const stated = followTokens(json, ["extensions", extension]);
    const bones = new Map(isObject(stated) ? read(stated, { json, findings, at: ["extensions", extension] }) : []);
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
  readonly findings: Finding[];
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
function readBones(stated: object, { json, findings, at }: Reading): Pairs {
  const list = followTokens(stated, LIST);
  return Object.entries(isObject(list) ? list : {}).flatMap(([bone, each]) => {
    const declaration = new Declaration(json, toJsonPointer([...at, ...LIST, excerpt(bone)]), "bone", findings);
    return readBone(declaration, ["", bone, bone], followTokens(each, ["node"]));
  });
}

/** `humanoid.humanBones` of VRM 0: `[{ bone: "hips", node: 3 }, ...]`. */
function readBonesOfVrm0(stated: object, { json, findings, at }: Reading): Pairs {
  const pointer = toJsonPointer([...at, ...LIST]);
  return listIn(pointer, followTokens(stated, LIST), findings).flatMap((each, i) => {
    const bone = followTokens(each, ["bone"]);
    return readBone(
      new Declaration(json, `${pointer}/${i}`, "bone", findings),
      ["bone", bone, boneOfVrm0(bone)],
      followTokens(each, ["node"]),
    );
  });
}

/** @param name where it stands, as it is stated, and by VRM 1 */
function readBone(
  declaration: Declaration,
  [member, stated, bone]: readonly [member: string, stated: unknown, bone: string],
  node: unknown,
): Pairs {
  if (!isBone(bone)) {
    const similar = findSimilar(bone, HUMAN_BONES);
    declaration.leaveOut(
      member,
      `must be the name of a bone of a humanoid (got ${show(stated)})`,
      similar && `; did you mean ${show(similar)}?`,
    );
    return [];
  }
  const index = declaration.indexOf("node", node, "nodes");
  return index < 0 ? [] : [[bone, index]];
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
function readMapping(stated: object, { json, findings, at }: Reading): Pairs {
  const sets = followTokens(stated, ["skeletalRigMappings"]);
  const [set] = isObject(sets) ? ["vrmHumanoid", ...Object.keys(sets)].filter((name) => isObject(sets[name])) : [];
  return Object.entries(set === undefined ? {} : ((sets as Record<string, object>)[set] as Record<string, unknown>)).flatMap(([a, b]) => {
    const [bone, node] = isBone(a) ? [a, b] : [String(b), a];
    if (!isBone(bone)) {
      return [];
    }
    const declaration = new Declaration(
      json,
      toJsonPointer([...at, "skeletalRigMappings", ...[set!, a].map((name) => excerpt(name))]),
      "bone",
      findings,
    );
    if (typeof node === "number") {
      const index = declaration.indexOf("", node, "nodes");
      return index < 0 ? [] : [[bone, index] as const];
    }
    const index = itemsOf(json.nodes).findIndex((each) => each?.name === node);
    if (index < 0) {
      declaration.leaveOut("", `must be the name of a node (got ${show(node)})`);
    }
    return index < 0 ? [] : [[bone, index] as const];
  });
}
