/** Setters of properties that few files animate. The module is imported with the first channel that needs a lazy setter. */
import type { LazySetterName } from "../../../gltf/objectModel/index.js";
import { setAspectRatio } from "./cameraSetters.js";
import { setEnvironmentIntensity, setEnvironmentRotation } from "./environmentSetters.js";
import { nodeSwitch } from "./nodeSelectability.js";
import type { Setter } from "./setters.js";

export { extrasSetter } from "./extrasSetter.js";
export { trackNode } from "./nodeSelectability.js";

/** The lazy setters, by the names in the property tables. */
export const LAZY_SETTERS: Readonly<Record<LazySetterName, Setter>> = {
  aspectRatio: { write: setAspectRatio },
  environmentIntensity: { write: setEnvironmentIntensity },
  environmentRotation: { write: setEnvironmentRotation },
  hoverable: nodeSwitch("hoverable"),
  selectable: nodeSwitch("selectable"),
};
