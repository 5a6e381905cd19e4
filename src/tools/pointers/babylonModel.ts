import type { ObjectModel } from "../../objectModel/pointerResolver.js";
import { BABYLON_PROPERTIES } from "./babylonProperties.js";
import type { BabylonProperty } from "./babylonProperty.js";

const byTemplate = new Map(BABYLON_PROPERTIES.map((property) => [property.template, property]));

/** The object model as Babylon shows it. Properties that land nowhere resolve, too: that is no fault of a file. */
export const BABYLON_MODEL: ObjectModel<BabylonProperty> = {
  rowOf: (template) => byTemplate.get(template),
  rowOfExtras: ({ property }) => ({ ...property, lands: "metadata.gltf.extras" }),
  choose: (row) => row,
  refusalOf: () => null,
};
