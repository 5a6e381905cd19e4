import { Camera } from "@babylonjs/core/Cameras/camera.js";
import { Light } from "@babylonjs/core/Lights/light.js";
import type { GLTFLoader, IGLTF, INode } from "@babylonjs/loaders/glTF/2.0/index.js";
import { hasMorphTargets, hasTransformChannels, materialsOf, meshNodeOf, primitivesOf, transformNodeOf } from "../host/gltfLoader.js";
import { isMadeFor } from "../host/material.js";
import { EXTRAS } from "./extras.js";
import { followTokens } from "./jsonPointer.js";
import type { ResolvedPointer } from "./resolve.js";
import type { PointerLanding } from "./row.js";

/** The Babylon objects that show a property of an asset; none where what has it is not loaded. */
export function objectsOf(loader: GLTFLoader, { row, indices }: ResolvedPointer): readonly object[] {
  const { gltf } = loader;
  const { owner, at } = row.landing as PointerLanding;
  const index = indices[0]!;
  switch (owner) {
    case "camera":
      return (gltf.nodes ?? []).flatMap((node) => childrenOf(node, Camera, `/cameras/${index}`));
    case "light":
      return lightsOf(gltf, row.template, index);
    case "material":
      return materialsOf(gltf.materials?.[index]);
    case "node": {
      const node = gltf.nodes?.[index];
      const isShown = node && (!TRANSFORM.test(row.template) || isMoved(loader, node));
      return isShown ? present(transformNodeOf(node), at === EXTRAS ? meshNodeOf(node) : undefined) : [];
    }
    case "mesh":
      return meshesOf(gltf, row.template, index);
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

const TRANSFORM = /^\/nodes\/\{\}\/(translation|rotation|scale|matrix)$/;

/** Babylon's loader leaves the transform of a node with a skin out, as glTF does for its mesh. */
function isMoved(loader: GLTFLoader, node: INode): boolean {
  return node.skin === undefined && hasTransformChannels(loader, node);
}

function meshesOf(gltf: IGLTF, template: string, index: number): readonly object[] {
  const { nodes = [] } = gltf;
  const isWeights = /^\/\w+\/\{\}\/weights$/.test(template);
  if (template.startsWith("/nodes/")) {
    const node = nodes[index];
    return isWeights ? morphedOf(node) : present(meshNodeOf(node), ...primitivesOf(node));
  }
  return isWeights
    ? nodesOfMesh(gltf, index).flatMap((node) => morphedOf(nodes[node]))
    : nodes.flatMap((node) => (node.mesh === index ? primitivesOf(node) : []));
}

function morphedOf(node: INode | undefined): readonly object[] {
  return node && hasMorphTargets(node) ? primitivesOf(node) : [];
}

function lightsOf({ nodes = [] }: IGLTF, template: string, index: number): readonly object[] {
  const madeFor = (node: number, extension: string): readonly object[] =>
    childrenOf(nodes[node], Light, `/nodes/${node}/extensions${extension}`);
  if (template.startsWith("/nodes/")) {
    const [, , , , extension] = template.split("/");
    const own = madeFor(index, `/${extension}`);
    return own.length > 0 ? own : madeFor(index, "");
  }
  return nodes.flatMap((node, i) =>
    followTokens(node, ["extensions", "KHR_lights_punctual", "light"]) === index ? madeFor(i, "/KHR_lights_punctual") : [],
  );
}

/** What hangs on a node, and was made for a part of the asset: not what others hang there. */
function childrenOf(node: INode | undefined, kind: typeof Camera | typeof Light, part: string): readonly object[] {
  return transformNodeOf(node)?.getChildren((child) => child instanceof kind && isMadeFor(child, part)) ?? [];
}

/** Those that there are, each once. */
function present(...objects: readonly (object | undefined)[]): readonly object[] {
  return [...new Set(objects.filter((object) => object !== undefined))];
}
