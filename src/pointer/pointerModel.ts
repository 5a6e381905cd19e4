import { PointerResolver, type PropertyPath, type ResolvedPointer } from "../objectModel/index.js";
import { rowOfExtras } from "./extras.js";
import { rowOf } from "./pointerRegistry.js";
import type { PointerRow } from "./pointerRow.js";

/** A resolved pointer whose row says where it lands in Babylon. */
export type ResolvedRow = ResolvedPointer<PointerRow>;

/** Gives the row that replaces a row for one object. */
export type RowChoice = (row: PointerRow, path: PropertyPath) => PointerRow;

/**
 * A resolver by the rows that are registered.
 * @param choose for objects on which properties land elsewhere than on others
 */
export function createPointerResolver(asset: unknown, choose: RowChoice = (row) => row): PointerResolver<PointerRow> {
  const refusalOf = ({ landing }: PointerRow): string | null => (typeof landing === "string" ? landing : null);
  return new PointerResolver(asset, { rowOf, rowOfExtras, choose, refusalOf });
}
