/**
 * The table of finding codes in `src/gltf/util/finding.ts`, for the documentation.
 * @param {string} source
 * @returns {{ code: string, severity: number, text: string }[]} the sentence is that of the comment
 */
export function readCodes(source) {
  return Array.from(source.matchAll(/^ {2}\/\*\* (.+) \*\/\n {2}(\w+): (\d),$/gm), ([, text = "", code = "", severity]) => ({
    code,
    severity: Number(severity),
    text,
  }));
}
