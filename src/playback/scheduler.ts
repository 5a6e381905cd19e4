import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import type { Observable, Observer } from "@babylonjs/core/Misc/observable.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { SceneClock } from "../host/sceneTime.js";
import { observeStopAll, observeStops, type Stop } from "../host/stopAnimation.js";
import { propertiesOf } from "./animatedProperty.js";
import type { Elapsing } from "../timing/index.js";
import { Contests, type Contestant } from "./contests.js";
import { Mixer, type Contributor } from "./mixer.js";

/** A clip that moves with the time of a scene's animations. */
export interface Tickable {
  readonly group: AnimationGroup;
  readonly contestant: Contestant;
  /** The number of the last pass that ticked it, so that none does twice. */
  pass: number;
  /** Whether it is to be ticked: set by the scheduler, which would have to look it up otherwise, for each clip in each frame. */
  isTicked: boolean;
  /** @param time animation time since the last frame or engine step */
  tick(time: Elapsing): void;
  /** It threw when it was ticked: it logs the error and stops. */
  fail(error: unknown): void;
}

/** What has a say in how clips move, and is asked before them. */
export interface Conductor {
  /** @param time animation time since the last frame or engine step */
  conduct(time: Elapsing): void;
  /** It threw: it logs the error and conducts no more. */
  fail(error: unknown): void;
  /** Ends it: the scene is disposed. */
  stop(): void;
}

/** The most crossings that one clip, and all clips together, tell one by one in a frame; beyond, one event stands for many. */
const MAX_EVENTS_OF_CLIP = 1000;
const MAX_EVENTS = 10_000;

const schedulers = new WeakMap<Scene, ClipScheduler>();

/**
 * Gives the clips of a scene its time: once a frame before the scene's own animations, or once an engine step in deterministic
 * lockstep. In the order of `playOrder`, then of starting. Observes nothing but the scene's end while nothing plays.
 */
export class ClipScheduler implements Elapsing {
  /** All that were started, those that are paused in their places. */
  private _started = new Map<AnimationGroup, Tickable>();
  private readonly _playing = new Set<Tickable>();
  /** What would play, but holds still because its group was taken out of the scene. */
  private readonly _suspended = new Set<Tickable>();
  private readonly _conductors = new Set<Conductor>();
  private readonly _mixer = new Mixer();
  private readonly _contests: Contests;
  private readonly _clock: SceneClock;
  private _timeObserver: Observer<Scene> | null = null;
  private _sceneObservers: (() => void)[] = [];
  private _stopObservers: (() => void)[] = [];
  private _isStoppingAll = false;
  private _isDisposed = false;
  private _pass = 0;
  private _isTicking = false;
  private _eventsLeft = MAX_EVENTS;
  /** Seconds since the last pass. */
  delta = 0;
  /** Whether what was started is in the order of `playOrder`. */
  private _isSorted = true;

  static For(scene: Scene): ClipScheduler {
    let scheduler = schedulers.get(scene);
    if (!scheduler) {
      scheduler = new ClipScheduler(scene);
      schedulers.set(scene, scheduler);
    }
    return scheduler;
  }

  private constructor(private readonly _scene: Scene) {
    this._clock = new SceneClock(_scene);
    this._contests = new Contests(_scene);
    _scene.onDisposeObservable.addOnce(() => this._dispose());
  }

  /** Whether clips may start: not while the scene stops all animations, as it would stop those of Babylon, nor once it is disposed. */
  get isOpen(): boolean {
    return !this._isStoppingAll && !this._isDisposed;
  }

  /** Whether clips are being posed, for the animation step that follows. */
  get isTicking(): boolean {
    return this._isTicking;
  }

  /** Ticks from now on; within a pass, in this one still. */
  start(tickable: Tickable): void {
    tickable.pass = -1;
    this._started.set(tickable.group, tickable);
    this.reorder();
    this.resume(tickable);
  }

  stop(tickable: Tickable): void {
    this._started.delete(tickable.group);
    this.pause(tickable);
  }

  pause(tickable: Tickable): void {
    this._playing.delete(tickable);
    this._suspended.delete(tickable);
    tickable.isTicked = false;
    this._updateObservers();
  }

  resume(tickable: Tickable): void {
    this._suspended.delete(tickable);
    this._playing.add(tickable);
    tickable.isTicked = true;
    this._updateObservers();
    if (this._isTicking) {
      this._contests.update(this._playing);
    }
  }

  /** The `playOrder` of a group may have changed. */
  reorder(): void {
    this._isSorted = false;
  }

  /** Has something that was started tick behind all others. */
  moveToEnd(tickable: Tickable): void {
    if (this._started.delete(tickable.group)) {
      this._started.set(tickable.group, tickable);
    }
  }

  /** Has something tick from the next pass on; of what is started by a conductor, that is the one that it conducts. */
  defer(tickable: Tickable): void {
    tickable.pass = this._pass;
  }

  /** Asks a conductor before each pass. */
  addConductor(conductor: Conductor): void {
    if (!this._isDisposed) {
      this._conductors.add(conductor);
      this._updateObservers();
    }
  }

  removeConductor(conductor: Conductor): void {
    this._conductors.delete(conductor);
    this._updateObservers();
  }

  /** Has a pose mixed with others at the end of the pass. */
  readonly mix = (contributor: Contributor): void => this._mixer.add(contributor);

  /** @returns with how many events a clip may tell of so many crossings; one at least */
  grantEvents(crossings: number): number {
    const granted = Math.min(crossings, MAX_EVENTS_OF_CLIP, Math.max(this._eventsLeft, 1));
    this._eventsLeft -= granted;
    return granted;
  }

  private _tickAll(deltaSeconds: number): void {
    this._sort();
    this.delta = deltaSeconds;
    this._eventsLeft = MAX_EVENTS;
    this._isTicking = true;
    try {
      this._conductors.forEach(this._conductOne);
      this._pass++;
      this._contests.update(this._playing);
      this._started.forEach(this._tickOne);
    } finally {
      this._isTicking = false;
      this._mixer.flush();
    }
  }

  private readonly _conductOne = (conductor: Conductor): void => {
    try {
      conductor.conduct(this);
    } catch (error) {
      conductor.fail(error);
    }
  };

  private readonly _tickOne = (tickable: Tickable): void => {
    if (tickable.isTicked && tickable.pass !== this._pass) {
      tickable.pass = this._pass;
      try {
        tickable.tick(this);
      } catch (error) {
        tickable.fail(error);
      }
    }
  };

  private _sort(): void {
    if (!this._isSorted) {
      this._isSorted = true;
      this._started = new Map([...this._started].sort(([a], [b]) => a.playOrder - b.playOrder));
    }
  }

  private readonly _onFrame = (): void => {
    const delta = this._clock.advance();
    if (this._scene.animationsEnabled) {
      this._tickAll(delta);
    }
  };

  private readonly _onEngineStep = (): void => {
    if (this._scene.animationsEnabled) {
      this._tickAll(this._scene.getEngine().getTimeStep() / 1000);
    }
  };

  private _updateObservers(): void {
    const scene = this._scene;
    if (this._playing.size + this._conductors.size === 0) {
      this._timeObserver?.remove();
      this._timeObserver = null;
    } else if (!this._timeObserver) {
      this._clock.reset();
      this._timeObserver = scene.getEngine().isDeterministicLockStep()
        ? scene.onBeforeStepObservable.add(this._onEngineStep)
        : scene.onBeforeAnimationsObservable.add(this._onFrame);
    }
    if (this._started.size === 0) {
      this._stopObservers.splice(0).forEach((remove) => remove());
    } else if (this._stopObservers.length === 0) {
      this._stopObservers = [observeStops(scene, stopTarget), observeStopAll(scene, this._stopAll)]; // those that are paused are stopped, too
    }
    if (this._playing.size + this._suspended.size === 0) {
      this._sceneObservers.forEach((remove) => remove());
      this._sceneObservers = [];
    } else if (this._sceneObservers.length === 0) {
      this._sceneObservers = [
        observe(scene.onAnimationGroupRemovedObservable, (group) => this._move(group, this._playing, this._suspended)),
        observe(scene.onNewAnimationGroupAddedObservable, (group) => {
          // told a task later, when the group may be gone again
          if (scene.animationGroups.includes(group)) {
            this._move(group, this._suspended, this._playing);
          }
        }),
      ];
    }
  }

  /** Stops also what the scene does not know: compiled clips, and those out of the scene. */
  private readonly _stopAll = (stopKnown: () => void): void => {
    this._isStoppingAll = true;
    try {
      this._sort();
      [...this._started.keys()].forEach((group) => group.stop());
      stopKnown();
    } finally {
      this._isStoppingAll = false;
    }
  };

  private _dispose(): void {
    this._isDisposed = true;
    [...this._started.keys()].forEach((group) => group.stop());
    this._conductors.forEach((conductor) => conductor.stop());
  }

  private _move(group: AnimationGroup, from: Set<Tickable>, to: Set<Tickable>): void {
    const tickable = this._started.get(group);
    if (tickable && from.delete(tickable)) {
      to.add(tickable);
      tickable.isTicked = to === this._playing;
      this._updateObservers();
    }
  }
}

function observe<T>(observable: Observable<T>, callback: (data: T) => void): () => void {
  const observer = observable.add(callback);
  return () => observer.remove();
}

/** Stops the compiled animations of a target, as Babylon stops its own: clip by clip, in their order. */
function stopTarget(target: object, isMeant: Stop): void {
  const users = new Set(propertiesOf(target).flatMap((property) => property.users));
  [...users].sort((a, b) => a.playOrder - b.playOrder || a.startNumber - b.startNumber).forEach((user) => user.stopTarget(target, isMeant));
}
