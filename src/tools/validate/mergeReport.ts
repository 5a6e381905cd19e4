import type { Finding } from "../../gltf/util/index.js";
import { OUR_EXTENSIONS } from "../ourExtensions.js";

/** The part of the report of Khronos' glTF validator that {@link MergeIntoReport} changes. */
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
 * Adds the findings of `ValidateAnimations` to a report of Khronos' glTF validator, and removes the validator's messages about missing
 * support for our extensions. A finding is not added if the report has a message with the same code and pointer. All other members of the
 * report, including `truncated`, are kept.
 * @param report a report of Khronos' glTF validator; not changed
 * @param findings those of `ValidateAnimations`
 * @returns a copy of the report with the validator's messages, then the findings, counted again
 * @example
 * const report = MergeIntoReport(await validateBytes(bytes), ValidateAnimations(GltfFile.parse(bytes)));
 */
export function MergeIntoReport<T extends ValidatorReport>(report: T, findings: readonly Finding[]): T {
  const kept = report.issues.messages.filter((message) => !isAboutOurs(message));
  const known = new Set(kept.map(({ code, pointer }) => `${code} ${pointer}`));
  const messages = [...kept, ...findings.filter(({ code, pointer }) => !known.has(`${code} ${pointer}`))];
  const count = (severity: number): number => messages.filter((message) => message.severity === severity).length;
  return {
    ...report,
    issues: { ...report.issues, numErrors: count(0), numWarnings: count(1), numInfos: count(2), numHints: count(3), messages },
  };
}

/** Whether a message says that the validator does not support one of our extensions, or only a part of it. */
function isAboutOurs({ code, message, pointer = "" }: ValidatorMessage): boolean {
  return (
    (code === "UNSUPPORTED_EXTENSION" && [...OUR_EXTENSIONS].some((name) => message.includes(`'${name}'`))) ||
    (code === "INCOMPLETE_EXTENSION_SUPPORT" && pointer.split("/").some((key) => OUR_EXTENSIONS.has(key)))
  );
}
