import type { Animatable } from "@babylonjs/core/Animations/animatable.core.js";
import type { AnimationGroup, TargetedAnimation } from "@babylonjs/core/Animations/animationGroup.js";
import { clamp } from "../timing/settings.js";
import { keyRangeOf, type KeyRange } from "./keyRange.js";
// brings Scene.beginDirectAnimation
import "@babylonjs/core/Animations/animatable.js";

/** Poses the targets of a group that plays. */
export interface Evaluator {
  /**
   * Writes the pose of a timestamp to the targets that the group's mask retains.
   * @param timestamp seconds
   * @param weighted whether the scene shall mix it by weight, in the animation step that follows, with what else plays;
   * otherwise it is written as it is
   */
  pose(timestamp: number, weighted: boolean): void;
  /** Looks again which targets the group's mask retains. */
  updateMask(): void;
  /** Gives all targets the values they had before. */
  restore(): void;
  dispose(): void;
}

interface Channel extends KeyRange {
  readonly animatable: Animatable;
  readonly framePerSecond: number;
  retained: boolean;
  /** Whether the weight was 0 the last time: a second time, nothing is mixed in, as with Babylon's groups. */
  silent: boolean;
}

/**
 * Evaluates through Babylon's own animatables. The scene knows them and they are in `group.animatables`, but they are paused:
 * the clip says which frame they show.
 */
export class AnimatableEvaluator implements Evaluator {
  private readonly _channels: Channel[] = [];

  /**
   * @param onTargetStopped told when somebody else stops one of the animatables, as `Scene.stopAnimation` does
   * @throws Error where a target lacks the animated property, as Babylon does
   */
  constructor(
    private readonly _group: AnimationGroup,
    onTargetStopped: (targetedAnimation: TargetedAnimation) => void,
  ) {
    try {
      for (const targetedAnimation of _group.targetedAnimations) {
        this._channels.push(this._createChannel(targetedAnimation, onTargetStopped));
      }
    } catch (error) {
      this.dispose();
      throw error;
    }
    _group.getScene().sortActiveAnimatables();
    this.updateMask();
  }

  pose(timestamp: number, weighted: boolean): void {
    for (const channel of this._channels) {
      const { animatable, silent } = channel;
      if (weighted) {
        channel.silent = animatable.weight === 0;
      }
      if (channel.retained && !(weighted && silent && channel.silent)) {
        animatable.goToFrame(clamp(timestamp * channel.framePerSecond, channel.first, channel.last), weighted);
      }
    }
  }

  updateMask(): void {
    const { mask } = this._group;
    for (const channel of this._channels) {
      channel.retained = !mask || mask.disabled || mask.retainsTarget((channel.animatable.target as { name: string }).name);
    }
  }

  restore(): void {
    for (const channel of this._channels) {
      channel.animatable.reset();
    }
  }

  dispose(): void {
    const stopped = new Set(this._group.animatables);
    for (const animatable of stopped) {
      animatable.onAnimationEnd = null;
      animatable.stop(undefined, undefined, true, true);
    }
    removeAll(this._group.getScene().animatables, stopped);
    this._group.animatables.length = 0;
    this._channels.length = 0;
  }

  private _createChannel(targetedAnimation: TargetedAnimation, onStopped: (targetedAnimation: TargetedAnimation) => void): Channel {
    const { animation } = targetedAnimation;
    const target: unknown = targetedAnimation.target;
    const group = this._group;
    const { first, last } = keyRangeOf(animation);
    const animatable = group
      .getScene()
      .beginDirectAnimation(target, [animation], group.from, group.to, true, 1, undefined, undefined, group.isAdditive);
    animatable.weight = group.weight;
    animatable.playOrder = group.playOrder;
    animatable.pause();
    group.animatables.push(animatable);
    const channel = { animatable, first, last, framePerSecond: animation.framePerSecond, retained: true, silent: false };
    animatable.onAnimationEnd = () => {
      this._channels.splice(this._channels.indexOf(channel), 1);
      group.animatables.splice(group.animatables.indexOf(animatable), 1);
      onStopped(targetedAnimation);
    };
    return channel;
  }
}

/** Removes items from an array in place, in one go. */
function removeAll<T>(array: T[], items: ReadonlySet<T>): void {
  let kept = 0;
  for (const item of array) {
    if (!items.has(item)) {
      array[kept++] = item;
    }
  }
  array.length = kept;
}
