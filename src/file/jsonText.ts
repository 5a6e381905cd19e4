/**
 * Changes a JSON text where its value changes, and nowhere else. Writing it out as a whole would spell numbers and lay out lines in another
 * way, so that a small change could not be seen among them.
 */

/** A value within the text, or a member with its key. */
interface Part {
  readonly key: string | undefined;
  /** Where the part begins: a member with its key. */
  readonly start: number;
  /** Where the value begins. */
  readonly valueStart: number;
  readonly end: number;
}

/** A stretch of the text, and what takes its place. */
interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

type Members = Readonly<Record<string, unknown>>;

/**
 * Gives a JSON text another value. What is equal in both keeps its place, its spelling and its layout; what is added is laid out as its
 * neighbours.
 * @param text valid JSON
 * @param value plain data, as `JSON.parse` gives it
 * @example editJson('{"a": 1.50, "b": [1]}', { a: 1.5, b: [1, 2] }) // '{"a": 1.50, "b": [1,2]}'
 */
export function editJson(text: string, value: unknown): string {
  const before: unknown = JSON.parse(text);
  const edits: Edit[] = [];
  const start = skipSpace(text, 0);
  new Editor(text, edits).change({ key: undefined, start, valueStart: start, end: skipValue(text, start) }, before, value);
  return apply(text, edits);
}

function apply(text: string, edits: readonly Edit[]): string {
  let result = "";
  let at = 0;
  for (const { start, end, text: replacement } of [...edits].sort((a, b) => a.start - b.start)) {
    result += text.slice(at, start) + replacement;
    at = end;
  }
  return result + text.slice(at);
}

class Editor {
  private readonly _indentUnit: string;
  private readonly _newline: string;

  constructor(
    private readonly _text: string,
    private readonly _edits: Edit[],
  ) {
    this._indentUnit = /^\s*[[{][^\S\n]*\n([ \t]+)/.exec(_text)?.[1] ?? "";
    this._newline = _text.includes("\r\n") ? "\r\n" : "\n";
  }

  change(part: Part, before: unknown, after: unknown): void {
    if (isEqual(before, after)) {
      return;
    }
    if (Array.isArray(before) && Array.isArray(after) && before.length > 0 && after.length > 0) {
      this._changeItems(part, before, after);
    } else if (isMembers(before) && isMembers(after) && Object.keys(before).some((key) => Object.hasOwn(after, key))) {
      this._changeMembers(part, before, after);
    } else {
      this._replace(part, after);
    }
  }

  private _replace({ start, valueStart, end }: Part, value: unknown): void {
    this._edit(valueStart, end, this._format(value, this._indentAt(start)));
  }

  private _changeMembers(part: Part, before: Members, after: Members): void {
    const parts = partsOf(this._text, part.valueStart);
    if (parts.length > Object.keys(before).length) {
      this._replace(part, after); // a key stands there twice
      return;
    }
    const kept = parts.filter(({ key }) => Object.hasOwn(after, key!));
    for (const member of kept) {
      this.change(member, before[member.key!], after[member.key!]);
    }
    const added = Object.keys(after).filter((key) => !Object.hasOwn(before, key));
    this._insertAfter(
      parts,
      kept.at(-1),
      added.map((key) => [key, after[key]]),
    );
    this._remove(parts, new Set(kept));
  }

  /** Items at the beginning and the end that stay as they are keep their text; those between them are changed in order. */
  private _changeItems(part: Part, before: readonly unknown[], after: readonly unknown[]): void {
    const parts = partsOf(this._text, part.valueStart);
    const shorter = Math.min(before.length, after.length);
    let first = 0;
    while (first < shorter && isEqual(before[first], after[first])) {
      first++;
    }
    let last = 0;
    while (last < shorter - first && isEqual(before.at(-1 - last), after.at(-1 - last))) {
      last++;
    }
    const changed = shorter - first - last;
    for (let i = first; i < first + changed; i++) {
      this.change(parts[i]!, before[i], after[i]);
    }
    const added = after.slice(first + changed, after.length - last).map((item) => [undefined, item] as const);
    this._insertAfter(parts, parts[first + changed - 1], added);
    this._remove(parts, new Set(parts.filter((_, i) => i < first + changed || i >= before.length - last)));
  }

  /** Call it after what is inserted, which comes first where both begin at the same place. */
  private _remove(parts: readonly Part[], kept: ReadonlySet<Part>): void {
    const first = parts.findIndex((part) => kept.has(part));
    if (first > 0) {
      this._edit(parts[0]!.start, parts[first]!.start, "");
    }
    for (let i = first + 1; i < parts.length; i++) {
      if (!kept.has(parts[i]!)) {
        this._edit(parts[i - 1]!.end, parts[i]!.end, "");
      }
    }
  }

  /** @param after the part to insert behind; undefined to insert before the first one */
  private _insertAfter(parts: readonly Part[], after: Part | undefined, added: readonly (readonly [string | undefined, unknown])[]): void {
    const neighbour = after ?? parts[0]!;
    const lead = /\s*$/.exec(this._text.slice(parts.at(-2)?.end ?? this._startOf(parts[0]!), parts.at(-1)!.start))![0];
    const indent = lead.includes("\n") ? this._indentAt(neighbour.start) : null;
    const texts = added.map(([key, value]) => (key === undefined ? "" : this._formatKey(key, neighbour)) + this._format(value, indent));
    if (after) {
      this._edit(after.end, after.end, texts.map((text) => `,${lead}${text}`).join(""));
    } else {
      this._edit(neighbour.start, neighbour.start, texts.map((text) => `${text},${lead}`).join(""));
    }
  }

  /** Where the whitespace before the first part of a list begins. */
  private _startOf({ start }: Part): number {
    return this._text.slice(0, start).trimEnd().length;
  }

  /** A key, and what the neighbour has between its own and its value. */
  private _formatKey(key: string, { start, valueStart }: Part): string {
    return JSON.stringify(key) + this._text.slice(skipString(this._text, start), valueStart);
  }

  /** @param indent that of the line in which the value begins; null where all is in one line */
  private _format(value: unknown, indent: string | null): string {
    const text = JSON.stringify(value, null, indent === null ? "" : this._indentUnit);
    return text.replaceAll("\n", this._newline + (indent ?? ""));
  }

  /** The whitespace that the line of a position begins with. */
  private _indentAt(position: number): string {
    if (this._indentUnit === "") {
      return "";
    }
    const lineStart = this._text.lastIndexOf("\n", position - 1) + 1;
    return /^[ \t]*/.exec(this._text.slice(lineStart, position))![0];
  }

  private _edit(start: number, end: number, text: string): void {
    this._edits.push({ start, end, text });
  }
}

function isMembers(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether two values are the same JSON; the order of members does not matter. */
export function isEqual(a: unknown, b: unknown): boolean {
  if (a === b) {
    return true;
  }
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((item, i) => isEqual(item, b[i]));
  }
  if (!isMembers(a) || !isMembers(b)) {
    return false;
  }
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && isEqual(a[key], b[key]));
}

/** The members or items of the object or array that begins at a position. Of equal keys the last counts, as for `JSON.parse`. */
function partsOf(text: string, at: number): readonly Part[] {
  const isObject = text[at] === "{";
  const parts: Part[] = [];
  let next = skipSpace(text, at + 1);
  while (text[next] !== "}" && text[next] !== "]") {
    const start = next;
    let key: string | undefined;
    let valueStart = start;
    if (isObject) {
      const keyEnd = skipString(text, start);
      key = JSON.parse(text.slice(start, keyEnd)) as string;
      valueStart = skipSpace(text, skipSpace(text, keyEnd) + 1);
    }
    const end = skipValue(text, valueStart);
    parts.push({ key, start, valueStart, end });
    next = skipSpace(text, end);
    if (text[next] === ",") {
      next = skipSpace(text, next + 1);
    }
  }
  return parts;
}

function skipSpace(text: string, at: number): number {
  while (at < text.length && " \t\n\r".includes(text[at]!)) {
    at++;
  }
  return at;
}

function skipString(text: string, at: number): number {
  for (let end = at + 1; ; end++) {
    end = text.indexOf('"', end);
    let escapes = 0;
    while (text[end - 1 - escapes] === "\\") {
      escapes++;
    }
    if (escapes % 2 === 0) {
      return end + 1;
    }
  }
}

const SCALAR = /[^\s,\]}]+/y;

function skipValue(text: string, at: number): number {
  let depth = 0;
  do {
    const character = text[at]!;
    if (character === '"') {
      at = skipString(text, at);
    } else if (character === "{" || character === "[") {
      depth++;
      at++;
    } else if (character === "}" || character === "]") {
      depth--;
      at++;
    } else if (depth > 0) {
      at++;
    } else {
      SCALAR.lastIndex = at;
      SCALAR.test(text);
      return SCALAR.lastIndex;
    }
  } while (depth > 0);
  return at;
}
