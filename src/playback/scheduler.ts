import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import type { Observable, Observer } from "@babylonjs/core/Misc/observable.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { animationDelta, animationNow } from "../host/sceneTime.js";

/** Something that moves with the time of a scene's animations. */
export interface Tickable {
  readonly group: AnimationGroup;
  /** @param deltaSeconds seconds of animation time since the last frame or engine step */
  tick(deltaSeconds: number): void;
}

const schedulers = new WeakMap<Scene, ClipScheduler>();

/**
 * Gives the clips of a scene its time: once a frame before the scene's own animations, or once an engine step in deterministic
 * lockstep. In the order of `playOrder`, then of starting. Observes nothing while nothing plays.
 */
export class ClipScheduler {
  private _playing = new Map<AnimationGroup, Tickable>();
  /** What plays, but holds still because its group was taken out of the scene. */
  private readonly _suspended = new Map<AnimationGroup, Tickable>();
  private _timeObserver: Observer<Scene> | null = null;
  private _sceneObservers: (() => void)[] = [];
  private _lastSeen = 0;
  private _delta = 0;
  private _lastPlayOrder = -Infinity;
  private _inOrder = true;

  static For(scene: Scene): ClipScheduler {
    let scheduler = schedulers.get(scene);
    if (!scheduler) {
      scheduler = new ClipScheduler(scene);
      schedulers.set(scene, scheduler);
    }
    return scheduler;
  }

  private constructor(private readonly _scene: Scene) {}

  add(tickable: Tickable): void {
    this._suspended.delete(tickable.group);
    this._playing.set(tickable.group, tickable);
    this._updateObservers();
  }

  remove(tickable: Tickable): void {
    this._playing.delete(tickable.group);
    this._suspended.delete(tickable.group);
    this._updateObservers();
  }

  private _tickAll(deltaSeconds: number): void {
    this._sort();
    this._delta = deltaSeconds;
    this._playing.forEach(this._tickOne);
  }

  private readonly _tickOne = (tickable: Tickable): void => tickable.tick(this._delta);

  private _sort(): void {
    this._lastPlayOrder = -Infinity;
    this._inOrder = true;
    this._playing.forEach(this._checkOrder);
    if (!this._inOrder) {
      this._playing = new Map([...this._playing].sort(([a], [b]) => a.playOrder - b.playOrder));
    }
  }

  private readonly _checkOrder = (_: Tickable, group: AnimationGroup): void => {
    this._inOrder &&= this._lastPlayOrder <= group.playOrder;
    this._lastPlayOrder = group.playOrder;
  };

  private readonly _onFrame = (): void => {
    const delta = animationDelta(this._scene, this._lastSeen);
    this._lastSeen = animationNow();
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
    if (this._playing.size > 0) {
      this._timeObserver ??= scene.getEngine().isDeterministicLockStep()
        ? scene.onBeforeStepObservable.add(this._onEngineStep)
        : scene.onBeforeAnimationsObservable.add(this._onFrame);
    } else {
      this._timeObserver?.remove();
      this._timeObserver = null;
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

  private _move(group: AnimationGroup, from: Map<AnimationGroup, Tickable>, to: Map<AnimationGroup, Tickable>): void {
    const tickable = from.get(group);
    if (tickable) {
      from.delete(group);
      to.set(group, tickable);
      this._updateObservers();
    }
  }
}

function observe<T>(observable: Observable<T>, callback: (data: T) => void): () => void {
  const observer = observable.add(callback);
  return () => observer.remove();
}
