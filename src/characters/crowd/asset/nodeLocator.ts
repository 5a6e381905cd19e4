import { Matrix } from "@babylonjs/core/Maths/math.vector.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import { excerpt, getOrMake } from "../../../gltf/util/index.js";
import type { CrowdAsset } from "./crowdAsset.js";
import { Rig } from "./rig.js";

/** Where a node is: the matrix from its space to the crowd is `offset` times the matrix of a palette entry. */
export interface NodeLocation {
  readonly entry: number;
  readonly offset: Matrix;
}

/** Finds nodes of an asset by way of the palette. */
export class NodeLocator {
  private readonly _locations = new Map<string, NodeLocation>();

  constructor(private readonly _asset: CrowdAsset) {}

  /** @throws RangeError where the asset has no such node, or where the palette does not tell where it is */
  locate(name: string): NodeLocation {
    return getOrMake(this._locations, name, () => this._find(this._asset.nodeOf(name)));
  }

  private _find(node: TransformNode): NodeLocation {
    const { palette, rig, clips } = this._asset;
    for (let carrier: unknown = node; carrier instanceof TransformNode; carrier = carrier.parent) {
      const entry = palette.entryOf(rig.indexOf(carrier));
      if (entry >= 0) {
        const inverseBind = Matrix.FromArray(palette.inverseBinds[entry] as unknown as number[]);
        return { entry, offset: relativeAtRest(node, carrier).multiply(inverseBind.invert()) };
      }
      const moving = carrier;
      if (clips.some((clip) => clip.animates(moving))) {
        throw new RangeError(`node: must be in options.nodes, because it moves by itself (got ${excerpt(node.name)})`);
      }
    }
    throw new RangeError(`node: must be a joint or a mesh, or below one, or in options.nodes (got ${excerpt(node.name)})`);
  }
}

/** The matrix from a node's space to that of an ancestor, in the pose at rest. */
function relativeAtRest(node: TransformNode, ancestor: TransformNode): Matrix {
  const rig = new Rig([node]);
  rig.readRest();
  rig.computeWorlds(rig.rest);
  const worldOf = (each: TransformNode): Matrix => Matrix.FromArray(rig.worlds, 16 * rig.indexOf(each));
  return worldOf(node).multiply(worldOf(ancestor).invert());
}
