import type { Light } from "@babylonjs/core/Lights/light.js";
import type { Write } from "./setters.js";

// with names in the code, as the material properties that files animate most

export const setLightColor: Write = (light, value) => (light as Light).diffuse.set(value[0]!, value[1]!, value[2]!);

export const setLightIntensity: Write = (light, value) => void ((light as Light).intensity = value[0]!);
