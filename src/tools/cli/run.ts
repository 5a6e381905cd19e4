import { Command, CommanderError } from "commander";
import { AssetError, UnexpectedError } from "../../gltf/util/index.js";
import type { CliCommand, ExitCode } from "./command.js";
import { bake } from "./commands/bake.js";
import { controllerCheck, controllerGet, controllerSet } from "./commands/controller.js";
import { convert } from "./commands/convert.js";
import { diff } from "./commands/diff.js";
import { events } from "./commands/events.js";
import { importClips } from "./commands/import.js";
import { inspect } from "./commands/inspect.js";
import { join } from "./commands/join.js";
import { remove } from "./commands/remove.js";
import { set } from "./commands/set.js";
import { split } from "./commands/split.js";
import { copy } from "./commands/copy.js";
import { validate } from "./commands/validate.js";
import { withFlag } from "./flags.js";
import type { Io } from "./io.js";
import { UsageError } from "./model.js";

const NAME = "babylon-gltf-animation";

const COMMANDS: readonly CliCommand<readonly unknown[], unknown>[] = [
  inspect,
  validate,
  set,
  events,
  remove,
  split,
  importClips,
  copy,
  convert,
  join,
  bake,
  diff,
  controllerSet,
  controllerGet,
  controllerCheck,
];

const EXIT_CODES = `
Use - as a file for stdin or stdout, and -- before names that begin with a dash.
Exit codes: 0 success; 1 errors or differences found, or nothing to do; 2 wrong usage, or a file that cannot be read or written.`;

/**
 * Runs the program.
 * @param argv the arguments of the program, without the program's name
 * @param version version of the package
 * @returns the exit code
 */
export async function run(argv: readonly string[], io: Io, version: string): Promise<ExitCode> {
  let exitCode: ExitCode = 0;
  const program = new Command(NAME)
    .description("Inspects, validates and edits clips, events and pointer animations of glTF files.")
    .version(version)
    .addHelpText("after", EXIT_CODES)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(text),
    });
  sayNext(program, NAME);
  for (const cliCommand of COMMANDS) {
    const { group, usage, description, example, synonyms = {}, define } = cliCommand;
    const owner = group ? groupIn(program, group) : program;
    const command = owner.command(usage).description(description).addHelpText("after", `\nExample:\n  ${NAME} ${example}`);
    sayNext(command, `${NAME} ${group ? `${group.name} ` : ""}${command.name()}`, synonyms);
    define?.(command);
    command.action(async () => {
      exitCode = await cliCommand.run(io, command.processedArgs, command.opts());
    });
  }
  try {
    await program.parseAsync(argv, { from: "user" });
    return exitCode;
  } catch (error) {
    return report(io, error);
  }
}

/** A command that has commands. */
function groupIn(program: Command, { name, description }: NonNullable<CliCommand<readonly unknown[], unknown>["group"]>): Command {
  const known = program.commands.find((command) => command.name() === name);
  return known ?? sayNext(program.command(name).description(description), `${NAME} ${name}`);
}

/**
 * Lets the messages of commander end with the next step: the option or command that was probably meant, or where all are listed.
 * @param call how a user calls the command
 * @param synonyms options that have another name here
 */
function sayNext(command: Command, call: string, synonyms: Readonly<Record<string, string>> = {}): Command {
  return command.configureOutput({
    outputError: (text, write) => {
      const [, option = ""] = /^error: unknown option '([^'=]*)/.exec(text) ?? [];
      const hint = Object.hasOwn(synonyms, option) ? `(Did you mean ${synonyms[option]}?)` : `(See ${call} --help)`;
      write(text.includes("\n(Did you mean ") ? text : `${text}${hint}\n`);
    },
  });
}

function report(io: Io, error: unknown): ExitCode {
  if (error instanceof CommanderError) {
    return error.exitCode === 0 ? 0 : 2; // commander has written its message
  }
  const isExpected = error instanceof UsageError || error instanceof RangeError || error instanceof AssetError;
  const { stack } = error as Error;
  io.stderr.write(
    isExpected && !(error instanceof UnexpectedError) ? `${withFlag(error)}\n` : `unexpected error, please report it\n${stack}\n`,
  );
  return 2;
}
