import type { GltfJson } from "../../gltf/file/index.js";
import { samplerOfTrack, type Track } from "../../gltf/sampling/index.js";
import { itemsOf } from "../../gltf/util/index.js";
import { NodeTree } from "../nodeTree.js";
import type { Segment } from "./segments.js";

/** How baking treats the travel of a character: takes it out, or lets each pass continue where the last one ended. */
export type RootMotion = "in-place" | "world";

/** A vector to be added to the values of a translation: a linear function of the timestamp in each segment. */
export interface Shift {
  /** @param segment the index of the segment */
  at(segment: number, timestamp: number): readonly number[];
  /** The change of the vector per second of timestamp. */
  readonly rate: readonly number[];
}

/**
 * Finds the root of a skeleton: the joint closest to the root of the scene; of several, the first.
 * @param candidates the indices of nodes
 * @returns null if no candidate is a joint of a skin
 */
export function findRoot(json: GltfJson, candidates: readonly number[]): number | null {
  const joints = new Set(itemsOf(json["skins"] as readonly { joints?: unknown }[] | undefined).flatMap((skin) => itemsOf(skin?.joints)));
  const tree = new NodeTree(json);
  const found = candidates.filter((node) => joints.has(node)).map((node) => ({ node, depth: tree.ancestorsOf(node).length }));
  return found.sort((a, b) => a.depth - b.depth)[0]?.node ?? null;
}

/**
 * The shift of the root's translation. Horizontal is at right angles to the Y axis of glTF in world space, with all ancestors at rest.
 * @param track the translation of the root
 * @param segments the segments of the clip in order, at least one
 */
export function shiftOf(json: GltfJson, root: number, track: Track, segments: readonly Segment[], motion: RootMotion): Shift {
  const positionAt = samplerOfTrack(track);
  const tree = new NodeTree(json);
  const [parent] = tree.ancestorsOf(root);
  const flatten = horizontal(parent === undefined ? IDENTITY : columnsOf(tree.worldOf(parent)));
  const travel = (from: number, to: number): readonly number[] => {
    const [a, b] = [positionAt(from), positionAt(to)];
    return flatten(b.map((component, i) => component - a[i]!) as unknown as Vector);
  };
  if (motion === "in-place") {
    const bounds = segments.flatMap(({ fromTimestamp, toTimestamp }) => [fromTimestamp, toTimestamp]);
    const [start, end] = [Math.min(...bounds), Math.max(...bounds)];
    const rate = travel(start, end).map((component) => (end > start ? -component / (end - start) : 0));
    return { at: (_, timestamp) => rate.map((component) => component * (timestamp - start)), rate };
  }
  let offset: readonly number[] = [0, 0, 0];
  const offsets = segments.map(({ fromTimestamp }, i) => {
    const before = segments[i - 1];
    const gap = before ? travel(fromTimestamp, before.toTimestamp) : offset;
    return (offset = offset.map((component, axis) => component + gap[axis]!));
  });
  return { at: (segment) => offsets[segment]!, rate: [0, 0, 0] };
}

/** The columns of a matrix of 3 × 3 elements. */
type Columns = readonly [Vector, Vector, Vector];
type Vector = readonly [number, number, number];

const IDENTITY: Columns = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

/** The rotation and the scale of a matrix of 4 × 4 elements. */
function columnsOf(matrix: Float64Array): Columns {
  return [0, 4, 8].map((at) => [...matrix.subarray(at, at + 3)]) as unknown as Columns;
}

/** Returns a function that removes the vertical part of vectors in the space that a matrix takes to world space. */
function horizontal([a, b, c]: Columns): (vector: Vector) => readonly number[] {
  const crossY = (u: Vector, v: Vector): number => u[2] * v[0] - u[0] * v[2];
  const rows = [crossY(b, c), crossY(c, a), crossY(a, b)]; // the second column of the inverse, multiplied by the determinant
  const determinant = a[1] * rows[0]! + b[1] * rows[1]! + c[1] * rows[2]!;
  const up = determinant === 0 ? [0, 0, 0] : rows.map((component) => component / determinant);
  return (vector) => {
    const height = a[1] * vector[0] + b[1] * vector[1] + c[1] * vector[2];
    return vector.map((component, i) => component - height * up[i]!);
  };
}
