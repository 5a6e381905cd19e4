/** The types of accessors that samplers of animations have, and the number of components of an element (glTF 2.0, section 3.6.2.2). */
const COMPONENTS = /*#__PURE__*/ new Map<unknown, number>([
  ["SCALAR", 1],
  ["VEC2", 2],
  ["VEC3", 3],
  ["VEC4", 4],
  ["MAT4", 16],
]);

/** How many components an element of a type has; 0 for types that samplers cannot have. */
export function componentsOfType(type: unknown): number {
  return COMPONENTS.get(type) ?? 0;
}

/** `accessor.componentType` of floats. */
export const FLOAT = 5126;
