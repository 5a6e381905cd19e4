import type { AssetError } from "../../util/index.js";

/** An error or a doubtful setting in an asset, in the message format of Khronos' glTF validator. */
export interface ValidationIssue {
  /** The kind of issue, from the list at `ValidateAnimations`. */
  readonly code: string;
  /** The rule and the value, of bounded length. */
  readonly message: string;
  /** 0: error, 1: warning, 2: information, 3: hint. */
  readonly severity: 0 | 1 | 2 | 3;
  /** JSON pointer of the wrong member in the asset. */
  readonly pointer: string;
}

/** Turns an error into an issue. */
export function issueOfError(code: string, { pointer: place, rule }: AssetError): ValidationIssue {
  return { code, message: rule, severity: 0, pointer: place };
}

/** Turns a reader's warning, which begins with a JSON pointer, into an issue. */
export function issueOfWarning(code: string, warning: string): ValidationIssue {
  const [pointer] = warning.split(": ", 1);
  return { code, message: warning.slice(pointer!.length + 2), severity: 1, pointer: pointer! };
}
