/**
 * The finding codes in `src/gltf/util/finding.ts`, by name, for the documentation. The sentence is that of the comment.
 * @param {string} source
 * @returns {{ code: string, severity: number, text: string }[]}
 */
export function readCodes(source) {
  const codes = source.matchAll(/^ {2}\/\*\* (.+) \*\/\n {2}(?:\| "(\w+)";?|(\w+): (\d),)$/gm);
  return Array.from(codes, ([, text = "", warning, other = "", severity = 1]) => ({
    code: warning ?? other,
    severity: Number(severity),
    text,
  })).sort((a, b) => (a.code < b.code ? -1 : 1));
}
