/**
 * Edits a JSON text only where the value changes. Serializing the whole value would also change the spelling of numbers and the layout of
 * lines, and so hide a small change.
 */
import { skip, SPACE } from "./jsonError.js";
import { countEqualEnds, isEqual } from "./jsonValue.js";
import { isObject, type Json } from "../util/index.js";

/** A value in the text, with the key if the value is a member of an object. */
interface Part {
  readonly key: string | undefined;
  /** Index of the key, or of the value if there is no key. */
  readonly start: number;
  /** Index of the value. */
  readonly valueStart: number;
  readonly end: number;
}

/** A range of the text and its replacement. */
interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * Changes the value of a JSON text. Equal parts keep their position, spelling and layout; added parts are laid out like the neighbors.
 * @param text valid JSON
 * @param value plain data, as returned by `JSON.parse`
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
    } else if (isObject(before) && isObject(after) && Object.keys(before).some((key) => Object.hasOwn(after, key))) {
      this._changeMembers(part, before, after);
    } else {
      this._replace(part, after);
    }
  }

  private _replace({ start, valueStart, end }: Part, value: unknown): void {
    this._edit(valueStart, end, this._format(value, this._indentAt(start)));
  }

  private _changeMembers(part: Part, before: Json, after: Json): void {
    const parts = partsOf(this._text, part.valueStart);
    if (parts.length > Object.keys(before).length) {
      this._replace(part, after); // a key occurs twice
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

  /** Equal items at the beginning and the end keep their text; the items in between are changed in order. */
  private _changeItems(part: Part, before: readonly unknown[], after: readonly unknown[]): void {
    const parts = partsOf(this._text, part.valueStart);
    const { first, last } = countEqualEnds(before, after);
    const changed = Math.min(before.length, after.length) - first - last;
    for (let i = first; i < first + changed; i++) {
      this.change(parts[i]!, before[i], after[i]);
    }
    const added = after.slice(first + changed, after.length - last).map((item) => [undefined, item] as const);
    this._insertAfter(parts, parts[first + changed - 1], added);
    this._remove(parts, new Set(parts.filter((_, i) => i < first + changed || i >= before.length - last)));
  }

  /** Removes all parts except the kept parts. Must be called after insertions, which come first at the same index. */
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

  /** @param after the part before the insertion; undefined to insert before the first part */
  private _insertAfter(parts: readonly Part[], after: Part | undefined, added: readonly (readonly [string | undefined, unknown])[]): void {
    const neighbor = after ?? parts[0]!;
    const lead = this._spaceBefore(parts.at(-1)!);
    const indent = lead.includes("\n") ? this._indentAt(neighbor.start) : null;
    const texts = added.map(([key, value]) => (key === undefined ? "" : this._formatKey(key, neighbor)) + this._format(value, indent));
    if (after) {
      this._edit(after.end, after.end, texts.map((text) => `,${lead}${text}`).join(""));
    } else {
      this._edit(neighbor.start, neighbor.start, texts.map((text) => `${text},${lead}`).join(""));
    }
  }

  private _spaceBefore({ start }: Part): string {
    return this._text.slice(this._text.slice(0, start).trimEnd().length, start);
  }

  /** Formats a key, with the neighbor's separator between key and value. */
  private _formatKey(key: string, { start, valueStart }: Part): string {
    return JSON.stringify(key) + this._text.slice(skipString(this._text, start), valueStart);
  }

  /** @param indent indentation of the line in which the value begins; null to write the value in one line */
  private _format(value: unknown, indent: string | null): string {
    const text = JSON.stringify(value, null, indent === null ? "" : this._indentUnit);
    return text.replaceAll("\n", this._newline + (indent ?? ""));
  }

  /** The whitespace at the beginning of the line that contains a position. */
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

/** The members or items of the object or array that begins at an index. Lists every occurrence of a repeated key. */
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
  return skip(SPACE, text, at);
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
      return skip(SCALAR, text, at);
    }
  } while (depth > 0);
  return at;
}
