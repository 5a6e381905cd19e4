/** Changes of the JSON of a glTF file that know its structure: places that exist, values that fit, fragments of other files. */
import fc from "fast-check";
import type { Json } from "../test/helpers/gltfPose.js";

type Path = readonly string[];

/** One change. A change of a place that an earlier one removed does nothing. */
export interface JsonChange {
  readonly path: Path;
  readonly kind: "remove" | "set" | "repeat" | "rename" | "wrap" | "move";
  /** By kind: the value, the number of copies, the new name, the depth, or the path that it is moved to. */
  readonly by: unknown;
}

const NAMES = ["__proto__", "constructor", "toString", "extensions", "extras", "name", "", "-1", "0", "\ud800", "x".repeat(3000)];

/** Numbers, among them 1e999, which JSON reads as Infinity. */
const NUMBERS = [
  -1,
  0,
  -0,
  0.5,
  1,
  2,
  3,
  4,
  12,
  127,
  255,
  5120,
  5126,
  65536,
  2 ** 31,
  2 ** 32,
  2 ** 53,
  1e-320,
  1e38,
  1e308,
  Infinity,
  -1e308,
];

const STRINGS = [
  ...["", "walk", "translation", "rotation", "scale", "weights", "pointer", "STEP", "LINEAR", "CUBICSPLINE", "SCALAR", "VEC2", "VEC3", "VEC4", "MAT4"],
  ...["/nodes/0/rotation", "/nodes/0/weights/0", "/materials/0/emissiveFactor", "nodes/1/scale", "/nodes/00/scale", "/__proto__/a", "/", "~"],
  ...["KHR_animation_clip", "KHR_animation_controller", "KHR_animation_events", "KHR_animation_pointer", "KHR_animation2", "EXT_property_animation"],
  ...["data:;base64,AAAA", "\u0000\u202e", ...NAMES],
]; // oxfmt-ignore

function nested(depth: number): unknown {
  let value: unknown = 0;
  for (let i = 0; i < depth; i++) {
    value = i % 2 ? [value] : { a: value };
  }
  return value;
}

const leaves: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom<unknown>(...NUMBERS) },
  { weight: 2, arbitrary: fc.integer({ min: 0, max: 9 }) },
  { weight: 2, arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true }) },
  { weight: 3, arbitrary: fc.constantFrom<unknown>(...STRINGS) },
  { weight: 2, arbitrary: fc.constantFrom<unknown>(null, true, false) },
  { weight: 2, arbitrary: fc.constantFrom<unknown>([], {}, [0], [0, 0], [[]], [null], [Infinity], { extensions: {} }, [nested(60)]) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
);

/** The paths of all values below a value. */
function pathsOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== "object" || value === null) {
    return [path];
  }
  return [path, ...Object.entries(value).flatMap(([name, item]) => pathsOf(item, [...path, name]))];
}

export function valueAt(json: unknown, path: Path): unknown {
  return path.reduce<unknown>((value, name) => (Object(value) as Record<string, unknown>)[name], json);
}

/** Where animations and clips are, and what they need; the rest is left to Babylon's own loader. */
const WEIGHTS: Readonly<Record<string, number>> = {
  animations: 8,
  extensions: 6,
  accessors: 3,
  nodes: 2,
  extensionsUsed: 1,
  bufferViews: 1,
};

/**
 * Changes of a file.
 * @param fragments values of this and of other files, which are put in other places
 */
export function jsonChangesOf(json: Json, fragments: readonly unknown[]): fc.Arbitrary<readonly JsonChange[]> {
  const byRoot = new Map<string, Path[]>();
  for (const path of pathsOf(json)) {
    const [root = ""] = path;
    if (path.length > 0 && root !== "asset") {
      byRoot.set(root, [...(byRoot.get(root) ?? []), path]);
    }
  }
  const paths = fc.oneof(...[...byRoot].map(([root, list]) => ({ weight: WEIGHTS[root] ?? 1, arbitrary: fc.constantFrom(...list) })));
  const change = (kind: JsonChange["kind"], by: fc.Arbitrary<unknown>): fc.Arbitrary<JsonChange> =>
    fc.record({ path: paths, kind: fc.constant(kind), by });
  const changes = fc.oneof(
    { weight: 5, arbitrary: change("set", leaves) },
    { weight: 3, arbitrary: change("set", fc.constantFrom(...fragments)) },
    { weight: 2, arbitrary: change("remove", fc.constant(0)) },
    { weight: 2, arbitrary: change("move", paths) },
    { weight: 1, arbitrary: change("repeat", fc.constantFrom<unknown>(1, 2, 40)) },
    { weight: 1, arbitrary: change("rename", fc.constantFrom<unknown>(...STRINGS)) },
    { weight: 1, arbitrary: change("wrap", fc.constantFrom<unknown>(1, 2, 70)) },
  );
  return fc.array(changes, { maxLength: 6 });
}

/** A copy of a value without a member. */
function without(value: object, name: string): unknown {
  const rest = Object.entries(value).filter(([other]) => other !== name);
  return Array.isArray(value) ? rest.map(([, item]) => item as unknown) : Object.fromEntries(rest);
}

/** A copy of a value with a member that it may have had before. Names like `__proto__` are ordinary ones, as in a parsed file. */
function withMember(value: object, name: string, member: unknown): object {
  const copy = Array.isArray(value) ? [...(value as unknown[])] : { ...value };
  return Object.defineProperty(copy, name, { value: member, enumerable: true, configurable: true, writable: true });
}

function editAt(value: unknown, [name, ...rest]: Path, edit: (parent: object, name: string) => unknown): unknown {
  if (name === undefined || typeof value !== "object" || value === null || !Object.hasOwn(value, name)) {
    return value;
  }
  return rest.length === 0 ? edit(value, name) : withMember(value, name, editAt((value as Json)[name], rest, edit));
}

const EDITS: Readonly<Record<JsonChange["kind"], (json: unknown, parent: object, name: string, by: unknown) => unknown>> = {
  remove: (_, parent, name) => without(parent, name),
  set: (_, parent, name, by) => withMember(parent, name, by),
  move: (json, parent, name, by) => withMember(parent, name, valueAt(json, by as Path) ?? null),
  wrap: (_, parent, name, by) =>
    withMember(
      parent,
      name,
      Array.from({ length: by as number }).reduce<unknown>((value) => [value], (parent as Json)[name]),
    ),
  rename: (_, parent, name, by) =>
    Array.isArray(parent) ? parent : withMember(without(parent, name) as object, by as string, (parent as Json)[name]),
  repeat: (_, parent, name, by) => {
    const value: unknown = (parent as Json)[name];
    const copies = Array.from({ length: by as number }, () => value);
    return Array.isArray(parent) ? [...(parent as unknown[]), ...copies] : withMember(parent, name, [value, ...copies]);
  },
};

/** The JSON after the changes. What did not change is shared. */
export function changedJson(json: Json, changes: readonly JsonChange[]): Json {
  return changes.reduce<Json>(
    (before, { path, kind, by }) => editAt(before, path, (parent, name) => EDITS[kind](before, parent, name, by)) as Json,
    json,
  );
}

/** JSON text in which infinite numbers are too large ones, as a file can have them. */
export function textOf(json: unknown): string {
  const text = JSON.stringify(json, (_, value: unknown) =>
    value === Infinity ? "\u0001Infinity" : value === -Infinity ? "\u0001-Infinity" : value,
  );
  return text.replace(/"\\u0001(-?)Infinity"/g, "$11e999");
}
