import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import { EvaluatedAnimationGroup, type ClipAnimationGroup, type ClipTime, type EvaluationDescription } from "../../../src/pure.js";
import { Playable, type Origin } from "./playable.js";

/** How the animations of a file are loaded: as Babylon's own groups, or as compiled groups. */
export type GroupKind = "plain" | "compiled";

/**
 * An animation of the file. It plays as the group that the loader made of it. Its clip plays where a group cannot: mixed by weight, and in a
 * cross-fade.
 */
export class GroupPlayable extends Playable {
  /** How often the first group has begun again since its start. */
  private _loops = 0;

  /** @param _groups the groups of the loader, one for each member */
  constructor(
    name: string,
    origin: Origin,
    members: readonly ClipAnimationGroup[],
    lastKey: number,
    private readonly _groups: readonly AnimationGroup[],
  ) {
    super(name, origin, members, lastKey);
    this._first.onAnimationGroupLoopObservable.add(() => this._loops++);
  }

  override get isStarted(): boolean {
    return this._first.isStarted || super.isStarted;
  }

  override get isPlaying(): boolean {
    return this._first.isStarted ? this._first.isPlaying : super.isPlaying;
  }

  override get timestamp(): number {
    return this._first.isStarted ? this._first.getCurrentFrame() / this._framesPerSecond : super.timestamp;
  }

  override get time(): ClipTime {
    const { timestamp } = this;
    return this._first.isStarted ? { timestamp, direction: 1, completedRepetitions: this._loops, isFinished: false } : super.time;
  }

  override get group(): AnimationGroup {
    return this.hasStandIns || this.weight >= 0 || super.isPlaying ? super.group : this._first;
  }

  override get evaluation(): EvaluationDescription {
    const { group } = this;
    return group instanceof EvaluatedAnimationGroup ? group.evaluation : { by: "babylon", reason: "" };
  }

  override get weight(): number {
    return super.weight;
  }

  override set weight(weight: number) {
    if (weight >= 0) {
      this.handOverToClips();
    }
    super.weight = weight;
  }

  override play(): void {
    if (this._first.isStarted) {
      this._groups.forEach((group) => group.restart());
    } else if (this.group === this._first) {
      const { timestamp } = this;
      super.halt();
      this._groups.forEach((group) => group.start(true));
      this.seek(timestamp);
      this._loops = 0;
    } else {
      super.play();
    }
  }

  override pause(): void {
    this._groups.forEach((group) => group.pause());
    super.pause();
  }

  override stop(): void {
    this._groups.forEach((group) => group.stop());
    super.stop();
  }

  override halt(): void {
    this._groups.forEach((group) => group.stop());
    super.halt();
  }

  override seek(timestamp: number): void {
    if (this._first.isStarted) {
      this.hasPose = true;
      this._groups.forEach((group, i) => group.goToFrame(this.timestampOf(i, timestamp) * this._framesPerSecond));
    } else {
      super.seek(timestamp);
    }
  }

  override handOverToClips(): void {
    if (this._first.isStarted) {
      const { timestamp, isPlaying } = this;
      this._groups.forEach((group) => group.stop());
      super.seek(timestamp);
      if (isPlaying) {
        super.play();
      }
    }
  }

  private get _first(): AnimationGroup {
    return this._groups[0]!;
  }

  private get _framesPerSecond(): number {
    return this._first.targetedAnimations[0]!.animation.framePerSecond;
  }
}
