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
import { type AnimatedPart, conflictKeyOf } from "./animatedOnce.js";
import { findExtrasValue, propertyOfExtras } from "./extrasValue.js";
import { COMPONENTS, type ObjectModelProperty } from "./property.js";
import { type PropertyPath, toPropertyPath } from "./propertyPath.js";

/** The property that a JSON pointer of an animation points to. */
export interface ResolvedPointer extends AnimatedPart {
  /** The pointer to the property, without the index of an element. */
  readonly pointer: string;
  /** The parts of the pointer. For values in `extras`, `path.property` ends with `extras`. */
  readonly path: PropertyPath;
  readonly property: ObjectModelProperty;
  /** The animated component; -1 for the whole property. */
  readonly element: number;
  /** The components of the value that the asset states, or of the default value. */
  readonly initial: readonly number[];
}

/** The properties that pointers are resolved to. */
export interface ObjectModel {
  /** The property at a pointer template: a JSON pointer with `{}` for each array index. */
  propertyAt(pointer: string): ObjectModelProperty | undefined;
  /** Chooses the property for an object, for properties whose Babylon target depends on the object. */
  choose?(property: ObjectModelProperty, path: PropertyPath): ObjectModelProperty;
  /** Whether to accept properties without a Babylon equivalent. Tools do, because an animation of such a property is no error of a file. */
  readonly isTolerant?: boolean;
}

/** Resolves and caches the JSON pointers of one asset (glTF Asset Object Model). */
export class PointerResolver {
  /** The result for each pointer, or the reason why the pointer cannot be animated. */
  private readonly _found = new Map<string, ResolvedPointer | string>();

  /** @param asset the JSON of the asset */
  constructor(
    readonly asset: unknown,
    private readonly _model: ObjectModel,
  ) {}

  /**
   * @param at JSON pointer of the member that holds the pointer
   * @throws AssetError if the pointer does not point to a property that can be animated
   */
  resolve(at: string, pointer: string): ResolvedPointer {
    const found = getOrMake(this._found, pointer, () => this._find(pointer));
    if (typeof found === "string") {
      throw new AssetError(at, `must point to a property that can be animated (got ${excerpt(pointer)}: ${found})`);
    }
    return found;
  }

  private _find(pointer: string): ResolvedPointer | string {
    const tokens = parseJsonPointer(pointer);
    if (!tokens) {
      return "not a JSON pointer";
    }
    const property = this._model.propertyAt(templateOf(tokens));
    const element = property ? -1 : parseArrayIndex(tokens.at(-1) ?? "");
    const array = element < 0 ? undefined : this._model.propertyAt(templateOf(tokens.slice(0, -1)));
    if (array && COMPONENTS[array.type] !== 1) {
      const wholePointer = pointer.slice(0, pointer.lastIndexOf("/"));
      const whole = getOrMake(this._found, wholePointer, () => this._find(wholePointer));
      return typeof whole === "string" ? whole : elementOf(whole, element);
    }
    if (property) {
      return this._findProperty(pointer, tokens, property, toPropertyPath(tokens));
    }
    const inExtras = findExtrasValue(this.asset, pointer, tokens);
    if (!inExtras) {
      return tokens.slice(0, -1).includes("extras") ? `there is no ${excerpt(pointer)}` : whyNot(tokens);
    }
    const { path } = inExtras;
    const found = propertyOfExtras(inExtras);
    // what the values of other types mean, is up to applications (KHR_animation_pointer, "extras")
    return typeof found.babylon === "string" && this._model.isTolerant
      ? { pointer, path, property: found, element: -1, initial: [], conflictKey: pointer }
      : this._findProperty(pointer, tokens, found, path);
  }

  private _findProperty(
    pointer: string,
    tokens: readonly string[],
    found: ObjectModelProperty,
    path: PropertyPath,
  ): ResolvedPointer | string {
    const { asset } = this;
    const property = this._model.choose?.(found, path) ?? found;
    const owner = ownerOf(tokens);
    if (followTokens(asset, owner) === undefined) {
      const isExtension = owner.at(-2) === "extensions"; // properties of an extension have defaults only if the extension is stated
      return `there is no ${excerpt(toJsonPointer(owner))}${isExtension ? ", which must be stated, if only as {}" : ""}`;
    }
    if (typeof property.babylon === "string" && !this._model.isTolerant) {
      return property.babylon;
    }
    const byDefault = property.type === "float[]" ? weightsOf(asset, path) : (property.default ?? property.fallback);
    const value = followTokens(asset, tokens) ?? byDefault;
    if (value === undefined) {
      return "neither the asset nor glTF says what it is without animation";
    }
    const numbers: readonly unknown[] = Array.isArray(value) ? value : [value];
    const type = property.type === "bool" ? "boolean" : "number";
    if (!numbers.every((number) => typeof number === type)) {
      return `it is ${show(value)}`;
    }
    const initial = numbers.map(Number);
    const count = COMPONENTS[property.type] || initial.length;
    return initial.length === count
      ? { pointer, path, property, element: -1, initial, conflictKey: conflictKeyOf(pointer, path) }
      : hasComponents(count);
  }
}

function elementOf(whole: ResolvedPointer, element: number): ResolvedPointer | string {
  return element < whole.initial.length ? { ...whole, element } : hasComponents(whole.initial.length);
}

const hasComponents = (count: number): string => `it has ${count} components`;

/** The default weights of a mesh or node: the weights that the mesh states, or 0 for each morph target (glTF 2.0, section 3.7.2.2). */
function weightsOf(asset: unknown, { collection, index }: PropertyPath): unknown {
  const meshIndex = collection === "nodes" ? followTokens(asset, ["nodes", String(index), "mesh"]) : index;
  const mesh = itemAt(followTokens(asset, ["meshes"]), meshIndex);
  const targets = followTokens(mesh, ["primitives", "0", "targets"]);
  return mesh?.["weights"] ?? (Array.isArray(targets) ? targets.map(() => 0) : undefined);
}

/** Objects that an asset may omit, because an omitted object is equivalent to an object with default values. */
const OPTIONAL = ["pbrMetallicRoughness", "KHR_texture_transform"];

/** The object that an asset must have before the property can be animated, as reference tokens. */
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
  [/^extras$/, "all extras of an object, not one value"],
  [
    /^(index|mesh|skin|camera|source|sampler|skeleton|scene|material|indices|bufferView|buffer|children|joints|light|nodes?|input|output|[A-Z]+(_\d+)?)$/,
    "a glTF id",
  ],
];

/** Explains why a pointer points to no property. */
function whyNot(tokens: readonly string[]): string {
  let at = tokens.length - 1;
  while (at > 0 && parseArrayIndex(tokens[at]!) >= 0) {
    at--;
  }
  const last = tokens[at]!;
  const kind = KINDS_OF_PROPERTIES.find(([pattern]) => pattern.test(last))?.[1];
  return kind ? `that is ${kind}` : "glTF does not define it as animatable";
}
