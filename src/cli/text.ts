import { excerpt } from "../messages/show.js";
import type { Issue } from "../tools/validate/issue.js";
import type { Io, Output } from "./io.js";

const CODES = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, cyan: 36 } as const;
export type Colour = keyof typeof CODES;

/** Puts a text in a colour, or leaves it as it is. */
export type Paint = (colour: Colour, text: string) => string;

/** Colours are for terminals only, and not where `NO_COLOR` is set (no-color.org). */
export function painter({ env }: Pick<Io, "env">, output: Output): Paint {
  const isColoured = output.isTTY && !env["NO_COLOR"] && env["TERM"] !== "dumb";
  return (colour, text) => (isColoured ? `\x1b[${CODES[colour]}m${text}\x1b[0m` : text);
}

/** Lines of cells below each other, two spaces in. */
export function table(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows.map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column]!)).join("  ")}`.trimEnd());
}

export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** Seconds with at most three decimals. */
export function seconds(time: number): string {
  return `${Number(time.toFixed(3))} s`;
}

/** A name of the file, bounded and without control characters. */
export function nameOf(name: string | undefined): string {
  return name === undefined ? "(no name)" : excerpt(name, 40);
}

const SEVERITIES = [
  ["red", "error"],
  ["yellow", "warning"],
  ["cyan", "info"],
  ["dim", "hint"],
] as const;

/** An issue in one line. */
export function describeIssue({ severity, code, pointer, message }: Omit<Issue, "severity"> & { severity: number }, paint: Paint): string {
  const [colour, word] = SEVERITIES[severity] ?? SEVERITIES[3];
  return `  ${paint(colour, word.padEnd(7))}  ${code}  ${excerpt(pointer || "/")}: ${excerpt(message, 300)}`;
}

/** Tells on a terminal which of many files is in work. */
export async function forEachFile(io: Io, paths: readonly string[], run: (path: string) => Promise<void>): Promise<void> {
  const isShown = io.stderr.isTTY && paths.length > 1;
  for (const [i, path] of paths.entries()) {
    if (isShown) {
      io.stderr.write(`\r\x1b[K${i + 1} of ${paths.length}: ${excerpt(path, 60)}`);
    }
    try {
      await run(path);
    } finally {
      if (isShown) {
        io.stderr.write("\r\x1b[K");
      }
    }
  }
}

export function writeLines(output: Output, lines: readonly string[]): void {
  output.write(lines.map((line) => `${line}\n`).join(""));
}
