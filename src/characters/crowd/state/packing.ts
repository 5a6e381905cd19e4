/** Numbers of a value; as text those that JSON does not have: `"Infinity"`, `"-0"`. */
export type PackedNumber = number | string;

/** Values of JSON, each as a shape, which many have in common, and its numbers. */
export class Packing {
  /** With 0 in place of each number. */
  readonly shapes: unknown[] = [];
  private readonly _indices = new Map<string, number>();
  private readonly _quoted = new Map<string, string>();

  /** @returns the index of the shape, then the numbers in their order. Members that are undefined are left out */
  pack(value: unknown): PackedNumber[] {
    const packed: PackedNumber[] = [0];
    const shape = this._shapeOf(value, packed);
    let index = this._indices.get(shape);
    if (index === undefined) {
      index = this.shapes.push(JSON.parse(shape)) - 1;
      this._indices.set(shape, index);
    }
    packed[0] = index;
    return packed;
  }

  private _shapeOf(value: unknown, numbers: PackedNumber[]): string {
    if (typeof value === "number") {
      numbers.push(Number.isFinite(value) && !Object.is(value, -0) ? value : value === 0 ? "-0" : String(value));
      return "0";
    }
    if (Array.isArray(value)) {
      let text = "";
      for (let i = 0; i < value.length; i++) {
        text += `,${this._shapeOf(value[i], numbers)}`;
      }
      return `[${text.slice(1)}]`;
    }
    if (typeof value !== "object" || value === null) {
      return typeof value === "string" ? this._quote(value) : String(value);
    }
    let text = "";
    for (const name of Object.keys(value)) {
      const member = (value as Readonly<Record<string, unknown>>)[name];
      text += member === undefined ? "" : `,${this._quote(name)}:${this._shapeOf(member, numbers)}`;
    }
    return `{${text.slice(1)}}`;
  }

  private _quote(text: string): string {
    let quoted = this._quoted.get(text);
    if (quoted === undefined) {
      quoted = JSON.stringify(text);
      this._quoted.set(text, quoted);
    }
    return quoted;
  }
}

/** The value with a shape. Numbers that are missing are NaN. @param numbers in their order @param cursor where they begin; where the next begin afterwards */
export function unpack(shape: unknown, numbers: readonly unknown[], cursor: { at: number }): unknown {
  if (typeof shape === "number") {
    const number = numbers[cursor.at++];
    return typeof number === "number" ? number : typeof number === "string" ? Number(number) : NaN;
  }
  if (Array.isArray(shape)) {
    return shape.map((item) => unpack(item, numbers, cursor));
  }
  return typeof shape === "object" && shape !== null
    ? Object.fromEntries(Object.entries(shape).map(([name, member]) => [name, unpack(member, numbers, cursor)]))
    : shape;
}
