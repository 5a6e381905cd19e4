import { VertexBuffer } from "@babylonjs/core/Buffers/buffer.js";
import { Color4 } from "@babylonjs/core/Maths/math.color.js";
import { TmpVectors, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { CreateLineSystem } from "@babylonjs/core/Meshes/Builders/linesBuilder.js";
import type { LinesMesh } from "@babylonjs/core/Meshes/linesMesh.js";
import type { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { updateAll, type Extent } from "./extent.js";

/** More would hide the model. */
const MAX_NODES = 2000;
/** Lines of the grid on each side of its middle. */
const GRID_LINES = 10;

const GRAY = new Color4(0.5, 0.5, 0.5, 0.5);
const BONE = new Color4(0.95, 0.6, 0.1, 1);
const AXES = [new Color4(0.85, 0.2, 0.2, 1), new Color4(0.2, 0.65, 0.2, 1), new Color4(0.25, 0.4, 0.95, 1)];
const DIRECTIONS = [Vector3.Right(), Vector3.Up(), Vector3.Forward(true)];
/** Vertices of a node: three axes, and the line to its parent. */
const VERTICES = 8;

/** The grid below a model: cells of 1, 10, 100, ... meters or parts of a meter. */
export function createGrid(scene: Scene, { low, high }: Extent): LinesMesh {
  const size = Math.max(high.x - low.x, high.z - low.z, (high.y - low.y) / 2);
  const cell = 10 ** Math.ceil(Math.log10((size > 0 ? size : 1) / GRID_LINES));
  const [x, z] = [(low.x + high.x) / 2, (low.z + high.z) / 2].map((middle) => Math.round(middle / cell) * cell) as [number, number];
  const reach = GRID_LINES * cell;
  const lines = Array.from({ length: 2 * GRID_LINES + 1 }, (_, i) => (i - GRID_LINES) * cell).flatMap((at) => [
    [new Vector3(x + at, low.y, z - reach), new Vector3(x + at, low.y, z + reach)],
    [new Vector3(x - reach, low.y, z + at), new Vector3(x + reach, low.y, z + at)],
  ]);
  return asGuide(CreateLineSystem("page grid", { lines, colors: lines.map((line) => line.map(() => GRAY)), useVertexAlpha: true }, scene));
}

/** The axes of all nodes, and lines from parents to children, over everything else. Each frame updates the lines. */
export class NodeAxes {
  private readonly _mesh: LinesMesh;
  private readonly _nodes: readonly TransformNode[];
  private readonly _positions: Float32Array;

  /**
   * @param nodes parents first
   * @param _length of an axis in meters
   */
  constructor(
    scene: Scene,
    nodes: readonly TransformNode[],
    private readonly _length: number,
  ) {
    this._nodes = nodes.slice(0, MAX_NODES);
    this._positions = new Float32Array(this._nodes.length * VERTICES * 3);
    const lines = this._nodes.flatMap(() => Array.from({ length: VERTICES / 2 }, () => [Vector3.Zero(), Vector3.Zero()]));
    const colors = this._nodes.flatMap(() => [...AXES, BONE].map((color) => [color, color]));
    this._mesh = asGuide(CreateLineSystem("page axes", { lines, colors, updatable: true }, scene));
    this._mesh.renderingGroupId = 1;
    this._mesh.alwaysSelectAsActiveMesh = true;
    const observer = scene.onBeforeRenderObservable.add(() => this._update());
    this._mesh.onDisposeObservable.addOnce(() => observer.remove());
  }

  dispose(): void {
    this._mesh.dispose();
  }

  private _update(): void {
    updateAll(this._nodes);
    const [direction] = TmpVectors.Vector3;
    let at = 0;
    for (const node of this._nodes) {
      const world = node.getWorldMatrix();
      const origin = node.getAbsolutePosition();
      for (const axis of DIRECTIONS) {
        Vector3.TransformNormalToRef(axis, world, direction).normalize().scaleInPlace(this._length).addInPlace(origin);
        at = this._put(at, origin);
        at = this._put(at, direction);
      }
      at = this._put(at, origin);
      at = this._put(at, (node.parent as TransformNode | null)?.parent ? (node.parent as TransformNode).getAbsolutePosition() : origin);
    }
    this._mesh.updateVerticesData(VertexBuffer.PositionKind, this._positions);
  }

  private _put(at: number, { x, y, z }: Vector3): number {
    this._positions[at] = x;
    this._positions[at + 1] = y;
    this._positions[at + 2] = z;
    return at + 3;
  }
}

function asGuide(mesh: LinesMesh): LinesMesh {
  mesh.isPickable = false;
  mesh.doNotSerialize = true;
  return mesh;
}
