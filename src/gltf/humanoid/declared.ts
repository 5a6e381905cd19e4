import type { GltfJson } from "../file/index.js";
import { itemsOf } from "../util/index.js";

/** A part of what a file declares of a humanoid that is left out, because it names what the file does not have. */
export interface LeftOut {
  /** The way to what is wrong. */
  readonly at: readonly string[];
  readonly part: "bone" | "bind" | "expression" | "gaze" | "list";
  /** What it must be. */
  readonly must: "array" | "bone" | "index" | "number" | "nameOfNode" | "meshOfNode";
  readonly value: unknown;
  /** Of an index, how many there are of what. */
  readonly among?: readonly [count: number, name: string];
}

/** Receives what a reader leaves out. */
export type OnLeftOut = (leftOut: LeftOut) => void;

/** The value, if it is the index of one of some items; else -1, which is noted. */
export function readIndex(
  value: unknown,
  among: readonly [count: number, name: string],
  at: Pick<LeftOut, "at" | "part">,
  note: OnLeftOut,
): number {
  if (Number.isInteger(value) && (value as number) >= 0 && (value as number) < among[0]) {
    return value as number;
  }
  note({ ...at, must: "index", value, among });
  return -1;
}

/** The index of a node or of a mesh; else -1, which is noted. */
export function readItem(
  json: GltfJson,
  list: "nodes" | "meshes",
  value: unknown,
  at: Pick<LeftOut, "at" | "part">,
  note: OnLeftOut,
): number {
  return readIndex(value, [itemsOf(json[list]).length, list], at, note);
}

/** The items of a list in a declaration. Notes a value that is no list. */
export function readList(value: unknown, at: readonly string[], note: OnLeftOut): readonly unknown[] {
  if (value !== undefined && !Array.isArray(value)) {
    note({ at, part: "list", must: "array", value });
  }
  return itemsOf(value);
}
