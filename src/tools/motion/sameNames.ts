import type { GltfJson } from "../../gltf/file/index.js";
import { nameOfItem, nodePathsOf, type RenameNodes, renamingBy } from "../../gltf/matching/index.js";
import { followTokens, getOrMake, itemsOf, parseArrayIndex, parseJsonPointer, toJsonPointer } from "../../gltf/util/index.js";

/** The objects of an array that two versions of an asset share, by index. */
interface Pairs {
  /** Indices in the first asset, by those in the second one. */
  readonly before: ReadonlyMap<number, number>;
  /** Indices in the second asset, by those in the first one. */
  readonly after: ReadonlyMap<number, number>;
}

/**
 * Pairs the objects of two versions of an asset by name: of several with one name the first with the first, after those whose ancestors have
 * the same names, too. Objects without a name are paired in their order.
 */
export class SameNames {
  private readonly _rename: (name: string) => string;
  private readonly _pairs = new Map<string, Pairs>();

  /** @param rename maps names of the first asset to names of the second one */
  constructor(
    private readonly _before: GltfJson,
    private readonly _after: GltfJson,
    rename: RenameNodes | undefined,
  ) {
    this._rename = renamingBy(rename);
  }

  /** @param list reference tokens of an array in both assets */
  pairsOf(list: readonly string[]): Pairs {
    return getOrMake(this._pairs, toJsonPointer(list), () => {
      const pairs = { before: new Map<number, number>(), after: new Map<number, number>() };
      const pairEqual = (before: readonly unknown[], after: readonly unknown[]): void => {
        const free = new Map<unknown, number[]>();
        before.forEach((name, i) => {
          if (!pairs.after.has(i)) {
            getOrMake(free, name, () => []).push(i);
          }
        });
        after.forEach((name, i) => {
          const first = pairs.before.has(i) ? undefined : free.get(name)?.shift();
          if (first !== undefined) {
            pairs.before.set(i, first);
            pairs.after.set(first, i);
          }
        });
      };
      if (list[0] === "nodes") {
        pairEqual(nodePathsOf(this._before, this._rename), nodePathsOf(this._after));
      }
      const namesIn = (json: GltfJson): readonly (string | null)[] => itemsOf(followTokens(json, list)).map(nameOfItem);
      pairEqual(
        namesIn(this._before).map((name) => name && this._rename(name)),
        namesIn(this._after),
      );
      return pairs;
    });
  }

  /**
   * Translates a JSON pointer of one asset to the other one, by the object that its first index names.
   * @param to the asset that the result is for
   * @returns null if that asset does not have the object
   */
  translate(pointer: string, to: keyof Pairs): string | null {
    const tokens = parseJsonPointer(pointer) ?? [];
    const at = tokens.findIndex((token) => parseArrayIndex(token) >= 0);
    if (at < 0) {
      return pointer;
    }
    const list = tokens.slice(0, at);
    const index = this.pairsOf(list)[to].get(parseArrayIndex(tokens[at]!));
    return index === undefined ? null : toJsonPointer([...list, String(index), ...tokens.slice(at + 1)]);
  }
}

/** Says a JSON pointer with the name of the object in place of its place: `door rotation`. */
export function nameProperty(json: GltfJson, pointer: string): string {
  const tokens = parseJsonPointer(pointer) ?? [];
  const at = tokens.findIndex((token) => parseArrayIndex(token) >= 0);
  if (at < 0) {
    return pointer;
  }
  const name = nameOfItem(followTokens(json, tokens.slice(0, at + 1)));
  const object = name ?? tokens.slice(at - 1, at + 1).join(" ");
  return [object, ...(at + 1 < tokens.length ? [tokens.slice(at + 1).join("/")] : [])].join(" ");
}
