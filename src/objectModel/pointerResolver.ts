import {
  AssetError,
  excerpt,
  followTokens,
  getOrMake,
  itemAt,
  parseArrayIndex,
  parseJsonPointer,
  show,
  templateOf,
  toJsonPointer,
} from "../util/index.js";
import { type Claimed, claimKeyOf } from "./claims.js";
import { type ExtrasValue, findExtrasValue } from "./extrasValue.js";
import { COMPONENTS, type PointerProperty } from "./property.js";
import { type PropertyPath, toPropertyPath } from "./propertyPath.js";

/** The property that a JSON pointer of an animation points to. */
export interface ResolvedPointer<Row extends PointerProperty = PointerProperty> extends Claimed {
  /** The pointer to the property, without the index of an element. */
  readonly pointer: string;
  /** Its parts. For values in `extras`, `property` ends there. */
  readonly path: PropertyPath;
  readonly row: Row;
  /** The component that is animated; -1 for all of them. */
  readonly element: number;
  /** The components of the value that the asset states, or of the default. */
  readonly initial: readonly number[];
}

/** The table that pointers are looked up in. */
export interface ObjectModel<Row extends PointerProperty> {
  rowOf(template: string): Row | undefined;
  rowOfExtras(value: ExtrasValue): Row;
  /** The row for one object; on some objects, properties land elsewhere than on others. */
  choose(row: Row, path: PropertyPath): Row;
  /** Why a property cannot be animated; null where it can. */
  refusalOf(row: Row): string | null;
}

/** Resolves the JSON pointers of one asset (glTF Asset Object Model), each once. */
export class PointerResolver<Row extends PointerProperty> {
  /** The result for each pointer, or why it cannot be animated. */
  private readonly _found = new Map<string, ResolvedPointer<Row> | string>();

  /** @param asset the JSON of the asset */
  constructor(
    readonly asset: unknown,
    private readonly _model: ObjectModel<Row>,
  ) {}

  /**
   * @param place the place of the pointer in the asset
   * @throws AssetError where it does not point to a property that can be animated
   */
  resolve(place: string, pointer: string): ResolvedPointer<Row> {
    const found = getOrMake(this._found, pointer, () => this._find(pointer));
    if (typeof found === "string") {
      throw new AssetError(place, `must point to a property that can be animated (got ${excerpt(pointer)}: ${found})`);
    }
    return found;
  }

  private _find(pointer: string): ResolvedPointer<Row> | string {
    const tokens = parseJsonPointer(pointer);
    if (!tokens) {
      return "not a JSON pointer";
    }
    const row = this._model.rowOf(templateOf(tokens));
    const element = row ? -1 : parseArrayIndex(tokens.at(-1) ?? "");
    const ofWhole = element < 0 ? undefined : this._model.rowOf(templateOf(tokens.slice(0, -1)));
    if (ofWhole && COMPONENTS[ofWhole.type] !== 1) {
      const wholePointer = pointer.slice(0, pointer.lastIndexOf("/"));
      const whole = getOrMake(this._found, wholePointer, () => this._find(wholePointer));
      return typeof whole === "string" ? whole : elementOf(whole, element);
    }
    if (row) {
      return this._findProperty(pointer, tokens, row, toPropertyPath(tokens));
    }
    const inExtras = findExtrasValue(this.asset, pointer, tokens);
    return inExtras ? this._findProperty(pointer, tokens, this._model.rowOfExtras(inExtras), inExtras.path) : whyNot(tokens);
  }

  private _findProperty(pointer: string, tokens: readonly string[], found: Row, path: PropertyPath): ResolvedPointer<Row> | string {
    const { asset } = this;
    const row = this._model.choose(found, path);
    const owner = ownerOf(tokens);
    if (followTokens(asset, owner) === undefined) {
      const isExtension = owner.at(-2) === "extensions"; // its properties have defaults only where it is stated
      return `there is no ${excerpt(toJsonPointer(owner))}${isExtension ? ", which must be stated, if only as {}" : ""}`;
    }
    const refusal = this._model.refusalOf(row);
    if (refusal !== null) {
      return refusal;
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

function elementOf<Row extends PointerProperty>(whole: ResolvedPointer<Row>, element: number): ResolvedPointer<Row> | string {
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
