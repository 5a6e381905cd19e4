import type { GltfJson } from "../file/index.js";
import { excerpt, type Finding, followTokens, isObject, itemAt, itemsOf, show, toJsonPointer } from "../util/index.js";
import { Declaration, listIn } from "./declared.js";

/** The kinds of expressions that others may override. */
export type ProceduralKind = "blink" | "lookAt" | "mouth";

/** How much of the weight of an expression a morph target gets. */
export interface MorphBind {
  readonly node: number;
  /** Index of the morph target. */
  readonly index: number;
  /** 0..1 */
  readonly weight: number;
}

/** An expression that a file declares: the weights of morph targets by one weight. */
export interface DeclaredExpression {
  /** By the names of VRM 1. */
  readonly name: string;
  /** Whether a weight above 0.5 counts as 1, any other one as 0. */
  readonly isBinary: boolean;
  /** The kinds of expressions that this one turns off, at once (`block`) or by its weight (`blend`). */
  readonly overrides: Readonly<Partial<Record<ProceduralKind, "block" | "blend">>>;
  readonly binds: readonly MorphBind[];
  /** Whether it also changes colors or textures of materials, which is left out. */
  readonly changesMaterials: boolean;
}

/** The expressions that other expressions override, by kind. */
export const PROCEDURAL: Readonly<Record<ProceduralKind, readonly string[]>> = {
  blink: ["blink", "blinkLeft", "blinkRight"],
  lookAt: ["lookUp", "lookDown", "lookLeft", "lookRight"],
  mouth: ["aa", "ih", "ou", "ee", "oh"],
};

/** What is said of parts of a face that nothing shows. */
export const [COLORS_STAY, NO_LOOK_AT] = [
  "the colors and textures of materials that expressions change stay as they are",
  "must be turned into rotations of the eyes, or weights of look expressions",
];

/** The presets of VRM 0 that have other names in VRM 1. */
const PRESETS_OF_VRM0 = new Map(
  Object.entries({
    ...{ a: "aa", i: "ih", u: "ou", e: "ee", o: "oh" },
    ...{ joy: "happy", sorrow: "sad", fun: "relaxed" },
    ...{ blink_l: "blinkLeft", blink_r: "blinkRight" },
    ...{ lookup: "lookUp", lookdown: "lookDown", lookleft: "lookLeft", lookright: "lookRight" },
  }),
);

/**
 * The expressions that a character's file declares: the presets and custom expressions of `VRMC_vrm` (VRM 1), or the groups of `VRM` (VRM 0) by the
 * names that VRM 1 has for them.
 * @param findings receives the binds that are left out, because they name what the file does not have
 */
export function readDeclaredExpressions(json: GltfJson, findings: Finding[] = []): readonly DeclaredExpression[] {
  const groups = followTokens(json, GROUPS);
  const all = [
    ...entriesOf(json, "VRMC_vrm").map((entry) => readExpression(entry, { json, findings })),
    ...listIn(toJsonPointer(GROUPS), groups, findings).map((group, i) => readGroup(group, i, { json, findings })),
  ];
  const names = new Set<string>();
  return all.filter(({ name }) => name !== "" && !names.has(name) && names.add(name));
}

/**
 * The expressions of a face that declares none: one for each name of a morph target.
 * @param byName the morph targets by name
 */
export function namedExpressions(byName: ReadonlyMap<string, readonly MorphBind[]>): readonly DeclaredExpression[] {
  return Array.from(byName, ([name, binds]) => ({ name, isBinary: false, overrides: {}, binds, changesMaterials: false }));
}

/** The nodes of a `.vrma` that say how the face moves. */
export interface AnimatedExpressions {
  /** The names of expressions by the nodes whose translation along X is the weight. */
  readonly nodes: ReadonlyMap<number, string>;
  /** The node that shows where the eyes look; -1 without. */
  readonly lookAt: number;
}

/**
 * Reads what `VRMC_vrm_animation` declares about the face.
 * @param findings receives what is left out, because its node is missing
 */
export function readAnimatedExpressions(json: GltfJson, findings: Finding[] = []): AnimatedExpressions {
  const nodeOf = (pointer: string, part: "expression" | "gaze", stated: unknown): number =>
    new Declaration(json, pointer, part, findings).indexOf("node", followTokens(stated, ["node"]), "nodes");
  const nodes = entriesOf(json, "VRMC_vrm_animation").map(
    ({ name, stated, pointer }) => [nodeOf(pointer, "expression", stated), name] as const,
  );
  const lookAt = followTokens(json, LOOK_AT);
  return {
    nodes: new Map(nodes.filter(([node]) => node >= 0)),
    lookAt: lookAt === undefined ? -1 : nodeOf(toJsonPointer(LOOK_AT), "gaze", lookAt),
  };
}

const GROUPS = ["extensions", "VRM", "blendShapeMaster", "blendShapeGroups"];
const LOOK_AT = ["extensions", "VRMC_vrm_animation", "lookAt"];

/** A member of `expressions` of an extension. */
interface Entry {
  readonly name: string;
  readonly stated: unknown;
  readonly pointer: string;
}

/** The members of `expressions` of an extension: presets, then custom ones. */
function entriesOf(json: GltfJson, extension: string): readonly Entry[] {
  return ["preset", "custom"].flatMap((list) => {
    const at = ["extensions", extension, "expressions", list];
    const members = followTokens(json, at);
    return isObject(members)
      ? Object.entries(members).map(([name, stated]) => ({ name, stated, pointer: toJsonPointer([...at, excerpt(name)]) }))
      : [];
  });
}

/** What the readers of expressions need besides an expression. */
interface Reading {
  readonly json: GltfJson;
  readonly findings: Finding[];
}

function readExpression({ name, stated, pointer }: Entry, reading: Reading): DeclaredExpression {
  const kinds = Object.entries({ blink: "overrideBlink", lookAt: "overrideLookAt", mouth: "overrideMouth" } as const);
  const overrides = kinds.flatMap(([kind, member]) => {
    const value = followTokens(stated, [member]);
    // an expression cannot override its own kind
    return (value === "block" || value === "blend") && !PROCEDURAL[kind as ProceduralKind].includes(name) ? [[kind, value] as const] : [];
  });
  const binds = readBinds(`${pointer}/morphTargetBinds`, followTokens(stated, ["morphTargetBinds"]), readBind, reading);
  const isBinary = followTokens(stated, ["isBinary"]) === true;
  const changesMaterials = hasItems(stated, "materialColorBinds") || hasItems(stated, "textureTransformBinds");
  return { name, isBinary, overrides: Object.fromEntries(overrides), binds, changesMaterials };
}

/** A group of VRM 0. */
function readGroup(group: unknown, i: number, reading: Reading): DeclaredExpression {
  const [preset, own] = ["presetName", "name"].map((member) => followTokens(group, [member]));
  const isPreset = typeof preset === "string" && preset !== "" && preset !== "unknown";
  const name = isPreset ? (PRESETS_OF_VRM0.get(preset) ?? preset) : typeof own === "string" ? own : "";
  const binds = readBinds(toJsonPointer([...GROUPS, String(i), "binds"]), followTokens(group, ["binds"]), readBindOfVrm0, reading);
  const isBinary = followTokens(group, ["isBinary"]) === true;
  return { name, isBinary, overrides: {}, binds, changesMaterials: hasItems(group, "materialValues") };
}

type ReadBind = (bind: unknown, declaration: Declaration, json: GltfJson) => readonly MorphBind[];

function readBinds(pointer: string, list: unknown, read: ReadBind, { json, findings }: Reading): readonly MorphBind[] {
  return listIn(pointer, list, findings).flatMap((bind, i) => read(bind, new Declaration(json, `${pointer}/${i}`, "bind", findings), json));
}

function readBind(bind: unknown, declaration: Declaration, { nodes, meshes }: GltfJson): readonly MorphBind[] {
  const node = declaration.indexOf("node", followTokens(bind, ["node"]), "nodes");
  const morph = node < 0 ? null : readMorph(bind, `node ${node}`, itemAt(meshes, itemAt(nodes, node)?.["mesh"]), 1, declaration);
  return morph ? [{ node, ...morph }] : [];
}

/** A bind of VRM 0, which names a mesh, and whose weight is a percentage: one for each node that has the mesh. */
function readBindOfVrm0(bind: unknown, declaration: Declaration, { nodes, meshes }: GltfJson): readonly MorphBind[] {
  const mesh = declaration.indexOf("mesh", followTokens(bind, ["mesh"]), "meshes");
  const morph = mesh < 0 ? null : readMorph(bind, `mesh ${mesh}`, itemAt(meshes, mesh), 100, declaration);
  const binds = morph ? itemsOf(nodes).flatMap((each, node) => (each?.mesh === mesh ? [{ node, ...morph }] : [])) : [];
  if (morph && binds.length === 0) {
    declaration.leaveOut("mesh", `must be a mesh that a node has (got ${show(mesh)})`);
  }
  return binds;
}

/** @param owner the name of what has the morph targets @param full the weight that means all of it */
function readMorph(
  bind: unknown,
  owner: string,
  mesh: unknown,
  full: number,
  declaration: Declaration,
): Pick<MorphBind, "index" | "weight"> | null {
  const index = followTokens(bind, ["index"]);
  const weight = followTokens(bind, ["weight"]) ?? full;
  const primitives = itemsOf(followTokens(mesh, ["primitives"]));
  const count = Math.max(0, ...primitives.map((primitive) => itemsOf(followTokens(primitive, ["targets"])).length));
  if (!Number.isInteger(index) || !((index as number) >= 0 && (index as number) < count)) {
    declaration.leaveOut("index", `must be the index of one of the ${count} morph targets of ${owner} (got ${show(index)})`);
  } else if (!Number.isFinite(weight)) {
    declaration.leaveOut("weight", `must be a finite number (got ${show(weight)})`);
  } else {
    return { index: index as number, weight: (weight as number) / full };
  }
  return null;
}

const hasItems = (stated: unknown, member: string): boolean => itemsOf(followTokens(stated, [member])).length > 0;
