import type { AnimationGroup, TargetedAnimation } from "@babylonjs/core/Animations/animationGroup.js";

/** An animation, and what it animates. */
export type Channel = Pick<TargetedAnimation, "animation" | "target">;

/** The channels of an animation group at one moment; not changed, so that many clips can share it. */
export interface ChannelList {
  readonly channels: readonly Channel[];
  /** The last frame of the keys; -Infinity without channels. */
  readonly lastFrame: number;
}

export function channelsOf({ targetedAnimations }: AnimationGroup): ChannelList {
  let lastFrame = -Infinity;
  const channels = targetedAnimations.map(({ animation, target }): Channel => {
    const keys = animation.getKeys();
    lastFrame = Math.max(lastFrame, keys[keys.length - 1]?.frame ?? -Infinity);
    return { animation, target: target as unknown };
  });
  return { channels, lastFrame };
}
