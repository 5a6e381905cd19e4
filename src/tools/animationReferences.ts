import type { GltfJson } from "../gltf/file/index.js";
import { omit } from "../gltf/util/index.js";

/** Extensions that refer to nodes only, whatever their names suggest. VRMC_vrm_animation means the first animation. */
const OF_NODES: ReadonlySet<string> = new Set(["VRMC_vrm_animation"]);

/**
 * Finds the first member outside of the animations whose name suggests a reference to an animation. Vendor extensions may have references
 * anywhere.
 * @returns the JSON pointer of the member, or null
 */
export function findReference(json: GltfJson): string | null {
  const search = (value: unknown, pointer: string): string | null => {
    if (typeof value !== "object" || value === null) {
      return null;
    }
    for (const [key, member] of Object.entries(value)) {
      const isNamed = /animation|clip/i.test(key) && !OF_NODES.has(key);
      const found = isNamed ? `${pointer}/${key}` : search(member, `${pointer}/${key}`);
      if (found !== null) {
        return found;
      }
    }
    return null;
  };
  return search(omit(json, "animations"), "");
}
