import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import type { AssetContainer, InstantiatedEntries } from "@babylonjs/core/assetContainer.js";
import type { ISceneLoaderAsyncResult } from "@babylonjs/core/Loading/sceneLoader.js";
import type { Material } from "@babylonjs/core/Materials/material.js";
import type { Node } from "@babylonjs/core/node.js";
import { show } from "../../gltf/util/index.js";

/** A character: the result of loading, a container, the instances made of one, or the node above all others. */
export type ClipCharacter = ISceneLoaderAsyncResult | AssetContainer | InstantiatedEntries | Node;

/** @throws TypeError unless the argument is a character with nodes */
export function partsOf(character: unknown): {
  readonly roots: readonly Node[];
  readonly materials: readonly Material[];
  readonly groups: AnimationGroup[] | null;
} {
  const { rootNodes, meshes, transformNodes, materials, animationGroups } = Object(character) as Partial<AssetContainer>;
  const isNode = "getWorldMatrix" in (Object(character) as object);
  const all = [...(meshes ?? []), ...(transformNodes ?? [])] as readonly Node[];
  const own = new Set(all);
  const roots = isNode ? [character as Node] : (rootNodes ?? all.filter(({ parent }) => !parent || !own.has(parent)));
  if (roots.length === 0) {
    throw new TypeError(`character: must be a result of loading, a container, instances or a node, with nodes (got ${show(character)})`);
  }
  return { roots, materials: materials ?? [], groups: isNode ? null : (animationGroups ?? null) };
}
