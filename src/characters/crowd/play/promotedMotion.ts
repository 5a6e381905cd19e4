import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import type { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { Observer } from "@babylonjs/core/Misc/observable.js";
import type { Scene } from "@babylonjs/core/scene.js";
import type { ClipAnimationGroup } from "../../../scene/playing/index.js";
import { createMotion, type MotionTrack, rotateAbout } from "../../rootMotion/motionTrack.js";
import { moveNode, toParentSpace } from "../../rootMotion/moveNode.js";

/** Moves a promoted character by the root motion of its clip. */
export class PromotedMotion {
  private _seconds: number;
  private readonly _observer: Observer<Scene>;

  constructor(
    private readonly _root: TransformNode,
    private readonly _clip: ClipAnimationGroup,
    private readonly _track: MotionTrack,
  ) {
    this._seconds = _clip.player.playhead.played.seconds;
    this._observer = _root.getScene().onAfterAnimationsObservable.add(() => this._update());
  }

  /** Moves the character by the rest of what its clip has played, and ends. */
  end(): void {
    this._update();
    this._observer.remove();
  }

  private _update(): void {
    const { seconds, timestamp, start, end, weight } = this._clip.player.playhead.played;
    const elapsed = seconds - this._seconds;
    this._seconds = seconds;
    if (elapsed === 0 || weight === 0) {
      return;
    }
    const { up, pivot } = this._track;
    const share = weight === -1 ? 1 : Math.min(weight, 1);
    const motion = this._track.until(timestamp, elapsed, start, end, scratch);
    const turn = motion.turn * share;
    offset.x = -pivot.x;
    offset.y = -pivot.y;
    offset.z = -pivot.z;
    rotateAbout(up, turn, offset);
    motion.x = motion.x * share + pivot.x + offset.x;
    motion.y = motion.y * share + pivot.y + offset.y;
    motion.z = motion.z * share + pivot.z + offset.z;
    moveNode(this._root, toParentSpace(this._root, motion, way), turn, up);
  }
}

const scratch = createMotion();
const offset = createMotion();
const way = /*#__PURE__*/ new Vector3();
