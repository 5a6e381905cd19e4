import { Matrix, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { VertexBuffer } from "@babylonjs/core/Buffers/buffer.js";
import type { AbstractMesh } from "@babylonjs/core/Meshes/abstractMesh.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { Playable } from "../playback/playable.js";
import { DIRECTIONS, Outline } from "./outline.js";

/** An axis-aligned box in the scene, in meters, and the outermost points within it. Empty if `low` is greater than `high`. */
export interface Extent {
  readonly low: Vector3;
  readonly high: Vector3;
  readonly points: readonly Vector3[];
}

/** At how many timestamps a clip is looked at. */
const SAMPLES = 17;
/** How many clips are looked at. */
const MAX_CLIPS = 32;
/** How many positions of nodes and vertices are computed in all. */
const MAX_POSITIONS = 400_000;
/** How many vertices of a mesh are searched for the outermost ones. */
const MAX_SEARCHED = 20_000;

/** A vertex of a skin, and the bones that move it. */
interface SkinnedVertex {
  readonly position: Vector3;
  readonly bones: readonly number[];
  /** Their sum is 1. */
  readonly weights: readonly number[];
}

/** A mesh with its outermost vertices, which stand for all. */
interface Part {
  readonly mesh: AbstractMesh;
  readonly vertices: readonly Vector3[];
  /** The same vertices of a mesh with a skin; empty for other meshes. */
  readonly skinned: readonly SkinnedVertex[];
}

/**
 * The extent of a model over sampled poses of all its clips. Afterwards, the clips are rewound; the caller restores the pose.
 * @param nodes all nodes of the model, parents first
 */
export function extentOfMotion(nodes: readonly TransformNode[], meshes: readonly AbstractMesh[], playables: readonly Playable[]): Extent {
  const outline = new Outline();
  updateAll(nodes);
  const parts = meshes.filter((mesh) => mesh.getTotalVertices() > 0).map(toPart);
  const add = (): void => {
    parts.forEach((part) => addPart(outline, part));
    if (parts.length === 0) {
      nodes.forEach((node) => outline.add(node.getAbsolutePosition()));
    }
  };
  add();
  const clips = playables.slice(0, MAX_CLIPS);
  const positions = nodes.length + parts.reduce((sum, { vertices }) => sum + vertices.length, 0);
  const samples = Math.min(SAMPLES, Math.floor(MAX_POSITIONS / Math.max(positions * clips.length, 1)));
  for (const playable of clips) {
    const { start, end } = playable.bounds;
    for (let i = 0; i < samples; i++) {
      playable.seek(start + ((end - start) * i) / Math.max(samples - 1, 1));
      updateAll(nodes);
      add();
    }
    playable.stop();
  }
  return outline.extent;
}

export function createExtent(): Extent {
  return new Outline().extent;
}

/** The nodes below some roots, parents first. */
export function nodesBelow(roots: readonly TransformNode[]): TransformNode[] {
  return roots.flatMap((root) => [root, ...root.getDescendants<TransformNode>(false, (node) => node instanceof TransformNode)]);
}

/** Babylon recomputes matrices once a frame. */
export function updateAll(nodes: readonly TransformNode[]): void {
  for (const node of nodes) {
    node.computeWorldMatrix(true);
  }
}

function toPart(mesh: AbstractMesh): Part {
  const positions = mesh.getVerticesData(VertexBuffer.PositionKind);
  if (!positions) {
    const { vectors } = mesh.getBoundingInfo().boundingBox; // vertices that the graphics card decodes
    return { mesh, vertices: vectors.map((vector) => vector.clone()), skinned: [] };
  }
  const count = Math.floor(positions.length / 3);
  const outermost = new Int32Array(DIRECTIONS.length).fill(-1);
  const furthest = new Float64Array(DIRECTIONS.length).fill(-Infinity);
  for (let vertex = 0, step = Math.ceil(count / MAX_SEARCHED); vertex < count; vertex += step) {
    const [x, y, z] = [positions[3 * vertex]!, positions[3 * vertex + 1]!, positions[3 * vertex + 2]!];
    for (let i = 0; i < DIRECTIONS.length; i++) {
      const direction = DIRECTIONS[i]!;
      const reach = direction.x * x + direction.y * y + direction.z * z;
      if (reach > furthest[i]!) {
        furthest[i] = reach;
        outermost[i] = vertex;
      }
    }
  }
  const indices = [...new Set(outermost)].filter((index) => index >= 0);
  const { morphTargetManager } = mesh as { morphTargetManager?: unknown };
  const corners = morphTargetManager ? cornersOf(mesh) : [];
  const vertices = [...indices.map((index) => Vector3.FromArray(positions, 3 * index)), ...corners];
  return { mesh, vertices, skinned: skinnedOf(mesh, indices, vertices) };
}

/** The box of a mesh in all its morphed shapes, as the file states them. */
function cornersOf(mesh: AbstractMesh): readonly Vector3[] {
  return mesh.getBoundingInfo().boundingBox.vectors.map((vector) => vector.clone());
}

function skinnedOf(mesh: AbstractMesh, indices: readonly number[], vertices: readonly Vector3[]): readonly SkinnedVertex[] {
  const bones = mesh.skeleton && mesh.getVerticesData(VertexBuffer.MatricesIndicesKind);
  const weights = mesh.skeleton && mesh.getVerticesData(VertexBuffer.MatricesWeightsKind);
  if (!bones || !weights) {
    return [];
  }
  return indices.map((index, i) => {
    const own = [0, 1, 2, 3].map((influence) => weights[4 * index + influence] ?? 0);
    const sum = own.reduce((total, weight) => total + weight, 0) || 1;
    return {
      position: vertices[i]!,
      bones: [0, 1, 2, 3].map((influence) => bones[4 * index + influence] ?? 0),
      weights: own.map((weight) => weight / sum),
    };
  });
}

const point = new Vector3();
const moved = new Vector3();
const influence = new Matrix();

function addPart(outline: Outline, { mesh, vertices, skinned }: Part): void {
  const world = mesh.getWorldMatrix();
  if (skinned.length === 0) {
    for (const vertex of vertices) {
      outline.add(Vector3.TransformCoordinatesToRef(vertex, world, point));
    }
    return;
  }
  const { skeleton } = mesh;
  skeleton!.prepare(true);
  const matrices = skeleton!.getTransformMatrices(mesh);
  for (const { position, bones, weights } of skinned) {
    point.setAll(0);
    for (let i = 0; i < bones.length; i++) {
      if (weights[i]! > 0) {
        Matrix.FromArrayToRef(matrices, 16 * bones[i]!, influence);
        point.addInPlace(Vector3.TransformCoordinatesToRef(position, influence, moved).scaleInPlace(weights[i]!));
      }
    }
    outline.add(Vector3.TransformCoordinatesToRef(point, world, moved));
  }
}
