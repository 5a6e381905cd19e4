import { AssetError } from "../../../src/pure.js";

/** Deeper JSON could exceed the stack of what reads it. */
const MAX_DEPTH = 500;

/** Whether two JSON values are equal; the order of members does not matter. */
export function isEqual(a: unknown, b: unknown): boolean {
  if (a === b || typeof a !== "object" || typeof b !== "object" || a === null || b === null || Array.isArray(a) !== Array.isArray(b)) {
    return a === b;
  }
  const [left, right] = [a, b] as Record<string, unknown>[];
  const keys = Object.keys(left!);
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && isEqual(left![key], right![key]));
}

/**
 * Checks that a file can state a value: `JSON.parse` reads 1e999 as Infinity.
 * @throws AssetError with the JSON pointer of a number that is not finite, or if the value is nested too deeply
 */
export function expectStatable(value: unknown, path: readonly string[] = []): void {
  if (typeof value === "number" && !Number.isFinite(value)) {
    throw new AssetError(pointerOf(path), `must be a finite number (got ${value})`);
  }
  if (typeof value === "object" && value !== null) {
    if (path.length > MAX_DEPTH) {
      throw new AssetError(pointerOf(path.slice(0, 3)), `must not be nested deeper than ${MAX_DEPTH} levels`);
    }
    Object.entries(value).forEach(([key, item]) => expectStatable(item, [...path, key]));
  }
}

function pointerOf(path: readonly string[]): string {
  return `/${path.map((key) => key.replaceAll("~", "~0").replaceAll("/", "~1")).join("/")}`;
}
