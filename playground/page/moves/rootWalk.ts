import { VertexBuffer } from "@babylonjs/core/Buffers/buffer.js";
import { Color3 } from "@babylonjs/core/Maths/math.color.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { CreateLines } from "@babylonjs/core/Meshes/Builders/linesBuilder.js";
import type { LinesMesh } from "@babylonjs/core/Meshes/linesMesh.js";
import type { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { Observer } from "@babylonjs/core/Misc/observable.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { ClipRootMotionController, CreateRootMotionClipAsync, type RootMotionOfClip } from "../../../src/root-motion.js";
import type { Playable } from "../playback/playable.js";
import type { Stage } from "../stage/stage.js";

/** More points of a way are not drawn: every second one goes. */
const MAX_POINTS = 4096;
const COLOR = new Color3(0.95, 0.45, 0.1);

/**
 * Lets a clip move its character.
 * @param isWanted whether that is still so after measuring
 * @returns null if the clip stays where it is, or the walk is no longer wanted
 * @throws Error of Babylon's if the clip cannot be measured
 */
export async function createRootWalk(stage: Stage, playable: Playable, isWanted: () => boolean): Promise<RootWalk | null> {
  const motions: RootMotionOfClip[] = [];
  try {
    for (const member of playable.members) {
      motions.push(await CreateRootMotionClipAsync(member, { name: member.name }));
    }
  } catch (error) {
    motions.forEach((motion) => motion.dispose());
    throw error;
  }
  const [lead] = motions;
  if (!isWanted() || (lead!.cycleDistance === 0 && lead!.cycleRotation === 0)) {
    motions.forEach((motion) => motion.dispose());
    return null;
  }
  return new RootWalk(stage, playable, motions);
}

/** A clip that moves its character, whose way is drawn. Both begin anew when the clip does. */
export class RootWalk {
  private readonly _homes: readonly (() => void)[];
  private readonly _controllers: readonly ClipRootMotionController[];
  private readonly _line: WayLine;
  private readonly _observer: Observer<Scene>;
  private _wasFinished = false;

  /** @param _motions one for each member */
  constructor(
    { scene, extent }: Stage,
    private readonly _playable: Playable,
    private readonly _motions: readonly RootMotionOfClip[],
  ) {
    const [{ characterNode }] = _motions as [RootMotionOfClip];
    this._homes = _motions.map((motion) => homeOf(motion.characterNode));
    this._line = new WayLine(scene, characterNode, extent.low.y);
    this._controllers = _motions.map((motion) => new ClipRootMotionController(motion.characterNode, [motion]));
    this._controllers[0]!.onRootMotionObservable.add(() => this._line.extend());
    this._observer = scene.onBeforeAnimationsObservable.add(() => this._followStarts());
    _playable.standIn(_motions.map(({ animationGroup }) => animationGroup));
  }

  /** Where the character has been, on the ground. */
  get path(): readonly Vector3[] {
    return this._line.points;
  }

  /** @param playables those of the shown model: the clips of others are disposed, or will be */
  dispose(playables: readonly Playable[]): void {
    this._observer.remove();
    this._controllers.forEach((controller) => controller.dispose());
    if (playables.includes(this._playable)) {
      this._playable.standIn(null);
      this._homes.forEach((goHome) => goHome());
    }
    this._line.dispose();
    this._motions.forEach((motion) => motion.dispose());
  }

  private _followStarts(): void {
    const { isPosing, isPlaying, timestamp, bounds, time } = this._playable;
    const isAtStart = !isPlaying && !time.isFinished && timestamp === bounds.start;
    if ((!isPosing || isAtStart || (this._wasFinished && isPlaying)) && this.path.length > 1) {
      this._homes.forEach((goHome) => goHome());
      this._line.reset();
    }
    this._wasFinished = time.isFinished;
  }
}

/** Remembers where a node is; the result puts it back. */
function homeOf(node: TransformNode): () => void {
  const [position, rotation, quaternion] = [node.position.clone(), node.rotation.clone(), node.rotationQuaternion?.clone()];
  return () => {
    node.position = position.clone();
    node.rotation = rotation.clone();
    node.rotationQuaternion = quaternion?.clone() ?? null;
  };
}

/** A line on the ground of where a node has been. */
class WayLine {
  points: readonly Vector3[] = [];
  private readonly _mesh: LinesMesh;
  private readonly _positions = new Float32Array(3 * MAX_POINTS);

  /** @param _ground the height of the ground in the scene */
  constructor(
    scene: Scene,
    private readonly _node: TransformNode,
    private readonly _ground: number,
  ) {
    const points = Array.from({ length: MAX_POINTS }, () => Vector3.Zero());
    this._mesh = CreateLines("page way of the root", { points, updatable: true }, scene);
    this._mesh.color = COLOR;
    this._mesh.isPickable = false;
    this._mesh.doNotSerialize = true;
    this._mesh.alwaysSelectAsActiveMesh = true;
    this.reset();
  }

  reset(): void {
    this.points = [this._read()];
    this._show();
  }

  /** Adds where the node is now. */
  extend(): void {
    const kept = this.points.length < MAX_POINTS ? this.points : this.points.filter((_, i) => i % 2 === 0);
    this.points = [...kept, this._read()];
    this._show();
  }

  dispose(): void {
    this._mesh.dispose();
  }

  private _read(): Vector3 {
    this._node.computeWorldMatrix(true);
    const { x, z } = this._node.getAbsolutePosition();
    return new Vector3(x, this._ground, z);
  }

  /** What is not used of the line ends where the way does. */
  private _show(): void {
    for (let i = 0; i < MAX_POINTS; i++) {
      (this.points[i] ?? this.points.at(-1)!).toArray(this._positions, 3 * i);
    }
    this._mesh.updateVerticesData(VertexBuffer.PositionKind, this._positions);
  }
}
