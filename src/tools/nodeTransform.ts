/** The columns of a matrix of 3 × 3 elements. */
export type Columns = readonly [Vector, Vector, Vector];
export type Vector = readonly [number, number, number];

/** The rotation and the scale of a node at rest. */
export function linearOf(node: Readonly<Record<string, unknown>>): Columns {
  const numbers = (member: string, byDefault: readonly number[]): readonly number[] => {
    const value = node[member];
    const isValid = Array.isArray(value) && value.length === byDefault.length && value.every((each) => Number.isFinite(each));
    return isValid ? (value as number[]) : byDefault;
  };
  if (Array.isArray(node["matrix"])) {
    const all = numbers("matrix", [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]);
    return [0, 4, 8].map((at) => all.slice(at, at + 3)) as unknown as Columns;
  }
  const [x, y, z, w] = numbers("rotation", [0, 0, 0, 1]) as [number, number, number, number];
  const scale = numbers("scale", [1, 1, 1]);
  const rotation: Columns = [
    [1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w)],
    [2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)],
    [2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y)],
  ];
  return rotation.map((column, i) => column.map((component) => component * scale[i]!)) as unknown as Columns;
}

/** The position of a node at rest, relative to its parent. */
export function offsetOf(node: Readonly<Record<string, unknown>>): Vector {
  const stated: unknown = Array.isArray(node["matrix"]) ? node["matrix"].slice(12, 15) : node["translation"];
  const isValid = Array.isArray(stated) && stated.length === 3 && stated.every((each) => Number.isFinite(each));
  return isValid ? (stated as unknown as Vector) : [0, 0, 0];
}
