/** The accessor types of animation samplers, with the number of components per element (glTF 2.0, section 3.6.2.2). */
const COMPONENTS = /*#__PURE__*/ new Map<unknown, number>([
  ["SCALAR", 1],
  ["VEC2", 2],
  ["VEC3", 3],
  ["VEC4", 4],
  ["MAT4", 16],
]);

/** The number of components per element of an accessor type; 0 for types that animation samplers cannot have. */
export function componentsOfType(type: unknown): number {
  return COMPONENTS.get(type) ?? 0;
}

/** The `accessor.componentType` of floats. */
export const FLOAT = 5126;
