import { randomUUID } from "node:crypto";
import {
  chmodSync,
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import nodePath, { type PlatformPath } from "node:path";
import type { ValidatorReport } from "../tools/index.js";

/** Access to files. Its functions throw the errors of `node:fs`. */
export interface FileSystem {
  /** The path syntax of the platform. */
  readonly path: PlatformPath;
  read(path: string): Uint8Array;
  /**
   * Creates a file beside another one, with a name of its own.
   * @param parts its bytes, in parts that follow each other
   * @returns its path
   */
  writeBeside(path: string, parts: readonly Uint8Array[]): string;
  /** Moves a file to a path, replacing the file there and keeping that file's permissions. */
  rename(from: string, to: string): void;
  remove(path: string): void;
  makeFolder(path: string): void;
  /** The path with links resolved; null if there is no such file. */
  realPath(path: string): string | null;
  /** Whether there is something that is neither a file nor a folder: a device, a pipe or a socket. */
  isSpecial(path: string): boolean;
}

export interface Output {
  readonly isTTY: boolean;
  write(data: string | Uint8Array): void;
}

/** The part of `gltf-validator` that is used. */
export interface Validator {
  validateBytes(
    bytes: Uint8Array,
    options: { uri?: string; maxIssues: number; writeTimestamp: boolean; externalResourceFunction: (uri: string) => Promise<Uint8Array> },
  ): Promise<ValidatorReport & Readonly<Record<string, unknown>>>;
}

/** The environment of the program, except its arguments. */
export interface Io {
  readonly files: FileSystem;
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  readStdin(): Promise<Uint8Array>;
  /** Loads `gltf-validator`; null if it is not installed. */
  loadValidator(): Promise<Validator | null>;
}

const fileSystem: FileSystem = {
  path: nodePath,
  read: (path) => readFileSync(path),
  writeBeside: (path, parts) => {
    // not the name of the other file with a suffix, which may be too long
    const beside = nodePath.join(nodePath.dirname(path), `.${randomUUID()}.tmp`);
    const file = openSync(beside, "wx");
    try {
      try {
        parts.forEach((part) => writeFileSync(file, part));
      } finally {
        closeSync(file);
      }
    } catch (error) {
      rmSync(beside, { force: true });
      throw error;
    }
    return beside;
  },
  rename: (from, to) => {
    const replaced = statSync(to, { throwIfNoEntry: false });
    if (replaced) {
      chmodSync(from, replaced.mode);
    }
    renameSync(from, to);
  },
  remove: (path) => rmSync(path, { force: true }),
  makeFolder: (path) => mkdirSync(path, { recursive: true }),
  // unlike `realpathSync`, `native` gives equal paths where case does not matter
  realPath: (path) => nullIfMissing(() => realpathSync.native(path)),
  isSpecial: (path) => {
    const stats = nullIfMissing(() => statSync(path));
    return stats !== null && !stats.isFile() && !stats.isDirectory();
  },
};

function nullIfMissing<T>(access: () => T): T | null {
  try {
    return access();
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "")) {
      return null;
    }
    throw error;
  }
}

/** Errors of a pipe that its reader has closed, as `head` does; Windows has both. */
const CLOSED_PIPE = ["EPIPE", "EOF"];

function outputOf(stream: NodeJS.WriteStream, name: string): Output {
  stream.on("error", ({ code = "" }: NodeJS.ErrnoException) => {
    if (CLOSED_PIPE.includes(code)) {
      process.exit();
    }
    if (stream !== process.stderr) {
      process.stderr.write(`${name}: cannot be written (${code})\n`);
    }
    process.exit(2);
  });
  return { isTTY: stream.isTTY, write: (data) => void stream.write(data) };
}

async function readStdin(): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of process.stdin as AsyncIterable<Uint8Array>) {
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Looks in the current folder first, because `npx` installs the program elsewhere, and then beside the program. */
function loadValidator(): Validator | null {
  for (const from of [nodePath.resolve("package.json"), import.meta.url]) {
    try {
      return createRequire(from)("gltf-validator") as Validator;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "MODULE_NOT_FOUND") {
        throw error;
      }
    }
  }
  return null;
}

/** The environment of this process. */
export function createProcessIo(): Io {
  return {
    files: fileSystem,
    stdout: outputOf(process.stdout, "stdout"),
    stderr: outputOf(process.stderr, "stderr"),
    env: process.env,
    readStdin,
    loadValidator: () => Promise.resolve(loadValidator()),
  };
}
