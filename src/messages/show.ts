/** The most characters of a value in a message. */
const MAX_VALUE = 40;
/** The most characters of a name, pointer or other text in a message. */
const MAX_TEXT = 140;
/** Values are shown down to this depth, and this many members of each. */
const MAX_DEPTH = 3;
const MAX_MEMBERS = 10;

/** A value as messages show it: JSON, bounded in length and depth, without control characters. */
export function show(value: unknown): string {
  const shortened = shorten(value, 0);
  return excerpt(typeof shortened === "number" ? String(shortened) : (JSON.stringify(shortened) ?? String(shortened)), MAX_VALUE);
}

/** A text as messages show it: bounded in length, without control characters. */
export function excerpt(text: string, length = MAX_TEXT): string {
  const start = text.length > length ? `${text.slice(0, length - 3).replace(/[\uD800-\uDBFF]$/, "")}...` : text;
  // also those of terminals beyond ASCII, and those that turn the direction of a text
  return start.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`);
}

/** As much of a value as can be seen of it. */
function shorten(value: unknown, depth: number): unknown {
  if (typeof value === "string") {
    return value.slice(0, MAX_VALUE);
  }
  if (typeof value === "bigint" || typeof value === "symbol" || typeof value === "function") {
    return String(value).slice(0, MAX_VALUE);
  }
  if (typeof value !== "object" || value === null) {
    return value;
  }
  if (Array.isArray(value)) {
    const rest = value.length > MAX_MEMBERS ? ["..."] : [];
    return depth === MAX_DEPTH ? "..." : [...value.slice(0, MAX_MEMBERS).map((item) => shorten(item, depth + 1)), ...rest];
  }
  const { constructor } = value;
  if (typeof constructor === "function" && constructor !== Object) {
    return `[${constructor.name}]`;
  }
  return depth === MAX_DEPTH ? "..." : shortenMembers(value, depth);
}

function shortenMembers(value: object, depth: number): unknown {
  const shortened = Object.create(null) as Record<string, unknown>; // a member may be called __proto__
  let count = 0;
  for (const name in value) {
    if (count++ === MAX_MEMBERS) {
      shortened["..."] = "...";
      break;
    }
    shortened[name.slice(0, MAX_VALUE)] = shorten((value as Record<string, unknown>)[name], depth + 1);
  }
  return shortened;
}

/** The innermost frames of an error's stack, one on each line. */
export function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? "").split("\n").slice(1, 9).join("\n") : "";
}
