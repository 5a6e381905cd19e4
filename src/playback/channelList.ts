import type { AnimationGroup, TargetedAnimation } from "@babylonjs/core/Animations/animationGroup.js";
import type { IAnimationKey } from "@babylonjs/core/Animations/animationKey.js";
import { boundKeysOf } from "../keys/index.js";

/** An animation and its target. */
export type Channel = Pick<TargetedAnimation, "animation" | "target">;

/** The channels of an animation group at one moment. Immutable: many clips share it. */
export interface ChannelList {
  readonly channels: readonly Channel[];
  /** The last finite frame of the keys; -Infinity without one. */
  readonly lastFrame: number;
}

/** Lists the channels of a group, without making their keys. */
export function listChannels({ targetedAnimations }: AnimationGroup): ChannelList {
  let lastFrame = -Infinity;
  const channels = targetedAnimations.map(({ animation, target }): Channel => {
    lastFrame = Math.max(lastFrame, lastFrameOf(boundKeysOf(animation)));
    return { animation, target: target as unknown };
  });
  return { channels, lastFrame };
}

function lastFrameOf(keys: readonly IAnimationKey[]): number {
  let last = keys.length - 1;
  while (last >= 0 && !Number.isFinite(keys[last]!.frame)) {
    last--;
  }
  return keys[last]?.frame ?? -Infinity;
}
