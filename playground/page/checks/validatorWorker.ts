/** Runs Khronos' glTF validator beside the page, which stays usable with large files. */
import { validateBytes } from "gltf-validator";
import type { ValidatorReport } from "../../../src/tools.js";

/** A report, or the reason for a missing report. */
export type Validation = { readonly report: ValidatorReport } | { readonly error: string };

interface Task {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** The files that the model refers to, by URI. */
  readonly resources: Readonly<Record<string, Uint8Array>>;
}

const MAX_ISSUES = 500;

async function validate({ name, bytes, resources }: Task): Promise<Validation> {
  try {
    const report = await validateBytes(bytes, {
      uri: name,
      format: "glb",
      maxIssues: MAX_ISSUES,
      externalResourceFunction: (uri) => {
        const found = resources[uri];
        return found ? Promise.resolve(found) : Promise.reject(new Error(`${uri} is missing`));
      },
    });
    return { report: report as ValidatorReport };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

self.onmessage = ({ data }: MessageEvent<Task>) => {
  void validate(data).then((validation) => self.postMessage(validation));
};
