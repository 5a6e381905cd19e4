import type { Animation } from "@babylonjs/core/Animations/animation.js";
import { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import type { IAnimationKey } from "@babylonjs/core/Animations/animationKey.js";

/** A call that reads only the frames of the first and the last key. Foreign code that runs during the call reads all keys. */
export interface BoundsReading {
  isActive: boolean;
}

/** An animation that knows the first and the last frame without making keys. */
export interface BoundedAnimation {
  /** The first and the last key, without values; all keys once the keys were read. */
  readonly boundKeys: readonly IAnimationKey[];
  /** The call that is reading the animation at the moment. */
  boundsReading: BoundsReading | null;
}

function isBounded(animation: Animation): animation is Animation & BoundedAnimation {
  return "boundKeys" in animation;
}

/** The keys of an animation, of which the caller reads the first and the last frame only. Makes no keys. */
export function boundKeysOf(animation: Animation): readonly IAnimationKey[] {
  return isBounded(animation) ? animation.boundKeys : animation.getKeys();
}

/**
 * Runs a Babylon function that gets the keys of animations, but reads only the frames of the first and the last key, and adds keys at both
 * ends. Keys that were never read are not made.
 */
export function readingBoundsOf<T>(animations: readonly Animation[], run: (reading: BoundsReading) => T): T {
  const reading: BoundsReading = { isActive: true };
  const bounded = animations.filter(isBounded);
  bounded.forEach((animation) => (animation.boundsReading = reading));
  try {
    return run(reading);
  } finally {
    bounded.forEach((animation) => (animation.boundsReading = null));
  }
}

const animationsOf = ({ targetedAnimations }: AnimationGroup): Animation[] => targetedAnimations.map(({ animation }) => animation);

/** The animation group of a glTF animation. Adds, normalizes and clones channels without making keys. */
export class OnDemandAnimationGroup extends AnimationGroup {
  override addTargetedAnimation(
    ...[animation, target]: Parameters<AnimationGroup["addTargetedAnimation"]>
  ): ReturnType<AnimationGroup["addTargetedAnimation"]> {
    return readingBoundsOf([animation], () => super.addTargetedAnimation(animation, target));
  }

  override normalize(...range: Parameters<AnimationGroup["normalize"]>): this {
    return readingBoundsOf(animationsOf(this), () => super.normalize(...range)) as this;
  }

  override clone(...[name, convert, ...rest]: Parameters<AnimationGroup["clone"]>): AnimationGroup {
    return readingBoundsOf(animationsOf(this), (reading) => {
      const convertTarget = (target: unknown): unknown => {
        reading.isActive = false;
        try {
          return convert!(target) as unknown;
        } finally {
          reading.isActive = true;
        }
      };
      const copy = super.clone(name, convert && convertTarget, ...rest);
      return Object.setPrototypeOf(copy, OnDemandAnimationGroup.prototype) as AnimationGroup; // Babylon makes a plain group
    });
  }
}
