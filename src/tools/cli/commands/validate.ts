import { excerpt } from "../../../gltf/util/index.js";
import { ENGINE_NAMES, type EngineChoice, MergeIntoReport, ValidateAnimations, type ValidatorReport } from "../../index.js";
import { type CliCommand, collect, enginesOf } from "../command.js";
import type { Io, Validator } from "../io.js";
import { type Model, readModel, UsageError } from "../model.js";
import { describeIssue, forEachFile, painter, plural, withStatusOf, writeLines } from "../text.js";

interface Options {
  readonly json?: boolean;
  readonly strict?: boolean;
  readonly notes: boolean;
  readonly core: boolean;
  readonly for?: readonly string[];
}

const NOT_INSTALLED = "gltf-validator is not installed: only clips, controllers and pointers are checked (npm install gltf-validator)";

/** `validate <file...>` */
export const validate: CliCommand<[readonly string[]], Options> = {
  usage: "validate <file...>",
  description: "Check clips, controllers and pointers, and the rest with Khronos' gltf-validator if it is installed",
  example: "validate --for three,playcanvas models/*.glb",
  define: (command) =>
    command
      .option("--for <engines>", `say what engines show otherwise: all, or names separated by commas: ${ENGINE_NAMES.join(" ")}`, collect)
      .option("--json", "print JSON: an array of reports in the schema of gltf-validator")
      .option("--strict", "exit with 1 on warnings, too")
      .option("--no-notes", "count notes (infos and hints), but do not print them")
      .option("--no-core", "do not run gltf-validator"),
  run: async (io, [paths], { json, strict, notes, core, for: engines = [] }) => {
    const choice = enginesOf(engines);
    const validator = core ? await io.loadValidator() : null;
    const reports: unknown[] = [];
    let hasErrors = false;
    let isUnreadable = false;
    await forEachFile(io, paths, async (path) => {
      try {
        const model = await readModel(io, path);
        const report = await withStatusOf(io, "validating", model, () => reportOf(validator, model, choice));
        const { numErrors, numWarnings } = report.issues;
        hasErrors ||= numErrors > 0 || (strict === true && numWarnings > 0);
        reports.push(report);
        if (!json) {
          printReport(io, path, report, notes ? 3 : 1);
        }
      } catch (error) {
        if (!(error instanceof UsageError)) {
          throw error;
        }
        isUnreadable = true;
        writeLines(io.stderr, [error.message]);
      }
    });
    if (core && !validator) {
      writeLines(io.stderr, [NOT_INSTALLED]);
    }
    if (json) {
      io.stdout.write(`${JSON.stringify(reports, null, 2)}\n`);
    }
    return isUnreadable ? 2 : hasErrors ? 1 : 0;
  },
};

const EMPTY: ValidatorReport = { issues: { numErrors: 0, numWarnings: 0, numInfos: 0, numHints: 0, messages: [] } };

async function reportOf(
  validator: Validator | null,
  { path, bytes, file, readResource }: Model,
  engines: EngineChoice,
): Promise<ValidatorReport> {
  const core = await validator?.validateBytes(withOwnBuffer(bytes), {
    maxIssues: 0,
    writeTimestamp: false,
    externalResourceFunction: (uri) => {
      const resource = readResource(uri);
      return resource ? Promise.resolve(withOwnBuffer(resource)) : Promise.reject(new Error("there is no such file"));
    },
  });
  return MergeIntoReport({ ...(core ?? EMPTY), uri: path }, ValidateAnimations(file, { for: engines }));
}

/**
 * The bytes as the only content of an array buffer: the validator reads resources from the start of their buffer, and Node keeps several
 * short files in one. Copies only where it must, because files may be large.
 */
function withOwnBuffer(bytes: Uint8Array): Uint8Array {
  return bytes.byteLength === bytes.buffer.byteLength ? new Uint8Array(bytes.buffer) : new Uint8Array(bytes);
}

/** @param severity the least severe level to print */
function printReport(io: Io, path: string, { issues }: ValidatorReport, severity: number): void {
  const paint = painter(io, io.stdout);
  const counts = [
    plural(issues.numErrors, "error"),
    plural(issues.numWarnings, "warning"),
    plural(issues.numInfos + issues.numHints, "note"),
  ];
  const lines = issues.messages
    .filter((message) => message.severity <= severity)
    .sort((a, b) => a.severity - b.severity)
    .map((message) => describeIssue({ pointer: `byte ${message.offset ?? 0}`, ...message }, paint));
  writeLines(io.stdout, [`${paint("bold", excerpt(path))}: ${counts.join(", ")}`, ...lines]);
}
