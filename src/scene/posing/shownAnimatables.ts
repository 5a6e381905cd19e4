import type { Animatable } from "@babylonjs/core/Animations/animatable.core.js";
import type { TargetedAnimation } from "@babylonjs/core/Animations/animationGroup.js";
import { ShownAnimatable, type ShownChannel } from "../host/index.js";
import { getOrMake } from "../../gltf/util/index.js";
import { isRetained } from "./activeChannels.js";
import type { Posing } from "./posing.js";
import type { PosingRun } from "./posingRun.js";

const UNPLAYED = { frame: 0, played: 0, elapsed: 0 };

/** The animatables of a run that Babylon does not evaluate, in the group's list, from the time when code reads the list. */
export class ShownAnimatables {
  private readonly _all = new Map<TargetedAnimation, ShownAnimatable>();

  constructor(private readonly _posing: Posing) {}

  /** Lists the animatables of the channels that are left. */
  update(): void {
    const { active, group, runBinding } = this._posing;
    this.list((runBinding ?? group).targetedAnimations.filter((each) => !active.isStopped(each)));
  }

  /** Lists the animatables of some channels. */
  list(channels: readonly TargetedAnimation[]): void {
    const create = (channel: TargetedAnimation): ShownAnimatable => new ShownAnimatable(shownChannel(this._posing, channel));
    const shown = channels.map((channel) => getOrMake(this._all, channel, () => create(channel)).animatable);
    this._posing.animatables.splice(0, Infinity, ...shown);
  }

  /** Lets each animatable stand for the one of Babylon's in the group's list. */
  replace(): void {
    this._all.forEach((shown, { animation, target }) => {
      const isOwn = (each: Animatable): boolean => each.target === target && each.getAnimations()[0]?.animation === animation;
      const own = this._posing.animatables.find(isOwn);
      if (own) {
        shown.standFor(own);
      }
    });
  }
}

/** Takes the animatables that only show the channels of a run out of the group's list. */
export function hideShown(run: PosingRun): void {
  run.shown?.list([]);
  run.shown = null;
}

/** Runs a function that adds Babylon's own animatables to the group's list, for those that only show the channels of a run. */
export function replaceShown<T>(run: PosingRun, start: () => T): T {
  const { shown } = run;
  hideShown(run);
  const started = start();
  shown?.replace();
  return started;
}

function shownChannel(posing: Posing, channel: TargetedAnimation): ShownChannel {
  const { group, active, owner, startNumber } = posing;
  const isShown = (): boolean => isRetained(group, channel.target);
  return {
    group,
    channel,
    /** Babylon pauses the animatables that a mask does not retain. */
    get playback() {
      const playback = owner.playhead.playbackOf(channel.animation, posing.syncRoot);
      return isShown() ? playback : { ...playback, ...UNPLAYED };
    },
    get weight() {
      return posing.weight;
    },
    get syncRoot() {
      return posing.syncRoot;
    },
    get isPaused() {
      return !group.isPlaying || !isShown();
    },
    get isAnimated() {
      return owner.playhead.isAnimated && isShown();
    },
    get isOver() {
      return posing.startNumber !== startNumber || active.isStopped(channel);
    },
    use: () => posing.useAnimatables(),
  };
}
