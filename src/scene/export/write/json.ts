/** Changes the JSON of an asset that is being written. */
import type { ExportedJson } from "../../host/gltf/gltfExporter.js";
import { parseArrayIndex } from "../../../gltf/util/index.js";
import type { PointerType } from "../../../gltf/objectModel/index.js";

/**
 * Sets a value below an object, and creates missing objects on the path.
 * @returns false if the path leads through a texture or array element that does not exist
 */
export function setAt(object: ExportedJson, tokens: readonly string[], value: unknown): boolean {
  let holder = object;
  for (const token of tokens.slice(0, -1)) {
    const next = own(holder, token) ?? (canCreate(holder, token) ? {} : undefined);
    if (typeof next !== "object" || next === null) {
      return false;
    }
    setOwn(holder, token, next);
    holder = next as ExportedJson;
  }
  setOwn(holder, tokens[tokens.length - 1]!, value);
  return true;
}

function canCreate(holder: ExportedJson, token: string): boolean {
  return !Array.isArray(holder) && !token.endsWith("Texture") && parseArrayIndex(token) < 0;
}

function own(holder: ExportedJson, token: string): unknown {
  return Object.hasOwn(holder, token) ? holder[token] : undefined;
}

/** Sets an own member. Not an assignment, because members of extras may be called `__proto__`. */
function setOwn(holder: ExportedJson, token: string, value: unknown): void {
  Object.defineProperty(holder, token, { value, writable: true, enumerable: true, configurable: true });
}

/** The JSON of a value. */
export function toJson(type: PointerType, components: readonly number[]): unknown {
  return type === "bool" ? components[0] !== 0 : type === "float" ? components[0] : [...components];
}

/** The names of the extensions along a path of reference tokens. */
export function extensionsIn(tokens: readonly string[]): string[] {
  return tokens[0] === "extras" ? [] : tokens.filter((_, i) => tokens[i - 1] === "extensions");
}
