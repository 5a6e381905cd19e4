import { createFinding, excerpt, type Finding, type FindingCode, findSimilar } from "../../gltf/util/index.js";

/**
 * Notes members that have no effect, such as misspelled ones.
 * @param pointer JSON pointer of the object
 * @param noun the word for the object
 * @param known the names of the members that have an effect
 */
export function noteUnknown(
  code: FindingCode,
  pointer: string,
  noun: string,
  members: readonly string[],
  known: readonly string[],
): readonly Finding[] {
  return members.map((member) => {
    const similar = findSimilar(member, known);
    const hint = similar === undefined ? "" : `; did you mean ${similar}?`;
    return createFinding(code, `${pointer}/${excerpt(member)}`, `is no member of ${noun}, and is ignored${hint}`);
  });
}
