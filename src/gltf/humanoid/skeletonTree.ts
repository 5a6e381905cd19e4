import type { GltfJson } from "../file/index.js";
import { itemsOf } from "../util/index.js";
import { compose, type Matrix, multiply, ORIGIN, placeOf, scaleOf, STILL, type Turn, turnOf, type Vector } from "./vectors.js";

/** A node at rest. */
export interface SkeletonNode {
  readonly name: string;
  /** Index of the parent; -1 without one. */
  readonly parent: number;
  readonly translation: Vector;
  readonly rotation: Turn;
  readonly scale: Vector;
  /** Whether a skin has the node as a joint. */
  readonly isJoint: boolean;
  readonly hasMesh: boolean;
}

/** A skin, as far as it says what a skeleton is. */
export interface SkeletonSkin {
  readonly joints: readonly number[];
  /** The inverse bind matrices, 16 numbers for each joint; null without, or if they cannot be read. */
  readonly inverseBind: ArrayLike<number> | null;
  /** The nodes that have the skin. */
  readonly users: readonly number[];
}

/** The nodes of a file or of a character, and its skins. */
export class SkeletonTree {
  readonly children: readonly (readonly number[])[];
  /** The matrices of the nodes at rest, in the space of the file. */
  readonly rest: readonly Matrix[];
  readonly hasJoints: boolean;
  /** All nodes, parents first. */
  readonly order: readonly number[];

  constructor(
    readonly nodes: readonly SkeletonNode[],
    readonly skins: readonly SkeletonSkin[],
  ) {
    const children = nodes.map((): number[] => []);
    nodes.forEach(({ parent }, i) => children[parent]?.push(i));
    this.children = children;
    const order = nodes.flatMap(({ parent }, i) => (parent < 0 ? [i] : []));
    for (let at = 0; at < order.length; at++) {
      order.push(...children[order[at]!]!);
    }
    this.order = order;
    this.hasJoints = nodes.some(({ isJoint }) => isJoint);
    this.rest = this.compose((i) => localOf(nodes[i]!));
  }

  /** The matrices of all nodes in the space of the file. */
  compose(local: (node: number) => Matrix): readonly Matrix[] {
    const all: Matrix[] = [];
    this.order.forEach((i) => {
      const { parent } = this.nodes[i]!;
      all[i] = parent < 0 ? local(i) : multiply(all[parent]!, local(i));
    });
    return all;
  }

  place(node: number): Vector {
    return placeOf(this.rest[node]!);
  }

  /** A node and its ancestors, upwards. */
  pathUp(node: number): readonly number[] {
    const path: number[] = [];
    for (let i = node; i >= 0; i = this.nodes[i]!.parent) {
      path.push(i);
    }
    return path;
  }

  depthOf(node: number): number {
    return this.pathUp(node).length;
  }

  isBelow(node: number, ancestor: number): boolean {
    return node !== ancestor && this.pathUp(node).includes(ancestor);
  }

  /** The lowest node that is above all of some nodes, or is one of them. */
  commonAncestor(...nodes: readonly (number | undefined)[]): number | undefined {
    const paths = nodes.filter((node) => node !== undefined).map((node) => this.pathUp(node));
    return paths[0]?.find((node) => paths.every((path) => path.includes(node)));
  }
}

export function localOf({ translation, rotation, scale }: SkeletonNode): Matrix {
  return compose(translation, rotation, scale);
}

/**
 * The nodes of a file.
 * @param readMatrices reads an accessor of inverse bind matrices; null if they cannot be read
 */
export function skeletonOfFile(json: GltfJson, readMatrices: (accessor: number) => ArrayLike<number> | null): SkeletonTree {
  const nodes = itemsOf(json.nodes as unknown).map((node) => Object(node) as Readonly<Record<string, unknown>>);
  const parents = new Map<number, number>();
  nodes.forEach(({ children }, parent) =>
    (itemsOf(children) as readonly number[]).forEach((child) => {
      // a node with two parents, or above itself, is invalid: the first parent counts
      if (!parents.has(child) && !isAbove(child, parent, parents)) {
        parents.set(child, parent);
      }
    }),
  );
  const skins = itemsOf(json["skins"]).map((skin, index) => {
    const { joints, inverseBindMatrices } = Object(skin) as { readonly joints?: unknown; readonly inverseBindMatrices?: unknown };
    const valid = (itemsOf(joints) as readonly number[]).filter((joint) => nodes[joint] !== undefined);
    const matrices = typeof inverseBindMatrices === "number" ? readMatrices(inverseBindMatrices) : null;
    const users = nodes.flatMap(({ skin: own }, i) => (own === index ? [i] : []));
    return { joints: valid, inverseBind: matrices && matrices.length >= 16 * valid.length ? matrices : null, users };
  });
  const joints = new Set(skins.flatMap((skin) => skin.joints));
  const tree = nodes.map(({ name, mesh, ...node }, i) => ({
    name: typeof name === "string" && name !== "" ? name : `node${i}`, // as Babylon's loader names it
    parent: parents.get(i) ?? -1,
    ...transformOf(node),
    isJoint: joints.has(i),
    hasMesh: mesh !== undefined,
  }));
  return new SkeletonTree(tree, skins);
}

function isAbove(node: number, other: number, parents: ReadonlyMap<number, number>): boolean {
  for (let i: number | undefined = other; i !== undefined; i = parents.get(i)) {
    if (i === node) {
      return true;
    }
  }
  return false;
}

/** The transform of a node; values that are no numbers count as missing. */
function transformOf({
  matrix,
  translation,
  rotation,
  scale,
}: Readonly<Record<string, unknown>>): Pick<SkeletonNode, "translation" | "rotation" | "scale"> {
  if (isNumbers(matrix, 16)) {
    const all = Float64Array.from(matrix);
    return { translation: placeOf(all), rotation: turnOf(all), scale: scaleOf(all) };
  }
  return {
    translation: isNumbers(translation, 3) ? (translation as unknown as Vector) : ORIGIN,
    rotation: isNumbers(rotation, 4) ? (rotation as unknown as Turn) : STILL,
    scale: isNumbers(scale, 3) ? (scale as unknown as Vector) : [1, 1, 1],
  };
}

function isNumbers(value: unknown, count: number): value is readonly number[] {
  return Array.isArray(value) && value.length === count && value.every((each) => typeof each === "number");
}
