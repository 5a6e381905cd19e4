import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";

type Bound = "_from" | "_to";

const RANGE: Record<Bound, symbol> = { _from: Symbol("from"), _to: Symbol("to") };

/**
 * Observes the private fields of a group's key range. `AnimationGroup.ClipFrames` and similar functions assign these directly after they
 * cut the keys.
 * @param prototype prototype of a class of animation groups
 * @param onSet called when the second bound is assigned; the base class also assigns it in its constructor, for each added animation, and
 * in `normalize`
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
