import { PrecisionDate } from "@babylonjs/core/Misc/precisionDate.js";
import type { Scene } from "@babylonjs/core/scene.js";

/** What the scene's animation loop keeps, in milliseconds of the wall clock: when it last ran. Unset before the first time. */
interface SceneInternals {
  _animationTimeLast?: number;
}

const CONSTANT_DELTA = 16;

/**
 * The time by which a scene advances its animations, told before it does so in a frame.
 *
 * The scene reads the clock a little later than it is read here; what is missing is made up for in the next frame, so that the sum is
 * the scene's own.
 */
export class SceneClock {
  /** The milliseconds told for the last frame; NaN where nothing is to be made up for. */
  private _told = NaN;
  private _disabledUntil = -Infinity;

  constructor(private readonly _scene: Scene) {}

  /** Forgets the last frame, after a time without being asked. */
  reset(): void {
    this._told = NaN;
  }

  /** @returns the seconds of the frame that begins */
  advance(): number {
    const scene = this._scene;
    const last = (scene as unknown as SceneInternals)._animationTimeLast;
    if (!scene.animationsEnabled || !last) {
      this._disabledUntil = PrecisionDate.Now;
      this._told = NaN;
      return 0;
    }
    const from = Math.max(last, this._disabledUntil);
    const delta = scene.useConstantAnimationDeltaTime ? CONSTANT_DELTA : (PrecisionDate.Now - from) * scene.animationTimeScale;
    const missing = scene.deltaTime - this._told || 0;
    this._told = from === last ? delta : NaN;
    return (delta + missing) / 1000;
  }
}
