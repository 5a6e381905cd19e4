/** Reads what a page of Markdown tells its reader to do, in the order of the page. */

/**
 * A block to save in a file, or a command to run in a shell.
 * @typedef {{ line: number, kind: "file", language: string, file: string, text: string } | { line: number, kind: "command", text: string }} Step
 */

/** Guides whose examples need packages that the repository does not have: `npm run check:guides` alone compiles and follows them. */
export const WITH_PACKAGES = ["react"];

/** Guides whose examples are the files of a template, by its folder: a test compares them, and `npm run check:consumers` builds and plays it. */
export const OF_TEMPLATES = { "third-person": "templates/third-person/" };

/** What a library logs of the heroes of the guides, which have no fingers. */
export const ESTIMATE = /: palms are assumed: hands have no fingers/;

/** A block `ts [scene.ts]` is for the named file. One without a name is the script of the page. */
export const SCRIPT = "main.ts";

/** A fenced block, of which lines may be marked, or a command within the text. */
const STEPS = /^```(\w+)(?: \[(.*)\])?(?: \{[\d,-]+\})?\n([^]*?)^```|`((?:npx|npm|blender) [^`]*)`/gm;

/**
 * All steps of a page. Blocks in other languages than `ts` and `sh` that have no file are excerpts, and no steps.
 * @param {string} markdown
 * @returns {Step[]}
 */
export function readSteps(markdown) {
  return [...markdown.matchAll(STEPS)].flatMap((match) => stepsOf(match, markdown.slice(0, match.index).split("\n").length));
}

/** @param {RegExpMatchArray} match of {@link STEPS} @param {number} line where it begins @returns {Step[]} */
function stepsOf([, language = "", name, text = "", inline], line) {
  if (inline !== undefined) {
    return [{ line, kind: "command", text: inline.replace(/\s+/g, " ") }];
  }
  if (language === "sh") {
    return text.split("\n").flatMap((command, i) => (command === "" ? [] : [{ line: line + 1 + i, kind: "command", text: command }]));
  }
  const file = name ?? (language === "ts" ? SCRIPT : undefined);
  return file === undefined ? [] : [{ line, kind: "file", language, file, text }];
}

/** The files of the repository that a page lets its reader save: models and scripts. @param {string} markdown @returns {string[]} by their paths from the page */
export function readDownloads(markdown) {
  return [...new Set([...markdown.matchAll(/\]\(((?!\w+:)[^)]*\.(?:glb|py))\)/g)].map(([, href]) => href ?? ""))];
}

/** The page whose project a page goes on with, if it says so. @param {string} markdown @returns {string | undefined} by its path from the page */
export function readProject(markdown) {
  return /\bproject of\s+\[[^\]]*\]\(([^)#]*)/.exec(markdown)?.[1];
}
