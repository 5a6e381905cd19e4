import type { Light } from "@babylonjs/core/Lights/light.js";
import type { Material } from "@babylonjs/core/Materials/material.js";
import type { MultiMaterial } from "@babylonjs/core/Materials/multiMaterial.js";
import type { AbstractMesh } from "@babylonjs/core/Meshes/abstractMesh.js";
import type { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { Node } from "@babylonjs/core/node.js";
import type { Scene } from "@babylonjs/core/scene.js";
import type { ICamera, IMaterial, IMesh, INode } from "@babylonjs/loaders/glTF/2.0/index.js";
import { getOrMake } from "../../../gltf/util/index.js";
import type { LoadedAsset } from "./gltfObjects.js";
import { pointersOf } from "../targets.js";

/** The prefix of names in copies that Babylon makes without a function for names. */
const COPY = /^(Clone of )+/;
/** The node that Babylon's loader puts above the nodes of a file. */
const ROOT = "__root__";
/** The names that Babylon's loader gives to morph targets without a name. */
export const UNNAMED_MORPH = /^morphTarget\d+$/;

/** The name that an object has in its file: without what Babylon adds to the names of copies. */
export function fileNameOf({ name }: { readonly name: string }): string {
  return name.replace(COPY, "");
}

/** Whether a node is the one that Babylon's loader puts above the nodes of a file. */
export function isFileRoot(node: Node): boolean {
  return fileNameOf(node) === ROOT;
}

/** A Babylon node and what belongs to the same glTF node. */
interface Draft {
  readonly name: string;
  readonly node: TransformNode;
  readonly parent: Draft | null;
  readonly primitives: AbstractMesh[];
  readonly cameras: Node[];
  readonly lights: Light[];
  /** The mesh of a skinned node, which the loader makes beside the node that has its place in the hierarchy. */
  skinned: Draft | null;
}

/**
 * Describes nodes and materials of a scene as the loader's asset: glTF objects with names, in their hierarchy, and with the Babylon objects
 * made of them. Objects keep the indices that they have in their file, where Babylon knows these. A member that animations do not need is
 * left out.
 */
export function describeCharacter(roots: readonly Node[], materials: readonly Material[], scene: Scene): LoadedAsset {
  const drafts: Draft[] = [];
  roots.forEach((root) => addNode(root, null, drafts));
  const nodes = joinSkinned(drafts);
  const gltf = { asset: { version: "2.0" }, nodes: [], meshes: [], cameras: [], materials: [] } as unknown as Json;
  const lights: Lights = new Map();
  const indices = placeAll(nodes, ({ node }) => indexIn(node, /^\/nodes\/(\d+)$/));
  for (const [draft, index] of indices) {
    gltf.nodes[index] = nodeOf(draft, index, gltf, lights);
  }
  for (const [{ parent }, index] of indices) {
    const above = parent && gltf.nodes[indices.get(parent)!];
    above?.children!.push(index);
  }
  addMaterials(nodes, materials, gltf);
  if (lights.size > 0) {
    gltf.extensions = { KHR_lights_punctual: { lights: Array.from(lights.values(), ({ name }) => ({ name })) } };
  }
  return { gltf, babylonScene: scene, parent: { targetFps: 60, loadNodeAnimations: true } };
}

type Json = LoadedAsset["gltf"] & { nodes: INode[]; meshes: IMesh[]; cameras: ICamera[]; materials: IMaterial[] };

function addNode(node: Node, parent: Draft | null, drafts: Draft[]): void {
  const name = fileNameOf(node);
  let draft = parent;
  if (isLight(node)) {
    parent?.lights.push(node);
  } else if (isCamera(node)) {
    parent?.cameras.push(node);
  } else if (parent && isMesh(node) && isPrimitiveOf(name, parent)) {
    parent.primitives.push(node);
  } else if (isTransformNode(node)) {
    // what is above the root of a file is not part of the file
    draft = name === ROOT ? null : { name, node, parent, primitives: [], cameras: [], lights: [], skinned: null };
    if (draft) {
      drafts.push(draft);
      if (isMesh(node) && node.getTotalVertices() > 0) {
        draft.primitives.push(node);
      }
    }
  }
  node.getChildren(undefined, true).forEach((child) => addNode(child, draft, drafts));
}

// by members that these classes have, so that none of them is imported
const isLight = (node: Node): node is Light => "getTypeID" in node;
const isCamera = (node: Node): boolean => "getProjectionMatrix" in node; // as lights with shadows have
const isMesh = (node: Node): node is AbstractMesh => "getTotalVertices" in node;
const isTransformNode = (node: Node): node is TransformNode => "scaling" in node;

/** Whether the loader named a mesh as one of several primitives of a node. */
function isPrimitiveOf(name: string, parent: Draft): boolean {
  return /^(.*)[_]primitive\d+$/s.exec(name)?.[1] === parent.name;
}

/** Joins the two Babylon nodes of each skinned glTF node, which have the same name. */
function joinSkinned(drafts: readonly Draft[]): readonly Draft[] {
  const joined = new Set<Draft>();
  for (const draft of drafts) {
    const isSkinned = draft.primitives.some(({ skeleton }) => skeleton);
    const place = isSkinned
      ? drafts.find((other) => other !== draft && other.name === draft.name && other.primitives.length === 0 && !other.skinned)
      : undefined;
    if (place) {
      place.skinned = draft;
      joined.add(draft);
    }
  }
  return drafts.filter((draft) => !joined.has(draft));
}

/** Gives each item its index in the file, or a free index. */
function placeAll<T>(items: Iterable<T>, indexOf: (item: T) => number): Map<T, number> {
  const all = [...items].map((item) => [item, indexOf(item)] as const);
  const used = new Set<number>();
  const places = new Map<T, number>();
  let free = Math.max(-1, ...all.map(([, index]) => index)) + 1;
  for (const [item, index] of all) {
    const at = index < 0 || used.has(index) ? free++ : index;
    used.add(at);
    places.set(item, at);
  }
  return places;
}

/** The index in the file, of a JSON pointer of an object that fits a pattern; -1 without one. */
function indexIn(object: unknown, pattern: RegExp): number {
  const [, index] = pointersOf(object).flatMap((pointer) => pattern.exec(pointer) ?? []);
  return index === undefined ? -1 : Number(index);
}

/** The glTF lights, with their indices, by {@link lightKeyOf}. */
type Lights = Map<string, { readonly name: string; readonly index: number }>;

/**
 * The key of the glTF light that a Babylon light was made of. The loader makes a light for each node that uses a glTF light, and keeps no
 * index of it: lights of one glTF light have the same name and values.
 */
function lightKeyOf(light: Light): string {
  return JSON.stringify([fileNameOf(light), light.getTypeID(), light.intensity, light.range, light.diffuse.asArray()]);
}

function nodeOf(draft: Draft, index: number, gltf: Json, lights: Lights): INode {
  const { name, node, cameras, lights: own, skinned } = draft;
  const primitives = skinned?.primitives ?? draft.primitives;
  const json: INode = { name, index, children: [], _babylonTransformNode: skinned?.node ?? node };
  if (skinned) {
    json._babylonTransformNodeForSkin = node;
    json.skin = 0; // animations only ask whether there is one
  }
  if (primitives.length > 0) {
    json.mesh = addMesh(primitives, gltf.meshes);
    json._primitiveBabylonMeshes = primitives;
    json._numMorphTargets = morphNamesOf(primitives).length;
  }
  for (const camera of cameras) {
    const at = indexIn(camera, /^\/cameras\/(\d+)$/);
    if (at >= 0) {
      gltf.cameras[at] = { name: fileNameOf(camera), index: at } as ICamera;
      json.camera = at;
    }
  }
  for (const light of own) {
    const known = getOrMake(lights, lightKeyOf(light), () => ({ name: fileNameOf(light), index: lights.size }));
    json.extensions = { KHR_lights_punctual: { light: known.index } };
  }
  return json;
}

function morphNamesOf([first]: readonly AbstractMesh[]): readonly string[] {
  const manager = first?.morphTargetManager;
  return Array.from({ length: manager?.numTargets ?? 0 }, (_, i) => manager!.getTarget(i).name);
}

/** @returns the index of the mesh; nodes of the same glTF mesh share it */
function addMesh(primitives: readonly AbstractMesh[], meshes: IMesh[]): number {
  const names = morphNamesOf(primitives);
  const inFile = indexIn(primitives[0], /^\/meshes\/(\d+)\//);
  const index = inFile >= 0 ? inFile : meshes.length;
  const targets = names.map(() => ({}));
  meshes[index] ??= {
    index,
    primitives: [targets.length > 0 ? { targets } : {}],
    ...(names.some((name) => !UNNAMED_MORPH.test(name)) && { extras: { targetNames: names } }),
  } as unknown as IMesh;
  return index;
}

function addMaterials(nodes: readonly Draft[], more: readonly Material[], gltf: Json): void {
  const primitives = nodes.flatMap(({ skinned, primitives: own }) => skinned?.primitives ?? own);
  const worn = primitives.flatMap(({ material }) => (material ? [material, ...partsOf(material)] : []));
  const all = new Set([...worn, ...more]);
  // a glTF material has a Babylon material for each kind of primitive that uses it
  const byMaterial = new Map<string, Material[]>();
  for (const material of all) {
    const index = indexIn(material, /^\/materials\/(\d+)$/);
    const key = index >= 0 ? `${index} ${material.name}` : String(material.uniqueId);
    getOrMake(byMaterial, key, (): Material[] => []).push(material);
  }
  const places = placeAll(byMaterial.values(), ([first]) => indexIn(first, /^\/materials\/(\d+)$/));
  for (const [group, index] of places) {
    const data = Object.fromEntries(group.map((babylonMaterial, i) => [i, { babylonMaterial, babylonMeshes: [] }]));
    gltf.materials[index] = { name: fileNameOf(group[0]!), index, _data: data } as unknown as IMaterial;
  }
}

/** The materials of a multi-material. */
function partsOf(material: Material): readonly Material[] {
  return "subMaterials" in material ? (material as MultiMaterial).subMaterials.filter((part) => part !== null) : [];
}
