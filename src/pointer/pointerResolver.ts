import { excerpt, show } from "../messages/show.js";
import { AssetError } from "../schema/index.js";
import { itemAt } from "./assetArrays.js";
import { claimKeyOf, type Claimed } from "./claims.js";
import { extrasRow } from "./extras.js";
import { getOrMake } from "./getOrMake.js";
import { followTokens, parseArrayIndex, parseJsonPointer, templateOf, toJsonPointer } from "./jsonPointer.js";
import { rowOf } from "./pointerRegistry.js";
import { COMPONENTS, type PointerRow } from "./pointerRow.js";
import { toPropertyPath, type PropertyPath } from "./propertyPath.js";

/** The property that a JSON pointer of an animation points to. */
export interface ResolvedPointer extends Claimed {
  /** The pointer to the property, without the index of an element. */
  readonly pointer: string;
  /** Its parts. For values in `extras`, `property` ends there. */
  readonly path: PropertyPath;
  readonly row: PointerRow;
  /** The component that is animated; -1 for all of them. */
  readonly element: number;
  /** The components of the value that the asset states, or of the default. */
  readonly initial: readonly number[];
}

/** Gives the row that replaces a row for one object. */
export type RowChoice = (row: PointerRow, path: PropertyPath) => PointerRow;

/** Resolves the JSON pointers of one asset (glTF Asset Object Model), each once. */
export class PointerResolver {
  /** The result for each pointer, or why it cannot be animated. */
  private readonly _found = new Map<string, ResolvedPointer | string>();

  /**
   * @param asset the JSON of the asset
   * @param _choose for objects on which properties land elsewhere than on others
   */
  constructor(
    readonly asset: unknown,
    private readonly _choose: RowChoice = (row) => row,
  ) {}

  /**
   * @param place the place of the pointer in the asset
   * @throws AssetError where it does not point to a property that can be animated
   */
  resolve(place: string, pointer: string): ResolvedPointer {
    const found = getOrMake(this._found, pointer, () => this._find(pointer));
    if (typeof found === "string") {
      throw new AssetError(place, `must point to a property that can be animated (got ${excerpt(pointer)}: ${found})`);
    }
    return found;
  }

  private _find(pointer: string): ResolvedPointer | string {
    const tokens = parseJsonPointer(pointer);
    if (!tokens) {
      return "not a JSON pointer";
    }
    const row = rowOf(templateOf(tokens));
    const element = row ? -1 : parseArrayIndex(tokens.at(-1) ?? "");
    const ofWhole = element < 0 ? undefined : rowOf(templateOf(tokens.slice(0, -1)));
    if (ofWhole && COMPONENTS[ofWhole.type] !== 1) {
      const wholePointer = pointer.slice(0, pointer.lastIndexOf("/"));
      const whole = getOrMake(this._found, wholePointer, () => this._find(wholePointer));
      return typeof whole === "string" ? whole : elementOf(whole, element);
    }
    if (row) {
      return this._findProperty(pointer, tokens, row, toPropertyPath(tokens));
    }
    const ofExtras = extrasRow(this.asset, pointer, tokens);
    return ofExtras ? this._findProperty(pointer, tokens, ofExtras.row, ofExtras.path) : whyNot(tokens);
  }

  private _findProperty(pointer: string, tokens: readonly string[], found: PointerRow, path: PropertyPath): ResolvedPointer | string {
    const { asset } = this;
    const row = this._choose(found, path);
    const owner = ownerOf(tokens);
    if (followTokens(asset, owner) === undefined) {
      return `there is no ${excerpt(toJsonPointer(owner))}`;
    }
    if (typeof row.landing === "string") {
      return row.landing;
    }
    const byDefault = row.type === "float[]" ? weightsOf(asset, path) : (row.default ?? row.unstated);
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
      ? { pointer, path, row, element: -1, initial, claimKey: claimKeyOf(asset, pointer, path) }
      : hasComponents(count);
  }
}

function elementOf(whole: ResolvedPointer, element: number): ResolvedPointer | string {
  return element < whole.initial.length ? { ...whole, element } : hasComponents(whole.initial.length);
}

const hasComponents = (count: number): string => `it has ${count} components`;

/** The weights of a mesh, or of a node that states none: those of its mesh, or 0 for each morph target (glTF 2.0, section 3.7.2.2). */
function weightsOf(asset: unknown, { collection, index }: PropertyPath): unknown {
  const meshIndex = collection === "nodes" ? followTokens(asset, ["nodes", String(index), "mesh"]) : index;
  const mesh = itemAt(followTokens(asset, ["meshes"]), meshIndex);
  const targets = followTokens(mesh, ["primitives", "0", "targets"]);
  return mesh?.["weights"] ?? (Array.isArray(targets) ? targets.map(() => 0) : undefined);
}

/** Objects that mean the same where an asset omits them. */
const OPTIONAL = ["pbrMetallicRoughness", "KHR_texture_transform"];

/** The object that an asset must have for a property of it to be animated. */
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

/** Explains why a pointer has no row. */
function whyNot(tokens: readonly string[]): string {
  let at = tokens.length - 1;
  while (at > 0 && parseArrayIndex(tokens[at]!) >= 0) {
    at--;
  }
  const last = tokens[at]!;
  const kind = KINDS_OF_PROPERTIES.find(([pattern]) => pattern.test(last))?.[1];
  return kind ? `that is ${kind}` : "glTF does not define it as animatable";
}
