import { Animation } from "@babylonjs/core/Animations/animation.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { Node } from "@babylonjs/core/node.js";
import type { JointMask } from "../../../gltf/controller/index.js";
import { knownPropertyOf } from "../../../scene/posing/index.js";
import { excerpt, getOrMake } from "../../../gltf/util/index.js";
import { composeAt, multiplyAt, type PoseSlot } from "../../../gltf/sampling/index.js";

/** The animated properties of a node, and where their components lie among the values of a pose. */
export type NodeProperty = "rotationQuaternion" | "position" | "scaling";

const DATA_TYPES: Readonly<Record<NodeProperty, number>> = {
  rotationQuaternion: Animation.ANIMATIONTYPE_QUATERNION,
  position: Animation.ANIMATIONTYPE_VECTOR3,
  scaling: Animation.ANIMATIONTYPE_VECTOR3,
};

export const NODE_PROPERTIES: readonly NodeProperty[] = ["rotationQuaternion", "position", "scaling"];

/** For each value of a pose, 1 at its first component if it belongs to a part of a rig. */
export type PoseMask = Uint8Array;

/**
 * A hierarchy of nodes in flat arrays: the part of an asset that moves its vertices.
 *
 * The values of a pose are the rotations of all nodes, then their positions, then their scalings.
 */
export class Rig {
  /** Parents come before their children. */
  readonly nodes: readonly TransformNode[];
  /** The index of each node's parent; -1 for roots. */
  readonly parents: Int32Array;
  /** The pose before anything was animated. */
  readonly rest: Float64Array;
  /** The two kinds of values of a pose, one behind the other. */
  readonly slots: { readonly rotations: PoseSlot; readonly vectors: PoseSlot };
  /**
   * The world matrices of the last pose.
   *
   * Layout: 16 components for each node, as in Babylon's matrices
   */
  readonly worlds: Float64Array;
  private readonly _indices = new Map<Node, number>();
  private readonly _masks = new Map<string, PoseMask>();

  /**
   * @param needed nodes; their ancestors are added
   * @throws RangeError where a node has a pivot
   */
  constructor(needed: Iterable<TransformNode>) {
    const nodes: TransformNode[] = [];
    for (const node of needed) {
      this._add(node, nodes);
    }
    this.nodes = nodes;
    this.parents = Int32Array.from(nodes, ({ parent }) => (parent ? this.indexOf(parent) : -1));
    this.slots = {
      rotations: { size: 4 * nodes.length, isRotation: true },
      vectors: { size: 6 * nodes.length, isRotation: false },
    };
    this.rest = new Float64Array(10 * nodes.length);
    this.worlds = new Float64Array(16 * nodes.length);
  }

  /** The index of a node; -1 if it is not part of the rig. */
  indexOf(node: Node): number {
    return this._indices.get(node) ?? -1;
  }

  /** Where the value of a node's property begins in a pose. */
  offsetOf(node: number, property: NodeProperty): number {
    const count = this.nodes.length;
    return property === "rotationQuaternion" ? 4 * node : (property === "position" ? 4 : 7) * count + 3 * node;
  }

  /** The mask of nodes by their names: of two, one below the other, the lower one counts. */
  maskOf(joints: JointMask): PoseMask {
    return getOrMake(this._masks, JSON.stringify(joints), () => {
      const { include, exclude = [] } = joints;
      const isMoved = new Uint8Array(this.nodes.length);
      const mask = new Uint8Array(this.rest.length);
      this.nodes.forEach(({ name }, i) => {
        const inherited = this.parents[i]! < 0 ? !include : isMoved[this.parents[i]!] === 1;
        isMoved[i] = Number((inherited || include?.includes(name) === true) && !exclude.includes(name));
        NODE_PROPERTIES.forEach((property) => (mask[this.offsetOf(i, property)] = isMoved[i]!));
      });
      return mask;
    });
  }

  /** Reads the pose at rest. To be called when all clips are bound, because their properties remember it. */
  readRest(): void {
    this.nodes.forEach((node, i) => {
      const { position, rotationQuaternion, rotation, scaling } = node;
      this._putRest(i, "rotationQuaternion", (rotationQuaternion ?? rotation.toQuaternion()).asArray());
      this._putRest(i, "position", position.asArray());
      this._putRest(i, "scaling", scaling.asArray());
    });
  }

  /** Computes the world matrices of a pose. Allocates nothing. */
  computeWorlds(values: Float64Array): void {
    const { parents, worlds } = this;
    const count = parents.length;
    for (let i = 0; i < count; i++) {
      composeAt(values, 4 * i, 4 * count + 3 * i, 7 * count + 3 * i, worlds, 16 * i);
      const parent = parents[i]!;
      if (parent >= 0) {
        multiplyAt(worlds, 16 * i, worlds, 16 * parent, worlds, 16 * i);
      }
    }
  }

  private _putRest(node: number, name: NodeProperty, present: ArrayLike<number>): void {
    const kept = knownPropertyOf(this.nodes[node]!, { targetProperty: name, dataType: DATA_TYPES[name] });
    this.rest.set(kept?.original ?? present, this.offsetOf(node, name));
  }

  private _add(node: TransformNode, nodes: TransformNode[]): void {
    if (this._indices.has(node)) {
      return;
    }
    const { parent } = node;
    if (parent instanceof TransformNode) {
      this._add(parent, nodes);
    }
    if (node.isUsingPivotMatrix()) {
      throw new RangeError(`container/${excerpt(node.name)}: must not have a pivot; bake it into the geometry`);
    }
    this._indices.set(node, nodes.push(node) - 1);
  }
}
