import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import type { AbstractMesh } from "@babylonjs/core/Meshes/abstractMesh.js";

interface Internals {
  _internalMetadata?: { gltf?: { pointers?: readonly string[] } };
}

/** The JSON pointers of the parts of an asset that the loader made a Babylon object for. Babylon shares them with copies of a mesh. */
export function pointersOf(object: unknown): readonly string[] {
  return (object as Internals | null)?._internalMetadata?.gltf?.pointers ?? [];
}

/** Gives the copy of an object the JSON pointers of its original, as Babylon does for meshes. */
export function carryPointers(original: unknown, copy: unknown): void {
  if (copy && pointersOf(original).length > 0) {
    (copy as Internals)._internalMetadata ??= (original as Required<Internals>)._internalMetadata;
  }
}

/** The JSON pointer of the node that a Babylon node was loaded for; undefined for others. */
export function nodePointerOf(node: unknown): string | undefined {
  return pointersOf(node).find((pointer) => /^\/nodes\/\d+$/.test(pointer));
}

/** The meshes that an animation group can animate. */
export function meshesOf(group: AnimationGroup): readonly AbstractMesh[] {
  return (group._parentContainer ?? group.getScene()).meshes;
}
