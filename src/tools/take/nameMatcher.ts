import type { GltfJson } from "../../file/index.js";
import { excerpt, show } from "../../messages/show.js";
import { AssetError } from "../../schema/index.js";

/** Names in the target, of names in the source. */
export type Rename = Readonly<Record<string, string>> | ((name: string) => string);

/** Finds the objects of one asset in another by their names. */
export class NameMatcher {
  private readonly _rename: (name: string) => string;
  private readonly _paths = new Map<GltfJson, readonly string[]>();

  constructor(
    private readonly _source: GltfJson,
    private readonly _target: GltfJson,
    rename: Rename = {},
  ) {
    this._rename = typeof rename === "function" ? rename : (name) => (Object.hasOwn(rename, name) ? rename[name]! : name);
  }

  /**
   * @param list the keys of the array that the object is in, from the root on
   * @returns the index in the target
   * @throws AssetError where none has the name, or several have
   */
  match(place: string, list: readonly string[], index: unknown): number {
    const name = nameOf(itemsOf(this._source, list)[index as number]);
    if (name === null) {
      throw new AssetError(place, `must be an object with a name, to be found in the target (got ${show(index)})`);
    }
    const wanted = this._rename(name);
    const found = itemsOf(this._target, list).flatMap((item, i) => (nameOf(item) === wanted ? [i] : []));
    const [only] = found.length > 1 && list[0] === "nodes" ? this._byPath(index as number, found) : found;
    if (only === undefined || (found.length > 1 && list[0] !== "nodes")) {
      const rule = found.length > 1 ? `must be one of the ${found.length} of this name in the target` : "must be in the target by its name";
      throw new AssetError(place, `${rule} (got ${excerpt(wanted)})`);
    }
    return only;
  }

  /** A pointer of the source as one of the target: the first index in it is that of an object with a name. */
  matchPointer(place: string, pointer: string): string {
    const keys = pointer.split("/").slice(1);
    const at = keys.findIndex((key) => /^\d+$/.test(key));
    if (at < 0) {
      return pointer;
    }
    const index = this.match(place, keys.slice(0, at), Number(keys[at]));
    return `/${[...keys.slice(0, at), index, ...keys.slice(at + 1)].join("/")}`;
  }

  /** Of nodes with the same name, those whose ancestors have the same names as well; none where they are several. */
  private _byPath(index: number, candidates: readonly number[]): readonly number[] {
    const names = this._pathsOf(this._source, this._rename)[index];
    const found = candidates.filter((candidate) => this._pathsOf(this._target, (name) => name)[candidate] === names);
    return found.length === 1 ? found : [];
  }

  private _pathsOf(json: GltfJson, rename: (name: string) => string): readonly string[] {
    const known = this._paths.get(json);
    if (known) {
      return known;
    }
    const nodes = itemsOf(json, ["nodes"]);
    const parents = new Map<number, number>();
    nodes.forEach((node, i) => {
      const { children } = Object(node) as { children?: unknown };
      (Array.isArray(children) ? (children as readonly unknown[]) : []).forEach((child) => parents.set(child as number, i));
    });
    const paths = nodes.map((_, i) => {
      const names: string[] = [];
      for (let at: number | undefined = i; at !== undefined && names.length <= nodes.length; at = parents.get(at)) {
        names.push(rename(nameOf(nodes[at]) ?? ""));
      }
      return names.join("/");
    });
    this._paths.set(json, paths);
    return paths;
  }
}

function itemsOf(json: GltfJson, keys: readonly string[]): readonly unknown[] {
  const items = keys.reduce<unknown>((object, key) => (Object(object) as Record<string, unknown>)[key], json);
  return Array.isArray(items) ? items : [];
}

function nameOf(item: unknown): string | null {
  const { name } = Object(item) as { name?: unknown };
  return typeof name === "string" ? name : null;
}
