import type { Command } from "commander";
import { GltfFile } from "../file/index.js";
import { excerpt } from "../messages/show.js";
import { findChanges } from "../tools/jsonChanges.js";
import { describeChanges } from "./changes.js";
import type { CliCommand, ExitCode } from "./command.js";
import type { Io } from "./io.js";
import { PIPE, readModel, targetOf, writeModel, type Model, type Target } from "./model.js";
import { painter, writeLines } from "./text.js";

/** The options that all commands have which change a file. */
interface EditOptions extends Target {
  readonly dryRun?: boolean | undefined;
}

/** What an edit did. */
export interface EditReport {
  /** In a few words: "2 clips". Null where there was nothing to do, so that nothing is written. */
  readonly done: string | null;
  readonly warnings: readonly string[];
}

/** A command that changes a file. */
export interface Edit<Args extends readonly unknown[], Options> extends Omit<CliCommand<Args, Options>, "run"> {
  /** The other files that are read. */
  readonly inputs?: (args: Args) => readonly string[];
  readonly edit: (model: Model, args: Args, options: Options, io: Io) => EditReport | Promise<EditReport>;
}

/** Adds input and output to an edit. */
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
        .option("-o, --output <file>", "where the changed file goes; - for stdout")
        .option("--in-place", "write to the input")
        .option("--dry-run", "print the change of the JSON, and write nothing");
    },
    run: async (io, [input, ...args], options): Promise<ExitCode> => {
      const model = await readModel(io, input);
      const paths = [input, ...inputs(args)];
      const target = options.dryRun ? null : targetOf(io, paths, model, options);
      const { done, warnings } = await edit(model, args, options, io);
      const paint = painter(io, io.stderr);
      writeLines(
        io.stderr,
        warnings.map((warning) => `${paint("yellow", "warning")}  ${excerpt(warning, 400)}`),
      );
      if (done === null) {
        writeLines(io.stderr, ["nothing to do, nothing written"]);
        return 1;
      }
      if (target === null) {
        writeLines(io.stdout, describeChanges(findChanges(GltfFile.parse(model.bytes).json, model.file.json), painter(io, io.stdout)));
        return 0;
      }
      const left = writeModel(io, model, target);
      const place = target === PIPE ? "stdout" : excerpt(target);
      writeLines(io.stderr, [...left.map((reason) => `${paint("yellow", "warning")}  ${reason}`), `${done} -> ${place}`]);
      return 0;
    },
  };
}
