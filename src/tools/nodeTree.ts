import type { GltfJson } from "../gltf/file/index.js";
import { composeAt, multiplyAt } from "../gltf/sampling/index.js";
import { followTokens, itemsOf } from "../gltf/util/index.js";

/** The hierarchy of an asset's nodes, whatever the JSON is. */
export class NodeTree {
  private readonly _parents = new Map<number, number>();

  constructor(private readonly _json: GltfJson) {
    itemsOf(_json.nodes).forEach((node, i) =>
      itemsOf(followTokens(node, ["children"])).forEach((child) => this._parents.set(child as number, i)),
    );
  }

  /** The name of a node; empty without one. */
  nameOf(node: number): string {
    const name = followTokens(this._json, ["nodes", String(node), "name"]);
    return typeof name === "string" ? name : "";
  }

  /** The ancestors of a node, its parent first. */
  ancestorsOf(node: number): readonly number[] {
    const line = new Set([node]);
    for (let at = this._parents.get(node); at !== undefined && !line.has(at); at = this._parents.get(at)) {
      line.add(at);
    }
    return [...line].slice(1);
  }

  /**
   * The matrix from a node to world space, with the node and its ancestors at rest, in glTF's order: the position is in components 12 to 14.
   * @param place a translation for the node; null for the one at rest
   */
  worldOf(node: number, place: ArrayLike<number> | null = null): Float64Array {
    const world = this._localOf(node);
    world.set(Array.from(place ?? []), 12);
    this.ancestorsOf(node).forEach((each) => multiplyAt(world, 0, this._localOf(each), 0, world, 0));
    return world;
  }

  private _localOf(node: number): Float64Array {
    const read = (name: string, rest: readonly number[]): readonly number[] => {
      const stated = followTokens(this._json, ["nodes", String(node), name]);
      const isValid = Array.isArray(stated) && stated.length === rest.length && stated.every((each) => Number.isFinite(each));
      return isValid ? (stated as number[]) : rest;
    };
    const parts = [...read("rotation", [0, 0, 0, 1]), ...read("translation", [0, 0, 0]), ...read("scale", [1, 1, 1])];
    const local = new Float64Array(16);
    composeAt(Float64Array.from(parts), 0, 4, 7, local, 0);
    local.set(read("matrix", [...local]));
    return local;
  }
}
