export const SPACE = /[ \t\n\r]*/y;
const SCALAR = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const PLAIN_CHARACTERS = /[^"\\\u0000-\u001f]*/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;

/** First characters of the tokens that can begin a value; `0` stands for all scalars. */
const VALUE = '{["0';

/**
 * Finds the first error in a JSON text (RFC 8259), for example to mark the error in an editor. `JSON.parse` states the position of an error
 * in some browsers only.
 * @param text any text, nested to any depth
 * @returns the index of the first invalid character; the length of the text if the text ends too early, or is valid
 * @example FindJsonError('{"name": walk}') // 9
 */
export function FindJsonError(text: string): number {
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

/** @param closer closing bracket of the innermost object or array; empty at the top level */
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

/** @returns the end of the token, or the index of the first invalid character in the token */
function readToken(text: string, at: number, token: string): { readonly end: number; readonly isWhole: boolean } {
  if (token !== '"') {
    return { end: token === "0" ? skip(SCALAR, text, at) : at + 1, isWhole: true };
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

/** @returns the end of the match of a sticky pattern at an index; without a match, the index */
export function skip(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}
