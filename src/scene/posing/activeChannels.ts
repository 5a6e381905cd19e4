import type { AnimationGroup, TargetedAnimation } from "@babylonjs/core/Animations/animationGroup.js";
import type { PropertyMask } from "./properties/propertyList.js";

/** The animated channels of a group: the channels that the group's mask retains and that were not stopped individually. */
export class ActiveChannels {
  private readonly _stopped = new Set<TargetedAnimation>();

  constructor(private readonly _group: AnimationGroup) {}

  /** Whether a channel was stopped, for example because its target was disposed. */
  isStopped(channel: TargetedAnimation): boolean {
    return this._stopped.has(channel);
  }

  /** The active channels of a list. */
  among(channels: readonly TargetedAnimation[]): TargetedAnimation[] {
    return this._areAll ? [...channels] : channels.filter((each) => this.isActive(each));
  }

  /** A mask over a list of channels: 1 for active channels. Null if the group has no mask and no channel was stopped. */
  maskOf(channels: readonly TargetedAnimation[]): PropertyMask {
    return this._areAll ? null : Uint8Array.from(channels, (each) => Number(this.isActive(each)));
  }

  /** @returns the channels that were not stopped before */
  stop(channels: readonly TargetedAnimation[]): readonly TargetedAnimation[] {
    const ending = channels.filter((each) => !this._stopped.has(each));
    ending.forEach((each) => this._stopped.add(each));
    return ending;
  }

  /** Forgets which channels were stopped. */
  clear(): void {
    this._stopped.clear();
  }

  /** Whether a channel is active. */
  isActive(channel: TargetedAnimation): boolean {
    return isRetained(this._group, channel.target) && !this._stopped.has(channel);
  }

  private get _areAll(): boolean {
    return !this._group.mask && this._stopped.size === 0;
  }
}

/** Whether a group's mask lets it animate a target. */
export function isRetained({ mask }: AnimationGroup, target: unknown): boolean {
  return !mask || mask.disabled || mask.retainsTarget((target as { name: string }).name);
}
