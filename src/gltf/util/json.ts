/** What only the readers of other tools' data ask of JSON: apart from `collections`, which each application loads at once. */
import { itemsOf } from "./collections.js";

/** An object of an asset. */
export type Json = Readonly<Record<string, unknown>>;

/** The members of a value of the asset; none if the value is not an object. */
export const membersOf = (value: unknown): Json => Object(value) as Json;

/** The objects of an array of the asset, by index. */
export const objectsOf = (array: unknown): readonly Json[] => itemsOf(array).map(membersOf);
