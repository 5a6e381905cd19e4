import type { ClipDefinition } from "../../gltf/schema/index.js";
import { DescribeFinding, excerpt, type Finding, rounded } from "../../gltf/util/index.js";
import { nameClip } from "../index.js";
import { flagOf } from "./flags.js";
import type { Io, Output } from "./io.js";
import type { Model } from "./model.js";

const CODES = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, cyan: 36 } as const;
export type Color = keyof typeof CODES;

/** Colors a text, or returns the text unchanged. */
export type Paint = (color: Color, text: string) => string;

/** Creates a {@link Paint} that colors only on a terminal, and not if `NO_COLOR` is set (no-color.org). */
export function painter({ env }: Pick<Io, "env">, output: Output): Paint {
  const isColored = output.isTTY && !env["NO_COLOR"] && env["TERM"] !== "dumb";
  return (color, text) => (isColored ? `\x1b[${CODES[color]}m${text}\x1b[0m` : text);
}

/** Formats rows as an indented table, which is empty without rows. The last column is not padded, so that long cells are possible. */
export function table(header: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  const lines = rows.length > 0 ? [header, ...rows] : [];
  const widths = header.map((_, column) => lines.reduce((width, line) => Math.max(width, line[column]!.length), 0));
  return lines.map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column]!)).join("  ")}`.trimEnd());
}

export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** Formats seconds with at most three decimals. */
export function seconds(time: number): string {
  return `${rounded(time)} s`;
}

/** Formats a name from a file, bounded in length and without control characters. */
export function nameOf(name: string | undefined): string {
  return name === undefined ? "(no name)" : excerpt(name, 40) || '""';
}

const SEVERITIES = [
  ["red", "error"],
  ["yellow", "warning"],
  ["cyan", "info"],
  ["dim", "hint"],
] as const;

/** The sentence of a finding, with names as users of the command line state them: of a clip instead of its JSON pointer, and of a flag. */
export function sentenceOf({ pointer, message, option }: Finding, clips: readonly ClipDefinition[] = []): string {
  return DescribeFinding({ pointer: nameClip(pointer, clips), message, ...(option !== undefined && { option: flagOf(option) }) });
}

/** Formats a finding as one line. */
export function describeIssue(
  { severity, code, pointer, message }: Pick<Finding, "pointer" | "message"> & { code: string; severity: number },
  paint: Paint,
): string {
  const [color, word] = SEVERITIES[severity] ?? SEVERITIES[3];
  return `  ${paint(color, word.padEnd(7))}  ${code}  ${excerpt(pointer || "/")}: ${excerpt(message, 300)}`;
}

/** Shows a status while a function runs. The status appears only on a terminal. */
async function withStatus<T>(io: Io, status: string, run: () => T | Promise<T>): Promise<T> {
  if (!io.stderr.isTTY) {
    return run();
  }
  io.stderr.write(`${CLEAR_LINE}${status}`);
  try {
    return await run();
  } finally {
    io.stderr.write(CLEAR_LINE);
  }
}

const CLEAR_LINE = "\r\x1b[K";

/** The smallest size of a large model, which may take long: 16 MiB. */
const LARGE = 2 ** 24;

/** Shows the action and the model while a function runs, if the model is large. */
export async function withStatusOf<T>(io: Io, action: string, { path, bytes }: Model, run: () => T | Promise<T>): Promise<T> {
  const size = `${Math.round(bytes.length / 2 ** 20)} MB`;
  return bytes.length < LARGE ? run() : withStatus(io, `${action} ${excerpt(path, 60)} (${size})`, run);
}

/** Runs a function for each file, and shows the progress if there are several files. */
export async function forEachFile(io: Io, paths: readonly string[], run: (path: string) => Promise<void>): Promise<void> {
  for (const [i, path] of paths.entries()) {
    await (paths.length === 1 ? run(path) : withStatus(io, `${i + 1} of ${paths.length}: ${excerpt(path, 60)}`, () => run(path)));
  }
}

export function writeLines(output: Output, lines: readonly string[]): void {
  output.write(lines.map((line) => `${line}\n`).join(""));
}
