import { Animation } from "@babylonjs/core/Animations/animation.js";
import type { IAnimationKey } from "@babylonjs/core/Animations/animationKey.js";
import type { RuntimeAnimation } from "@babylonjs/core/Animations/runtimeAnimation.js";
import { isRunning, makeKeysOnDemand, type ShowingAnimation, showRuns } from "../host/index.js";
import type { BoundedAnimation, BoundsReading } from "./bounds.js";
import { keyChanges, type KeyData, keysOf } from "./keyData.js";
import { recordOwnRange } from "./addedKeys.js";

/** An animation that makes its keys when the keys are first read. Clips are compiled from {@link keyData} instead. */
export class OnDemandAnimation extends Animation implements BoundedAnimation, ShowingAnimation {
  boundsReading: BoundsReading | null = null;
  /** Whether the keys of the file have been replaced. */
  wereKeysSet = false;
  private _data: KeyData | null;
  /** The first and the last key of the file, without values, between the keys that `AnimationGroup.normalize` added. */
  private _bounds: IAnimationKey[];
  private readonly _first: IAnimationKey;
  /** Frames per second of the bounds, and of the keys: setting {@link framePerSecond} moves no key. */
  private readonly _fps: number;

  constructor(name: string, property: string, fps: number, dataType: number, data: KeyData) {
    super(name, property, fps, dataType);
    this._data = data;
    this._bounds = boundsOf(data, fps);
    this._first = this._bounds[0]!;
    this._fps = fps;
  }

  /** The data of the keys; null once the keys were read or set, or {@link framePerSecond} was changed. */
  get keyData(): KeyData | null {
    return this.framePerSecond === this._fps ? this._data : null;
  }

  get showsRuns(): true {
    return true;
  }

  override get runtimeAnimations(): RuntimeAnimation[] {
    return showRuns(this);
  }

  override get hasRunningRuntimeAnimations(): boolean {
    return isRunning(this);
  }

  get boundKeys(): IAnimationKey[] {
    return this._data ? this._bounds : super.getKeys();
  }

  override getKeys(): IAnimationKey[] {
    return this.boundsReading?.isActive ? this.boundKeys : super.getKeys();
  }

  override setKeys(...keys: Parameters<Animation["setKeys"]>): void {
    this._data = null;
    this.wereKeysSet = true;
    keyChanges.count++;
    super.setKeys(...keys);
  }

  makeKeys(): IAnimationKey[] {
    const data = this._data!;
    const bounds = this._bounds;
    this._data = null;
    this._bounds = [];
    const keys = keysOf(data, this._fps);
    if (data.sampler.interpolation === "CUBICSPLINE") {
      recordOwnRange(keys);
    }
    const count = Math.min(keys.length, 2);
    if (bounds.length > count) {
      const [first, last] = [keys[0]!, keys[keys.length - 1]!];
      const own = bounds.indexOf(this._first);
      keys.unshift(...bounds.slice(0, own).map(({ frame }) => ({ ...first, frame })));
      keys.push(...bounds.slice(own + count).map(({ frame }) => ({ ...last, frame })));
    }
    return keys;
  }
}

makeKeysOnDemand(OnDemandAnimation);

function boundsOf({ sampler: { times } }: KeyData, fps: number): IAnimationKey[] {
  const first = { frame: times.array[times.at]! * fps, value: null };
  return times.length > 1 ? [first, { frame: times.array[times.at + times.length - 1]! * fps, value: null }] : [first];
}
