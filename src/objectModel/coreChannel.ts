/** A property of a node that glTF itself can animate, without an extension. */
export interface CoreTarget {
  readonly node: number;
  readonly path: "translation" | "rotation" | "scale" | "weights";
}

/** The target of core glTF that means the same as a JSON pointer; null if there is none. */
export function coreTargetOf(pointer: string): CoreTarget | null {
  const [, node, path] = /^\/nodes\/(0|[1-9]\d*)\/(translation|rotation|scale|weights)$/.exec(pointer) ?? [];
  return path === undefined ? null : { node: Number(node), path: path as CoreTarget["path"] };
}

const FLOAT = 5126;

/** Whether core glTF allows an output: floats or, for rotation and weights, normalized bytes and shorts (glTF 2.0, 3.11). */
export function isCoreOutput(path: string, componentType: number, normalized: boolean): boolean {
  return componentType === FLOAT || (normalized && (path === "rotation" || path === "weights"));
}
