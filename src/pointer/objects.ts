import type { GLTFLoader, INode } from "@babylonjs/loaders/glTF/2.0/index.js";
import {
  hasMorphTargets,
  hasTransformChannels,
  isMadeFor,
  materialsOf,
  meshNodeOf,
  primitivesOf,
  transformNodeOf,
} from "../host/gltfObjects.js";
import { EXTRAS } from "./extras.js";
import { getOrMake } from "./items.js";
import { followTokens } from "./jsonPointer.js";
import type { ResolvedPointer } from "./resolve.js";
import type { Owner, PointerLanding } from "./row.js";

type UsersOf = (index: number) => readonly number[];

/** Finds the Babylon objects that the objects of one asset became. */
export class AssetObjects {
  private readonly _meshUsers: UsersOf;
  private readonly _cameraUsers: UsersOf;
  private readonly _lightUsers: UsersOf;
  /** Those that have extras, by owner and index: extras may have any number of properties. */
  private readonly _withExtras = new Map<string, readonly object[]>();

  constructor(private readonly _loader: GLTFLoader) {
    const { nodes } = _loader.gltf;
    this._meshUsers = usersIn(nodes, (node) => node.mesh);
    this._cameraUsers = usersIn(nodes, (node) => node.camera);
    this._lightUsers = usersIn(nodes, (node) => followTokens(node, ["extensions", "KHR_lights_punctual", "light"]));
  }

  /** Those that show a property; none where what has it is not loaded. */
  of({ pointer, row, indices }: ResolvedPointer): readonly object[] {
    const { owner, at } = row.landing as PointerLanding;
    if (at !== EXTRAS || row.template !== pointer) {
      return this._find(owner, row.template, indices[0]!);
    }
    const key = `${owner}/${indices[0]}`;
    return getOrMake(this._withExtras, key, () => this._find(owner, EXTRAS, indices[0]!));
  }

  /** The nodes whose morph targets have the weights of their mesh. */
  nodesOfMesh(mesh: number): readonly INode[] {
    return this._usersOfMesh(mesh).filter((node) => node.weights === undefined);
  }

  private _usersOfMesh(mesh: number): readonly INode[] {
    return this._meshUsers(mesh).map((node) => this._loader.gltf.nodes![node]!);
  }

  private _find(owner: Owner, template: string, index: number): readonly object[] {
    const { gltf } = this._loader;
    switch (owner) {
      case "camera":
        return this._cameraUsers(index).flatMap((node) => childrenOf(gltf.nodes![node], `/cameras/${index}`));
      case "light":
        return this._lightsOf(template, index);
      case "material":
        return materialsOf(gltf.materials?.[index]);
      case "node": {
        const node = gltf.nodes?.[index];
        const isShown = node && (!TRANSFORM.test(template) || isMoved(this._loader, node));
        return isShown ? present(transformNodeOf(node), template === EXTRAS ? meshNodeOf(node) : undefined) : [];
      }
      case "mesh":
        return this._meshesOf(template, index);
      case "environment":
        return present(followTokens(gltf.extensions, ["EXT_lights_image_based", "lights", String(index)]) as object | undefined);
      case "none":
        return [{}];
    }
  }

  private _meshesOf(template: string, index: number): readonly object[] {
    const isWeights = /^\/\w+\/\{\}\/weights$/.test(template);
    if (template.startsWith("/nodes/")) {
      const node = this._loader.gltf.nodes?.[index];
      return isWeights ? morphedOf(node) : present(meshNodeOf(node), ...primitivesOf(node));
    }
    return isWeights ? this.nodesOfMesh(index).flatMap(morphedOf) : this._usersOfMesh(index).flatMap(primitivesOf);
  }

  private _lightsOf(template: string, index: number): readonly object[] {
    const madeFor = (node: number, extension: string): readonly object[] =>
      childrenOf(this._loader.gltf.nodes?.[node], `/nodes/${node}/extensions${extension}`);
    if (template.startsWith("/nodes/")) {
      const [, , , , extension] = template.split("/");
      const own = madeFor(index, `/${extension}`);
      return own.length > 0 ? own : madeFor(index, "");
    }
    return this._lightUsers(index).flatMap((node) => madeFor(node, "/KHR_lights_punctual"));
  }
}

/** Gives the indices of the nodes that use what has an index; looked for once for all of them. */
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

const TRANSFORM = /^\/nodes\/\{\}\/(translation|rotation|scale|matrix)$/;

/** Babylon's loader leaves the transform of a node with a skin out, as glTF does for its mesh. */
function isMoved(loader: GLTFLoader, node: INode): boolean {
  return node.skin === undefined && hasTransformChannels(loader, node);
}

function morphedOf(node: INode | undefined): readonly object[] {
  return node && hasMorphTargets(node) ? primitivesOf(node) : [];
}

/** What hangs on a node, and was made for a part of the asset: not what others hang there. */
function childrenOf(node: INode | undefined, part: string): readonly object[] {
  return transformNodeOf(node)?.getChildren((child) => isMadeFor(child, part)) ?? [];
}

/** Those that there are, each once. */
function present(...objects: readonly (object | undefined)[]): readonly object[] {
  return [...new Set(objects.filter((object) => object !== undefined))];
}
