import type { Animation } from "@babylonjs/core/Animations/animation.js";

interface RuntimeAnimationInternals {
  readonly _target: unknown;
  readonly _originalValue: readonly unknown[];
}

/** The value that a property had before a running animation of Babylon's began; undefined if none runs. */
export function valueBeforeRun({ runtimeAnimations }: Animation, target: unknown): unknown {
  // clips show stand-ins here, without such a value
  const running = (runtimeAnimations as unknown as readonly Partial<RuntimeAnimationInternals>[]).find(({ _target }) => _target === target);
  return running?._originalValue?.[0];
}
