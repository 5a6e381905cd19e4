import { GLTF2Export } from "@babylonjs/serializers/glTF/2.0/index.js";
import { RegisterAnimationExport } from "../../src/serializer.js";

/** Makes the Inspector export what the page shows, with its clips and pointers. The Inspector looks for the exporter among global names. */
export function prepareExport(): void {
  RegisterAnimationExport();
  const globals = globalThis as { BABYLON?: { GLTF2Export?: typeof GLTF2Export } };
  (globals.BABYLON ??= {}).GLTF2Export = GLTF2Export;
}
