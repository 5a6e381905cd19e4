import { excerpt, show } from "./messages.js";

/** Largest number of edits by which a similar name differs. */
const MAX_EDITS = 3;
/** Largest number of edits, as a share of the longer name's length. */
const MAX_SHARE = 0.5;
/** Longer names are not compared. */
const MAX_LENGTH = 100;

/**
 * Finds the name that was probably meant by a misspelled one, whatever its case.
 * @returns undefined if no name is similar
 * @example findSimilar("jmp", ["idle", "walk", "jump"]) // "jump"
 */
export function findSimilar(text: string, names: readonly string[]): string | undefined {
  let best: string | undefined;
  let fewest = Infinity;
  for (const name of names) {
    const length = Math.max(text.length, name.length);
    const edits = length > MAX_LENGTH ? Infinity : countEdits(text.toLowerCase(), name.toLowerCase());
    if (edits <= Math.min(MAX_EDITS, MAX_SHARE * length) && edits < fewest) {
      [best, fewest] = [name, edits];
    }
  }
  return best;
}

/**
 * The end of a message about a name that there is not: the name that was probably meant, or all names.
 * @example hintAmong("jmp", ["idle", "jump"]) // "; did you mean \"jump\"?"
 */
export function hintAmong(text: string, names: readonly string[]): string {
  const similar = findSimilar(text, names);
  return similar === undefined ? `; there is ${excerpt(names.join(", ") || "none")}` : `; did you mean ${show(similar)}?`;
}

/** The number of characters to insert, remove, replace or swap with their neighbor in order to turn one text into the other. */
function countEdits(a: string, b: string): number {
  let beforeLast: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = last[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row.push(Math.min(replaced, last[j]! + 1, row[j - 1]! + 1, isSwapped ? beforeLast[j - 2]! + 1 : Infinity));
    }
    [beforeLast, last] = [last, row];
  }
  return last[b.length]!;
}
