import { Observable } from "@babylonjs/core/Misc/observable.js";
import type { Scene } from "@babylonjs/core/scene.js";

/** A value in the `extras` of a glTF object that an animation has changed. */
export interface ExtrasEvent {
  /** The JSON pointer of the value in the asset. */
  readonly pointer: string;
  readonly value: number | readonly number[];
  /** The Babylon object with the value in its `metadata.gltf.extras`; null where the glTF object became no Babylon object. */
  readonly object: object | null;
  /** The scene that the asset was loaded into. */
  readonly scene: Scene;
}

/** Reports every value in `extras` that an animation sets, in all scenes. Their meaning is up to the application. */
export const OnExtrasAnimatedObservable = /*#__PURE__*/ new Observable<ExtrasEvent>();
