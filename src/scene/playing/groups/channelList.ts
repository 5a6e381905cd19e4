import type { AnimationGroup, TargetedAnimation } from "@babylonjs/core/Animations/animationGroup.js";
import type { IAnimationKey } from "@babylonjs/core/Animations/animationKey.js";
import { boundKeysOf } from "../../keys/index.js";

/** An animation and its target. */
export type Channel = Pick<TargetedAnimation, "animation" | "target">;

/** The channels of an animation group at one moment. Immutable: many clips share one list. */
export interface ChannelList {
  readonly channels: readonly Channel[];
  /** The first finite frame of the keys; Infinity without a finite frame. */
  readonly firstFrame: number;
  /** The last finite frame of the keys; -Infinity without a finite frame. */
  readonly lastFrame: number;
}

/** Lists the channels of a group, without making keys. */
export function listChannels({ targetedAnimations }: AnimationGroup): ChannelList {
  let [firstFrame, lastFrame] = [Infinity, -Infinity];
  const channels = targetedAnimations.map(({ animation, target }): Channel => {
    const keys = boundKeysOf(animation);
    firstFrame = Math.min(firstFrame, firstFrameOf(keys));
    lastFrame = Math.max(lastFrame, lastFrameOf(keys));
    return { animation, target: target as unknown };
  });
  return { channels, firstFrame, lastFrame };
}

function firstFrameOf(keys: readonly IAnimationKey[]): number {
  return keys.find(({ frame }) => Number.isFinite(frame))?.frame ?? Infinity;
}

function lastFrameOf(keys: readonly IAnimationKey[]): number {
  let last = keys.length - 1;
  while (last >= 0 && !Number.isFinite(keys[last]!.frame)) {
    last--;
  }
  return keys[last]?.frame ?? -Infinity;
}
