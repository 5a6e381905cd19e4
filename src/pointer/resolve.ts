import { excerpt, show } from "../messages/show.js";
import { AssetError } from "../schema/index.js";
import { claimKeyOf } from "./claims.js";
import { extrasRow } from "./extras.js";
import { getOrMake, itemAt } from "./items.js";
import { followTokens, indicesOf, parseArrayIndex, parseJsonPointer, templateOf, toJsonPointer } from "./jsonPointer.js";
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
  /** The key under which the property is claimed by channels. */
  readonly claimKey: string;
}

addTable(POINTER_ROWS);
export { pointerRows } from "./rows.js";

/** Gives the row that takes a row's place for the object with the indices of the pointer. */
export type RowChoice = (row: PointerRow, indices: readonly number[]) => PointerRow;

/** Finds out what JSON pointers point to in one asset, once for each pointer. */
export class PointerResolver {
  /** What was found, or why it cannot be animated. */
  private readonly _found = new Map<string, ResolvedPointer | string>();

  /**
   * @param asset the JSON of the asset
   * @param _choose where a property lands elsewhere in some objects than in others
   */
  constructor(
    readonly asset: unknown,
    private readonly _choose: RowChoice = (row) => row,
  ) {}

  /**
   * @param place where in the asset the pointer stands
   * @throws AssetError where it does not point to a property that can be animated
   */
  resolve(place: string, pointer: string): ResolvedPointer {
    const found = this._look(pointer);
    if (typeof found === "string") {
      throw new AssetError(place, `must point to a property that can be animated (got ${excerpt(pointer)}: ${found})`);
    }
    return found;
  }

  private _look(pointer: string): ResolvedPointer | string {
    return getOrMake(this._found, pointer, () => this._find(pointer));
  }

  private _find(pointer: string): ResolvedPointer | string {
    const tokens = parseJsonPointer(pointer);
    if (!tokens) {
      return "not a JSON pointer";
    }
    const template = templateOf(tokens);
    const row = rowOf(template);
    const ofWhole = rowOf(template.replace(/\/\{\}$/, ""));
    if (!row && ofWhole && COMPONENTS[ofWhole.type] !== 1) {
      const found = this._look(pointer.slice(0, pointer.lastIndexOf("/")));
      return typeof found === "string" ? found : elementOf(found, parseArrayIndex(tokens.at(-1)!));
    }
    const found = row ?? extrasRow(this.asset, pointer, tokens);
    return found ? this._findProperty(pointer, tokens, found) : whyNot(tokens);
  }

  private _findProperty(pointer: string, tokens: readonly string[], ofTemplate: PointerRow): ResolvedPointer | string {
    const { asset } = this;
    const indices = indicesOf(tokens);
    const row = this._choose(ofTemplate, indices);
    const owner = ownerOf(tokens);
    if (followTokens(asset, owner) === undefined) {
      return `there is no ${excerpt(toJsonPointer(owner))}`;
    }
    if (typeof row.landing === "string") {
      return row.landing;
    }
    const byDefault = row.type === "float[]" ? weightsOf(asset, tokens) : (row.default ?? row.unstated);
    const value = followTokens(asset, tokens) ?? byDefault;
    if (value === undefined) {
      return "neither the asset nor glTF says what it is without animation";
    }
    const numbers: readonly unknown[] = Array.isArray(value) ? value : [value];
    const type = row.type === "bool" ? "boolean" : "number";
    if (!numbers.every((number) => typeof number === type)) {
      return `it is ${show(value)}`;
    }
    const initial = numbers.map(Number);
    const count = COMPONENTS[row.type] || initial.length;
    return initial.length === count
      ? { pointer, row, indices, element: -1, initial, claimKey: claimKeyOf(asset, pointer, row.template, indices[0]!) }
      : hasComponents(count);
  }
}

/** The pointer to a component of a property, or to all of it where that is -1. */
export function withElement(pointer: string, element: number): string {
  return element >= 0 ? `${pointer}/${element}` : pointer;
}

function elementOf(whole: ResolvedPointer, element: number): ResolvedPointer | string {
  return element < whole.initial.length ? { ...whole, element } : hasComponents(whole.initial.length);
}

const hasComponents = (count: number): string => `it has ${count} components`;

/** The weights of a mesh, or of a node with one, where it does not state any: its mesh's, or 0 for each morph target. */
function weightsOf(asset: unknown, [collection, index]: readonly string[]): unknown {
  const meshIndex = collection === "nodes" ? followTokens(asset, ["nodes", index!, "mesh"]) : Number(index);
  const mesh = itemAt(followTokens(asset, ["meshes"]), meshIndex);
  const targets = followTokens(mesh, ["primitives", "0", "targets"]);
  return mesh?.["weights"] ?? (Array.isArray(targets) ? targets.map(() => 0) : undefined);
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
  let at = tokens.length - 1;
  while (at > 0 && parseArrayIndex(tokens[at]!) >= 0) {
    at--;
  }
  const last = tokens[at]!;
  const kind = KINDS_OF_PROPERTIES.find(([pattern]) => pattern.test(last))?.[1];
  return kind ? `that is ${kind}` : "glTF does not define it as animatable";
}
