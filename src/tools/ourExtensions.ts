import { EVENTS_EXTENSION, POINTER_EXTENSIONS } from "../gltf/schema/index.js";

/** The glTF extensions that the package reads. */
export const OUR_EXTENSIONS: ReadonlySet<string> = new Set([
  "KHR_animation_clip",
  "KHR_animation_controller",
  EVENTS_EXTENSION,
  ...POINTER_EXTENSIONS,
]);
