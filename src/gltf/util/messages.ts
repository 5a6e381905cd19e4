import type { Finding } from "./finding.js";

/** Length limit of a value in a message. */
const MAX_VALUE = 40;
/** Length limit of a name, pointer or other text in a message. */
const MAX_TEXT = 140;
/** Limits of a value's depth in a message, and of the members shown per level. */
const MAX_DEPTH = 3;
const MAX_MEMBERS = 10;

/** Formats a value for a message: as JSON, bounded in length and depth, with control characters escaped. */
export function show(value: unknown): string {
  if (value instanceof Promise) {
    return "a Promise, which needs await";
  }
  const shortened = shorten(value, 0);
  return excerpt(typeof shortened === "number" ? String(shortened) : (JSON.stringify(shortened) ?? String(shortened)), MAX_VALUE);
}

/** Formats a number with at most three decimals. */
export function rounded(number: number): string {
  return String(Number(number.toFixed(3)));
}

/** Formats a text for a message: bounded in length, with control characters escaped. */
export function excerpt(text: string, length = MAX_TEXT): string {
  const start = text.length > length ? `${text.slice(0, length - 3).replace(/[\uD800-\uDBFF]$/, "")}...` : text;
  // includes the control characters of terminals beyond ASCII, and those that change the direction of text
  return start.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`);
}

/** Cuts a value down to the part that a message can show, so that huge values are not serialized. */
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

/** The innermost eight frames of an error's stack, one per line. */
export function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? "").split("\n").slice(1, 9).join("\n") : "";
}

/** An error about an argument, which the command line names as the user does. */
export interface ArgumentError extends Error {
  /** The name of the argument, with which the message begins: `options.weight`. */
  readonly argument: string;
}

/** What `typeof` says of a value. */
export type TypeName = "number" | "string" | "boolean" | "object" | "function";

/**
 * Creates the error for an invalid argument: a TypeError if the value has the wrong type for the rule, otherwise a RangeError.
 * @param name the name of the argument, for example `options.weight`
 * @param rule the broken rule, for example `must be within 0..1`
 * @param type the `typeof` of values that can follow the rule
 * @param next the next step for the user
 */
export function argumentError(name: string, rule: string, value: unknown, type: TypeName, next = ""): ArgumentError {
  const isOfType = typeof value === type && value !== null;
  const error = new (isOfType ? RangeError : TypeError)(`${name}: ${rule} (got ${show(value)})${next && `; ${next}`}`);
  return Object.defineProperty(error, "argument", { value: name }) as ArgumentError;
}

/** The error for the name or the index of something that there is not. */
export function keyError(name: string, rule: string, key: string | number, next?: string): ArgumentError {
  return argumentError(name, rule, key, typeof key === "number" ? "number" : "string", next);
}

/**
 * The sentence of a finding: pointer, rule and value, and the option that can change it.
 * @example DescribeFinding(finding) // "/extensions/KHR_animation_clip/clips/0/end: must be >= start (got 1 < 2)"
 */
export function DescribeFinding({ pointer, message, option }: Pick<Finding, "pointer" | "message" | "option">): string {
  return `${pointer}: ${message}${option === undefined ? "" : ` (see ${option})`}`;
}
