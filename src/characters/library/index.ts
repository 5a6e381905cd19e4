import type { Scene } from "@babylonjs/core/scene.js";
import type { ClipLibrary } from "./clipLibrary.js";
import type { ClipLibraryOptions } from "./loadClipLibrary.js";

export type { AddClipsOptions, ClipCharacter, ClipLibrary, ClipLibraryReport } from "./clipLibrary.js";
export type { ClipLibraryOptions } from "./loadClipLibrary.js";
export type { RetargetOptions } from "./retargetOptions.js";

/**
 * Loads the animations of a file for any number of characters. No nodes, meshes, materials or textures are made, and files of images are
 * not loaded. The code is imported with the first call.
 * @param source the URL of a .glb or .gltf, also a data URI; a File; or the bytes, which must not change meanwhile
 * @throws AssetError with the JSON pointer or byte offset, if the file is not a glTF 2 file
 * @throws TypeError if the source is nothing of the kind; Babylon's error if the URL cannot be loaded
 * @throws RangeError if `options.retarget` needs a newer Babylon.js
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
