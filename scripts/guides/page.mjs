/** Reads what a page of Markdown tells its reader to do, in the order of the page. */

/**
 * A block to save in a file, or a command to run in a shell.
 * @typedef {{ line: number, kind: "file", language: string, file: string, text: string } | { line: number, kind: "command", text: string }} Step
 */

/** A block `ts [scene.ts]` is for the named file. One without a name is the script of the page. */
export const SCRIPT = "main.ts";

/** A fenced block, or a command within the text. */
const STEPS = /^```(\w+)(?: \[(.*)\])?\n([^]*?)^```|`((?:npx|npm|blender) [^`]*)`/gm;

/**
 * All steps of a page. Blocks in other languages than `ts` and `sh` that have no file are excerpts, and no steps.
 * @param {string} markdown
 * @returns {Step[]}
 */
export function readSteps(markdown) {
  return [...markdown.matchAll(STEPS)].flatMap(({ 0: whole, 1: language, 2: name, 3: text = "", 4: inline, index }) => {
    const line = markdown.slice(0, index).split("\n").length;
    if (inline !== undefined) {
      return [{ line, kind: /** @type {const} */ ("command"), text: inline.replace(/\s+/g, " ") }];
    }
    if (language === "sh") {
      const commands = text.split("\n").map((command, i) => ({
        line: line + 1 + i,
        kind: /** @type {const} */ ("command"),
        text: command.replace(/ +#.*$/, ""),
      }));
      return commands.filter(({ text: command }) => command !== "");
    }
    const file = name ?? (language === "ts" ? SCRIPT : undefined);
    return file === undefined || language === undefined || whole === undefined
      ? []
      : [{ line, kind: /** @type {const} */ ("file"), language, file, text }];
  });
}

/** The files of the repository that a page lets its reader save: models and scripts. @param {string} markdown @returns {string[]} by their paths from the page */
export function readDownloads(markdown) {
  return [...new Set([...markdown.matchAll(/\]\(((?!\w+:)[^)]*\.(?:glb|py))\)/g)].map(([, href]) => href ?? ""))];
}

/** The page whose project a page goes on with, if it says so. @param {string} markdown @returns {string | undefined} by its path from the page */
export function readProject(markdown) {
  return /\bproject of\s+\[[^\]]*\]\(([^)#]*)/.exec(markdown)?.[1];
}
