import type { Observer } from "@babylonjs/core/Misc/observable.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { SceneClock } from "../host/index.js";

/** Calls a crowd in each frame of its scene: with the animation time, and once more before anything is drawn. */
export class SceneTicker {
  private readonly _clock: SceneClock;
  private readonly _observers: readonly Observer<Scene>[];
  private _drawnFrame = -1;

  /**
   * @param _advance is called before the scene's own animations, unless animations are disabled, with the seconds since the last frame, or
   * engine step in deterministic lockstep
   * @param _draw is called when cameras have moved and observers of the frame have run
   */
  constructor(
    private readonly _scene: Scene,
    private readonly _advance: (delta: number) => void,
    private readonly _draw: () => void,
  ) {
    this._clock = new SceneClock(_scene);
    const isLockStep = _scene.getEngine().isDeterministicLockStep();
    const observable = isLockStep ? _scene.onBeforeStepObservable : _scene.onBeforeAnimationsObservable;
    this._observers = [
      observable.add(() => this._tick(isLockStep)),
      _scene.onBeforeRenderTargetsRenderObservable.add(() => this._drawOnce()),
    ];
  }

  dispose(): void {
    const scene = this._scene;
    const [time, drawing] = this._observers;
    scene.onBeforeStepObservable.remove(time!);
    scene.onBeforeAnimationsObservable.remove(time!);
    scene.onBeforeRenderTargetsRenderObservable.remove(drawing!);
  }

  private _tick(isLockStep: boolean): void {
    const scene = this._scene;
    const delta = isLockStep ? scene.getEngine().getTimeStep() / 1000 : this._clock.advance();
    if (scene.animationsEnabled) {
      this._advance(delta);
    }
  }

  /** Babylon notifies the observers once before everything, and once more for each camera. */
  private _drawOnce(): void {
    const frame = this._scene.getFrameId();
    if (frame !== this._drawnFrame) {
      this._drawnFrame = frame;
      this._draw();
    }
  }
}
