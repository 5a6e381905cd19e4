/** The types of accessors that samplers of animations have, and the number of components of an element (glTF 2.0, section 3.6.2.2). */
export const COMPONENTS_OF_TYPE: ReadonlyMap<unknown, number> = new Map([
  ["SCALAR", 1],
  ["VEC2", 2],
  ["VEC3", 3],
  ["VEC4", 4],
  ["MAT4", 16],
]);

/** `accessor.componentType` of floats. */
export const FLOAT = 5126;
