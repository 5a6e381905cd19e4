import type { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { Scene } from "@babylonjs/core/scene.js";
import type { SkeletonDescription } from "../../gltf/humanoid/index.js";
import type { ClipCharacter } from "./clipCharacter.js";
import type { ClipLibrary } from "./clipLibrary.js";
import type { ClipLibraryOptions } from "./loadClipLibrary.js";

export type { ClipCharacter } from "./clipCharacter.js";
export type { AddClipsOptions, ClipLibrary, ClipLibraryReport } from "./clipLibrary.js";
export type { ClipLibraryOptions } from "./loadClipLibrary.js";
export { GetExpressions } from "./expressions.js";
export type { Expression } from "./expressions.js";
export type { RetargetOptions } from "./retargetOptions.js";

/**
 * Loads the animations of a file for any number of characters. No nodes, meshes, materials or textures are made, and files of images are
 * not loaded. The code is imported with the first call.
 * @param source the URL of a .glb or .gltf, also a data URI; a File; or the bytes, which must not change meanwhile
 * @throws AssetError with the JSON pointer or byte offset, if the file is not a glTF 2 file
 * @throws TypeError if the source is nothing of the kind; Babylon's error if the URL cannot be loaded
 * @example
 * const moves = await LoadClipLibraryAsync("moves.glb", scene);
 * const [walk] = moves.addTo(character, { clips: ["walk"] });
 * walk.play();
 * @experimental follows draft specifications
 */
export async function LoadClipLibraryAsync(
  source: string | File | ArrayBuffer | Uint8Array,
  scene: Scene,
  options: ClipLibraryOptions = {},
): Promise<ClipLibrary> {
  return (await import("./loadClipLibrary.js")).loadClipLibrary(source, scene, options);
}

/**
 * Finds the bones of a humanoid in a character, as `retarget: true` of {@link ClipLibrary.addTo} does. The code is imported with the first call.
 * @returns the bones by the names of VRM 1, each with its node
 * @throws TypeError if the argument is not a character
 * @example (await DescribeSkeletonAsync(container)).bones.leftHand?.node.name; // "mixamorig:LeftHand"
 */
export async function DescribeSkeletonAsync(character: ClipCharacter): Promise<SkeletonDescription<TransformNode>> {
  return (await import("./retargeting.js")).describeCharacterSkeleton(character);
}
