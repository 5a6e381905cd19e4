import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import type { AbstractMesh } from "@babylonjs/core/Meshes/abstractMesh.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { Playable } from "../playback/playable.js";

/** An axis-aligned box in the scene, in meters. Empty if `low` is greater than `high`. */
export interface Extent {
  readonly low: Vector3;
  readonly high: Vector3;
}

/** At how many timestamps a clip is looked at. */
const SAMPLES = 9;
/** How many clips are looked at. */
const MAX_CLIPS = 32;
/** How many positions of nodes are computed in all. */
const MAX_POSITIONS = 100_000;

/** A mesh, and how its extent follows the motion. */
interface Part {
  readonly mesh: AbstractMesh;
  /** The joints of a skin; empty for a mesh without skin. */
  readonly joints: readonly TransformNode[];
  /** How far the vertices of a skin are outside of the box of its joints. */
  readonly margin: number;
}

/**
 * The extent of a model over sampled poses of all its clips. Afterwards, the clips are rewound; the caller restores the pose.
 * @param nodes all nodes of the model, parents first
 */
export function extentOfMotion(nodes: readonly TransformNode[], meshes: readonly AbstractMesh[], playables: readonly Playable[]): Extent {
  const extent = createExtent();
  updateAll(nodes);
  const parts = meshes.filter((mesh) => mesh.getTotalVertices() > 0).map(toPart);
  const add = (): void => {
    parts.forEach((part) => addPart(extent, part));
    if (parts.length === 0) {
      nodes.forEach((node) => addPoint(extent, node.getAbsolutePosition()));
    }
  };
  add();
  const clips = playables.slice(0, MAX_CLIPS);
  const samples = Math.min(SAMPLES, Math.floor(MAX_POSITIONS / Math.max(nodes.length * clips.length, 1)));
  for (const playable of clips) {
    const { start, end } = playable.bounds;
    for (let i = 0; i < samples; i++) {
      playable.seek(start + ((end - start) * i) / Math.max(samples - 1, 1));
      updateAll(nodes);
      add();
    }
    playable.stop();
  }
  return extent;
}

export function createExtent(): Extent {
  return { low: new Vector3(Infinity, Infinity, Infinity), high: new Vector3(-Infinity, -Infinity, -Infinity) };
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
  const joints = mesh.skeleton?.bones.flatMap((bone) => bone.getTransformNode() ?? []) ?? [];
  if (joints.length === 0) {
    return { mesh, joints, margin: 0 };
  }
  mesh.skeleton!.prepare(true);
  mesh.refreshBoundingInfo({ applySkeleton: true, applyMorph: true });
  const box = createExtent();
  joints.forEach((joint) => addPoint(box, joint.getAbsolutePosition()));
  const { minimumWorld, maximumWorld } = mesh.getBoundingInfo().boundingBox;
  const [below, above] = [box.low.subtract(minimumWorld), maximumWorld.subtract(box.high)];
  const margin = Math.max(0, below.x, below.y, below.z, above.x, above.y, above.z);
  return { mesh, joints, margin: Number.isFinite(margin) ? margin : 0 };
}

function addPart(extent: Extent, { mesh, joints, margin }: Part): void {
  for (const joint of joints) {
    addPoint(extent, joint.getAbsolutePosition(), margin);
  }
  if (joints.length === 0) {
    const { minimumWorld, maximumWorld } = mesh.getBoundingInfo().boundingBox;
    addPoint(extent, minimumWorld);
    addPoint(extent, maximumWorld);
  }
}

function addPoint({ low, high }: Extent, { x, y, z }: Vector3, margin = 0): void {
  if (Number.isFinite(x + y + z)) {
    low.minimizeInPlaceFromFloats(x - margin, y - margin, z - margin);
    high.maximizeInPlaceFromFloats(x + margin, y + margin, z + margin);
  }
}
