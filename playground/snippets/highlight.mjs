/** Colors JavaScript: comments, strings, keywords and numbers. */

const TOKENS =
  /(?<comment>\/\/.*)|(?<string>"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`)|(?<keyword>\b(?:async|await|const|else|for|function|if|let|new|null|of|return|throw|true|false|undefined|while)\b)|(?<number>\b\d[\w.]*)/g;

/**
 * @param {string} code
 * @returns {(string | HTMLElement)[]} what a `pre` shows
 */
export function highlight(code) {
  const parts = [];
  let end = 0;
  for (const match of code.matchAll(TOKENS)) {
    const [kind = ""] = Object.entries(match.groups ?? {}).find(([, text]) => text !== undefined) ?? [];
    parts.push(code.slice(end, match.index), Object.assign(document.createElement("span"), { className: kind, textContent: match[0] }));
    end = match.index + match[0].length;
  }
  return [...parts, code.slice(end)];
}
