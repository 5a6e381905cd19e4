import type { GltfJson } from "../file/index.js";
import { followTokens, isObject, itemAt, itemsOf } from "../util/index.js";
import { type LeftOut, type OnLeftOut, readIndex, readItem, readList } from "./declared.js";

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
 * @param note receives the binds that are left out, because they name what the file does not have
 */
export function readDeclaredExpressions(json: GltfJson, note: OnLeftOut = () => {}): readonly DeclaredExpression[] {
  const groups = followTokens(json, GROUPS);
  const all = [
    ...entriesOf(json, "VRMC_vrm").map((entry) => readExpression(entry, { json, note })),
    ...readList(groups, GROUPS, note).map((group, i) => readGroup(group, i, { json, note })),
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
 * @param note receives what is left out, because its node is missing
 */
export function readAnimatedExpressions(json: GltfJson, note: OnLeftOut = () => {}): AnimatedExpressions {
  const nodeOf = (stated: unknown, at: readonly string[], part: "expression" | "gaze"): number =>
    readItem(json, "nodes", followTokens(stated, ["node"]), { at: [...at, "node"], part }, note);
  const nodes = entriesOf(json, "VRMC_vrm_animation").map(({ name, stated, at }) => [nodeOf(stated, at, "expression"), name] as const);
  const lookAt = followTokens(json, LOOK_AT);
  return {
    nodes: new Map(nodes.filter(([node]) => node >= 0)),
    lookAt: lookAt === undefined ? -1 : nodeOf(lookAt, LOOK_AT, "gaze"),
  };
}

const GROUPS = ["extensions", "VRM", "blendShapeMaster", "blendShapeGroups"];
const LOOK_AT = ["extensions", "VRMC_vrm_animation", "lookAt"];

/** A member of `expressions` of an extension. */
interface Entry {
  readonly name: string;
  readonly stated: unknown;
  /** The way to it in the file. */
  readonly at: readonly string[];
}

/** The members of `expressions` of an extension: presets, then custom ones. */
function entriesOf(json: GltfJson, extension: string): readonly Entry[] {
  return ["preset", "custom"].flatMap((list) => {
    const at = ["extensions", extension, "expressions", list];
    const members = followTokens(json, at);
    return isObject(members) ? Object.entries(members).map(([name, stated]) => ({ name, stated, at: [...at, name] })) : [];
  });
}

/** What the readers of expressions need besides an expression. */
interface Reading {
  readonly json: GltfJson;
  readonly note: OnLeftOut;
}

function readExpression({ name, stated, at }: Entry, reading: Reading): DeclaredExpression {
  const kinds = Object.entries({ blink: "overrideBlink", lookAt: "overrideLookAt", mouth: "overrideMouth" } as const);
  const overrides = kinds.flatMap(([kind, member]) => {
    const value = followTokens(stated, [member]);
    // an expression cannot override its own kind
    return (value === "block" || value === "blend") && !PROCEDURAL[kind as ProceduralKind].includes(name) ? [[kind, value] as const] : [];
  });
  const binds = readBinds(stated, at, "morphTargetBinds", readBind, reading);
  const isBinary = followTokens(stated, ["isBinary"]) === true;
  const changesMaterials = hasItems(stated, "materialColorBinds") || hasItems(stated, "textureTransformBinds");
  return { name, isBinary, overrides: Object.fromEntries(overrides), binds, changesMaterials };
}

/** A group of VRM 0. */
function readGroup(group: unknown, i: number, reading: Reading): DeclaredExpression {
  const [preset, own] = ["presetName", "name"].map((member) => followTokens(group, [member]));
  const isPreset = typeof preset === "string" && preset !== "" && preset !== "unknown";
  const name = isPreset ? (PRESETS_OF_VRM0.get(preset) ?? preset) : typeof own === "string" ? own : "";
  const binds = readBinds(group, [...GROUPS, String(i)], "binds", readBindOfVrm0, reading);
  const isBinary = followTokens(group, ["isBinary"]) === true;
  return { name, isBinary, overrides: {}, binds, changesMaterials: hasItems(group, "materialValues") };
}

type ReadBind = (bind: unknown, at: readonly string[], reading: Reading) => readonly MorphBind[];

/** @param member the name of the list @param at the way to what has the list */
function readBinds(stated: unknown, at: readonly string[], member: string, read: ReadBind, reading: Reading): readonly MorphBind[] {
  const list = [...at, member];
  return readList(followTokens(stated, [member]), list, reading.note).flatMap((bind, i) => read(bind, [...list, String(i)], reading));
}

function readBind(bind: unknown, at: readonly string[], { json, note }: Reading): readonly MorphBind[] {
  const node = readItem(json, "nodes", followTokens(bind, ["node"]), bindAt(at, "node"), note);
  const mesh = itemAt(json.meshes, itemAt(json.nodes, node)?.["mesh"]);
  const morph = node < 0 ? null : readMorph(bind, at, `node ${node}`, mesh, 1, note);
  return morph ? [{ node, ...morph }] : [];
}

/** A bind of VRM 0, which names a mesh, and whose weight is a percentage: one for each node that has the mesh. */
function readBindOfVrm0(bind: unknown, at: readonly string[], { json, note }: Reading): readonly MorphBind[] {
  const mesh = readItem(json, "meshes", followTokens(bind, ["mesh"]), bindAt(at, "mesh"), note);
  const morph = mesh < 0 ? null : readMorph(bind, at, `mesh ${mesh}`, itemAt(json.meshes, mesh), 100, note);
  const binds = morph ? itemsOf(json.nodes).flatMap((each, node) => (each?.mesh === mesh ? [{ node, ...morph }] : [])) : [];
  if (morph && binds.length === 0) {
    note({ ...bindAt(at, "mesh"), must: "meshOfNode", value: mesh });
  }
  return binds;
}

/** @param owner the name of what has the morph targets @param full the weight that means all of it */
function readMorph(
  bind: unknown,
  at: readonly string[],
  owner: string,
  mesh: unknown,
  full: number,
  note: OnLeftOut,
): Pick<MorphBind, "index" | "weight"> | null {
  const weight = followTokens(bind, ["weight"]) ?? full;
  const primitives = itemsOf(followTokens(mesh, ["primitives"]));
  const count = Math.max(0, ...primitives.map((primitive) => itemsOf(followTokens(primitive, ["targets"])).length));
  const index = readIndex(followTokens(bind, ["index"]), [count, `morph targets of ${owner}`], bindAt(at, "index"), note);
  if (index >= 0 && !Number.isFinite(weight)) {
    note({ ...bindAt(at, "weight"), must: "number", value: weight });
  }
  return index >= 0 && Number.isFinite(weight) ? { index, weight: (weight as number) / full } : null;
}

function bindAt(at: readonly string[], member: string): Pick<LeftOut, "at" | "part"> {
  return { at: [...at, member], part: "bind" };
}

const hasItems = (stated: unknown, member: string): boolean => itemsOf(followTokens(stated, [member])).length > 0;
