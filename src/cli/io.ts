import { chmodSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import type { ValidatorReport } from "../tools/validate/mergeReport.js";

/** The files that the program reads and writes; all functions throw the errors of `node:fs`. */
export interface FileSystem {
  read(path: string): Uint8Array;
  write(path: string, bytes: Uint8Array): void;
  /** Takes the place of another file, with its permissions. */
  rename(from: string, to: string): void;
  remove(path: string): void;
  makeFolder(path: string): void;
  /** The path without links; null where there is no such file. */
  realPath(path: string): string | null;
}

export interface Output {
  readonly isTTY: boolean;
  write(data: string | Uint8Array): void;
}

/** Of `gltf-validator`, the part that is used. */
export interface Validator {
  validateBytes(
    bytes: Uint8Array,
    options: { uri?: string; maxIssues: number; writeTimestamp: boolean; externalResourceFunction: (uri: string) => Promise<Uint8Array> },
  ): Promise<ValidatorReport & Readonly<Record<string, unknown>>>;
}

/** Everything that the program has to do with besides its arguments. */
export interface Io {
  readonly files: FileSystem;
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  readStdin(): Promise<Uint8Array>;
  /** Null where it is not installed. */
  loadValidator(): Promise<Validator | null>;
}

const fileSystem: FileSystem = {
  read: (path) => readFileSync(path),
  write: (path, bytes) => writeFileSync(path, bytes),
  rename: (from, to) => {
    const replaced = statSync(to, { throwIfNoEntry: false });
    if (replaced) {
      chmodSync(from, replaced.mode);
    }
    renameSync(from, to);
  },
  remove: (path) => rmSync(path, { force: true }),
  makeFolder: (path) => mkdirSync(path, { recursive: true }),
  realPath: (path) => (statSync(path, { throwIfNoEntry: false }) ? realpathSync(path) : null),
};

function outputOf(stream: NodeJS.WriteStream): Output {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") {
      throw error;
    }
    process.exit(); // nobody reads on, as with `head`
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

/** Of the folder that the program is started in, or beside the program: `npx` has its packages elsewhere. */
function loadValidator(): Validator | null {
  for (const from of [resolve("package.json"), import.meta.url]) {
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

/** That of the process. */
export function createProcessIo(): Io {
  return {
    files: fileSystem,
    stdout: outputOf(process.stdout),
    stderr: outputOf(process.stderr),
    env: process.env,
    readStdin,
    loadValidator: () => Promise.resolve(loadValidator()),
  };
}
