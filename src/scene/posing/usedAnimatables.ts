import type { Animatable } from "@babylonjs/core/Animations/animatable.core.js";
import type { TargetedAnimation } from "@babylonjs/core/Animations/animationGroup.js";

/** A run whose animatables code uses. */
interface Use {
  /** The group's list of animatables, and the first one in it during the run. */
  readonly animatables: readonly Animatable[];
  readonly first: Animatable;
}

/** By target. */
const uses = new WeakMap<object, Use>();
/** Whether there are any: most applications use none, and a look-up for each channel would be a fifth of a start. */
let areAnyUsed = false;

/**
 * Notes that code uses the animatables of a group, as Babylon's root motion does.
 * @param animatables the group's list of animatables
 */
export function noteUse(channels: readonly TargetedAnimation[], animatables: readonly Animatable[]): void {
  const [first] = animatables;
  if (first) {
    areAnyUsed = true;
    channels.forEach(({ target }) => uses.set(target as object, { animatables, first }));
  }
}

/** Whether code uses the animatables of a group with the same targets: it will use those of the groups that are mixed with it. */
export function areUsedBeside(channels: readonly TargetedAnimation[]): boolean {
  return (
    areAnyUsed &&
    channels.some(({ target }) => {
      const { animatables, first } = uses.get(target as object) ?? {};
      return first !== undefined && animatables![0] === first;
    })
  );
}
