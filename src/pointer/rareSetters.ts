/** Setters of properties that few files animate. Imported with the first channel that needs one. */
import { setAspectRatio } from "./cameraSetters.js";
import { setEnvironmentIntensity, setEnvironmentRotation } from "./environmentSetters.js";
import { nodeSwitch } from "./nodeSelectability.js";

export { trackNode } from "./nodeSelectability.js";

export const SETTERS = {
  aspectRatio: { write: setAspectRatio },
  environmentIntensity: { write: setEnvironmentIntensity },
  environmentRotation: { write: setEnvironmentRotation },
  hoverable: nodeSwitch("hoverable"),
  selectable: nodeSwitch("selectable"),
};
