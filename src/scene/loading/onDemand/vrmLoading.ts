import type { GLTFLoader } from "@babylonjs/loaders/glTF/2.0/index.js";
import type { GltfJson } from "../../../gltf/file/index.js";
import { readDeclaredBones, readDeclaredExpressions } from "../../../gltf/humanoid/index.js";
import { declareBone, declareFace, primitivesOf, transformNodeOf } from "../../host/index.js";

/** Notes at the loaded nodes of a file which bones they are declared to be, and which expressions the meshes have. */
export function loadDeclarations({ gltf }: GLTFLoader): void {
  const json = gltf as unknown as GltfJson;
  const { extension, bones } = readDeclaredBones(json) ?? {};
  bones?.forEach((index, bone) => {
    const node = transformNodeOf(gltf.nodes?.[index]);
    if (node) {
      declareBone(node, { extension: extension!, bone });
    }
  });
  const expressions = readDeclaredExpressions(json);
  if (expressions.length > 0) {
    gltf.nodes?.forEach((each, node) => primitivesOf(each).forEach((mesh) => declareFace(mesh, { expressions, node })));
  }
}
