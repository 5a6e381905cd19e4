import type { GltfJson } from "../file/index.js";
import { followTokens, isObject, itemsOf } from "../util/index.js";

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
 */
export function readDeclaredExpressions(json: GltfJson): readonly DeclaredExpression[] {
  const groups = followTokens(json, ["extensions", "VRM", "blendShapeMaster", "blendShapeGroups"]);
  const all = [
    ...entriesOf(json, "VRMC_vrm").map(([name, stated]) => readExpression(name, stated)),
    ...(Array.isArray(groups) ? groups.map((group) => readGroup(group, json)) : []),
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

/** Reads what `VRMC_vrm_animation` declares about the face. */
export function readAnimatedExpressions(json: GltfJson): AnimatedExpressions {
  const stated = entriesOf(json, "VRMC_vrm_animation").map(([name, each]) => [indexOf(followTokens(each, ["node"])), name] as const);
  const lookAt = indexOf(followTokens(json, ["extensions", "VRMC_vrm_animation", "lookAt", "node"]));
  return { nodes: new Map(stated.filter(([node]) => node >= 0)), lookAt };
}

/** The members of `expressions` of an extension: presets, then custom ones. */
function entriesOf(json: GltfJson, extension: string): readonly (readonly [name: string, stated: unknown])[] {
  return ["preset", "custom"].flatMap((list) => {
    const members = followTokens(json, ["extensions", extension, "expressions", list]);
    return isObject(members) ? Object.entries(members) : [];
  });
}

function readExpression(name: string, stated: unknown): DeclaredExpression {
  const kinds = Object.entries({ blink: "overrideBlink", lookAt: "overrideLookAt", mouth: "overrideMouth" } as const);
  const overrides = kinds.flatMap(([kind, member]) => {
    const value = followTokens(stated, [member]);
    // an expression cannot override its own kind
    return (value === "block" || value === "blend") && !PROCEDURAL[kind as ProceduralKind].includes(name) ? [[kind, value] as const] : [];
  });
  const binds = itemsOf(followTokens(stated, ["morphTargetBinds"]) as readonly unknown[]).flatMap((bind) => readBind(bind, "node", 1));
  const isBinary = followTokens(stated, ["isBinary"]) === true;
  const changesMaterials = hasItems(stated, "materialColorBinds") || hasItems(stated, "textureTransformBinds");
  return { name, isBinary, overrides: Object.fromEntries(overrides), binds, changesMaterials };
}

/** A group of VRM 0, whose binds name meshes, and whose weights are percentages. */
function readGroup(group: unknown, { nodes }: GltfJson): DeclaredExpression {
  const [preset, own] = ["presetName", "name"].map((member) => followTokens(group, [member]));
  const isPreset = typeof preset === "string" && preset !== "" && preset !== "unknown";
  const name = isPreset ? (PRESETS_OF_VRM0.get(preset) ?? preset) : typeof own === "string" ? own : "";
  const binds = itemsOf(followTokens(group, ["binds"]) as readonly unknown[]).flatMap((bind) => {
    return readBind(bind, "mesh", 100).flatMap(({ node: mesh, ...more }) =>
      itemsOf(nodes).flatMap((each, node) => (each?.mesh === mesh ? [{ node, ...more }] : [])),
    );
  });
  const isBinary = followTokens(group, ["isBinary"]) === true;
  return { name, isBinary, overrides: {}, binds, changesMaterials: hasItems(group, "materialValues") };
}

/** @param full the weight that means all of it */
function readBind(bind: unknown, member: "node" | "mesh", full: number): readonly MorphBind[] {
  const [node, index] = [member, "index"].map((name) => indexOf(followTokens(bind, [name]))) as [number, number];
  const weight = followTokens(bind, ["weight"]) ?? full;
  return node >= 0 && index >= 0 && Number.isFinite(weight) ? [{ node, index, weight: (weight as number) / full }] : [];
}

const hasItems = (stated: unknown, member: string): boolean => itemsOf(followTokens(stated, [member])).length > 0;

const indexOf = (value: unknown): number => (Number.isInteger(value) ? (value as number) : -1);
