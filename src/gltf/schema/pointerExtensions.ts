/** The extensions that animate by JSON pointer, in the order of planning: the ratified extension, then its predecessors. */
export const POINTER_EXTENSIONS = ["KHR_animation_pointer", "KHR_animation2", "EXT_property_animation"] as const;

export type PointerExtensionName = (typeof POINTER_EXTENSIONS)[number];
