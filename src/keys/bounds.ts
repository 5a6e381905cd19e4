import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";

let isEnough = false;

/** Whether `getKeys` may answer with the first and the last key. */
export function areBoundsEnough(): boolean {
  return isEnough;
}

/**
 * Runs a function of Babylon's that asks for the keys of animations, but reads the frames of the first and the last key only, and adds
 * keys before and after them. Keys that nobody has read are not made for it.
 */
export function readingBounds<T>(run: () => T): T {
  return reading(true, run);
}

/** Runs code of others, called by such a function. */
export function readingKeys<T>(run: () => T): T {
  return reading(false, run);
}

function reading<T>(bounds: boolean, run: () => T): T {
  const before = isEnough;
  isEnough = bounds;
  try {
    return run();
  } finally {
    isEnough = before;
  }
}

/** Makes a plain group, and its clones, read bounds only where it needs no more: channels are added, it is normalized or cloned. */
export function readBoundsOnly<T extends AnimationGroup>(group: T): T {
  const add = group.addTargetedAnimation.bind(group);
  const normalize = group.normalize.bind(group);
  const clone = group.clone.bind(group);
  group.addTargetedAnimation = (animation, target) => readingBounds(() => add(animation, target));
  group.normalize = (from, to) => readingBounds(() => normalize(from, to));
  group.clone = (newName, targetConverter, ...rest) => {
    const convert = targetConverter && ((target: unknown): unknown => readingKeys(() => targetConverter(target) as unknown));
    return readBoundsOnly(readingBounds(() => clone(newName, convert, ...rest)));
  };
  return group;
}
