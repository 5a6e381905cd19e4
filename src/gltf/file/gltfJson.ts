import { AssetError, excerpt, expectItems, expectObject, expectString, show } from "../util/index.js";
import { FindJsonError } from "./jsonError.js";

/** Members that every glTF object can have. */
export interface GltfObject {
  extensions?: Record<string, unknown>;
  extras?: unknown;
  [other: string]: unknown;
}

/** An accessor (glTF 2.0, 5.1). */
export interface GltfAccessor extends GltfObject {
  bufferView?: number;
  byteOffset?: number;
  componentType: number;
  normalized?: boolean;
  count: number;
  type: string;
  min?: number[];
  max?: number[];
}

/** The target of an animation channel (glTF 2.0, 5.4). */
export interface GltfTarget extends GltfObject {
  node?: number;
  path: string;
}

/** A channel of an animation (glTF 2.0, 5.3). */
export interface GltfChannel extends GltfObject {
  sampler: number;
  target: GltfTarget;
}

/** A sampler of an animation (glTF 2.0, 5.6). */
export interface GltfSampler extends GltfObject {
  input: number;
  output: number;
  interpolation?: string;
}

/** An animation (glTF 2.0, 5.5). */
export interface GltfAnimation extends GltfObject {
  name?: string;
  channels: GltfChannel[];
  samplers: GltfSampler[];
}

/** A node (glTF 2.0, 5.25), with the members that matter for animations. */
export interface GltfNode extends GltfObject {
  name?: string;
  children?: number[];
  mesh?: number;
}

/**
 * The JSON of a glTF asset (glTF 2.0, 5.17). The type declares the members that the package reads; unknown members are kept. In a parsed
 * file, all arrays and objects have the declared types; numbers and strings may still be invalid.
 */
export interface GltfJson extends GltfObject {
  accessors?: GltfAccessor[];
  animations?: GltfAnimation[];
  bufferViews?: GltfObject[];
  buffers?: GltfObject[];
  extensionsRequired?: string[];
  extensionsUsed?: string[];
  nodes?: GltfNode[];
}

/** The deepest nesting of JSON. Deeper nesting, which no asset needs, could overflow the stack. */
const MAX_DEPTH = 500;

/**
 * Parses the JSON of an asset.
 * @throws AssetError unless the text is valid JSON of a glTF 2 asset, with arrays and objects in the right places
 */
export function parseGltfJson(text: string): GltfJson {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw jsonError(text, FindJsonError(text));
  }
  expectPlain(json);
  expectStructure(expectObject("/", json));
  const { version, minVersion = "2.0" } = expectObject("/asset", expectObject("/", json)["asset"]);
  if (typeof version !== "string" || !/^2\.\d+$/.test(version)) {
    throw new AssetError("/asset/version", `must be 2.0 (got ${show(version)})`);
  }
  if (minVersion !== "2.0") {
    throw new AssetError("/asset/minVersion", `must be 2.0, the version of glTF that is known here (got ${show(minVersion)})`);
  }
  return json as GltfJson;
}

/** What is left of a JSON text that ends within a value: nothing, or the beginning of a word, of an escape or of a part of a number. */
const CUT_OFF = /^(?:t(?:ru?)?|f(?:a(?:ls?)?)?|n(?:ul?)?|-|\.|[eE][+-]?|\\(?:u[\da-fA-F]{0,3})?)?$/;

/** Creates the error for invalid text at an index, with line and column, both counted from 1. */
function jsonError(text: string, index: number): AssetError {
  const lines = text.slice(0, index).split("\n");
  const found = index < text.length ? excerpt(text.slice(index, index + 40).split(/[\r\n]/)[0]!, 20) : "the end";
  const hint = /^\/[/*]/.test(found) ? ", without comments" : index > 0 && CUT_OFF.test(text.slice(index)) ? "; the file is cut off" : "";
  const rule = `must be valid JSON${hint}`;
  return new AssetError("/", `${rule} (got ${found} in line ${lines.length}, column ${lines.at(-1)!.length + 1})`);
}

/** The root members with arrays of objects, as far as the tools access them. */
const LISTS = ["accessors", "animations", "bufferViews", "buffers", "cameras", "images", "materials", "meshes", "nodes", "scenes"];

/**
 * Checks the types of all arrays and objects. Numbers and strings are checked on reading.
 * @throws AssetError
 */
function expectStructure(root: Readonly<Record<string, unknown>>): void {
  expectExtensions("", root);
  for (const list of ["extensionsUsed", "extensionsRequired"]) {
    expectList(`/${list}`, root[list]).forEach((name, i) => expectString(`/${list}/${i}`, name));
  }
  for (const list of LISTS) {
    expectObjects(`/${list}`, root[list]);
  }
  expectObjects("/animations", root["animations"]).forEach((animation, i) => {
    const pointer = `/animations/${i}`;
    expectObjects(`${pointer}/samplers`, animation["samplers"]);
    expectObjects(`${pointer}/channels`, animation["channels"]).forEach((channel, c) => {
      if (channel["target"] !== undefined) {
        expectExtensions(`${pointer}/channels/${c}/target`, expectObject(`${pointer}/channels/${c}/target`, channel["target"]));
      }
    });
  });
}

function expectObjects(pointer: string, value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return expectList(pointer, value).map((item, i) => {
    const object = expectObject(`${pointer}/${i}`, item);
    expectExtensions(`${pointer}/${i}`, object);
    return object;
  });
}

/** Returns an empty list if the value is undefined. */
function expectList(pointer: string, value: unknown): readonly unknown[] {
  return value === undefined || (Array.isArray(value) && value.length === 0) ? [] : expectItems(pointer, value);
}

function expectExtensions(pointer: string, { extensions }: Readonly<Record<string, unknown>>): void {
  if (extensions !== undefined) {
    expectObject(`${pointer}/extensions`, extensions);
  }
}

/** @throws AssetError if a number is not finite, or the nesting is too deep */
export function expectPlain(value: unknown): void {
  const keys: string[] = [];
  const placeOf = (depth: number): string =>
    excerpt(
      `/${keys
        .slice(0, depth)
        .map((key) => key.replaceAll("~", "~0").replaceAll("/", "~1"))
        .join("/")}`,
    );
  const visit = (item: unknown): void => {
    if (typeof item === "number" && !Number.isFinite(item)) {
      throw new AssetError(placeOf(keys.length), `must be a finite number (got ${item})`);
    }
    if (typeof item !== "object" || item === null) {
      return;
    }
    if (keys.length > MAX_DEPTH) {
      throw new AssetError(placeOf(3), `must not be nested deeper than ${MAX_DEPTH} levels`);
    }
    for (const key in item) {
      keys.push(key);
      visit((item as Record<string, unknown>)[key]);
      keys.pop();
    }
  };
  visit(value);
}

/**
 * An item of a root array, such as `accessors`.
 * @param pointer JSON pointer of the index
 * @throws AssetError if the item does not exist
 */
export function itemOf(json: GltfJson, list: string, index: unknown, pointer: string): Readonly<Record<string, unknown>> {
  const items = json[list] === undefined ? [] : expectItems(`/${list}`, json[list]);
  if (!isIndex(index) || index >= items.length) {
    throw new AssetError(pointer, `must be the index of one of the asset's ${items.length} ${list} (got ${show(index)})`);
  }
  return expectObject(`/${list}/${index}`, items[index]);
}

function isIndex(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0;
}

/** @throws AssetError unless a member is an integer within bounds; an undefined member has the default value */
export function expectInteger(pointer: string, value: unknown, { min = 0, max = Infinity, byDefault = NaN } = {}): number {
  const number = value === undefined ? byDefault : value;
  if (!isIndex(number) || number < min || number > max) {
    const bounds = max === Infinity ? `>= ${min}` : `within ${min}..${max}`;
    throw new AssetError(pointer, `must be an integer ${bounds} (got ${show(value)})`);
  }
  return number;
}
