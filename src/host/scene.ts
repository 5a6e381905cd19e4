import type { Animation } from "@babylonjs/core/Animations/animation.js";
import type { AbstractEngine } from "@babylonjs/core/Engines/abstractEngine.js";
import { PrecisionDate } from "@babylonjs/core/Misc/precisionDate.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { clockOf, ClockReader, type SharedClock } from "./clocks.js";

interface SceneInternals {
  /** Wall clock time, in milliseconds, at which the scene's animation loop last ran; unset before the first run. */
  _animationTimeLast?: number;
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

/** Runs functions directly before each animation step of a scene, wherever the step comes from; not before a step that is left out. */
class SceneSteps {
  private static readonly _Of = new WeakMap<Scene, SceneSteps>();
  /** Replaced by each change, because a step may make one. */
  private _runs: readonly ((lockStep?: number) => void)[] = [];
  private _remove: (() => void) | null = null;

  static Of(scene: Scene): SceneSteps {
    const steps = SceneSteps._Of.get(scene) ?? new SceneSteps(scene);
    SceneSteps._Of.set(scene, steps);
    return steps;
  }

  private constructor(private readonly _scene: Scene) {}

  /**
   * @param run receives the milliseconds of a step in deterministic lockstep
   * @returns a function that removes it
   */
  add(run: (lockStep?: number) => void): () => void {
    this._runs = [...this._runs, run];
    this._remove ??= override(this._scene, "_animate", (animate) => (lockStep) => {
      const runs = this._runs;
      for (let i = 0; i < runs.length; i++) {
        runs[i]!(lockStep);
      }
      animate(lockStep);
    });
    return () => {
      this._runs = this._runs.filter((each) => each !== run);
      if (this._runs.length === 0) {
        this._remove?.();
        this._remove = null;
      }
    };
  }
}

/**
 * Runs a function before each animation step of a scene: once per frame or, in deterministic lockstep, once per engine step. The function runs after all
 * observers that Babylon notifies before the step, so that clips, like Babylon's animations, overwrite what observers write to animated properties.
 */
export class FrameObserver {
  private readonly _clock: SceneClock;
  private readonly _steps: SceneSteps;
  private _isObserving = false;

  /** @param _run receives the seconds of animation since the last step; not called while Babylon's own animations do not run */
  constructor(
    private readonly _scene: Scene,
    private readonly _run: (delta: number) => void,
  ) {
    this._clock = new SceneClock(_scene);
    this._steps = SceneSteps.Of(_scene);
  }

  /** Keeps the override that observing needs, so that those of `stopAnimation` and the like always come later. @returns a function that ends it */
  hold(): () => void {
    return this._steps.add(() => undefined);
  }

  /** @returns a function that ends the observation */
  observe(): () => void {
    this._clock.reset();
    this._isObserving = true;
    const remove = this._steps.add((lockStep) => this._runStep(lockStep));
    return () => {
      this._isObserving = false;
      remove();
    };
  }

  private _runStep(lockStep: number | undefined): void {
    const { _scene: scene, _clock: clock } = this;
    if (!this._isObserving) {
      return; // since the step began
    }
    if (isHeld(scene)) {
      clock.read(0); // time begins with the first step
      return;
    }
    const delta = lockStep === undefined ? clock.advance() : lockStep / 1000;
    if (scene.animationsEnabled) {
      this._run(clock.read(delta));
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
function override<Name extends "dispose" | "stopAnimation" | "stopAllAnimations" | "_animate">(
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
