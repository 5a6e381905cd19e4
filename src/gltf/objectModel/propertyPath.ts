import { parseArrayIndex } from "../util/index.js";

/** The parts of a JSON pointer to a property of a glTF object. */
export interface PropertyPath {
  /** The array that holds the object: `nodes`, `extensions/KHR_lights_punctual/lights`. Empty for an object in no array. */
  readonly collection: string;
  /** The index of the object in its array; -1 for an object in no array. */
  readonly index: number;
  /** The extension of the object that defines the property; null for core glTF. */
  readonly extension: string | null;
  /** The rest of the pointer: `translation`, `pbrMetallicRoughness/baseColorFactor`. */
  readonly property: string;
}

/** @param tokens the reference tokens of the pointer */
export function toPropertyPath(tokens: readonly string[]): PropertyPath {
  const at = tokens.findIndex((token) => parseArrayIndex(token) >= 0);
  const extension = tokens[at + 1] === "extensions" ? (tokens[at + 2] ?? null) : null;
  return {
    collection: tokens.slice(0, Math.max(at, 0)).join("/"),
    index: at < 0 ? -1 : parseArrayIndex(tokens[at]!),
    extension,
    property: tokens.slice(at + (extension === null ? 1 : 3)).join("/"),
  };
}

const TRANSFORM: readonly string[] = ["translation", "rotation", "scale", "matrix"];

/** Whether a property is the transform of a node, or a part of the transform. */
export function isTransform({ collection, extension, property }: PropertyPath): boolean {
  return collection === "nodes" && extension === null && TRANSFORM.includes(property);
}

/** Whether a property holds the weights of morph targets, of a node or of a mesh. */
export function isWeights({ collection, extension, property }: PropertyPath): boolean {
  return (collection === "nodes" || collection === "meshes") && extension === null && property === "weights";
}
