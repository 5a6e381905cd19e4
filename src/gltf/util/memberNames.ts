/** The names of all members of an object that a function takes. The compiler checks that none is missing. */
export type MemberNames<T> = { readonly [Name in keyof T]-?: true };

/**
 * Whether an object has members that a function does not know.
 * @param given any value; only objects have unknown members
 */
export function hasUnknownMembers<T>(given: unknown, known: MemberNames<T>): given is object {
  if (typeof given === "object" && given !== null) {
    // `for` allocates nothing: settings may be set in each frame
    for (const name in given) {
      if (!Object.hasOwn(known, name) && Object.hasOwn(given, name)) {
        return true;
      }
    }
  }
  return false;
}
