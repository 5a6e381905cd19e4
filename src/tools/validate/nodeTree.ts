import type { GltfJson } from "../../gltf/file/index.js";
import { composeAt, multiplyAt } from "../../gltf/sampling/index.js";
import { followTokens, itemsOf } from "../../gltf/util/index.js";

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
    const line = [node];
    for (let at = this._parents.get(node); at !== undefined && !line.includes(at); at = this._parents.get(at)) {
      line.push(at);
    }
    return line.slice(1);
  }

  /**
   * The height of a node above the ground, with its ancestors at rest.
   * @param place its translation; null for the one at rest
   */
  heightOf(node: number, place: ArrayLike<number> | null): number {
    const world = this._localOf(node);
    world.set(Array.from(place ?? []), 12);
    this.ancestorsOf(node).forEach((each) => multiplyAt(world, 0, this._localOf(each), 0, world, 0));
    return world[13]!;
  }

  private _localOf(node: number): Float64Array {
    const read = (name: string, rest: readonly number[]): readonly number[] => {
      const stated = followTokens(this._json, ["nodes", String(node), name]);
      return Array.isArray(stated) && stated.length === rest.length ? stated.map(Number) : rest;
    };
    const parts = [...read("rotation", [0, 0, 0, 1]), ...read("translation", [0, 0, 0]), ...read("scale", [1, 1, 1])];
    const local = new Float64Array(16);
    composeAt(Float64Array.from(parts), 0, 4, 7, local, 0);
    local.set(read("matrix", [...local]));
    return local;
  }
}
