import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";

type Bound = "_from" | "_to";

const RANGE: Record<Bound, symbol> = { _from: Symbol("from"), _to: Symbol("to") };

/**
 * Reports when the range of a group's keys is set past its accessors, as `AnimationGroup.ClipFrames` and its kin do once they have cut the keys.
 * @param prototype of a class of animation groups
 * @param onSet called for the last of both bounds, also by the base class itself: in its constructor, for each animation added, by `normalize`
 */
export function observeKeyRange<T extends AnimationGroup>(prototype: T, onSet: (group: T) => void): void {
  for (const bound of ["_from", "_to"] as const) {
    Object.defineProperty(prototype, bound, {
      get(this: Record<symbol, number>) {
        return this[RANGE[bound]];
      },
      set(this: T & Record<symbol, number>, frame: number) {
        (this as Record<symbol, number>)[RANGE[bound]] = frame;
        if (bound === "_to") {
          onSet(this);
        }
      },
    });
  }
}
