import type { Animation } from "@babylonjs/core/Animations/animation.js";
import type { IAnimationKey } from "@babylonjs/core/Animations/animationKey.js";

interface AnimationInternals {
  _keys: IAnimationKey[];
}

/** An animation whose keys are made when they are first read. */
export interface KeyMaker {
  /** Makes the keys. Called at most once, and not after keys were set. */
  makeKeys(): IAnimationKey[];
}

type AnimationClass = abstract new (...args: never[]) => Animation & KeyMaker;

/** Makes the animations of a class call `makeKeys` when Babylon first reads the keys. */
export function makeKeysOnDemand(type: AnimationClass): void {
  Object.defineProperty(type.prototype, "_keys", {
    configurable: true,
    enumerable: true,
    get(this: AnimationInternals & KeyMaker) {
      return (this._keys = this.makeKeys());
    },
    set(this: AnimationInternals, keys: IAnimationKey[]) {
      Object.defineProperty(this, "_keys", { value: keys, writable: true, enumerable: true, configurable: true });
    },
  });
}
