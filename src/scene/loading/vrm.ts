import { registerGLTFExtension, unregisterGLTFExtension } from "@babylonjs/loaders/glTF/2.0/glTFLoaderExtensionRegistry.js";
import type { GLTFLoader, IGLTFLoaderExtension } from "@babylonjs/loaders/glTF/2.0/index.js";

/** The name of the loader extension. */
const NAME = "babylon-gltf-animation vrm";
const DECLARES = /^VRM|^KHR_character/;

/**
 * Remembers what characters declare, for files loaded later: the bones of `VRMC_vrm` (VRM 1), `VRM` (VRM 0) and
 * `KHR_character_skeleton_mapping`, so that {@link ClipLibrary.addTo} with `retarget` and {@link DescribeSkeletonAsync} need no names of
 * nodes. Nothing else of VRM is loaded. The code is imported with the first such file. Registering twice is harmless.
 */
export function RegisterVRM(): void {
  unregisterGLTFExtension(NAME);
  registerGLTFExtension(NAME, false, createExtension);
}

/** Reverts {@link RegisterVRM} for files loaded later. */
export function UnregisterVRM(): void {
  unregisterGLTFExtension(NAME);
}

async function createExtension(loader: GLTFLoader): Promise<IGLTFLoaderExtension> {
  const isDeclaring = Object.keys(Object(loader.gltf.extensions) as object).some((name) => DECLARES.test(name));
  const loading = isDeclaring ? await import("./onDemand/vrmLoading.js") : null;
  return { name: NAME, enabled: isDeclaring, dispose() {}, onReady: () => loading?.loadDeclarations(loader, NAME) };
}
