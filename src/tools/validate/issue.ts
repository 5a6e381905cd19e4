import { type AssetError, excerpt, findSimilar } from "../../util/index.js";

/** An error or a doubtful setting in an asset, in the message format of Khronos' glTF validator. */
export interface ValidationIssue {
  /** The kind of issue, from the list at `ValidateAnimations`. */
  readonly code: string;
  /** The rule and the value, of bounded length. */
  readonly message: string;
  /** 0: error, 1: warning, 2: information, 3: hint. */
  readonly severity: 0 | 1 | 2 | 3;
  /** JSON pointer of the wrong member in the asset. */
  readonly pointer: string;
}

/** Turns an error into an issue. */
export function issueOfError(code: string, { pointer: place, rule }: AssetError): ValidationIssue {
  return { code, message: rule, severity: 0, pointer: place };
}

/** Turns a reader's warning, which begins with a JSON pointer, into an issue. */
export function issueOfWarning(code: string, warning: string): ValidationIssue {
  const [pointer] = warning.split(": ", 1);
  return { code, message: warning.slice(pointer!.length + 2), severity: 1, pointer: pointer! };
}

/**
 * Notes members that have no effect, such as misspelled ones.
 * @param place JSON pointer of the object, with the word for it
 * @param known the names of the members that have an effect
 */
export function issuesOfUnknown(
  code: string,
  [place, noun]: readonly [string, string],
  members: readonly string[],
  known: readonly string[],
): readonly ValidationIssue[] {
  return members.map((member) => {
    const similar = findSimilar(member, known);
    const hint = similar === undefined ? "" : `; did you mean ${similar}?`;
    return { code, message: `is no member of ${noun}, and is ignored${hint}`, severity: 2, pointer: `${place}/${excerpt(member)}` };
  });
}
