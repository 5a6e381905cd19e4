import type fc from "fast-check";

/** A case as a person can read and repeat it. */
export interface CaseDescription {
  readonly text: string;
  /** The file that the case is about, if it is about one. */
  readonly file?: Uint8Array;
}

/** A part of the package, the cases that it is tried with, and what must hold for each of them. */
export interface Target<Case> {
  readonly name: string;
  /** The part of the time that it gets, relative to the other targets. */
  readonly share: number;
  readonly cases: fc.Arbitrary<Case>;
  /** @throws if an invariant does not hold */
  readonly run: (given: Case) => void | Promise<void>;
  readonly describe: (given: Case) => CaseDescription;
}

/** A target of any kind of cases. */
// oxlint-disable-next-line typescript/no-explicit-any -- each target fits its own cases
export type AnyTarget = Target<any>;
