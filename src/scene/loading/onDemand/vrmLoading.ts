import type { GLTFLoader } from "@babylonjs/loaders/glTF/2.0/index.js";
import type { GltfJson } from "../../../gltf/file/index.js";
import { findingOfLeftOut, readDeclaredBones, readDeclaredExpressions } from "../../../gltf/humanoid/index.js";
import { declareBone, declareFace, primitivesOf, transformNodeOf } from "../../host/index.js";
import { LoadReport } from "../loadReport.js";

/**
 * Notes at the loaded nodes of a file which bones they are declared to be, and which expressions the meshes have. Logs what names something that the
 * file does not have.
 * @param name of the loader extension
 */
export function loadDeclarations(loader: GLTFLoader, name: string): void {
  const { gltf } = loader;
  const json = gltf as unknown as GltfJson;
  const report = new LoadReport(loader, name);
  const note: NonNullable<Parameters<typeof readDeclaredBones>[1]> = (leftOut) => report.add(findingOfLeftOut(leftOut));
  const { extension, bones } = readDeclaredBones(json, note) ?? {};
  bones?.forEach((index, bone) => {
    const node = transformNodeOf(gltf.nodes?.[index]);
    if (node) {
      declareBone(node, { extension: extension!, bone });
    }
  });
  const expressions = readDeclaredExpressions(json, note);
  if (expressions.length > 0) {
    gltf.nodes?.forEach((each, node) => primitivesOf(each).forEach((mesh) => declareFace(mesh, { expressions, node })));
  }
  report.close();
}
