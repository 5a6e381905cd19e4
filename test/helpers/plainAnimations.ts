/** Animations as plain values, to be compared. */
import type { Animation } from "@babylonjs/core/Animations/animation.js";
import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import type { IAnimationKey } from "@babylonjs/core/Animations/animationKey.js";

/** Components instead of Babylon's values; no members that are undefined. */
function plainKey(key: IAnimationKey): object {
  const plain = Object.entries(key).map(([name, value]): [string, unknown] => {
    const isParts = typeof value === "object" && value !== null && "asArray" in value;
    return [name, isParts ? [value.constructor.name, ...(value as { asArray(): number[] }).asArray()] : value];
  });
  return Object.fromEntries(plain.filter(([, value]) => value !== undefined));
}

export function plainAnimation(animation: Animation): object {
  const { name, targetProperty, framePerSecond, dataType, loopMode, enableBlending } = animation;
  return { name, targetProperty, framePerSecond, dataType, loopMode, enableBlending, keys: animation.getKeys().map(plainKey) };
}

interface Target {
  readonly name: string;
  readonly animations?: readonly Animation[];
}

export function plainGroup({ name, from, to, targetedAnimations }: AnimationGroup): object {
  const channels = targetedAnimations.map(({ animation, target }: { animation: Animation; target: Target }) => ({
    name: animation.name,
    target: target.name,
    animation: plainAnimation(animation),
    // their order depends on which of several groups is loaded first
    ofTarget: target.animations?.map((each) => each.name).sort(),
  }));
  // Babylon adds channels as their accessors arrive; with keys on demand they are in the order of the file
  channels.sort((a, b) => a.name.localeCompare(b.name));
  return { name, from, to, channels };
}
