import { excerpt, show } from "../messages/show.js";
import { AssetError } from "../schema/index.js";
import { extrasRow } from "./extras.js";
import { followTokens, parseArrayIndex, parseJsonPointer, toJsonPointer } from "./jsonPointer.js";
import { COMPONENTS, type PointerRow } from "./row.js";
import { addTable, rowOf } from "./rows.js";
import { POINTER_ROWS } from "./table.js";

/** What a JSON pointer of an animation points to. */
export interface ResolvedPointer {
  /** The pointer to the property, without the index of an element. */
  readonly pointer: string;
  readonly row: PointerRow;
  /** The array indices in the pointer, in order. */
  readonly indices: readonly number[];
  /** Which component is animated, -1 for all of them. */
  readonly element: number;
  /** The value that the asset states, or the default, in components. */
  readonly initial: readonly number[];
}

addTable(POINTER_ROWS);
export { pointerRows } from "./rows.js";

/** Gives the row that takes a row's place for the object with the indices of the pointer. */
export type RowChoice = (row: PointerRow, indices: readonly number[]) => PointerRow;

/**
 * Finds out what a JSON pointer points to.
 * @param place where in the asset the pointer stands
 * @param asset the JSON of the asset
 * @param choose where a property lands elsewhere in some objects than in others
 * @throws AssetError where it does not point to a property that can be animated
 */
export function resolvePointer(place: string, asset: unknown, pointer: string, choose: RowChoice = (row) => row): ResolvedPointer {
  const refuse = (why: string): never => {
    throw new AssetError(place, `must point to a property that can be animated (got ${excerpt(pointer)}: ${why})`);
  };
  const tokens = parseJsonPointer(pointer) ?? refuse("not a JSON pointer");
  const found = findRow(tokens) ?? findExtras(asset, tokens) ?? refuse(whyNot(tokens));
  const { element, indices } = found;
  const row = choose(found.row, indices);
  const propertyTokens = element < 0 ? tokens : tokens.slice(0, -1);
  const owner = ownerOf(propertyTokens);
  if (followTokens(asset, owner) === undefined) {
    refuse(`there is no ${excerpt(toJsonPointer(owner))}`);
  }
  if (typeof row.landing === "string") {
    refuse(row.landing);
  }
  const byDefault = row.type === "float[]" ? weightsOf(asset, propertyTokens) : (row.default ?? row.unstated);
  const value = followTokens(asset, propertyTokens) ?? byDefault ?? refuse("neither the asset nor glTF says what it is without animation");
  const numbers: readonly unknown[] = Array.isArray(value) ? value : [value];
  const type = row.type === "bool" ? "boolean" : "number";
  if (!numbers.every((number) => typeof number === type)) {
    refuse(`it is ${show(value)}`);
  }
  const initial = numbers.map(Number);
  const count = COMPONENTS[row.type] || initial.length;
  if (initial.length !== count || element >= count) {
    refuse(`it has ${count} components`);
  }
  return { pointer: toJsonPointer(propertyTokens), row, indices, element, initial };
}

/** The weights of a mesh, or of a node with one, where it does not state any: its mesh's, or 0 for each morph target. */
function weightsOf(asset: unknown, [collection, index]: readonly string[]): readonly number[] | undefined {
  const mesh = collection === "nodes" ? followTokens(asset, ["nodes", index!, "mesh"]) : Number(index);
  const of = ["meshes", typeof mesh === "number" ? String(mesh) : ""];
  const targets = followTokens(asset, [...of, "primitives", "0", "targets"]);
  const weights = followTokens(asset, [...of, "weights"]) as readonly number[] | undefined;
  return weights ?? (Array.isArray(targets) ? targets.map(() => 0) : undefined);
}

/** Objects that mean the same where an asset leaves them out. */
const OPTIONAL = ["pbrMetallicRoughness", "KHR_texture_transform"];

/** What an asset must have for a property to be animated: the object that it belongs to. */
function ownerOf(tokens: readonly string[]): readonly string[] {
  const owner = tokens.slice(0, -1);
  if (OPTIONAL.includes(owner.at(-1) ?? "")) {
    owner.pop();
  }
  return owner.at(-1) === "extensions" ? owner.slice(0, -1) : owner;
}

function findRow(tokens: readonly string[]): { row: PointerRow; indices: number[]; element: number } | null {
  const indices = tokens.map(parseArrayIndex).filter((index) => index >= 0);
  // a token that looks like the mark of an index in a template is none
  const template = tokens.map((token) => (parseArrayIndex(token) >= 0 ? "{}" : token === "{}" ? "" : token));
  const row = rowOf(toJsonPointer(template));
  if (row) {
    return { row, indices, element: -1 };
  }
  const whole = template.at(-1) === "{}" ? rowOf(toJsonPointer(template.slice(0, -1))) : undefined;
  return whole && COMPONENTS[whole.type] !== 1 ? { row: whole, indices: indices.slice(0, -1), element: indices.at(-1)! } : null;
}

function findExtras(asset: unknown, tokens: readonly string[]): ReturnType<typeof findRow> {
  const row = extrasRow(asset, tokens);
  return row && { row, indices: tokens.map(parseArrayIndex).filter((index) => index >= 0), element: -1 };
}

const KINDS_OF_PROPERTIES: readonly (readonly [RegExp, string])[] = [
  [/^name$/, "a name"],
  [/^type$|Mode$/, "a type"],
  [/^texCoord$/, "which texture coordinates are used"],
  [/Texture$/, "a whole texture"],
  [
    /^(index|mesh|skin|camera|source|sampler|skeleton|scene|material|indices|bufferView|buffer|children|joints|light|nodes?|input|output|[A-Z]+(_\d+)?)$/,
    "a glTF id",
  ],
];

/** Says why a pointer that is not in the table is not. */
function whyNot(tokens: readonly string[]): string {
  const last = tokens.filter((token) => parseArrayIndex(token) < 0).at(-1) ?? "";
  const kind = KINDS_OF_PROPERTIES.find(([pattern]) => pattern.test(last))?.[1];
  return kind ? `that is ${kind}` : "glTF does not define it as animatable";
}
