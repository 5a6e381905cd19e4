import type { ExtrasValue } from "../objectModel/index.js";
import type { PointerOwner, PointerRow } from "./pointerRow.js";
import { rare } from "./rareLandings.js";

/** The owner of the extras of an object, by its collection. */
const OWNERS: ReadonlyMap<string, PointerOwner> = new Map(
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
