import type { Animation } from "@babylonjs/core/Animations/animation.js";
import type { AbstractEngine } from "@babylonjs/core/Engines/abstractEngine.js";
import type { Observable, Observer } from "@babylonjs/core/Misc/observable.js";
import { PrecisionDate } from "@babylonjs/core/Misc/precisionDate.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { getOrMake } from "../../gltf/util/index.js";
import { clockOf, ClockReader, type SharedClock } from "./clocks.js";

interface SceneInternals {
  readonly _animationTime: number;
  /** Wall clock time, in milliseconds, at which the scene's animation loop last ran; unset before the first run. */
  _animationTimeLast?: number;
}

/** The milliseconds that a scene has animated, in all its animation steps. */
export function animationTimeOf(scene: Scene): number {
  return (scene as unknown as SceneInternals)._animationTime;
}

/** Whether Babylon leaves the animation step out: until the first data is loaded, such as textures. */
function isHeld(scene: Scene): boolean {
  return !(scene as unknown as SceneInternals)._animationTimeLast && scene.getWaitingItemsCount() > 0;
}

/** Milliseconds per frame with `useConstantAnimationDeltaTime`, as in Babylon. */
const CONSTANT_DELTA = 16;

/**
 * Predicts by how much time a scene will advance its animations in the current frame.
 *
 * The scene reads the clock slightly later than this class; the next frame makes up for the difference, so that the sum equals the
 * scene's time.
 */
class SceneClock {
  /** The milliseconds predicted for the previous frame; NaN if there is no difference to make up for. */
  private _predicted = NaN;
  private _disabledUntil = -Infinity;
  /** The clock that replaces the scene's time; null for the scene's time. */
  private _shared: SharedClock | null = null;
  private _reader: ClockReader | null = null;

  constructor(private readonly _scene: Scene) {}

  /** Forgets the previous frame. Call it after frames without `advance`. */
  forget(): void {
    this._predicted = NaN;
  }

  /** Counts from now on. */
  reset(): void {
    this.forget();
    this._shared = clockOf(this._scene);
    this._reader = this._shared && new ClockReader(this._shared.clock);
  }

  /**
   * The seconds that have passed on the clock of the scene since the previous frame.
   * @param usual the seconds of a scene that has no clock
   */
  read(usual: number): number {
    const shared = clockOf(this._scene);
    if (shared !== this._shared) {
      this._shared = shared;
      this._reader = shared && new ClockReader(shared.clock, shared.since);
    }
    return this._reader ? this._reader.elapseSafely("scene") : usual;
  }

  /** The seconds of the current frame in the scene's own time. Call it once per frame, before the scene animates. */
  advance(): number {
    const scene = this._scene;
    const { _animationTimeLast: last = 0 } = scene as unknown as SceneInternals;
    const hasTime = last > 0 || scene.useConstantAnimationDeltaTime;
    if (!scene.animationsEnabled || !hasTime) {
      this._disabledUntil = PrecisionDate.Now;
      this._predicted = NaN;
      return 0;
    }
    const from = Math.max(last, this._disabledUntil);
    const delta = scene.useConstantAnimationDeltaTime ? CONSTANT_DELTA : (PrecisionDate.Now - from) * scene.animationTimeScale;
    const missing = scene.deltaTime - this._predicted || 0;
    this._predicted = from === last ? delta : NaN;
    return (delta + missing) / 1000;
  }
}

/** Knows which frames of a scene have no animation step, because the application renders them without: `scene.render(true, true)`. */
class StepsLeftOut {
  private _isLeftOut = false;
  private _users = 0;
  private _remove: (() => void) | null = null;

  static Of(scene: Scene): StepsLeftOut {
    return getOrMake(stepsLeftOut, scene, () => new StepsLeftOut(scene));
  }

  private constructor(private readonly _scene: Scene) {}

  /** Whether the frame that is being rendered has no animation step. */
  get isLeftOut(): boolean {
    return this._isLeftOut;
  }

  /** @returns a function that ends the watch */
  watch(): () => void {
    this._users++;
    this._remove ??= override(this._scene, "render", (render) => (updateCameras, ignoreAnimations) => {
      const before = this._isLeftOut;
      this._isLeftOut = Boolean(ignoreAnimations);
      try {
        render(updateCameras, ignoreAnimations);
      } finally {
        this._isLeftOut = before;
      }
    });
    return () => {
      if (--this._users === 0) {
        this._remove?.();
        this._remove = null;
        this._isLeftOut = false;
      }
    };
  }
}

const stepsLeftOut = /*#__PURE__*/ new WeakMap<Scene, StepsLeftOut>();

/**
 * Marks the observers of {@link FrameObserver}, which stay behind all other observers, also those of another copy of this package: two copies
 * would otherwise move behind each other without end.
 */
const LAST = Symbol.for("babylon-gltf-animation/last");

type MarkedObserver = Observer<Scene> & { [LAST]?: true };

function observeLast(observable: Observable<Scene>, callback: () => void): Observer<Scene> {
  const observer: MarkedObserver = observable.add(callback);
  observer[LAST] = true;
  return observer;
}

function isLast({ observers }: Observable<Scene>, observer: Observer<Scene>): boolean {
  for (let i = observers.length - 1; i >= 0; i--) {
    if (observers[i] === observer) {
      return true;
    }
    if (!(observers[i] as MarkedObserver)[LAST]) {
      return false;
    }
  }
  return true;
}

/**
 * Runs a function once per frame before the scene's own animations or, in deterministic lockstep, once per engine step. The function runs after all other
 * observers, so that clips, like Babylon's animations, overwrite what observers write to animated properties.
 */
export class FrameObserver {
  private readonly _clock: SceneClock;
  private readonly _leftOut: StepsLeftOut;
  /**
   * The last frame or engine step that was run. An observer added during a frame is notified in the same frame, and must not run the frame
   * again.
   */
  private _lastRun = -1;
  private _isRunning = false;
  private _isAnnounced = false;
  /** Null before the observation. */
  private _runStep: (() => void) | null = null;

  /** @param _run receives the seconds of animation since the last frame; not called where Babylon makes no animation step */
  constructor(
    private readonly _scene: Scene,
    private readonly _run: (delta: number) => void,
  ) {
    this._clock = new SceneClock(_scene);
    this._leftOut = StepsLeftOut.Of(_scene);
  }

  /** Whether the frame of the coming animation step, or of the present one, has been run. */
  get isAnnounced(): boolean {
    return this._isAnnounced;
  }

  /** Call it in the animation step: a step of `scene.animate()` has no frame, and is a frame of its own. */
  enterStep(): void {
    if (!this._isAnnounced && !this._scene.getEngine().isDeterministicLockStep()) {
      this._isAnnounced = true;
      this._clock.forget();
      this._runFrame(this._scene.deltaTime / 1000);
    }
  }

  /** Keeps the override that observing needs, so that those of `stopAnimation` and the like always come later. @returns a function that ends it */
  hold(): () => void {
    return this._leftOut.watch();
  }

  /** Runs the frame now, unless it has been run. To be called in a frame of another observer. */
  runNow(): void {
    this._runStep?.();
  }

  /** @returns a function that ends the observation */
  observe(): () => void {
    const scene = this._scene;
    const engine = scene.getEngine();
    const isLockStep = engine.isDeterministicLockStep();
    this._clock.reset();
    const observable = isLockStep ? scene.onBeforeStepObservable : scene.onBeforeAnimationsObservable;
    const onFrame = (): void => {
      if (!isLast(observable, observer)) {
        observable.remove(observer);
        observer = observeLast(observable, onFrame); // notified later in the same notification
        return;
      }
      this.runNow();
    };
    this._runStep = (): void => {
      const current = isLockStep ? scene.getStepId() : scene.getFrameId();
      if (current === this._lastRun || this._leftOut.isLeftOut) {
        return;
      }
      if (isHeld(scene)) {
        this._clock.read(0); // time begins with the first step
        return;
      }
      this._lastRun = current;
      this._isAnnounced = true;
      this._runFrame(isLockStep ? engine.getTimeStep() / 1000 : this._clock.advance());
    };
    let observer = observeLast(observable, onFrame);
    const steps = scene.onAfterAnimationsObservable;
    const stepObserver = steps.add(() => (this._isAnnounced = false), undefined, true);
    const endWatch = this._leftOut.watch();
    return () => {
      endWatch();
      this._runStep = null;
      // in a frame, observer.remove() would make the notification under way skip the next observer
      if (this._isRunning) {
        observable.remove(observer);
        steps.remove(stepObserver);
      } else {
        observer.remove();
        stepObserver.remove();
      }
    };
  }

  private _runFrame(delta: number): void {
    if (this._scene.animationsEnabled) {
      this._isRunning = true;
      try {
        this._run(this._clock.read(delta));
      } finally {
        this._isRunning = false;
      }
    }
  }
}

/** Whether a stop applies to an animation of the target. */
export type Stop = (animation: Animation) => boolean;

/**
 * Observes `scene.stopAnimation`, which Babylon's objects call when they are disposed.
 * @param onStop replaces the call; receives a function that stops the scene's own animatables
 * @returns a function that ends the observation
 */
export function observeStops(scene: Scene, onStop: (target: object, isMeant: Stop, stopKnown: () => void) => void): () => void {
  return override(scene, "stopAnimation", (stopAnimation) => (target, animationName, targetMask) => {
    const stopKnown = (): void => stopAnimation(target, animationName, targetMask);
    return target && typeof target === "object" && (!targetMask || targetMask(target))
      ? onStop(target as object, ({ name }) => !animationName || name === animationName, stopKnown)
      : stopKnown();
  });
}

/**
 * Observes `scene.stopAllAnimations`.
 * @param onStopAll replaces the call; receives a function that stops the scene's own animatables
 * @returns a function that ends the observation
 */
export function observeStopAll(scene: Scene, onStopAll: (stopKnown: () => void) => void): () => void {
  return override(scene, "stopAllAnimations", (stopAllAnimations) => () => onStopAll(stopAllAnimations));
}

/**
 * Observes `scene.dispose` before the scene disposes anything. `scene.onDisposeObservable` is notified after `scene.stopAllAnimations`, which would report
 * ends.
 * @param onDispose called once, at the beginning of `scene.dispose`
 * @returns a function that ends the observation
 */
export function observeDispose(scene: Scene, onDispose: () => void): () => void {
  return override(scene, "dispose", (dispose) => () => {
    onDispose();
    dispose();
  });
}

/**
 * Overrides a method of a scene.
 * @returns a function that removes the override. If other code has overridden the method since, the override stays and only calls the
 * method below
 */
function override<Name extends "dispose" | "render" | "stopAnimation" | "stopAllAnimations">(
  scene: Scene,
  name: Name,
  create: (below: Scene[Name]) => Scene[Name],
): () => void {
  type Method = (...args: Parameters<Scene[Name]>) => void;
  const own = Object.hasOwn(scene, name) ? scene[name] : null;
  const below = scene[name].bind(scene) as Scene[Name];
  let current = create(below) as Method;
  const method = ((...args: Parameters<Scene[Name]>) => current(...args)) as Scene[Name];
  scene[name] = method;
  return () => {
    current = below as Method;
    if (scene[name] === method && own) {
      scene[name] = own; // of a second copy of this package
    } else if (scene[name] === method) {
      delete (scene as Partial<Scene>)[name]; // leaves the method of the prototype
    }
  };
}

interface EngineInternals {
  readonly _gl?: object | null;
  readonly _engine?: object;
}

/**
 * Whether an engine draws nothing, as the `NullEngine` does. The limits of such an engine have no meaning, and textures cannot be updated.
 */
export function isHeadless(engine: AbstractEngine): boolean {
  const { _gl, _engine } = engine as unknown as EngineInternals;
  return !engine.isWebGPU && !_gl && !_engine;
}
