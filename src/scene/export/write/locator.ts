/** Finds the JSON pointers of properties in an exported asset. */
import { Camera } from "@babylonjs/core/Cameras/camera.js";
import { Quaternion, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import type { ExportedAsset, ExportedJson } from "../../host/gltf/gltfExporter.js";
import { followTokens, parseJsonPointer } from "../../../gltf/util/index.js";
import { type ExportedProperty, LIGHTS } from "../plan/exportedProperty.js";

/** The location of a property in the exported asset. */
export interface Location {
  readonly pointer: string;
  /** The target of a core channel; null for animation by JSON pointer. */
  readonly core: { readonly node: number; readonly path: string } | null;
  /** The JSON of the glTF object with the property. */
  readonly json: () => ExportedJson | undefined;
  /** The reference tokens of the property within the JSON of the glTF object. */
  readonly tokens: readonly string[];
  /** Converts Babylon's components to components of the asset, in place. */
  readonly convert: ((components: Float64Array) => void) | null;
}

const CORE = ["/translation", "/rotation", "/scale", "/weights"];

/** The elements of a matrix that change sign if x does: the first row and the first column, except for the first element. */
const MIRRORED_ELEMENTS = [1, 2, 3, 4, 8, 12];

/** The components that change sign if x does, by property. */
const MIRRORED: Readonly<Record<string, readonly number[]>> = { "/translation": [0], "/rotation": [1, 2], "/matrix": MIRRORED_ELEMENTS };

export class Locator {
  /** The nodes that Babylon converts from left-handed to right-handed. */
  private readonly _mirrored = new Set<object>();
  /** A copy of the JSON of each node, from before Babylon merges cameras and lights into nodes. */
  private readonly _written = new Map<ExportedJson, ExportedJson>();
  private readonly _merged = new Set<ExportedJson>();

  constructor(private readonly _asset: ExportedAsset) {}

  /** Records a node. To be called when Babylon has added the node to the asset, before the node's children. */
  addNode(node: object, json: ExportedJson, isMirrored: boolean): void {
    this._written.set(json, { ...json });
    if (isMirrored) {
      this._mirrored.add(node);
    }
  }

  /** Finds the nodes that Babylon has merged with a moved or rotated camera or light. To be called before initial values are written. */
  findMerged(): void {
    for (const [json, before] of this._written) {
      if (!isSamePose(json, before)) {
        this._merged.add(json);
      }
    }
  }

  /** @returns the location, or the reason why the property is not in the asset */
  locate(exported: ExportedProperty): Location | string {
    const { object, collection, pathInObject } = exported;
    const { nodes, meshes, cameras, materials } = this._asset;
    const node = this._asset.nodeOf(object);
    const at = (index: number | undefined, all: readonly ExportedJson[]): Location | string =>
      index === undefined
        ? "Babylon did not export its target"
        : {
            pointer: `/${collection}/${index}${pathInObject}`,
            core: null,
            json: () => all[index],
            tokens: parseJsonPointer(pathInObject)!,
            convert: null,
          };
    switch (collection) {
      case "nodes":
        return node === undefined ? whyNoNode(object) : this._ofNode(node, exported);
      case "meshes":
        return at(node === undefined ? undefined : (nodes[node]!["mesh"] as number | undefined), meshes);
      case "materials":
        return at(this._asset.materialOf(object), materials);
      case "cameras":
        return at(this._asset.cameraOf(object), cameras);
      case LIGHTS: {
        const location = at(this._lightOf(object), []);
        const tokens = typeof location === "string" ? [] : location.pointer.split("/").slice(1, 5);
        return typeof location === "string"
          ? location
          : { ...location, json: () => followTokens(this._asset.root, tokens) as ExportedJson };
      }
      default:
        return `Babylon does not export /${collection}`;
    }
  }

  private _ofNode(index: number, { object, pathInObject }: ExportedProperty): Location | string {
    const node = this._asset.nodes[index]!;
    const pointer = `/nodes/${index}${pathInObject}`;
    if (pathInObject === "/weights") {
      const mesh = node["mesh"] as number | undefined;
      return mesh === undefined
        ? "Babylon did not export its mesh"
        : { pointer, core: { node: index, path: "weights" }, json: () => this._asset.meshes[mesh], tokens: ["weights"], convert: null };
    }
    const signs = (this._mirrored.has(object) && MIRRORED[pathInObject]) || [];
    const isTurned = object instanceof Camera && pathInObject === "/rotation" && !this._asset.scene.useRightHandedSystem;
    if (this._merged.has(node) && (pathInObject === "/translation" || pathInObject === "/rotation")) {
      return "Babylon merges the node with its camera or light, which has a position or rotation of its own";
    }
    const convert = (components: Float64Array): void => {
      signs.forEach((i) => (components[i] = -components[i]!));
      if (isTurned) {
        turnRound(components);
      }
    };
    return {
      pointer,
      core: CORE.includes(pathInObject) ? { node: index, path: pathInObject.slice(1) } : null,
      json: () => node,
      tokens: parseJsonPointer(pathInObject)!,
      convert: signs.length > 0 || isTurned ? convert : null,
    };
  }

  /** The index of a light. The light belongs to a node of its own, or to the parent node if Babylon has merged the two nodes. */
  private _lightOf(light: object): number | undefined {
    const node = this._asset.nodeOf(light) ?? this._asset.nodeOf((light as { parent?: object | null }).parent ?? light);
    return node === undefined
      ? undefined
      : (followTokens(this._asset.nodes[node], ["extensions", "KHR_lights_punctual", "light"]) as number | undefined);
  }
}

/** Prepends half a turn about y to the rotation of a camera: cameras of left-handed scenes look along +z, cameras of glTF along -z. */
function turnRound(rotation: Float64Array): void {
  const [x, y, z, w] = rotation;
  rotation.set([-z!, w!, x!, -y!]);
}

function isSamePose(a: ExportedJson, b: ExportedJson): boolean {
  const translations = [a, b].map(({ translation = [0, 0, 0] }) => Vector3.FromArray(translation as number[]));
  const rotations = [a, b].map(({ rotation = [0, 0, 0, 1] }) => Quaternion.FromArray(rotation as number[]));
  return translations[0]!.equalsWithEpsilon(translations[1]!, 1e-4) && Math.abs(Quaternion.Dot(rotations[0]!, rotations[1]!)) >= 1 - 1e-6;
}

function whyNoNode(object: object): string {
  const isNode = "getTypeID" in object || "getProjectionMatrix" in object;
  return isNode ? "Babylon merges its target with the parent" : "Babylon did not export its target";
}
