import { Observable } from "@babylonjs/core/Misc/observable.js";
import type { Scene } from "@babylonjs/core/scene.js";
import type { ExtrasValue } from "../objectModel/extrasValue.js";
import type { Owner, PointerRow } from "./pointerRow.js";
import { rare } from "./rareLandings.js";

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

/** The owner of the extras of an object, by its collection. */
const OWNERS: ReadonlyMap<string, Owner> = new Map(
  Object.entries({
    nodes: "node",
    meshes: "mesh",
    materials: "material",
    cameras: "camera",
    "extensions/KHR_lights_punctual/lights": "light",
  }),
);

/** The row of a value in the `extras` of an object. */
export function rowOfExtras(extras: ExtrasValue): PointerRow {
  const { path, property } = extras;
  const owner = (path.extension === null && path.property === "extras" && OWNERS.get(path.collection)) || "none";
  return { ...property, landing: rare(owner, "metadata.gltf.extras", ({ extrasSetter }) => extrasSetter(extras, owner)) };
}
