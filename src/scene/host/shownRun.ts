import type { Animation } from "@babylonjs/core/Animations/animation.js";
import type { AnimationGroup, TargetedAnimation } from "@babylonjs/core/Animations/animationGroup.js";
import type { RuntimeAnimation } from "@babylonjs/core/Animations/runtimeAnimation.js";
import { getOrMake } from "../../gltf/util/index.js";

interface AnimationInternals {
  readonly _runtimeAnimations: RuntimeAnimation[];
}

/** The runtime animation of a channel that Babylon does not evaluate, as editors read it. */
class ShownRuntimeAnimation {
  constructor(
    private readonly _group: AnimationGroup,
    private readonly _channel: TargetedAnimation | undefined,
  ) {}

  get animation(): Animation | undefined {
    return this._channel?.animation;
  }

  get target(): unknown {
    return this._channel?.target as unknown;
  }

  get currentFrame(): number {
    return this._group.getCurrentFrame();
  }

  isStopped(): boolean {
    return false;
  }

  /** Shows the pose of a frame of this channel: Babylon evaluates the group from then on, unless its evaluation mode forbids that. */
  goToFrame(frame: number, weight?: number): void {
    const ofTarget = this._group.animatables.filter(({ target }) => target === this.target);
    const own = ofTarget.flatMap((animatable) => animatable.getAnimations()).find(({ animation }) => animation === this.animation);
    if (own) {
      own.goToFrame(frame, weight);
    } else {
      this._group.goToFrame(frame);
    }
  }

  /** Called by Babylon when the animatable is stopped. */
  dispose(): void {
    if (this._channel) {
      const all = listOf(this._channel.animation) as unknown[];
      const index = all.indexOf(this);
      if (index >= 0) {
        all.splice(index, 1);
      }
    }
  }
}

/** The runs without runtime animations of Babylon's, by the first animation of their channels. */
const running = new WeakMap<Animation, Set<ShownRun>>();

/** For each animation of such runs, the first animations of the channels. */
const firsts = new WeakMap<Animation, Set<Animation>>();

/** For each list of channels whose animations are known, the runs by the first animation. */
const known = new WeakMap<readonly TargetedAnimation[], Set<ShownRun>>();

function runsOf(channels: readonly TargetedAnimation[], { animation: first }: TargetedAnimation): Set<ShownRun> {
  const runs = getOrMake(running, first, () => new Set<ShownRun>());
  known.set(channels, runs);
  channels.forEach(({ animation }) => getOrMake(firsts, animation, () => new Set<Animation>()).add(first));
  channels.forEach(({ animation }) => watch(animation));
  return runs;
}

/** A run of a group that Babylon does not evaluate. Its runtime animations are made when code reads those of an animation. */
export class ShownRun {
  /** The runtime animation of the first channel. */
  readonly first: RuntimeAnimation;
  /** The runtime animations that code has read; null for none. */
  private _shown: Map<TargetedAnimation, ShownRuntimeAnimation> | null = null;
  /** The runs by the first animation; null without channels. */
  private readonly _runs: Set<ShownRun> | null;

  constructor(
    private readonly _group: AnimationGroup,
    private readonly _channels: readonly TargetedAnimation[],
  ) {
    const [channel] = _channels;
    this.first = new ShownRuntimeAnimation(_group, channel) as unknown as RuntimeAnimation;
    this._runs = channel ? (known.get(_channels) ?? runsOf(_channels, channel)) : null;
    this._runs?.add(this);
  }

  /** Shows a runtime animation for each channel of an animation. */
  show(animation: Animation): void {
    for (const channel of this._channels) {
      if (channel.animation === animation && !this._shown?.has(channel)) {
        const isFirst = channel === this._channels[0];
        const shown = isFirst ? (this.first as unknown as ShownRuntimeAnimation) : new ShownRuntimeAnimation(this._group, channel);
        (this._shown ??= new Map<TargetedAnimation, ShownRuntimeAnimation>()).set(channel, shown);
        listOf(animation).push(shown as unknown as RuntimeAnimation);
      }
    }
  }

  end(): void {
    this._shown?.forEach((shown) => shown.dispose());
    this._shown = null;
    this._runs?.delete(this);
  }
}

/** The list of an animation's runtime animations, with one for each channel of a group that Babylon does not evaluate. */
export function showRuns(animation: Animation): RuntimeAnimation[] {
  firsts.get(animation)?.forEach((first) => running.get(first)?.forEach((run) => run.show(animation)));
  return listOf(animation);
}

/** The runtime animations that Babylon evaluates. */
export function runtimeAnimationsOf(animation: Animation): readonly RuntimeAnimation[] {
  return listOf(animation).filter((each) => !((each as unknown) instanceof ShownRuntimeAnimation));
}

function listOf(animation: Animation): RuntimeAnimation[] {
  return (animation as unknown as AnimationInternals)._runtimeAnimations;
}

/** Animations whose class calls {@link showRuns} itself. */
export interface ShowingAnimation {
  readonly showsRuns: true;
}

const WATCHED: PropertyDescriptorMap & ThisType<Animation> = {
  showsRuns: { value: true },
  runtimeAnimations: {
    get() {
      return showRuns(this);
    },
  },
  hasRunningRuntimeAnimations: {
    get() {
      return isRunning(this);
    },
  },
};

/** Whether one of an animation's runtime animations runs. */
export function isRunning(animation: Animation): boolean {
  return showRuns(animation).some((each) => !each.isStopped());
}

function watch(animation: Animation & Partial<ShowingAnimation>): void {
  if (!animation.showsRuns) {
    Object.defineProperties(animation, WATCHED);
  }
}
