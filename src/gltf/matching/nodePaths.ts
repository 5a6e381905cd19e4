import type { GltfJson } from "../file/index.js";
import { itemsOf } from "../util/index.js";

/** The paths of all nodes: the names of a node and its ancestors, the node first. */
export function nodePathsOf({ nodes }: GltfJson, rename: (name: string) => string = (name) => name): readonly string[] {
  const all = itemsOf(nodes as unknown);
  const parents = new Map<number, number>();
  all.forEach((node, i) => {
    const { children } = Object(node) as { children?: unknown };
    itemsOf(children).forEach((child) => parents.set(child as number, i));
  });
  return all.map((_, i) => {
    const names: string[] = [];
    for (let at: number | undefined = i; at !== undefined && names.length <= all.length; at = parents.get(at)) {
      names.push(rename(nameOfItem(all[at]) ?? ""));
    }
    return names.join("/");
  });
}

/** The name of an object of an asset; null if the name is missing or not a string. */
export function nameOfItem(item: unknown): string | null {
  const { name } = Object(item) as { name?: unknown };
  return typeof name === "string" ? name : null;
}
