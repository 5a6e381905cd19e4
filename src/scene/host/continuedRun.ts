import type { Animatable } from "@babylonjs/core/Animations/animatable.core.js";
import type { AnimationEvent } from "@babylonjs/core/Animations/animationEvent.js";
import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import type { RuntimeAnimation } from "@babylonjs/core/Animations/runtimeAnimation.js";
import type { Observable } from "@babylonjs/core/Misc/observable.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { setPlayback } from "./animations.js";
import { animationTimeOf } from "./scene.js";

/** How far a group has played, as Babylon's animatables count. Frames are numbers of frames, times milliseconds. */
export interface PlayedRun {
  /** The bounds as an animatable has them: exchanged by a negative speed at the start. */
  readonly from: number;
  readonly to: number;
  readonly loop: boolean;
  /** Signed. */
  readonly speedRatio: number;
  /** The time since the start; null before the first frame. */
  readonly elapsed: number | null;
  /** The frame shown, sought frames included; 0 before the first one. */
  readonly frame: number;
  /** The frames played, not wrapped by loops; and the time at which they were counted. */
  readonly played: number;
  readonly playedAt: number;
  /** What changes of speed have added to the frames played. */
  readonly shift: number;
  /** The frame shown before a seek that no frame has followed yet, and the sought frame. */
  readonly jump: { readonly before: number; readonly to: number } | null;
  readonly isPaused: boolean;
  /** Whether the last frame had a weight of 0. */
  readonly wasHidden: boolean;
  /** -1 for none. */
  readonly weight: number;
  /** The frame on the timeline that loops do not wrap. */
  readonly virtualFrame: number;
  /** Whether an event of an animation has not come yet that comes only once. */
  isLeft(event: AnimationEvent): boolean;
}

interface AnimatableInternals {
  _localDelayOffset: number | null;
  _paused: boolean;
  _speedRatio: number;
  _previousWeight: number;
  _manualJumpDelay: number | null;
  _frameToSyncFromJump: number | null;
  _goToFrame: number | null;
}

interface RuntimeAnimationInternals {
  readonly _directTarget: unknown;
  _currentActiveTarget: unknown;
  _currentFrame: number;
  _previousElapsedTime: number;
  _previousAbsoluteFrame: number;
  _absoluteFrameOffset: number;
  _events: AnimationEvent[];
}

interface GroupInternals {
  _isPaused: boolean;
  _loopAnimation: boolean;
  _speedRatio: number;
  _virtualFrame?: number;
  _virtualFrameStart?: number;
  _virtualFrameStartTime?: number;
}

/**
 * Gives a group that Babylon has just started the state of a run that has played before: its next frame is the one that would have followed.
 * @param coming the milliseconds of the coming animation step that the run has counted already
 */
export function continueRun(group: AnimationGroup, animatables: readonly Animatable[], run: PlayedRun, coming: number): void {
  const now = animationTimeOf(group.getScene()) + coming;
  const internals = group as unknown as GroupInternals;
  internals._isPaused = run.isPaused;
  if (internals._virtualFrame !== undefined) {
    internals._virtualFrame = internals._virtualFrameStart = run.virtualFrame;
    internals._virtualFrameStartTime = now;
  }
  const unplayed = { ...run, elapsed: null, frame: 0, played: 0, playedAt: 0, shift: 0, jump: null };
  for (const animatable of animatables) {
    continueAnimatable(animatable, animatable.paused ? unplayed : run, now); // those that a mask leaves out are paused
  }
}

/** Starts a group that keeps its `speedRatio` and `loopAnimation`, without telling its observers. @param start starts the group */
export function startQuietly(group: AnimationGroup, start: () => void): void {
  const internals = group as unknown as GroupInternals;
  const { _loopAnimation, _speedRatio } = internals;
  const observable = group.onAnimationGroupPlayObservable as { notifyObservers?: Observable<AnimationGroup>["notifyObservers"] };
  observable.notifyObservers = () => true;
  try {
    start();
  } finally {
    delete observable.notifyObservers;
    Object.assign(internals, { _loopAnimation, _speedRatio });
  }
}

function continueAnimatable(animatable: Animatable, run: PlayedRun, now: number): void {
  const { from, to, elapsed, frame, played, jump } = run;
  const internals = animatable as unknown as AnimatableInternals;
  animatable.fromFrame = from;
  animatable.toFrame = to;
  animatable.loopAnimation = run.loop;
  animatable.weight = run.weight;
  internals._previousWeight = run.wasHidden ? 0 : -1;
  internals._speedRatio = run.speedRatio;
  internals._paused ||= run.isPaused;
  internals._localDelayOffset = elapsed === null ? null : now - elapsed;
  setPlayback(animatable, { frame, from, to, progress: played, isJump: false });
  for (const runtimeAnimation of animatable.getAnimations()) {
    const { animation } = runtimeAnimation;
    const state = runtimeAnimation as unknown as RuntimeAnimationInternals;
    state._previousElapsedTime = run.playedAt;
    state._previousAbsoluteFrame = played;
    state._absoluteFrameOffset = run.shift;
    if (elapsed !== null) {
      state._currentActiveTarget = state._directTarget;
      if (!run.wasHidden) {
        tellProgress(runtimeAnimation, played);
      }
    }
    const left = animation.getEvents().map((event) => run.isLeft(event));
    state._events = state._events.filter((_, i) => left[i]);
    for (const event of state._events) {
      event.isDone = elapsed !== null && (to >= from ? event.frame <= frame : event.frame >= frame);
    }
    if (jump) {
      const delay = run.speedRatio === 0 ? 0 : (1000 * (jump.to - jump.before)) / animation.framePerSecond / run.speedRatio;
      internals._manualJumpDelay = -delay;
      internals._frameToSyncFromJump = jump.before;
      internals._goToFrame = jump.to;
    }
  }
}

/** Tells Babylon's root motion the progress at which a run was continued. Its first evaluation only says where the motion begins. */
function tellProgress(runtimeAnimation: RuntimeAnimation, played: number): void {
  const instance = runtimeAnimation as unknown as { animate?: RuntimeAnimation["animate"]; _playbackProgress?: number };
  instance.animate = (...args) => {
    delete instance.animate;
    const isRunning = runtimeAnimation.animate(...args);
    instance._playbackProgress = played;
    return isRunning;
  };
}

/** Lets animatables show their poses from the animation step after the coming one on. */
export function waitForNextStep(scene: Scene, animatables: readonly Animatable[]): void {
  const waiting = animatables as readonly { _animate?: Animatable["_animate"] }[];
  waiting.forEach((animatable) => (animatable._animate = () => true));
  scene.onAfterAnimationsObservable.addOnce(() => waiting.forEach((animatable) => delete animatable._animate));
}
