import type { Animatable } from "@babylonjs/core/Animations/animatable.core.js";
import type { AnimationGroup, TargetedAnimation } from "@babylonjs/core/Animations/animationGroup.js";
import { ShownAnimatable, type ShownChannel, type ShownPlayback } from "../host/index.js";
import { getOrMake } from "../../gltf/util/index.js";
import { isRetained } from "./activeChannels.js";
import type { EvaluationRun, RunContext } from "./evaluationRun.js";

const UNPLAYED = { frame: 0, played: 0, elapsed: 0 };

/** The animatables of a run that Babylon does not evaluate, in the group's list, from the time when code reads the list. */
export class ShownAnimatables {
  private readonly _all = new Map<TargetedAnimation, ShownAnimatable>();

  constructor(
    private readonly _run: EvaluationRun,
    private readonly _context: RunContext,
  ) {}

  /** Lists the animatables of some channels. */
  list(channels: readonly TargetedAnimation[]): void {
    const shown = channels.map((channel) => getOrMake(this._all, channel, () => this._create(channel)).animatable);
    this._context.animatables.splice(0, Infinity, ...shown);
  }

  /** Lets each animatable stand for the one of Babylon's in the group's list. */
  replace(): void {
    this._all.forEach((shown, { animation, target }) => {
      const isOwn = (each: Animatable): boolean => each.target === target && each.getAnimations()[0]?.animation === animation;
      const own = this._context.animatables.find(isOwn);
      if (own) {
        shown.standFor(own);
      }
    });
  }

  private _create(channel: TargetedAnimation): ShownAnimatable {
    return new ShownAnimatable(new RunChannel(this._run, this._context, channel));
  }
}

class RunChannel implements ShownChannel {
  constructor(
    private readonly _run: EvaluationRun,
    private readonly _context: RunContext,
    readonly channel: TargetedAnimation,
  ) {}

  get group(): AnimationGroup {
    return this._context.group;
  }

  /** Babylon pauses the animatables that a mask does not retain. */
  get playback(): ShownPlayback {
    const playback = this._context.progress.playbackOf(this.channel.animation);
    return this._isRetained ? playback : { ...playback, ...UNPLAYED };
  }

  get weight(): number {
    return this._run.weight;
  }

  get syncRoot(): Animatable | null {
    return this._run.syncRoot;
  }

  get isPaused(): boolean {
    return !this.group.isPlaying || !this._isRetained;
  }

  get isAnimated(): boolean {
    return this._context.progress.isAnimated && this._isRetained;
  }

  get isOver(): boolean {
    return this._run.isOver || this._context.active.isStopped(this.channel);
  }

  use(): void {
    this._run.useAnimatables();
  }

  private get _isRetained(): boolean {
    return isRetained(this.group, this.channel.target);
  }
}
