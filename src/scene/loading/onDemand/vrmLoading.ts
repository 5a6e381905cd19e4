import type { GLTFLoader } from "@babylonjs/loaders/glTF/2.0/index.js";
import type { GltfJson } from "../../../gltf/file/index.js";
import { readDeclaredBones } from "../../../gltf/humanoid/index.js";
import { declareBone, transformNodeOf } from "../../host/index.js";

/** Notes at the loaded nodes of a file which bones they are declared to be. */
export function loadDeclarations({ gltf }: GLTFLoader): void {
  const { extension, bones } = readDeclaredBones(gltf as unknown as GltfJson) ?? {};
  bones?.forEach((index, bone) => {
    const node = transformNodeOf(gltf.nodes?.[index]);
    if (node) {
      declareBone(node, { extension: extension!, bone });
    }
  });
}
