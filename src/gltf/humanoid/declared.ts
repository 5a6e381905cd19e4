import { createFinding, type Finding, itemsOf, show } from "../util/index.js";

/** Where what a declaration names is missing: only the part is skipped. */
export class Declaration {
  /**
   * @param pointer JSON pointer of the part
   * @param part its name in messages
   * @param _findings receives what is missing
   */
  constructor(
    readonly pointer: string,
    readonly part: "bone" | "bind" | "expression" | "gaze",
    private readonly _findings: Finding[],
  ) {}

  /** Notes that the part is left out. @param hint what may have been meant */
  leaveOut(member: string, rule: string, value: unknown, hint = ""): void {
    const message = `${rule} (got ${show(value)}); the ${this.part} is left out${hint}`;
    this._findings.push(createFinding("HUMANOID_INVALID", member === "" ? this.pointer : `${this.pointer}/${member}`, message));
  }

  /** The value, if it is the index of an item of the asset; else -1, which is noted. */
  indexOf(member: string, value: unknown, list: "nodes" | "meshes", items: unknown): number {
    const { length } = itemsOf(items);
    if (isIndex(value, length)) {
      return value;
    }
    this.leaveOut(member, `must be the index of one of the asset's ${length} ${list}`, value);
    return -1;
  }
}

export function isIndex(value: unknown, length: number): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) < length;
}

/** The items of a list in a declaration. Notes a value that is no list. */
export function listIn(pointer: string, list: unknown, findings: Finding[]): readonly unknown[] {
  if (list !== undefined && !Array.isArray(list)) {
    findings.push(createFinding("HUMANOID_INVALID", pointer, `must be an array (got ${show(list)})`));
  }
  return itemsOf(list);
}
