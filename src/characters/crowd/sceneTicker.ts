import type { Scene } from "@babylonjs/core/scene.js";
import { type AnimationClock, ClockReader, FrameObserver } from "../../scene/host/index.js";

/** Calls a crowd in each frame of its scene: with the animation time, and once more before anything is drawn. */
export class SceneTicker {
  private readonly _removals: readonly (() => void)[];
  private readonly _frames: FrameObserver;
  private _drawnFrame = -1;

  /**
   * @param advance is called as {@link FrameObserver} does
   * @param _draw is called when cameras have moved and observers of the frame have run
   * @param clock replaces the time of the scene; null for none
   */
  constructor(
    private readonly _scene: Scene,
    advance: (delta: number) => void,
    private readonly _draw: () => void,
    clock: AnimationClock | null,
  ) {
    const reader = clock && new ClockReader(clock, NaN); // counts from the first frame on
    const drawing = _scene.onBeforeRenderTargetsRenderObservable;
    const observer = drawing.add(() => this._drawOnce());
    this._frames = new FrameObserver(_scene, (delta) => advance(reader ? reader.elapseSafely("crowd") : delta));
    this._removals = [this._frames.observe(), () => drawing.remove(observer)];
  }

  /** Advances the crowd now, if it has not been advanced in this frame. To be called in the frame's part before animations. */
  advance(): void {
    this._frames.runNow();
  }

  dispose(): void {
    this._removals.forEach((remove) => remove());
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
