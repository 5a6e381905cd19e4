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

/** Matches objects of the source with objects of the target by name. */
export class NameMatcher {
  readonly rename: (name: string) => string;
  /** The names that were looked for in the target and found, and those that the target does not have; by array. */
  private readonly _sought = new Map<string, { readonly found: Set<string>; readonly missing: Set<string> }>();
  /** The indices of the target's objects by name, for each array. */
  private readonly _indices = new Map<string, ReadonlyMap<string, readonly number[]>>();
  /** The paths of all nodes: the names of the ancestors and of the node. */
  private readonly _paths = new Map<GltfJson, readonly string[]>();

  constructor(
    private readonly _source: GltfJson,
    private readonly _target: GltfJson,
    rename: RenameNodes = {},
  ) {
    this.rename = typeof rename === "function" ? rename : (name) => (Object.hasOwn(rename, name) ? rename[name]! : name);
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
    return [...this._sought].flatMap(([array, { found, missing }]) => {
      if (missing.size === 0) {
        return [];
      }
      const names = excerpt([...missing].join(", "), MAX_NAMES);
      const share = describeShare(array, found.size, found.size + missing.size);
      return [createFinding("NOT_COPIED", array, `${share} in ${target}; missing: ${names}`, option)];
    });
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
    const found = this._indicesOf(list).get(wanted) ?? [];
    if (found.length === 0) {
      throw new MissingObject(pointer, wanted);
    }
    const [only, ...others] = found.length > 1 && list[0] === "nodes" ? this._byPath(index as number, found) : found;
    if (only === undefined || others.length > 0) {
      throw new AssetError(pointer, `must be the name of one object in the target, not of ${found.length} (got ${excerpt(wanted)})`);
    }
    return only;
  }

  private _indicesOf(list: readonly string[]): ReadonlyMap<string, readonly number[]> {
    return getOrMake(this._indices, list.join("/"), () => {
      const indices = new Map<string, number[]>();
      itemsOf(followTokens(this._target, list)).forEach((item, i) => {
        const name = nameOfItem(item);
        if (name !== null) {
          getOrMake(indices, name, () => []).push(i);
        }
      });
      return indices;
    });
  }

  /** The candidates whose ancestors have the names of the source node's ancestors. */
  private _byPath(index: number, candidates: readonly number[]): readonly number[] {
    const path = this._pathsOf(this._source, this.rename)[index];
    return candidates.filter((candidate) => this._pathsOf(this._target, (name) => name)[candidate] === path);
  }

  private _pathsOf(json: GltfJson, rename: (name: string) => string): readonly string[] {
    return getOrMake(this._paths, json, () => nodePathsOf(json, rename));
  }
}

/** How many of the animated objects of an array there are. */
function describeShare(array: string, found: number, total: number): string {
  if (total === 1) {
    return "the only animated one is not";
  }
  const count = found === 0 ? "none" : `only ${found}`;
  return `${count} of the ${total} animated ${array.split("/").at(-1)} ${found < 2 ? "is" : "are"}`;
}
