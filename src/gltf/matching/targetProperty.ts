import type { GltfJson } from "../file/index.js";
import { AssetError, followTokens, itemsOf } from "../util/index.js";
import type { PointerResolver } from "../objectModel/index.js";
import { propertyOf, tryResolve } from "./babylonModel.js";

/**
 * Checks that the target has a property with a number of components. Properties outside of the glTF object model, such as vendor
 * properties, are not checked.
 * @throws AssetError if the property is missing or has another size
 */
export function expectProperty(target: PointerResolver, at: string, pointer: string, size: number): void {
  if (pointer.endsWith("/weights")) {
    const count = tryResolve(target, pointer)?.initial.length ?? 0;
    if (size !== count) {
      throw new AssetError(at, `must be weights of a mesh with as many morph targets (got ${size}, the target has ${count})`);
    }
  } else if (propertyOf(pointer) ?? propertyOf(pointer.replace(/\/\d+$/, ""))) {
    const { element, initial } = target.resolve(at, pointer);
    const expected = element < 0 ? initial.length : 1;
    if (size !== expected) {
      throw new AssetError(at, `must have ${expected} components for each key (got ${size})`);
    }
  }
}

/** The names of a mesh's morph targets, which many exporters write into the extras of the mesh. */
export function morphNamesOf(json: GltfJson, mesh: unknown): readonly string[] | undefined {
  const names = followTokens(json, ["meshes", String(mesh), "extras", "targetNames"]);
  return Array.isArray(names) && names.every((name) => typeof name === "string") ? names : undefined;
}

/** The number of morph targets of a node's mesh. */
export function morphCountOf(json: GltfJson, node: number): number {
  const mesh = followTokens(json, ["nodes", String(node), "mesh"]);
  return itemsOf(followTokens(json, ["meshes", String(mesh), "primitives", "0", "targets"])).length;
}
