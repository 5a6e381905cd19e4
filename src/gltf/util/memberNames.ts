/** An object with the members that a function takes, such as a table of options. The compiler checks that none is missing. */
export type MemberNames<T> = { readonly [Name in keyof T]-?: unknown };

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
