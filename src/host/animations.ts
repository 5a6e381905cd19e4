import type { Animatable } from "@babylonjs/core/Animations/animatable.core.js";
import type { Animation } from "@babylonjs/core/Animations/animation.js";
import type { AnimationGroup, TargetedAnimation } from "@babylonjs/core/Animations/animationGroup.js";
import type { IAnimationKey } from "@babylonjs/core/Animations/animationKey.js";

interface AnimationInternals {
  _keys: IAnimationKey[];
}

/** An animation that makes its keys when somebody first reads them. */
export interface KeyMaker {
  /** Called at most once, and not after keys were set. */
  makeKeys(): IAnimationKey[];
}

type AnimationClass = abstract new (...args: never[]) => Animation & KeyMaker;

/** Makes the animations of a class ask for their keys when Babylon first reads them. */
export function makeKeysOnDemand(type: AnimationClass): void {
  Object.defineProperty(type.prototype, "_keys", {
    configurable: true,
    enumerable: true,
    get(this: AnimationInternals & KeyMaker) {
      return (this._keys = this.makeKeys());
    },
    set(this: AnimationInternals, keys: IAnimationKey[]) {
      Object.defineProperty(this, "_keys", { value: keys, writable: true, enumerable: true, configurable: true });
    },
  });
}

interface RuntimeAnimationInternals {
  _enableBlending: boolean;
  /** The last value, and the weight that it is mixed by at the end of the scene's animation step. */
  _currentValue: unknown;
  _weight: number;
}

/** Turns off blending for an animatable, even if its animations enable it. */
export function preventBlending(animatable: Animatable): void {
  for (const runtimeAnimation of animatable.getAnimations()) {
    (runtimeAnimation as unknown as RuntimeAnimationInternals)._enableBlending = false;
  }
}

/**
 * Gives the targets of an animatable the values from before it. Unlike `Animatable.reset`, it leaves alone what waits to be mixed in this frame:
 * that would be mixed by a weight of -1.
 */
export function restoreTargets(animatable: Animatable): void {
  const runtimeAnimations = animatable.getAnimations() as unknown as RuntimeAnimationInternals[];
  const waiting = runtimeAnimations.map(({ _currentValue, _weight }) => ({ _currentValue, _weight }));
  runtimeAnimations.forEach((runtimeAnimation) => (runtimeAnimation._currentValue = null)); // or the targets would get this object
  animatable.reset();
  runtimeAnimations.forEach((runtimeAnimation, i) => Object.assign(runtimeAnimation, waiting[i]));
}

/** The members of a runtime animation that Babylon's Inspector and `Animation.hasRunningRuntimeAnimations` read. */
class ShownRuntimeAnimation {
  constructor(
    readonly target: unknown,
    private readonly _group: AnimationGroup,
  ) {}

  get currentFrame(): number {
    return this._group.getCurrentFrame();
  }

  isStopped(): boolean {
    return false;
  }
}

/**
 * Adds a stand-in to the runtime animations of an animation, because a compiled clip has no runtime animations of Babylon's.
 * @returns removes it
 */
export function showRuntimeAnimation(group: AnimationGroup, { animation, target }: TargetedAnimation): () => void {
  const shown = new ShownRuntimeAnimation(target, group);
  const all = animation.runtimeAnimations as unknown[];
  all.push(shown);
  return () => {
    const index = all.indexOf(shown);
    if (index >= 0) {
      all.splice(index, 1);
    }
  };
}

interface OriginalValueInternals {
  readonly _target: unknown;
  readonly _originalValue: readonly unknown[];
}

/** The value that a property had before a running animation of Babylon's began; undefined if none runs. */
export function valueBeforeRun({ runtimeAnimations }: Animation, target: unknown): unknown {
  // clips show stand-ins here, without such a value
  const running = (runtimeAnimations as unknown as readonly Partial<OriginalValueInternals>[]).find(({ _target }) => _target === target);
  return running?._originalValue?.[0];
}
