import type { Animatable } from "@babylonjs/core/Animations/animatable.core.js";
import type { AnimationGroup, TargetedAnimation } from "@babylonjs/core/Animations/animationGroup.js";

interface RuntimeAnimationInternals {
  _enableBlending: boolean;
}

/** Keeps an animatable from blending into what was before, though its animations are set to. */
export function preventBlending(animatable: Animatable): void {
  for (const runtimeAnimation of animatable.getAnimations()) {
    (runtimeAnimation as unknown as RuntimeAnimationInternals)._enableBlending = false;
  }
}

/** What Babylon's Inspector looks at of a runtime animation, and `Animation.hasRunningRuntimeAnimations`. */
interface ShownRuntimeAnimation {
  readonly target: unknown;
  readonly currentFrame: number;
  isStopped(): boolean;
}

/**
 * Shows among the runtime animations of an animation that a group plays it, which none of Babylon's own does.
 * @returns takes it away again
 */
export function showRuntimeAnimation(group: AnimationGroup, { animation, target }: TargetedAnimation): () => void {
  const shown: ShownRuntimeAnimation = {
    target: target as unknown,
    get currentFrame() {
      return group.getCurrentFrame();
    },
    isStopped: () => false,
  };
  const all = animation.runtimeAnimations as unknown[];
  all.push(shown);
  return () => {
    const index = all.indexOf(shown);
    if (index >= 0) {
      all.splice(index, 1);
    }
  };
}
