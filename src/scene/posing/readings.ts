import type { Animatable } from "@babylonjs/core/Animations/animatable.core.js";
import type { TargetedAnimation } from "@babylonjs/core/Animations/animationGroup.js";

/** A run whose animatables code uses. */
interface Reading {
  /** The group's list of animatables, and the first one in it during the run. */
  readonly animatables: readonly Animatable[];
  readonly first: Animatable;
}

/** By target. */
const readings = new WeakMap<object, Reading>();
/** Whether there are any: most applications read none, and a look-up for each channel would be a fifth of a start. */
let hasReadings = false;

/**
 * Notes that code uses the animatables of a group, as Babylon's root motion does.
 * @param animatables the group's list of animatables
 */
export function noteReading(channels: readonly TargetedAnimation[], animatables: readonly Animatable[]): void {
  const [first] = animatables;
  if (first) {
    hasReadings = true;
    channels.forEach(({ target }) => readings.set(target as object, { animatables, first }));
  }
}

/** Whether code uses the animatables of a group with the same targets: it will use those of the groups that are mixed with it. */
export function isReadBeside(channels: readonly TargetedAnimation[]): boolean {
  return (
    hasReadings &&
    channels.some(({ target }) => {
      const { animatables, first } = readings.get(target as object) ?? {};
      return first !== undefined && animatables![0] === first;
    })
  );
}
