import type { GltfJson } from "../file/index.js";
import {
  AssetError,
  attempt,
  createFinding,
  excerpt,
  type Finding,
  followTokens,
  getOrMake,
  itemsOf,
  parseArrayIndex,
  parseJsonPointer,
  plainName,
  show,
  toJsonPointer,
} from "../util/index.js";
import { nameOfItem, nodePathsOf } from "./nodePaths.js";

/** Names in the target, by names in the source. */
export type RenameNodes = Readonly<Record<string, string>> | ((name: string) => string);

/** Length limit of a list of names. */
const MAX_NAMES = 200;

/** An object that the target does not have. */
export class MissingObject extends AssetError {
  /** @param wanted the name that the target does not have */
  constructor(
    pointer: string,
    readonly wanted: string,
  ) {
    super(pointer, `must be the name of an object in the target (got ${excerpt(wanted)})`);
  }
}

/** A function that renames: by the names that differ, or as given. */
export function renamingBy(rename: RenameNodes = {}): (name: string) => string {
  return typeof rename === "function" ? rename : (name) => (Object.hasOwn(rename, name) ? rename[name]! : name);
}

/** The indices of the objects of an array by name, and by what is left of it without separators. */
interface NameIndex {
  readonly byName: ReadonlyMap<string, readonly number[]>;
  /** The names with the same letters and digits ({@link plainName}). */
  readonly spellings: ReadonlyMap<string, ReadonlySet<string>>;
}

/**
 * Matches objects of the source with objects of the target by name. Separators count only where names differ in nothing else: tools remove
 * and replace them.
 */
export class NameMatcher {
  readonly rename: (name: string) => string;
  /** The names that were looked for in the target and found, and those that the target does not have; by array. */
  private readonly _sought = new Map<string, { readonly found: Set<string>; readonly missing: Set<string> }>();
  /** The names of the target's objects, for each array. */
  private readonly _indices = new Map<string, NameIndex>();
  /** The names of the source's objects after renaming, for each array. */
  private readonly _sourceIndices = new Map<string, NameIndex>();
  /** The paths of all nodes: the names of the ancestors and of the node. */
  private readonly _paths = new Map<GltfJson, readonly string[]>();

  constructor(
    private readonly _source: GltfJson,
    private readonly _target: GltfJson,
    rename?: RenameNodes,
  ) {
    this.rename = renamingBy(rename);
  }

  /**
   * @param list reference tokens of the array with the object
   * @returns the index of the object in the target
   * @throws AssetError if no object has the name, or several objects have the name and cannot be told apart
   */
  match(pointer: string, list: readonly string[], index: unknown): number {
    const array = toJsonPointer(list);
    const { found, missing } = getOrMake(this._sought, array, () => ({ found: new Set<string>(), missing: new Set<string>() }));
    try {
      const only = this._find(pointer, list, index);
      found.add(String(index));
      return only;
    } catch (error) {
      if (error instanceof MissingObject) {
        missing.add(error.wanted);
      }
      throw error;
    }
  }

  /** The index of an object in the target; null if there is not exactly one. For objects that no channel animates itself. */
  find(list: readonly string[], index: unknown): number | null {
    return attempt(
      "",
      () => this._find("", list, index),
      () => undefined,
    );
  }

  /**
   * Finds the objects that the target does not have: a finding for each array.
   * @param target the name of the target
   * @param option the name of the option that maps names
   */
  findMissing(target: string, option: string): readonly Finding[] {
    return [...this._sought].flatMap(([array, { found, missing }]) =>
      findingOfMissing(array, array.split("/").at(-1)!, found, missing, target, option),
    );
  }

  /**
   * Translates a JSON pointer from source to target. The first index in the pointer must belong to an object with a name.
   * @throws AssetError if the pointer is invalid, or the target does not have the object
   */
  matchPointer(at: string, pointer: string): string {
    const tokens = parseJsonPointer(pointer);
    if (!tokens) {
      throw new AssetError(at, `must be a JSON pointer (got ${excerpt(pointer)})`);
    }
    const i = tokens.findIndex((token) => parseArrayIndex(token) >= 0);
    if (i < 0) {
      return pointer;
    }
    const list = tokens.slice(0, i);
    const index = this.match(at, list, parseArrayIndex(tokens[i]!));
    return toJsonPointer([...list, String(index), ...tokens.slice(i + 1)]);
  }

  private _find(pointer: string, list: readonly string[], index: unknown): number {
    const name = nameOfItem(itemsOf(followTokens(this._source, list))[index as number]);
    if (name === null) {
      throw new AssetError(pointer, `must be the index of an object with a name (got ${show(index)})`);
    }
    const wanted = this.rename(name);
    const found = this._candidates(list, wanted);
    if (found.length === 0) {
      throw new MissingObject(pointer, wanted);
    }
    const [only, ...others] = found.length > 1 && list[0] === "nodes" ? this._byPath(index as number, found) : found;
    if (only === undefined || others.length > 0) {
      throw new AssetError(pointer, `must be the name of one object in the target, not of ${found.length} (got ${excerpt(wanted)})`);
    }
    return only;
  }

  /** The indices of the target's objects with a name or, if there is none, with the only name that is spelled differently. */
  private _candidates(list: readonly string[], wanted: string): readonly number[] {
    const key = list.join("/");
    const target = getOrMake(this._indices, key, () => indexNames(followTokens(this._target, list), (name) => name));
    const plain = plainName(wanted);
    const known = target.byName.get(wanted);
    const [spelling, ...others] = known || plain === "" ? [] : (target.spellings.get(plain) ?? []);
    if (spelling === undefined) {
      return known ?? [];
    }
    const source = getOrMake(this._sourceIndices, key, () => indexNames(followTokens(this._source, list), this.rename));
    const isOnly = others.length === 0 && source.spellings.get(plain)?.size === 1;
    return isOnly ? target.byName.get(spelling)! : [];
  }

  /** The candidates whose ancestors have the names of the source node's ancestors; if there is none, names without separators. */
  private _byPath(index: number, candidates: readonly number[]): readonly number[] {
    const path = this._pathsOf(this._source, this.rename)[index]!;
    const paths = this._pathsOf(this._target, (name) => name);
    const exact = candidates.filter((candidate) => paths[candidate] === path);
    return exact.length > 0 ? exact : candidates.filter((candidate) => plainName(paths[candidate]!) === plainName(path));
  }

  private _pathsOf(json: GltfJson, rename: (name: string) => string): readonly string[] {
    return getOrMake(this._paths, json, () => nodePathsOf(json, rename));
  }
}

function indexNames(items: unknown, rename: (name: string) => string): NameIndex {
  const byName = new Map<string, number[]>();
  const spellings = new Map<string, Set<string>>();
  itemsOf(items).forEach((item, i) => {
    const name = nameOfItem(item);
    if (name !== null) {
      const own = rename(name);
      getOrMake(byName, own, () => []).push(i);
      getOrMake(spellings, plainName(own), () => new Set<string>()).add(own);
    }
  });
  return { byName, spellings };
}

/**
 * A finding about animated objects that the target does not have, if there are some.
 * @param nouns what they are
 * @param target the name of the target
 * @param option the name of the option that maps names
 */
export function findingOfMissing(
  pointer: string,
  nouns: string,
  { size: found }: ReadonlySet<string>,
  missing: ReadonlySet<string>,
  target: string,
  option: string,
): readonly Finding[] {
  if (missing.size === 0) {
    return [];
  }
  const share = describeShare(nouns, found, found + missing.size);
  const names = excerpt([...missing].join(", "), MAX_NAMES);
  return [createFinding("NOT_COPIED", pointer, `${share} in ${target}; missing: ${names}`, option)];
}

/** How many of the animated objects there are. */
function describeShare(nouns: string, found: number, total: number): string {
  if (total === 1) {
    return "the only animated one is not";
  }
  const count = found === 0 ? "none" : `only ${found}`;
  return `${count} of the ${total} animated ${nouns} ${found < 2 ? "is" : "are"}`;
}
