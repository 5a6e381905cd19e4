import { plainName } from "../util/index.js";
import { faceShapeOf, partsOfShape } from "./faceNames.js";

/** No morph target of the source. */
export const STAYS = -1;

/** The keys by which names of morph targets are compared; null for names without one. */
type Keys = (names: readonly string[]) => readonly (string | null)[];

/** How names are compared, the closest way first. */
const WAYS: readonly Keys[] = [
  (names) => names,
  (names) => names.map((name) => spellingOf(withoutMesh(name))),
  (names) => names.map((name) => faceShapeOf(withoutMesh(name))),
];

/**
 * Finds the morph targets of a face among those of another one by their names, whatever the order: the same names, other spellings, with
 * and without the name of a mesh before a dot, and names of the same shape in other vocabularies. A name is used once. Names that cannot be
 * told apart are not used.
 * @returns for each of the targets, the index among the sources, or {@link STAYS}
 * @example matchMorphs(["blink", "smile"], ["mesh.smile", "ah", "mesh.blink"]) // Int32Array [1, -1, 0]
 */
export function matchMorphs(sources: readonly string[], targets: readonly string[]): Int32Array {
  if (sources.length === targets.length && sources.every((name, i) => name === targets[i])) {
    return Int32Array.from(targets.keys());
  }
  const found = new Int32Array(targets.length).fill(STAYS);
  const used = new Set<number>();
  for (const keysOf of WAYS) {
    const own = indexOnly(keysOf(sources), (i) => !used.has(i));
    const others = indexOnly(keysOf(targets), (i) => found[i] === STAYS);
    others.forEach((target, key) => {
      const source = own.get(key) ?? STAYS;
      if (source !== STAYS && target !== STAYS) {
        found[target] = source;
        used.add(source);
      }
    });
  }
  matchParts(sources, targets, found, used);
  return found;
}

/** Gives what shows a shape together the weight of the whole shape, in a face that has not the whole shape. */
function matchParts(sources: readonly string[], targets: readonly string[], found: Int32Array, used: ReadonlySet<number>): void {
  const others = indexOnly(
    targets.map((name) => faceShapeOf(withoutMesh(name))),
    (i) => found[i] === STAYS,
  );
  sources.forEach((name, source) => {
    const shape = used.has(source) ? null : faceShapeOf(withoutMesh(name));
    const parts = shape === null ? [] : partsOfShape(shape).map((part) => others.get(part) ?? STAYS);
    if (!parts.includes(STAYS)) {
      parts.forEach((part) => (found[part] = source));
    }
  });
}

/** The indices by key; {@link STAYS} for keys that several have. */
function indexOnly(keys: readonly (string | null)[], isFree: (index: number) => boolean): Map<string, number> {
  const indices = new Map<string, number>();
  keys.forEach((key, i) => {
    if (key !== null && key !== "" && isFree(i)) {
      indices.set(key, indices.has(key) ? STAYS : i);
    }
  });
  return indices;
}

/** A name without what tools put before it: `blendShape1.`, `face|`. What follows must be more than a side or a number. */
export function withoutMesh(name: string): string {
  return /^.*[.|:](?!(?:[lr]|left|right|\d+)$)(.+)$/is.exec(name)?.[1] ?? name;
}

function spellingOf(name: string): string {
  return plainName(name).replaceAll("-", "").toLowerCase();
}
