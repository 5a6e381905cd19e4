const SPACE = /[ \t\n\r]*/y;
const SCALAR = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const PLAIN_CHARACTERS = /[^"\\\u0000-\u001f]*/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;

/** The tokens that a value can begin with, by their first character; `0` stands for all scalars. */
const VALUE = '{["0';

/**
 * Finds where a text is not JSON (RFC 8259). The messages of engines differ, and often do not say.
 * @param text any text, of any depth
 * @returns the index of the first character that cannot stand there; the length of a text that ends too early, or is JSON
 */
export function findJsonError(text: string): number {
  const closers: string[] = [];
  let expected = VALUE;
  for (let at = skip(SPACE, text, 0); ; at = skip(SPACE, text, at)) {
    const token = /["{}[\],:]/.test(text[at] ?? "") ? text[at]! : "0";
    if (!expected.includes(token)) {
      return at;
    }
    const { end, isWhole } = readToken(text, at, token);
    if (!isWhole) {
      return end;
    }
    at = end;
    if (token === "{" || token === "[") {
      closers.push(token === "{" ? "}" : "]");
    } else if (token === closers.at(-1)) {
      closers.pop();
    }
    expected = expectedAfter(token, expected, closers.at(-1) ?? "");
  }
}

/** @param closer of the innermost object or array; empty outside of all */
function expectedAfter(token: string, expected: string, closer: string): string {
  const isKey = token === '"' && !expected.includes("{");
  switch (token) {
    case "{":
      return '"}';
    case "[":
      return `${VALUE}]`;
    case ":":
      return VALUE;
    case ",":
      return closer === "}" ? '"' : VALUE;
    default:
      return isKey ? ":" : closer && `,${closer}`;
  }
}

/** @returns where a token ends, or what cannot stand in it */
function readToken(text: string, at: number, token: string): { readonly end: number; readonly isWhole: boolean } {
  if (token !== '"') {
    const end = token === "0" ? skip(SCALAR, text, at) : at + 1;
    return { end, isWhole: end > at };
  }
  for (let end = at + 1; ;) {
    const special = skip(PLAIN_CHARACTERS, text, end);
    end = skip(ESCAPE, text, special);
    if (end === special) {
      const isWhole = text[special] === '"';
      return { end: special + (isWhole ? 1 : 0), isWhole };
    }
  }
}

function skip(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}
