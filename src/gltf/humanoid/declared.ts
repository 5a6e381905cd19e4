import { type GltfJson, itemOf } from "../file/index.js";
import { attempt, attemptOrNote, createFinding, expectArray, type Finding } from "../util/index.js";

/** A part of what a file declares of a humanoid. What names something that the file does not have is left out, with a finding. */
export class Declaration {
  /**
   * @param _pointer JSON pointer of the part
   * @param _part its name in messages
   * @param _findings receives what is missing
   */
  constructor(
    private readonly _json: GltfJson,
    private readonly _pointer: string,
    private readonly _part: "bone" | "bind" | "expression" | "gaze",
    private readonly _findings: Finding[],
  ) {}

  /**
   * Notes that the part is left out.
   * @param member what is wrong; empty for the part itself
   * @param rule with the value
   * @param hint what may have been meant
   */
  leaveOut(member: string, rule: string, hint = ""): void {
    this._findings.push(createFinding("HUMANOID_INVALID", this._at(member), `${rule}; the ${this._part} is left out${hint}`));
  }

  /** The value, if it is the index of an item of the asset; else -1, which is noted. */
  indexOf(member: string, value: unknown, list: "nodes" | "meshes"): number {
    const item = attempt(
      "",
      () => itemOf(this._json, list, value, this._at(member)),
      ({ rule }) => this.leaveOut(member, rule),
    );
    return item ? (value as number) : -1;
  }

  private _at(member: string): string {
    return member === "" ? this._pointer : `${this._pointer}/${member}`;
  }
}

/** The items of a list in a declaration. Notes a value that is no list. */
export function listIn(pointer: string, list: unknown, findings: Finding[]): readonly unknown[] {
  return list === undefined ? [] : (attemptOrNote("HUMANOID_INVALID", pointer, findings, () => expectArray(pointer, list)) ?? []);
}
