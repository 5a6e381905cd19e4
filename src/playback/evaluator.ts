import type { Animatable } from "@babylonjs/core/Animations/animatable.core.js";
import type { Animation } from "@babylonjs/core/Animations/animation.js";
import type { AnimationGroup, TargetedAnimation } from "@babylonjs/core/Animations/animationGroup.js";
import { clamp } from "../timing/settings.js";
import { keyRangeOf, type KeyRange } from "./keyRange.js";
// brings Scene.beginDirectAnimation
import "@babylonjs/core/Animations/animatable.js";

/** Poses the targets of a group that plays. */
export interface Evaluator {
  /**
   * Hands the pose of a timestamp, by the targets that the group's mask retains, to the scene's animation step that follows: to be
   * mixed by weight with what else plays, or, without weight, written at once.
   * @param timestamp seconds
   */
  pose(timestamp: number): void;
  /** Looks again which targets the group's mask retains. */
  updateMask(): void;
  /** Gives all targets the values they had before. */
  restore(): void;
  /**
   * @param silent whether those who wait for the end of an animatable are not to be told
   * @param afterStep whether the last pose is still to be taken over by the scene's animation step
   */
  dispose(silent: boolean, afterStep: boolean): void;
}

/** Whether a group's mask lets it animate a target. */
export function isRetained({ mask }: AnimationGroup, target: unknown): boolean {
  return !mask || mask.disabled || mask.retainsTarget((target as { name: string }).name);
}

function frameAt(timestamp: number, { framePerSecond }: Animation, { first, last }: KeyRange): number {
  return clamp(timestamp * framePerSecond, first, last);
}

/** Writes the pose of a timestamp to the targets of a group as it is, whatever their weights and whether or not it plays. */
export function showPose(group: AnimationGroup, timestamp: number): void {
  for (const { animation, target } of group.targetedAnimations) {
    if (isRetained(group, target)) {
      const path = animation.targetPropertyPath;
      const holder = path.slice(0, -1).reduce((object, name) => object[name] as Holder, target as Holder);
      const value = animation.evaluate(frameAt(timestamp, animation, keyRangeOf(animation))) as { clone?(): unknown };
      holder[path[path.length - 1]!] = value.clone?.() ?? value;
      (target as Partial<Holder & { markAsDirty(property: string): void }>).markAsDirty?.(animation.targetProperty);
    }
  }
}

type Holder = Record<string, unknown>;

interface Channel extends KeyRange {
  readonly animatable: Animatable;
  readonly animation: Animation;
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
    // a weight that was set for the animatables only, and what they follow, outlast a change of the targets
    const { weight, syncRoot } = _group.animatables[0] ?? { weight: _group.weight, syncRoot: null };
    try {
      for (const targetedAnimation of _group.targetedAnimations) {
        const { animatable } = this._addChannel(targetedAnimation, onTargetStopped);
        animatable.weight = weight;
        animatable.syncWith(syncRoot);
      }
    } catch (error) {
      this.dispose(true, false);
      throw error;
    }
    this.updateMask();
  }

  pose(timestamp: number): void {
    for (const channel of this._channels) {
      const { animatable, animation, silent } = channel;
      channel.silent = animatable.weight === 0;
      if (channel.retained && !(silent && channel.silent)) {
        animatable.goToFrame(frameAt(timestamp, animation, channel), true);
      }
    }
  }

  updateMask(): void {
    for (const channel of this._channels) {
      channel.retained = isRetained(this._group, channel.animatable.target);
    }
  }

  restore(): void {
    for (const { animatable } of this._channels) {
      animatable.reset();
    }
  }

  dispose(silent: boolean, afterStep: boolean): void {
    const own = new Set(this._channels.splice(0).map(({ animatable }) => animatable));
    removeAll(this._group.animatables, own);
    own.forEach((animatable) => (animatable.onAnimationEnd = null));
    const scene = this._group.getScene();
    const stop = (): void => {
      own.forEach((animatable) => animatable.stop(undefined, undefined, true, silent));
      removeAll(scene.animatables, own);
    };
    if (afterStep) {
      scene.onAfterAnimationsObservable.addOnce(stop);
    } else {
      stop();
    }
  }

  private _addChannel(targetedAnimation: TargetedAnimation, onStopped: (targetedAnimation: TargetedAnimation) => void): Channel {
    const { animation } = targetedAnimation;
    const target: unknown = targetedAnimation.target;
    const group = this._group;
    const range = keyRangeOf(animation);
    const animatable = group
      .getScene()
      .beginDirectAnimation(target, [animation], group.from, group.to, true, 1, undefined, undefined, group.isAdditive);
    animatable.playOrder = group.playOrder;
    animatable.pause();
    group.animatables.push(animatable);
    const channel = { animatable, animation, ...range, retained: true, silent: false };
    this._channels.push(channel);
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
