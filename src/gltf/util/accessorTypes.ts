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

/** Whether an accessor states numbers within -1..1 as integers (glTF 2.0, section 3.6.2.2). */
export function areNormalizedIntegers({
  componentType,
  normalized,
}: {
  readonly componentType: number;
  readonly normalized?: unknown;
}): boolean {
  return normalized === true && componentType !== FLOAT;
}

/** The sizes of component types in bytes: signed and unsigned bytes and shorts, unsigned integers, floats (glTF 2.0, section 3.6.2.2). */
const COMPONENT_BYTES = /*#__PURE__*/ new Map<unknown, number>([
  [5120, 1],
  [5121, 1],
  [5122, 2],
  [5123, 2],
  [5125, 4],
  [FLOAT, 4],
]);

/** The bytes of a component; 0 for component types unknown to glTF. */
export function bytesOfComponent(componentType: unknown): number {
  return COMPONENT_BYTES.get(componentType) ?? 0;
}
