/**
 * Splits a JSON pointer into its unescaped reference tokens (RFC 6901, sections 3 and 4).
 * @param pointer empty, or beginning with `/`
 * @returns the tokens, or null if the syntax is invalid
 * @example parseJsonPointer("/extras/a~1b") // ["extras", "a/b"]
 */
export function parseJsonPointer(pointer: string): readonly string[] | null {
  if (pointer === "") {
    return [];
  }
  if (!pointer.startsWith("/") || /~(?![01])/.test(pointer)) {
    return null;
  }
  const tokens = pointer.slice(1).split("/");
  return pointer.includes("~") ? tokens.map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~")) : tokens;
}

/** Joins reference tokens to a JSON pointer (RFC 6901, section 3). */
export function toJsonPointer(tokens: readonly string[]): string {
  let pointer = "";
  for (const token of tokens) {
    pointer += `/${/[~/]/.test(token) ? token.replaceAll("~", "~0").replaceAll("/", "~1") : token}`;
  }
  return pointer;
}

/**
 * The array index that a reference token stands for: digits without leading zeros (RFC 6901, section 4).
 * @returns the index, or -1 if the token is not an index, for example `-`, the element after the last element
 */
export function parseArrayIndex(token: string): number {
  const first = token.charCodeAt(0);
  return first >= 48 && first <= 57 && /^(0|[1-9]\d*)$/.test(token) ? Number(token) : -1;
}

/** The JSON pointer of reference tokens, with `{}` for each array index. A token `{}` becomes empty, and so matches no template. */
export function templateOf(tokens: readonly string[]): string {
  return toJsonPointer(tokens.map((token) => (parseArrayIndex(token) >= 0 ? "{}" : token === "{}" ? "" : token)));
}

/**
 * Follows reference tokens through a JSON value (RFC 6901, section 4), by own members only.
 * @returns the value, or undefined if the tokens lead to no value
 */
export function followTokens(json: unknown, tokens: readonly string[]): unknown {
  let value = json;
  for (const token of tokens) {
    if (Array.isArray(value)) {
      value = value[parseArrayIndex(token)] as unknown;
    } else if (typeof value === "object" && value !== null && Object.hasOwn(value, token)) {
      value = (value as Record<string, unknown>)[token];
    } else {
      return undefined;
    }
  }
  return value;
}

/** The JSON pointer of an array element; for element -1, the JSON pointer of the array. */
export function withElement(pointer: string, element: number): string {
  return element >= 0 ? `${pointer}/${element}` : pointer;
}
