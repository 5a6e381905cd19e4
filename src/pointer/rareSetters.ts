/** Setters of properties that few files animate. Imported with the first channel that needs one. */
import { setAspectRatio } from "./cameraSetters.js";
import { setEnvironmentIntensity, setEnvironmentRotation } from "./environmentSetters.js";
import { nodeSwitch } from "./nodeSelectability.js";
import type { Setter } from "./setters.js";

export { extrasSetter } from "./extrasSetter.js";
export { trackNode } from "./nodeSelectability.js";

export const aspectRatio: Setter = { write: setAspectRatio };
export const environmentIntensity: Setter = { write: setEnvironmentIntensity };
export const environmentRotation: Setter = { write: setEnvironmentRotation };
export const hoverable = nodeSwitch("hoverable");
export const selectable = nodeSwitch("selectable");
