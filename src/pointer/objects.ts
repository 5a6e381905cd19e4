import { Camera } from "@babylonjs/core/Cameras/camera.js";
import { Light } from "@babylonjs/core/Lights/light.js";
import type { IGLTF, INode } from "@babylonjs/loaders/glTF/2.0/index.js";
import { materialsOf, meshNodeOf, primitivesOf, transformNodeOf } from "../host/gltfLoader.js";
import { EXTRAS } from "./extras.js";
import { followTokens } from "./jsonPointer.js";
import type { ResolvedPointer } from "./resolve.js";
import type { PointerLanding } from "./row.js";

/** Babylon's loader leaves these out where a node has a skin, as glTF does for its mesh. */
const TRANSFORM = /^\/nodes\/\{\}\/(translation|rotation|scale|matrix)$/;

/** The Babylon objects that show a property of an asset; none where what has it is not loaded. */
export function objectsOf(gltf: IGLTF, { row, indices }: ResolvedPointer): readonly object[] {
  const { owner, at } = row.landing as PointerLanding;
  const nodes = gltf.nodes ?? [];
  const index = indices[0]!;
  const node = nodes[index];
  const isOfNode = row.template.startsWith("/nodes/");
  switch (owner) {
    case "camera":
      return nodes.filter(({ camera }) => camera === index).flatMap((having) => childrenOf(having, Camera));
    case "light":
      return nodes
        .filter((having) => (isOfNode ? having === node : lightOf(having) === index))
        .flatMap((having) => childrenOf(having, Light));
    case "material":
      return materialsOf(gltf.materials?.[index]);
    case "node":
      if (node?.skin !== undefined && TRANSFORM.test(row.template)) {
        return [];
      }
      return present(transformNodeOf(node), at === EXTRAS ? meshNodeOf(node) : undefined);
    case "mesh":
      return isOfNode
        ? present(meshNodeOf(node), ...primitivesOf(node))
        : nodesOfMesh(gltf, index).flatMap((having) => primitivesOf(nodes[having]));
    case "environment":
      return present(followTokens(gltf.extensions, ["EXT_lights_image_based", "lights", String(index)]) as object | undefined);
    case "none":
      return [{}];
  }
}

/** The indices of the nodes whose morph targets have the weights of their mesh. */
export function nodesOfMesh({ nodes = [] }: IGLTF, mesh: number): number[] {
  return nodes.flatMap((node, i) => (node.mesh === mesh && node.weights === undefined ? [i] : []));
}

function childrenOf(node: INode, kind: typeof Camera | typeof Light): readonly object[] {
  return transformNodeOf(node)?.getChildren((child) => child instanceof kind, true) ?? [];
}

function lightOf(node: INode): unknown {
  return followTokens(node, ["extensions", "KHR_lights_punctual", "light"]);
}

/** Those that there are, each once. */
function present(...objects: readonly (object | undefined)[]): readonly object[] {
  return [...new Set(objects.filter((object) => object !== undefined))];
}
