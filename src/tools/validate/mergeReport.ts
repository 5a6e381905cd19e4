import { OUR_EXTENSIONS } from "../ourExtensions.js";
import type { Issue } from "./issue.js";

/** The report of Khronos' glTF validator, as far as it is changed. */
export interface ValidatorReport {
  readonly issues: {
    readonly numErrors: number;
    readonly numWarnings: number;
    readonly numInfos: number;
    readonly numHints: number;
    readonly messages: readonly ValidatorMessage[];
    readonly truncated?: boolean;
  };
}

/** An issue in the report of Khronos' glTF validator. */
export interface ValidatorMessage {
  readonly code: string;
  readonly message: string;
  readonly severity: number;
  readonly pointer?: string;
  readonly offset?: number;
}

/**
 * Makes one report of that of Khronos' glTF validator and our issues. That it does not know our extensions, or not all of them, goes out of it.
 * @param report not changed
 * @param issues from `ValidateAnimations`
 * @returns the report with the messages of both, and their numbers
 */
export function MergeReport<T extends ValidatorReport>(report: T, issues: readonly Issue[]): T {
  const kept = report.issues.messages.filter((message) => !isAboutOurs(message));
  const known = new Set(kept.map(({ code, pointer }) => `${code} ${pointer}`));
  const messages = [...kept, ...issues.filter(({ code, pointer }) => !known.has(`${code} ${pointer}`))];
  const count = (severity: number): number => messages.filter((message) => message.severity === severity).length;
  return {
    ...report,
    issues: { ...report.issues, numErrors: count(0), numWarnings: count(1), numInfos: count(2), numHints: count(3), messages },
  };
}

/** Whether a message says that the validator does not know one of our extensions, or not all of it. */
function isAboutOurs({ code, message, pointer = "" }: ValidatorMessage): boolean {
  return (
    (code === "UNSUPPORTED_EXTENSION" && [...OUR_EXTENSIONS].some((name) => message.includes(`'${name}'`))) ||
    (code === "INCOMPLETE_EXTENSION_SUPPORT" && pointer.split("/").some((key) => OUR_EXTENSIONS.has(key)))
  );
}
