import { createRequire } from "node:module";
import type { ValidatorReport } from "../../src/tools.js";

/** It has no types. */
const { validateBytes } = createRequire(import.meta.url)("gltf-validator") as {
  readonly validateBytes: (bytes: Uint8Array, options: object) => Promise<ValidatorReport>;
};

const ERROR = 0;

/** The report of Khronos' glTF validator. */
export function validate(bytes: Uint8Array): Promise<ValidatorReport> {
  return validateBytes(Uint8Array.from(bytes), { maxIssues: 0 });
}

/** The errors that Khronos' glTF validator finds in a file: code, place and message of each. */
export async function coreErrors(bytes: Uint8Array): Promise<{ code: string; text: string }[]> {
  const { issues } = await validate(bytes);
  return issues.messages
    .filter(({ severity }) => severity === ERROR)
    .map(({ code, pointer, message }) => ({ code, text: `${code} ${pointer}: ${message}` }));
}
