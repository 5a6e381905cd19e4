import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import type { IColor4Like } from "@babylonjs/core/Maths/math.like.js";
import type { Matrix } from "@babylonjs/core/Maths/math.vector.js";
import type { DeepImmutable } from "@babylonjs/core/types.js";
import type { ClipTime } from "../timing/index.js";
import type { ClipCrowd } from "./clipCrowd.js";
import type { CrowdPlaySettings } from "./crowdPlayer.js";
import type { PromotedCharacter } from "./promotion.js";

/** One character of a crowd, for code that prefers objects. All members are those of {@link ClipCrowd} for its index. */
export class CrowdCharacter {
  /** @internal */
  constructor(
    readonly crowd: ClipCrowd,
    readonly index: number,
  ) {}

  /** Its state; a new object each time. */
  get time(): ClipTime {
    const time: ClipTime = { timestamp: 0, direction: 1, completedRepetitions: 0, isFinished: false };
    this.crowd.getTimeToRef(this.index, time);
    return time;
  }

  get isPlaying(): boolean {
    return this.crowd.isPlaying(this.index);
  }

  play(clip: string | AnimationGroup, settings?: CrowdPlaySettings): void {
    this.crowd.play(this.index, clip, settings);
  }

  pause(): void {
    this.crowd.pause(this.index);
  }

  resume(): void {
    this.crowd.resume(this.index);
  }

  seek(timestamp: number): void {
    this.crowd.seek(this.index, timestamp);
  }

  setSpeed(speed: number): void {
    this.crowd.setSpeed(this.index, speed);
  }

  setWeights(clips: readonly (string | AnimationGroup)[], weights: readonly number[] | null): void {
    this.crowd.setWeights(this.index, clips, weights);
  }

  setMatrix(matrix: DeepImmutable<Matrix>): void {
    this.crowd.setMatrix(this.index, matrix);
  }

  setVisible(visible: boolean): void {
    this.crowd.setVisible(this.index, visible);
  }

  setColor(color: DeepImmutable<IColor4Like> | null): void {
    this.crowd.setColor(this.index, color);
  }

  getNodeMatrixToRef(node: string, ref: Matrix): Matrix {
    return this.crowd.getNodeMatrixToRef(this.index, node, ref);
  }

  promote(): PromotedCharacter {
    return this.crowd.promote(this.index);
  }

  remove(): void {
    this.crowd.remove(this.index);
  }
}
