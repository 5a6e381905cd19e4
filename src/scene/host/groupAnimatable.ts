import { Animatable } from "@babylonjs/core/Animations/animatable.core.js";
import type { Animation } from "@babylonjs/core/Animations/animation.js";
import type { AnimationGroup, TargetedAnimation } from "@babylonjs/core/Animations/animationGroup.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { ShownRun } from "./shownRun.js";

/** The run of a group, which an animatable stands for. */
export interface AnimatableRun {
  readonly group: AnimationGroup;
  /** The number of the start; that of another run is another one. */
  readonly startNumber: number;
  readonly weight: number;
  /** Stops the group after an error that would come back in each frame. */
  fail(error: unknown): void;
  /**
   * Stops individual channels.
   * @param startNumber the start that is meant: the group may have been started again since
   */
  stopTargets(isMeant: (channel: TargetedAnimation) => boolean, startNumber: number): void;
}

/** The animation step of a scene. */
export interface AnimationStep {
  /** Whether the step has begun for all groups, so that only those that wait need their turns. */
  readonly isBegun: boolean;
}

/**
 * The place of a group in the scene's animation step, from a start to a stop: one of Babylon's animatables, in Babylon's order, without animations of
 * its own. Pausing, stopping or slowing it down applies to the group.
 */
export class GroupAnimatable extends Animatable {
  /** Whether the group needs its turn. */
  isWaiting = false;
  private _isRemoved = false;
  private readonly _startNumber: number;
  private readonly _shown: ShownRun;

  /**
   * @param _onTurn called in the scene's animation step, when it is the group's turn and the group waits for it, or the step has not begun
   * @param channels the channels that play; all starts of a group may have one array
   */
  constructor(
    private readonly _run: AnimatableRun,
    private readonly _step: AnimationStep,
    private readonly _onTurn: () => void,
    channels: readonly TargetedAnimation[],
  ) {
    const { group } = _run;
    const scene = group.getScene();
    const { name, from, to, loopAnimation, isAdditive } = group;
    super(scene, { name, animations: [] }, from, to, loopAnimation, 1, null, undefined, null, isAdditive);
    this._startNumber = _run.startNumber;
    this._shown = new ShownRun(group, channels);
    this._runtimeAnimations.push(this._shown.first); // Babylon takes animatables without animations out of its list
    this.playOrder = group.playOrder;
    moveAnimatables(scene, [this], null);
  }

  override get paused(): boolean {
    return !this._run.group.isPlaying;
  }

  override get weight(): number {
    return this._run.weight;
  }

  override set weight(value: number) {
    this._run.group.setWeightForAllAnimatables(value);
  }

  override get speedRatio(): number {
    return this._run.group.speedRatio;
  }

  override set speedRatio(value: number) {
    this._run.group.speedRatio = value;
  }

  override pause(): void {
    this._run.group.pause();
  }

  override restart(): void {
    this._run.group.restart();
  }

  override reset(): void {
    this._run.group.reset();
  }

  override goToFrame(frame: number, useWeight?: boolean): void {
    this._run.group.goToFrame(frame, useWeight);
  }

  override stop(
    animationName?: string,
    targetMask?: (target: unknown) => boolean,
    ...[, skipOnAnimationEnd]: [useGlobalSplice?: boolean, skipOnAnimationEnd?: boolean]
  ): void {
    if (animationName || targetMask) {
      this.stopTargets(
        ({ animation, target }) => (!animationName || animation.name === animationName) && (!targetMask || targetMask(target)),
      );
    } else {
      this._run.group.stop(skipOnAnimationEnd);
    }
  }

  protected stopTargets(isMeant: (channel: TargetedAnimation) => boolean): void {
    this._run.stopTargets(isMeant, this._startNumber);
  }

  override syncWith(root: Animatable | null): this {
    this._run.group.syncAllAnimationsWith(root);
    return this;
  }

  override _animate(): boolean {
    if (!this.isWaiting && this._step.isBegun) {
      return true; // resting groups cost no more than this
    }
    try {
      this._onTurn();
    } catch (error) {
      this._run.fail(error);
    }
    return !this._isRemoved; // or Babylon would leave out the next one in its list
  }

  /** Takes the place out of the scene's animation step. Harmless to call twice. */
  remove(): void {
    this._isRemoved = true;
    this._shown.end();
    removeFrom(this._run.group.getScene().animatables, this);
  }
}

/**
 * Removes an animatable from a list, in which the others keep their order. The search begins at both ends: where thousands of groups stop, most do so in
 * the order of their starts, or in the opposite order.
 */
function removeFrom(animatables: Animatable[], removed: Animatable): void {
  for (let first = 0, last = animatables.length - 1; first <= last; first++, last--) {
    if (animatables[last] === removed) {
      animatables.splice(last, 1);
      return;
    }
    if (animatables[first] === removed) {
      if (first === 0) {
        animatables.shift(); // moves nothing
      } else {
        animatables.splice(first, 1);
      }
      return;
    }
  }
}

const BEGUN: AnimationStep = { isBegun: true };

/**
 * The place of a channel of a group whose start waits for the first frame. Until then, code finds an animatable for each target, as in a group of
 * Babylon's: `AssetContainer.mergeAnimationsTo` animates the targets of another scene by what these say.
 */
export class ChannelAnimatable extends GroupAnimatable {
  constructor(
    run: AnimatableRun,
    private readonly _channel: TargetedAnimation,
  ) {
    super(run, BEGUN, () => undefined, [_channel]);
    this.target = _channel.target as unknown;
  }

  override stop(animationName?: string, targetMask?: (target: unknown) => boolean): void {
    const { animation } = this._channel;
    if ((!animationName || animation.name === animationName) && (!targetMask || targetMask(this.target))) {
      this.stopTargets((channel) => channel === this._channel);
    }
  }
}

/**
 * Moves animatables that have one `playOrder`, in their order.
 * @param place the animatable in front of which they come; null for the end of those with the same `playOrder`
 */
export function moveAnimatables({ animatables }: Scene, moved: readonly Animatable[], place: Animatable | null): void {
  moved.forEach((each) => removeFrom(animatables, each));
  let at = place ? animatables.indexOf(place) : animatables.length;
  while (!place && moved[0] && at > 0 && animatables[at - 1]!.playOrder > moved[0].playOrder) {
    at--;
  }
  moved.forEach((each, i) => animatables.splice(at + i, 0, each));
}

/** A value that Babylon mixes at the end of the scene's animation step, among the values of its runtime animations. */
export interface StepValue {
  /** The object that has the property. */
  target: object;
  readonly targetPath: string;
  readonly animation: Animation;
  /** A number, vector, color or quaternion. */
  currentValue: unknown;
  /** 0..1; -1 for a value that was written at once. */
  weight: number;
  isAdditive: boolean;
  readonly _animationState: { readonly loopMode: number };
}

interface Holder {
  totalWeight: number;
  totalAdditiveWeight: number;
  readonly animations: StepValue[];
  readonly additiveAnimations: StepValue[];
  readonly originalValue: unknown;
}

interface SceneInternals {
  readonly _registeredForLateAnimationBindings: { pushNoDuplicate(target: object): void };
  /** The record of the animation step, for root motion. Missing in old versions of Babylon. */
  readonly _animationWrites?: object[];
  _animationWriteCount?: number;
}

/**
 * Adds a value to the mixture of its property in the scene's animation step.
 * @param original the value that fills the remainder where the sum of the weights is below 1
 */
export function mixInStep(scene: Scene, value: StepValue, original: unknown): void {
  const target = value.target as { _lateAnimationHolders?: Record<string, Holder> };
  (scene as unknown as SceneInternals)._registeredForLateAnimationBindings.pushNoDuplicate(target);
  const holders = (target._lateAnimationHolders ??= {});
  const holder = (holders[value.targetPath] ??= {
    totalWeight: 0,
    totalAdditiveWeight: 0,
    animations: [],
    additiveAnimations: [],
    originalValue: original,
  });
  if (value.isAdditive) {
    holder.additiveAnimations.push(value);
    holder.totalAdditiveWeight += value.weight;
  } else {
    holder.animations.push(value);
    holder.totalWeight += value.weight;
  }
}

/**
 * Records a value that was written or mixed in the scene's animation step, for Babylon's root motion.
 * @param target the target of the animation
 */
export function recordWrite(scene: Scene, value: StepValue, target: unknown): void {
  const internals = scene as unknown as SceneInternals;
  const { _animationWrites: writes } = internals;
  if (writes) {
    const { weight, isAdditive: additive } = value;
    const index = internals._animationWriteCount!++;
    writes[index] = Object.assign(writes[index] ?? {}, {
      runtimeAnimation: value,
      target,
      weight,
      additive,
      blendingFactor: 1,
      carried: false,
    });
  }
}
