import { excerpt, show } from "./messages.js";
import { findSimilar } from "./similar.js";

/** The names of all members of an object that a function takes. The compiler checks that none is missing. */
export type MemberNames<T> = { readonly [Name in keyof T]-?: true };

/** What to use in place of members that users of Babylon.js or of other programs may expect, by their names. */
export type Replacements = Readonly<Record<string, string>>;

/** An unknown member, and the message about it. */
export interface UnknownMember {
  /** The argument and the member, as in `settings.ednd`. */
  readonly place: string;
  /** Place, rule and value, and what was probably meant. */
  readonly message: string;
}

/**
 * Finds the members of an object that a function does not know, so that they would have no effect without a word.
 * @param argument the name of the argument
 * @param given any value; only objects have unknown members
 * @example findUnknownMembers("settings", { ednd: 3 }, { end: true })[0].message // "settings.ednd: has no effect (got 3); did you mean end?"
 */
export function findUnknownMembers<T>(
  argument: string,
  given: unknown,
  known: MemberNames<T>,
  replacements: Replacements = {},
): readonly UnknownMember[] {
  let unknown = NONE;
  if (typeof given === "object" && given !== null) {
    // `for` allocates nothing: settings may be set in each frame
    for (const name in given) {
      if (!Object.hasOwn(known, name) && Object.hasOwn(given, name)) {
        const place = `${argument}.${excerpt(name, 40)}`;
        const hint = hintAt(name, Object.keys(known), replacements);
        unknown = [...unknown, { place, message: `${place}: has no effect (got ${show((given as never)[name])}); ${hint}` }];
      }
    }
  }
  return unknown;
}

const NONE: readonly UnknownMember[] = [];

function hintAt(name: string, known: readonly string[], replacements: Replacements): string {
  if (Object.hasOwn(replacements, name)) {
    return `use ${replacements[name]}`;
  }
  const similar = findSimilar(name, known);
  return similar === undefined ? `the members are ${excerpt(known.join(", "), 200)}` : `did you mean ${similar}?`;
}
