import type { Animatable } from "@babylonjs/core/Animations/animatable.core.js";
import type { AnimationGroup, TargetedAnimation } from "@babylonjs/core/Animations/animationGroup.js";

interface RuntimeAnimationInternals {
  _enableBlending: boolean;
}

/** Turns off blending for an animatable, even if its animations enable it. */
export function preventBlending(animatable: Animatable): void {
  for (const runtimeAnimation of animatable.getAnimations()) {
    (runtimeAnimation as unknown as RuntimeAnimationInternals)._enableBlending = false;
  }
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
