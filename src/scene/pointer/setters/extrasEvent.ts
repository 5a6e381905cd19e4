import { Observable } from "@babylonjs/core/Misc/observable.js";
import type { Scene } from "@babylonjs/core/scene.js";

/** A change of a value in the `extras` of a glTF object by an animation. */
export interface ExtrasEvent {
  /** The JSON pointer of the value in the asset. */
  readonly pointer: string;
  readonly value: number | boolean | readonly number[];
  /** The Babylon object whose `metadata.gltf.extras` hold the value; null if the glTF object has no Babylon object. */
  readonly object: object | null;
  /** The scene that the asset was loaded into. */
  readonly scene: Scene;
}

/** Reports every value in `extras` that an animation sets, in all scenes. The meaning of the values is up to the application. */
export const OnExtrasAnimatedObservable = /*#__PURE__*/ new Observable<ExtrasEvent>();
