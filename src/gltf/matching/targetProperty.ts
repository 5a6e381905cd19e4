import type { GltfJson } from "../file/index.js";
import { AssetError, excerpt, followTokens } from "../util/index.js";
import type { PointerResolver } from "../objectModel/index.js";
import { propertyOf, tryResolve } from "./babylonModel.js";

const WEIGHTS = /^\/(nodes|meshes)\/(\d+)\/weights(?:\/\d+)?$/;

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

/**
 * Checks that the meshes of source and target have the same morph targets, if both meshes have names of morph targets.
 * @param pointers JSON pointers of the property in the source and in the target
 * @param rename turns names of the source into names of the target
 * @throws AssetError if the names differ
 */
export function expectSameMorphs(
  at: string,
  [source, target]: readonly [GltfJson, GltfJson],
  pointers: readonly [string, string],
  rename: (name: string) => string,
): void {
  const [names, others] = [morphNamesOf(source, pointers[0])?.map(rename), morphNamesOf(target, pointers[1])];
  if (names && others && names.join("\n") !== others.join("\n")) {
    const [got, has] = [names, others].map((list) => excerpt(list.join(", "), 60));
    throw new AssetError(at, `must be weights of the same morph targets in the same order (got ${got}; the target has ${has})`);
  }
}

/** The names of morph targets, which many exporters write into the extras of the mesh. */
function morphNamesOf(json: GltfJson, pointer: string): readonly string[] | undefined {
  const [, list, index] = WEIGHTS.exec(pointer) ?? [];
  if (list === undefined) {
    return undefined;
  }
  const mesh = list === "nodes" ? followTokens(json, ["nodes", index!, "mesh"]) : index;
  const names = followTokens(json, ["meshes", String(mesh), "extras", "targetNames"]);
  return Array.isArray(names) && names.every((name) => typeof name === "string") ? names : undefined;
}
