import { createFinding, type Finding } from "./finding.js";
import { hasUnknownMembers, type MemberNames } from "./memberNames.js";
import { excerpt, show } from "./messages.js";
import { findSimilar } from "./similar.js";

/** What to use in place of members that users of Babylon.js or of other programs may expect, by their names. */
export type Replacements = Readonly<Record<string, string>>;

/**
 * Finds the members of an object that a function does not know, so that they would have no effect without a word.
 * @param argument the name of the argument
 * @param given any value; only objects have unknown members
 * @example findUnknownMembers("settings", { ednd: 3 }, { end: true })[0].message // "has no effect (got 3); did you mean end?"
 */
export function findUnknownMembers<T>(
  argument: string,
  given: unknown,
  known: MemberNames<T>,
  replacements: Replacements = {},
): readonly Finding[] {
  const members = hasUnknownMembers(given, known) ? Object.entries(given).filter(([name]) => !Object.hasOwn(known, name)) : [];
  return members.map(([name, value]) => {
    const hint = hintAt(name, Object.keys(known), replacements);
    return createFinding("OPTION_UNKNOWN", `${argument}.${excerpt(name, 40)}`, `has no effect (got ${show(value)}); ${hint}`);
  });
}

function hintAt(name: string, known: readonly string[], replacements: Replacements): string {
  if (Object.hasOwn(replacements, name)) {
    return `use ${replacements[name]}`;
  }
  const similar = findSimilar(name, known);
  return similar === undefined ? `the members are ${excerpt(known.join(", "), 200)}` : `did you mean ${similar}?`;
}
