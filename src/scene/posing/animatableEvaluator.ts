import type { Animatable } from "@babylonjs/core/Animations/animatable.core.js";
import { Animation } from "@babylonjs/core/Animations/animation.js";
import type { AnimationGroup, TargetedAnimation } from "@babylonjs/core/Animations/animationGroup.js";
import { Quaternion } from "@babylonjs/core/Maths/math.vector.js";
import {
  type Blending,
  blendingOf,
  goTo,
  GroupAnimatable,
  onTurn,
  type Playback,
  playFor,
  restoreTargets,
  runtimeAnimationsOf,
  setBlending,
  setFrame,
  setPlayback,
  showElapsedTime,
} from "../host/index.js";
import { beginsOutOfOrder, type KeyRange, keyRangeOf } from "../keys/index.js";
import type { ChannelBlend } from "./channelBlend.js";
import { loopModeOf, overridesOf } from "./evaluationChoice.js";
import { isRetained } from "./activeChannels.js";
import { elapsedUntil, frameAt, playbackAt, rangeOf } from "./clipPlayback.js";
import type { ClipProgress, Evaluator } from "./evaluator.js";
import type { SceneFrame } from "./posingRun.js";
import { placeOf } from "./properties/propertyAccess.js";
// adds Scene.beginDirectAnimation
import "@babylonjs/core/Animations/animatable.js";

interface Channel extends KeyRange {
  readonly targetedAnimation: TargetedAnimation;
  readonly animatable: Animatable;
  readonly animation: Animation;
  /** Whether a loop begins again with the same values: the loop mode of the animation is CYCLE. */
  readonly isCyclic: boolean;
  retained: boolean;
  silentPoses: number;
  /** How many poses of weight 0 are mixed: the first returns the value to rest; of rotations none, since Babylon's mixture may be NaN. */
  readonly maxSilentPoses: 0 | 1;
  /** Whether frames since the last pose of the channel had none: these are no motion, so that the next pose counts as sought. */
  isCut: boolean;
  /** The progress at which the channel took over from compiled tracks, until its first pose: root motion counts from there. */
  before: number | null;
  /** Whether Babylon may have assigned its own working object to the target, as Babylon does for unweighted animations. */
  isShared: boolean;
  /** The pose that waits for the scene's animation step; "silent" for one that is not shown, but takes a step of blending. */
  waiting: WaitingPose | "silent" | null;
  /** Shows the last pose again in the channel's turn, if it was shown before that. */
  again: (() => void) | null;
  /** What is shown after the pose. */
  after: (() => void) | null;
}

interface WaitingPose {
  readonly timestamp: number;
  readonly weight: number;
  readonly isAdditive: boolean;
  readonly playback: Playback;
  /** Whether the frame alone makes the pose; otherwise, the way to it does, by the loop mode. */
  readonly isFrame: boolean;
  readonly isLooping: boolean;
}

/**
 * Evaluates a clip with Babylon's own animatables. The animatables are in the scene and in `group.animatables`, but paused: the clip sets
 * the frame of each animatable, at once or, in the scene's animation step, in the animatable's turn.
 */
export class AnimatableEvaluator implements Evaluator {
  readonly by = "babylon";
  isInStep = false;
  private readonly _channels: Channel[] = [];
  /** The channels, stopped ones included. */
  private readonly _begun: Channel[] = [];

  /**
   * @param targetedAnimations the targeted animations to evaluate
   * @param _animatables the group's list of animatables
   * @param _progress the progress of the clip
   * @param _frame the frame of the scene
   * @param isNew whether the run begins. Otherwise the evaluator takes over
   * @param _blending the blending of channels
   * @param onTargetStopped called when one of the animatables is stopped from outside, as by `Scene.stopAnimation`
   * @throws Error where a target lacks the animated property, as Babylon does
   */
  constructor(
    private readonly _group: AnimationGroup,
    targetedAnimations: readonly TargetedAnimation[],
    private readonly _animatables: Animatable[],
    private readonly _progress: ClipProgress,
    private readonly _frame: SceneFrame,
    isNew: boolean,
    private readonly _blending: ReadonlyMap<TargetedAnimation, ChannelBlend> | null,
    onTargetStopped: (targetedAnimation: TargetedAnimation) => void,
  ) {
    try {
      for (const targetedAnimation of targetedAnimations) {
        const channel = this._addChannel(targetedAnimation, onTargetStopped);
        setBlending(channel.animatable, _blending?.get(targetedAnimation)?.state ?? null);
        if (!isNew) {
          channel.before = this._playbackAt(channel, _progress.timestamp).progress;
        }
      }
    } catch (error) {
      this.dispose(true, false);
      throw error;
    }
    _group.getScene().sortActiveAnimatables(); // by playOrder, in which they are stopped
    this.updateMask();
  }

  get places(): readonly Animatable[] {
    return this._channels.map(({ animatable }) => animatable);
  }

  get weight(): number {
    return this._channels[0]?.animatable.weight ?? this._group.weight;
  }

  set weight(value: number) {
    for (const { animatable } of this._channels) {
      animatable.weight = value;
    }
  }

  get silentPoses(): number {
    return this._channels[0]?.silentPoses ?? 0;
  }

  set silentPoses(value: number) {
    for (const channel of this._channels) {
      channel.silentPoses = value;
      channel.isCut ||= value > 1;
    }
  }

  noteBlending(): void {
    for (const channel of this._channels) {
      const blend = this._blending?.get(channel.targetedAnimation);
      if (blend) {
        blend.state = channel.waiting ? nextBlending(channel) : blendingOf(channel.animatable);
      }
    }
  }

  syncWith(root: Animatable | null): void {
    for (const { animatable } of this._channels) {
      animatable.syncWith(root);
    }
  }

  pose(timestamp: number): void {
    const waits = this.isInStep && this._frame.isTicking;
    if (waits) {
      this._frame.awaitTurn(this);
    }
    for (const channel of this._channels) {
      const { animatable, retained } = channel;
      channel.silentPoses = animatable.weight === 0 ? channel.silentPoses + 1 : 0;
      const isShown = retained && channel.silentPoses <= channel.maxSilentPoses;
      if (isShown) {
        channel.waiting = this._waitingPose(channel, timestamp);
        channel.again = null;
        channel.after = null;
      } else if (retained && channel.silentPoses === 1) {
        channel.waiting = "silent";
      }
      channel.isCut = !isShown;
      if (!waits) {
        this._show(channel);
      }
    }
  }

  /** Lets groups that follow this one see a timestamp. */
  tellTime(timestamp: number): void {
    this._channels.forEach((channel) => this._tell(channel, timestamp));
  }

  private _tell(channel: Channel, timestamp: number): Playback {
    const { animatable, animation } = channel;
    [animatable.fromFrame, animatable.toFrame] = rangeOf(this._progress, animation, this._group.to);
    const playback = this._playbackAt(channel, timestamp);
    setFrame(animatable, playback.frame);
    return playback;
  }

  private _waitingPose(channel: Channel, timestamp: number): WaitingPose {
    const playback = this._tell(channel, timestamp);
    const isFrame = channel.isCyclic || playback.progress < 0 || this._progress.activeSettings.reverse;
    const { weight, isAdditive } = channel.animatable;
    return { timestamp, weight, isAdditive, playback, isFrame, isLooping: !this._progress.isFinished };
  }

  /** Shows the pose of a channel that waits. */
  private _show(channel: Channel): void {
    const { waiting, again } = channel;
    channel.waiting = channel.again = null;
    if (again) {
      again();
      channel.after?.();
    } else if (waiting === "silent") {
      this._blendSilently(channel);
    } else if (waiting) {
      showPose(channel, waiting);
    }
  }

  /** Takes the step of blending of a rotation that is not shown, as Babylon does in the first frame of weight 0. */
  private _blendSilently(channel: Channel): void {
    if (this._blending?.has(channel.targetedAnimation)) {
      setBlending(channel.animatable, nextBlending(channel));
    }
  }

  updateMask(): void {
    for (const channel of this._channels) {
      channel.retained = isRetained(this._group, channel.animatable.target);
    }
  }

  restore(): void {
    const animatables = this.places;
    const restore = (): void => animatables.forEach(restoreTargets);
    restore();
    this.showAfter(restore);
  }

  showAfter(show: () => void): void {
    const last = this._begun.filter(isUnweighted).at(-1);
    if (last) {
      last.after = show;
    }
  }

  showWaiting(): void {
    this._begun.filter(isUnweighted).forEach((channel) => {
      this._show(channel);
      channel.again = writeAgain(channel);
    });
  }

  dispose(silent: boolean, afterStep: boolean): void {
    const own = new Set(this._channels.splice(0).map(({ animatable }) => animatable));
    removeAll(this._animatables, own);
    own.forEach((animatable) => (animatable.onAnimationEnd = null));
    const scene = this._group.getScene();
    const stop = (): void => {
      own.forEach((animatable) => animatable.stop(undefined, undefined, true, silent));
      removeAll(scene.animatables, own);
    };
    if (afterStep) {
      scene.onAfterAnimationsObservable.addOnce(stop);
    } else {
      stop();
    }
  }

  /** The state in which Babylon would show a timestamp of a channel. */
  private _playbackAt({ animatable, animation, isCut }: Channel, timestamp: number): Playback {
    return playbackAt(this._progress, animation, timestamp, animatable.syncRoot, this._progress.isJump || isCut);
  }

  /** The milliseconds of playing that lead to the present frame of a channel. */
  private _elapsedTime(channel: Channel): number {
    return elapsedUntil(this._progress, channel.animation, this._playbackAt(channel, this._progress.timestamp));
  }

  private _addChannel(targetedAnimation: TargetedAnimation, onStopped: (targetedAnimation: TargetedAnimation) => void): Channel {
    const { animation } = targetedAnimation;
    const target: unknown = targetedAnimation.target;
    const group = this._group;
    const range = keyRangeOf(animation);
    const keys = animation.getKeys();
    const count = keys.length;
    const [from, to] = rangeOf(this._progress, animation, group.to);
    const animatable = group
      .getScene()
      .beginDirectAnimation(target, [animation], from, to, true, 1, undefined, undefined, group.isAdditive);
    if (beginsOutOfOrder(keys) && (keys.length > count || runtimeAnimationsOf(animation).length === 1)) {
      keys.shift(); // Babylon would show nothing before 0; another runtime animation may remember an index of the keys
    }
    animatable.playOrder = group.playOrder;
    animatable.pause();
    onTurn(animatable, () => {
      this._frame.beginTurn(group);
      this._show(channel);
    });
    this._animatables.push(animatable);
    evaluators.set(animatable, this);
    const channel: Channel = {
      targetedAnimation,
      animatable,
      animation,
      ...range,
      isCyclic: loopModeOf(targetedAnimation) === Animation.ANIMATIONLOOPMODE_CYCLE,
      retained: true,
      silentPoses: 0,
      maxSilentPoses: animation.dataType === Animation.ANIMATIONTYPE_QUATERNION ? 0 : 1,
      isCut: false,
      before: null,
      isShared: false,
      waiting: null,
      again: null,
      after: null,
    };
    this._channels.push(channel);
    this._begun.push(channel);
    if (isRetained(group, target)) {
      setPlayback(animatable, this._playbackAt(channel, this._progress.timestamp));
    }
    showElapsedTime(animatable, () => this._elapsedTime(channel));
    animatable.onAnimationEnd = () => {
      this._channels.splice(this._channels.indexOf(channel), 1);
      this._animatables.splice(this._animatables.indexOf(animatable), 1);
      onStopped(targetedAnimation);
    };
    return channel;
  }
}

/** Whether the pose of a channel that waits is written, and not mixed. */
function isUnweighted({ waiting, again }: Channel): boolean {
  return again !== null || (waiting !== null && waiting !== "silent" && waiting.weight === -1);
}

function copyOf(value: unknown): unknown {
  return (value as { clone?(): unknown } | null | undefined)?.clone?.() ?? value;
}

/** @returns what gives the target of a channel its present value again */
function writeAgain({ animatable, animation }: Channel): () => void {
  const targets = [animatable.target as { markAsDirty?(property: string): void }].flat();
  const written = targets.map((target) => {
    const { holder, name } = placeOf(animation.targetPropertyPath, target);
    return { target, holder, name, value: copyOf(holder?.[name]) };
  });
  return () =>
    written.forEach(({ target, holder, name, value }) => {
      if (holder) {
        holder[name] = value;
        target.markAsDirty?.(animation.targetProperty);
      }
    });
}

/** The blending of a channel after its next pose. */
function nextBlending({ targetedAnimation, animatable, animation }: Channel): Blending {
  const { factor, from } = blendingOf(animatable);
  if (factor > 1) {
    return { factor, from };
  }
  const { holder, name } = placeOf(animation.targetPropertyPath, animatable.target as object);
  return { factor: factor + overridesOf(targetedAnimation).blendingSpeed, from: from ?? copyOf(holder?.[name]) ?? null };
}

function showPose(channel: Channel, waiting: WaitingPose): void {
  const { animatable, animation } = channel;
  const { timestamp, weight, playback, isFrame, isLooping } = waiting;
  const { isAdditive } = animatable;
  if (weight === -1) {
    channel.isShared = true;
  } else if (channel.isShared) {
    channel.isShared = false;
    detachRotation(channel);
  }
  animatable.isAdditive = waiting.isAdditive;
  if (isFrame) {
    goTo(animatable, frameAt(timestamp, animation, channel), weight);
    setPlayback(animatable, playback, playback.isJump ? playback.progress : (channel.before ?? playback.progress));
    channel.before = null;
  } else {
    playFor(animatable, playback.progress / animation.framePerSecond, weight, playback, isLooping);
  }
  animatable.isAdditive = isAdditive; // as an event may have set it, which counts from the next frame
  channel.after?.();
}

const evaluators = new WeakMap<Animatable, AnimatableEvaluator>();

/** The evaluator that moves an animatable; undefined for an animatable that Babylon moves. */
export function evaluatorOf(animatable: Animatable): AnimatableEvaluator | undefined {
  return evaluators.get(animatable);
}

/** Whether an animatable is moved by a clip or a compiled group, so that it has the frame of the present step before the step. */
export function isDriven(animatable: Animatable): boolean {
  return animatable instanceof GroupAnimatable || evaluators.has(animatable);
}

/**
 * Replaces a target's quaternion by a copy if the quaternion is Babylon's working object. Babylon mixes weighted rotations into the
 * target's quaternion, and would overwrite the working object while reading from it.
 */
function detachRotation({ animatable, animation }: Channel): void {
  const value: unknown = animatable.getAnimations()[0]!.currentValue;
  if (value instanceof Quaternion) {
    for (const target of [animatable.target as object].flat()) {
      const { holder, name } = placeOf(animation.targetPropertyPath, target);
      if (holder?.[name] === value) {
        holder[name] = value.clone();
      }
    }
  }
}

/** Removes items from an array in place, in one go. */
function removeAll<T>(array: T[], items: ReadonlySet<T>): void {
  let kept = 0;
  for (const item of array) {
    if (!items.has(item)) {
      array[kept++] = item;
    }
  }
  array.length = kept;
}
