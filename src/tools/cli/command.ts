import { InvalidArgumentError, type Command } from "commander";
import { type EngineChoice, expectEngines } from "../index.js";
import type { Io } from "./io.js";

/** Exit codes: 0 success; 1 errors or differences found, or nothing to do; 2 wrong usage, or a file that cannot be read or written. */
export type ExitCode = 0 | 1 | 2;

/**
 * A command of the program.
 * @typeParam Args the arguments of the command in order
 * @typeParam Options the options of the command, with commander's names
 */
export interface CliCommand<Args extends readonly unknown[], Options> {
  /** The command of which it is a part, as in `controller set`; default none. */
  readonly group?: { readonly name: string; readonly description: string };
  /** Name and arguments, as in `set <in> <clip>`. */
  readonly usage: string;
  readonly description: string;
  /** An example call, without the name of the program. */
  readonly example: string;
  /** Options that users may expect under another name, with the names that they have. */
  readonly synonyms?: Readonly<Record<string, string>>;
  /** Adds options to the command. */
  readonly define?: (command: Command) => void;
  run(io: Io, args: Args, options: Options): Promise<ExitCode>;
}

export function parseNumber(text: string): number {
  const number = text.trim() === "" ? NaN : Number(text);
  if (Number.isNaN(number)) {
    throw new InvalidArgumentError("It must be a number.");
  }
  return number;
}

/** Collects the values of an option that can be repeated. */
export function collect(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text];
}

/**
 * Reads the values of `--for`: `all`, or names of engines separated by commas.
 * @throws RangeError if there is no such engine
 */
export function enginesOf(texts: readonly string[]): EngineChoice {
  const names = texts.flatMap((text) => text.split(",").map((part) => part.trim()));
  const stated = names.filter((name) => name !== "all");
  expectEngines("options.for", stated);
  return names.length > stated.length ? "all" : stated;
}

/**
 * Splits lists of names and indices.
 * @param texts names, or lists of names and indices separated by commas
 * @param names names of all items, by index
 */
export function keysOf(texts: readonly string[], names: readonly (string | undefined)[]): readonly (string | number)[] {
  const keys = texts.flatMap((text) => (names.includes(text) ? [text] : text.split(",").map((part) => part.trim())));
  return keys.map((key) => (!names.includes(key) && /^\d+$/.test(key) ? Number(key) : key));
}
