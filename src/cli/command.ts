import { InvalidArgumentError, type Command } from "commander";
import type { Io } from "./io.js";

/** What the process ends with: 0 right, 1 errors found, 2 wrong use or a file that cannot be read. */
export type ExitCode = 0 | 1 | 2;

/**
 * A command of the program.
 * @typeParam Args its arguments, in their order
 * @typeParam Options as commander names them
 */
export interface CliCommand<Args extends readonly unknown[], Options> {
  /** The name, and the arguments: `set <in> <clip>`. */
  readonly usage: string;
  readonly description: string;
  /** Without the name of the program. */
  readonly example: string;
  /** Adds its options. */
  readonly define?: (command: Command) => void;
  readonly run: (io: Io, args: Args, options: Options) => Promise<ExitCode>;
}

export function parseNumber(text: string): number {
  const number = text.trim() === "" ? NaN : Number(text);
  if (Number.isNaN(number)) {
    throw new InvalidArgumentError("It must be a number.");
  }
  return number;
}

/** For an option that may be given several times. */
export function collect(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text];
}

/**
 * The items that the user named: each text is a name, or several with commas between them, or indices.
 * @param names of all items by their index
 */
export function keysOf(texts: readonly string[], names: readonly (string | undefined)[]): readonly (string | number)[] {
  const keys = texts.flatMap((text) => (names.includes(text) ? [text] : text.split(",").map((part) => part.trim())));
  return keys.map((key) => (!names.includes(key) && /^\d+$/.test(key) ? Number(key) : key));
}
