import type { Animatable } from "@babylonjs/core/Animations/animatable.core.js";
import type { Animation } from "@babylonjs/core/Animations/animation.js";
import { runtimeAnimationsOf } from "./shownRun.js";

interface RuntimeAnimationInternals {
  _enableBlending: boolean;
  _blendingFactor: number;
  _originalBlendValue: unknown;
  /** The last value; mixed by `_weight` at the end of the scene's animation step. */
  _currentValue: unknown;
  _weight: number;
}

/** The state of a runtime animation that Babylon's `animate()` sets. The members of playback are missing in old versions of Babylon. */
interface PlaybackInternals {
  _currentFrame: number;
  _playbackFrom?: number;
  _playbackTo?: number;
  _playbackFrames?: number;
  _playbackProgress?: number;
  _playbackJumped?: boolean;
  _playbackSyncRoot?: Animatable | null;
}

/** The frame that a runtime animation shows, and how it got there. */
export interface Playback {
  readonly frame: number;
  /** The range that plays, in frames. */
  readonly from: number;
  readonly to: number;
  /** The frames played since `from`, not wrapped by loops. */
  readonly progress: number;
  /** Whether the frame was sought, so that the way to this frame was not played. */
  readonly isJump: boolean;
}

/**
 * Sets the state of runtime animations that are moved by `goToFrame`, as if they had played: for `Animatable.masterFrame`, for animations that are
 * synchronized with the animatable, and for Babylon's root motion.
 * @param known the progress last reported to root motion; behind the progress of the frame if frames were skipped
 */
export function setPlayback(animatable: Animatable, { frame, from, to, progress, isJump }: Playback, known = progress): void {
  for (const runtimeAnimation of animatable.getAnimations() as unknown as PlaybackInternals[]) {
    runtimeAnimation._currentFrame = frame;
    if ("_playbackProgress" in runtimeAnimation) {
      runtimeAnimation._playbackFrom = from;
      runtimeAnimation._playbackTo = to;
      runtimeAnimation._playbackFrames = progress;
      runtimeAnimation._playbackProgress = known;
      runtimeAnimation._playbackJumped = isJump;
      runtimeAnimation._playbackSyncRoot = animatable.syncRoot;
    }
  }
}

/** How often an animatable has begun again; negative if backwards. 0 in old versions of Babylon, which do not count. */
export function loopsOf(animatable: Animatable): number {
  const [played] = animatable.getAnimations() as unknown as (PlaybackInternals | undefined)[];
  const { _currentFrame = 0, _playbackFrom = 0, _playbackTo = 0, _playbackFrames = 0 } = played ?? {};
  return Math.round((_playbackFrames - (_currentFrame - _playbackFrom)) / (_playbackTo - _playbackFrom)) || 0;
}

/** Makes `Animatable.elapsedTime` of an animatable that is moved by `goToFrame` be that of the clip. Babylon itself would say 0. */
export function showElapsedTime(animatable: Animatable, milliseconds: () => number): void {
  Object.defineProperty(animatable, "elapsedTime", { get: milliseconds, configurable: true });
}

/** Calls a function in the scene's animation step, when it is the turn of a paused animatable. */
export function onTurn(animatable: Animatable, call: () => void): void {
  animatable._animate = () => {
    call();
    return true;
  };
}

/** Sets the frame that an animatable says to be at, and shows no pose. */
export function setFrame(animatable: Animatable, frame: number): void {
  for (const runtimeAnimation of animatable.getAnimations() as unknown as PlaybackInternals[]) {
    runtimeAnimation._currentFrame = frame;
  }
}

/** Shows the pose of a frame of an animatable with a weight. */
export function goTo(animatable: Animatable, frame: number, weight: number): void {
  animatable.getAnimations().forEach((runtimeAnimation) => runtimeAnimation.goToFrame(frame, weight));
}

/**
 * Shows the pose of an animatable after some seconds of playing, by the loop mode of the animations.
 * @param isLooping false to hold at the end
 */
export function playFor(
  animatable: Animatable,
  seconds: number,
  weight: number,
  { from, to, isJump }: Omit<Playback, "frame" | "progress">,
  isLooping: boolean,
): void {
  for (const runtimeAnimation of animatable.getAnimations()) {
    (runtimeAnimation as unknown as { _events: readonly unknown[] })._events = []; // clips report the events themselves
    runtimeAnimation.animate(1000 * seconds, from, to, isLooping, 1, weight);
    (runtimeAnimation as unknown as PlaybackInternals)._playbackJumped ||= isJump;
  }
}

/** How far an animatable has blended from the value before its start. */
export interface Blending {
  /** The part of the animated value in the next pose; above 1 at the end of blending. */
  readonly factor: number;
  /** The value before the start; null before the first pose. */
  readonly from: unknown;
}

/** The blending of an animatable of one animation. */
export function blendingOf(animatable: Animatable): Blending {
  const [{ _blendingFactor: factor, _originalBlendValue: from }] = animatable.getAnimations() as unknown as [RuntimeAnimationInternals];
  return { factor, from };
}

/** Lets an animatable of one animation go on with a blending, or not blend at all, even if its animation enables blending. */
export function setBlending(animatable: Animatable, blending: Blending | null): void {
  const [runtimeAnimation] = animatable.getAnimations() as unknown as [RuntimeAnimationInternals];
  runtimeAnimation._enableBlending = blending !== null;
  runtimeAnimation._blendingFactor = blending?.factor ?? 0;
  runtimeAnimation._originalBlendValue = blending?.from ?? null;
}

/**
 * Restores the values that the targets of an animatable had before the animatable. Unlike `Animatable.reset`, keeps the values that wait to
 * be mixed in the current frame, which would be mixed with a weight of -1; and does not blend, which would show a part of each value only.
 */
export function restoreTargets(animatable: Animatable): void {
  const runtimeAnimations = animatable.getAnimations() as unknown as RuntimeAnimationInternals[];
  const before = runtimeAnimations.map(({ _currentValue, _weight, _enableBlending }) => ({ _currentValue, _weight, _enableBlending }));
  runtimeAnimations.forEach((runtimeAnimation) => {
    runtimeAnimation._currentValue = null; // or the targets would get this object
    runtimeAnimation._enableBlending = false;
  });
  animatable.reset();
  runtimeAnimations.forEach((runtimeAnimation, i) => Object.assign(runtimeAnimation, before[i]));
}

interface OriginalValueInternals {
  readonly _target: unknown;
  readonly _originalValue: readonly unknown[];
}

/** The value that a property had before a running animation of Babylon's began; undefined if no animation runs. */
export function valueBeforeRun(animation: Animation, target: unknown): unknown {
  const running = (runtimeAnimationsOf(animation) as unknown as readonly OriginalValueInternals[]).find(
    ({ _target }) => _target === target,
  );
  return running?._originalValue[0];
}
