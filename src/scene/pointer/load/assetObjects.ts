import type { INode } from "@babylonjs/loaders/glTF/2.0/index.js";
import {
  hasMorphTargets,
  hasTransformChannels,
  isCameraFor,
  isLightFor,
  type IsMadeFor,
  type LoadedAsset,
  materialsOf,
  meshNodeOf,
  primitivesOf,
  transformNodeOf,
} from "../../host/index.js";
import { followTokens, getOrMake } from "../../../gltf/util/index.js";
import {
  type BabylonTarget,
  isTransform,
  isWeights,
  type PointerTargetKind,
  type PropertyPath,
  type ResolvedPointer,
} from "../../../gltf/objectModel/index.js";

type UsersOf = (index: number) => readonly number[];

/** Finds the Babylon objects that the loader made for the glTF objects of one asset. */
export class AssetObjects {
  private readonly _meshUsers: UsersOf;
  private readonly _cameraUsers: UsersOf;
  private readonly _lightUsers: UsersOf;
  /** The Babylon objects with extras, cached because extras can have any number of properties. */
  private readonly _withExtras = new Map<string, readonly object[]>();

  constructor(private readonly _loader: LoadedAsset) {
    const { nodes } = _loader.gltf;
    this._meshUsers = usersIn(nodes, (node) => node.mesh);
    this._cameraUsers = usersIn(nodes, (node) => node.camera);
    this._lightUsers = usersIn(nodes, (node) => followTokens(node, ["extensions", "KHR_lights_punctual", "light"]));
  }

  /** The Babylon objects that a property is written to; empty if the glTF object is not loaded. */
  of({ path, property }: ResolvedPointer): readonly object[] {
    const { target } = property.babylon as BabylonTarget;
    const find = (): readonly object[] => this._find(target, path);
    return path.property === "extras" ? getOrMake(this._withExtras, `${target}/${path.index}`, find) : find();
  }

  /** The nodes of a mesh that use the weights of the mesh, because the nodes state no weights. */
  nodesOfMesh(mesh: number): readonly INode[] {
    return this._usersOfMesh(mesh).filter((node) => node.weights === undefined);
  }

  /** The Babylon meshes of a node that have morph targets. */
  morphedOf(node: INode | undefined): readonly object[] {
    return node && hasMorphTargets(node) ? primitivesOf(node) : [];
  }

  private _usersOfMesh(mesh: number): readonly INode[] {
    return this._meshUsers(mesh).map((node) => this._loader.gltf.nodes![node]!);
  }

  private _find(target: PointerTargetKind, path: PropertyPath): readonly object[] {
    const { gltf, babylonScene } = this._loader;
    const { index } = path;
    switch (target) {
      case "camera":
        return this._cameraUsers(index).flatMap((node) => childrenOf(gltf.nodes![node], isCameraFor, `/cameras/${index}`));
      case "light":
        return this._lightsOf(path);
      case "material":
        return materialsOf(gltf.materials?.[index]);
      case "node": {
        const node = gltf.nodes?.[index];
        const isShown = node && (!isTransform(path) || isMoved(this._loader, node));
        return isShown ? present(transformNodeOf(node), path.property === "extras" ? meshNodeOf(node) : undefined) : [];
      }
      case "mesh":
        return this._meshesOf(path);
      case "environment":
        return present(followTokens(gltf.extensions, ["EXT_lights_image_based", "lights", String(index)]) as object | undefined);
      case "none":
        return [{ scene: babylonScene }];
    }
  }

  private _meshesOf(path: PropertyPath): readonly object[] {
    if (path.collection === "nodes") {
      const node = this._loader.gltf.nodes?.[path.index];
      return isWeights(path) ? this.morphedOf(node) : present(meshNodeOf(node), ...primitivesOf(node));
    }
    return isWeights(path)
      ? this.nodesOfMesh(path.index).flatMap((node) => this.morphedOf(node))
      : this._usersOfMesh(path.index).flatMap(primitivesOf);
  }

  private _lightsOf({ collection, index, extension }: PropertyPath): readonly object[] {
    if (collection === "nodes") {
      const own = this._lightsOfNode(index, `/${extension}`);
      return own.length > 0 ? own : this._lightsOfNode(index, "");
    }
    return this._lightUsers(index).flatMap((node) => this._lightsOfNode(node, "/KHR_lights_punctual"));
  }

  private _lightsOfNode(node: number, part: string): readonly object[] {
    return childrenOf(this._loader.gltf.nodes?.[node], isLightFor, `/nodes/${node}/extensions${part}`);
  }
}

/** Makes a lookup of the nodes that use a glTF object, by the index of the object. The nodes are searched once. */
function usersIn(nodes: readonly INode[] | undefined, usedBy: (node: INode) => unknown): UsersOf {
  let all: Map<unknown, number[]> | null = null;
  const find = (): Map<unknown, number[]> => {
    const found = new Map<unknown, number[]>();
    nodes?.forEach((node, i) => {
      getOrMake(found, usedBy(node), () => []).push(i);
    });
    return found;
  };
  return (index) => (all ??= find()).get(index) ?? [];
}

/** Whether the loader animates the transform of a node. glTF demands that a skinned mesh ignores the transform of the mesh's node. */
function isMoved(loader: LoadedAsset, node: INode): boolean {
  return node.skin === undefined && hasTransformChannels(loader, node);
}

/** The children of a node that the loader made for a part of the asset, without children from the application. */
function childrenOf(node: INode | undefined, isMadeFor: IsMadeFor, part: string): readonly object[] {
  return transformNodeOf(node)?.getChildren((child) => isMadeFor(child, part)) ?? [];
}

/** The objects that exist, without duplicates. */
function present(...objects: readonly (object | undefined)[]): readonly object[] {
  return [...new Set(objects.filter((object) => object !== undefined))];
}
