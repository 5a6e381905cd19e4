/** The glTF extensions that the package reads. */
export const OUR_EXTENSIONS: ReadonlySet<string> = new Set([
  "KHR_animation_clip",
  "KHR_animation_controller",
  "KHR_animation_pointer",
  "KHR_animation2",
  "EXT_property_animation",
]);
