import type { Command } from "commander";
import { GltfFile } from "../../gltf/file/index.js";
import { excerpt } from "../../gltf/util/index.js";
import { findChanges } from "../index.js";
import { describeChanges } from "./changes.js";
import type { CliCommand, ExitCode } from "./command.js";
import type { Io } from "./io.js";
import { type Model, PIPE, readModel, type Target, targetOf, writeModel } from "./model.js";
import { painter, withStatusOf, writeLines } from "./text.js";

/** The options of all commands that change a file. */
interface EditOptions extends Target {
  readonly dryRun?: boolean | undefined;
}

/** The result of an edit. */
export interface EditReport {
  /** A summary, for example "2 clips". Null if there was nothing to do, so that nothing is written. */
  readonly done: string | null;
  /** With null, the reason, unless a warning says it. */
  readonly reason?: string;
  readonly warnings: readonly string[];
}

/** A command that changes a file. */
export interface Edit<Args extends readonly unknown[], Options> extends Omit<CliCommand<Args, Options>, "run"> {
  /** The paths of further input files. */
  readonly inputs?: (args: Args, options: Options) => readonly string[];
  readonly edit: (model: Model, args: Args, options: Options, io: Io) => EditReport | Promise<EditReport>;
}

/** Makes a command from an edit, with input and output. */
export function editCommand<Args extends readonly unknown[], Options>({
  inputs = () => [],
  edit,
  define,
  ...rest
}: Edit<Args, Options>): CliCommand<[string, ...Args], Options & EditOptions> {
  return {
    ...rest,
    define: (command: Command) => {
      define?.(command);
      command
        .option("-o, --output <file>", "where to write the changed file; - for stdout")
        .option("--in-place", "overwrite the input")
        .option("--dry-run", "print the changes of the JSON, and write nothing");
    },
    run: async (io, [input, ...args], options): Promise<ExitCode> => {
      const model = await readModel(io, input);
      const paths = [input, ...inputs(args, options)];
      const target = options.dryRun ? null : targetOf(io, paths, model, options);
      const { done, reason, warnings } = await withStatusOf(io, "editing", model, () => edit(model, args, options, io));
      const paint = painter(io, io.stderr);
      writeLines(
        io.stderr,
        warnings.map((warning) => `${paint("yellow", "warning")}  ${excerpt(warning, 400)}`),
      );
      if (done === null) {
        writeLines(io.stderr, [`nothing to do, nothing written${reason === undefined ? "" : `: ${reason}`}`]);
        return 1;
      }
      if (target === null) {
        writeLines(io.stdout, describeChanges(findChanges(GltfFile.parse(model.bytes).json, model.file.json), painter(io, io.stdout)));
        return 0;
      }
      const left = await withStatusOf(io, "writing", model, () => writeModel(io, model, target));
      const place = target === PIPE ? "stdout" : excerpt(target);
      writeLines(io.stderr, [...left.map((reason) => `${paint("yellow", "warning")}  ${reason}`), `${done} -> ${place}`]);
      return 0;
    },
  };
}
