import { PrecisionDate } from "@babylonjs/core/Misc/precisionDate.js";
import type { Scene } from "@babylonjs/core/scene.js";

/** Wall clock time, in milliseconds, at which the scene's animation loop last ran; unset before its first run. */
interface SceneInternals {
  _animationTimeLast?: number;
}

/** Milliseconds per frame with `useConstantAnimationDeltaTime`, as in Babylon. */
const CONSTANT_DELTA = 16;

/**
 * Predicts by how much time a scene will advance its animations in the current frame.
 *
 * The scene reads the clock slightly later than this class; the next frame makes up for the difference, so that the sum equals the
 * scene's time.
 */
export class SceneClock {
  /** The seconds of the current frame. A field, because V8 may heap-allocate a double that is returned. */
  delta = 0;
  /** The milliseconds predicted for the previous frame; NaN if there is no difference to make up for. */
  private _predicted = NaN;
  private _disabledUntil = -Infinity;

  constructor(private readonly _scene: Scene) {}

  /** Forgets the previous frame. Call it after frames without `advance`. */
  reset(): void {
    this._predicted = NaN;
  }

  /** Sets `delta`; call it once per frame, before the scene animates. */
  advance(): this {
    const scene = this._scene;
    const last = (scene as unknown as SceneInternals)._animationTimeLast;
    if (!scene.animationsEnabled || !last) {
      this._disabledUntil = PrecisionDate.Now;
      this._predicted = NaN;
      this.delta = 0;
      return this;
    }
    const from = Math.max(last, this._disabledUntil);
    const delta = scene.useConstantAnimationDeltaTime ? CONSTANT_DELTA : (PrecisionDate.Now - from) * scene.animationTimeScale;
    const missing = scene.deltaTime - this._predicted || 0;
    this._predicted = from === last ? delta : NaN;
    this.delta = (delta + missing) / 1000;
    return this;
  }
}
