import type { AssetError } from "../../schema/index.js";

/** A fault, or a doubtful setting, of an asset, in the form of Khronos' glTF validator. */
export interface Issue {
  /** The kind of issue, as in `CLIP_INVALID`. */
  readonly code: string;
  /** The rule and the value. */
  readonly message: string;
  /** 0 error, 1 warning, 2 information, 3 hint. */
  readonly severity: 0 | 1 | 2 | 3;
  /** JSON pointer into the asset. */
  readonly pointer: string;
}

/** The issue of an error. */
export function issueOfError(code: string, { place, rule }: AssetError): Issue {
  return { code, message: rule, severity: 0, pointer: place };
}

/** The issue of a reader's warning, which begins with its place. */
export function issueOfWarning(code: string, warning: string): Issue {
  const [pointer] = warning.split(": ", 1);
  return { code, message: warning.slice(pointer!.length + 2), severity: 1, pointer: pointer! };
}
