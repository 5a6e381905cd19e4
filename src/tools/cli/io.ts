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
import { pathToFileURL } from "node:url";
import type { MeshoptDecoder, ValidatorReport } from "../index.js";

/** Access to files. All functions throw the errors of `node:fs`. */
export interface FileSystem {
  /** The path syntax of the platform. */
  readonly path: PlatformPath;
  read(path: string): Uint8Array;
  /**
   * Creates a file with a unique name in the folder of a path.
   * @param parts the bytes of the new file, as consecutive parts
   * @returns the path of the new file
   */
  writeBeside(path: string, parts: readonly Uint8Array[]): string;
  /** Moves a file to a path. Replaces an existing file at the path, and keeps the permissions of the replaced file. */
  rename(from: string, to: string): void;
  remove(path: string): void;
  makeFolder(path: string): void;
  /** The path with links resolved; null if the file does not exist. */
  realPath(path: string): string | null;
  /** Whether a path leads to a device, a pipe or a socket, neither a file nor a folder. */
  isSpecial(path: string): boolean;
}

export interface Output {
  readonly isTTY: boolean;
  write(data: string | Uint8Array): void;
}

/** The part of `gltf-validator` that the program uses. */
export interface Validator {
  validateBytes(
    bytes: Uint8Array,
    options: { uri?: string; maxIssues: number; writeTimestamp: boolean; externalResourceFunction: (uri: string) => Promise<Uint8Array> },
  ): Promise<ValidatorReport & Readonly<Record<string, unknown>>>;
}

/** The environment of the program, except the arguments. */
export interface Io {
  readonly files: FileSystem;
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  readStdin(): Promise<Uint8Array>;
  /** Loads `gltf-validator`; null if it is not installed. */
  loadValidator(): Promise<Validator | null>;
  /** Loads the decoder of `meshoptimizer`; null if it is not installed. */
  loadMeshopt(): Promise<MeshoptDecoder | null>;
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

/** Error codes of a pipe that the reader has closed, as `head` does; Windows has both codes. */
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

/** Finds an optional package from the current folder, because `npx` installs the program elsewhere, or else from beside the program. */
function findPackage<T>(load: (require: NodeJS.Require) => T): T | null {
  for (const from of [nodePath.resolve("package.json"), import.meta.url]) {
    try {
      return load(createRequire(from));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "MODULE_NOT_FOUND") {
        throw error;
      }
    }
  }
  return null;
}

async function loadMeshopt(): Promise<MeshoptDecoder | null> {
  const path = findPackage((require) => require.resolve("meshoptimizer"));
  if (path === null) {
    return null;
  }
  const { MeshoptDecoder: decoder } = (await import(/* webpackIgnore: true */ pathToFileURL(path).href)) as {
    MeshoptDecoder: MeshoptDecoder & { readonly ready: Promise<void> };
  };
  await decoder.ready;
  return decoder;
}

/** Creates the environment of the current process. */
export function createProcessIo(): Io {
  return {
    files: fileSystem,
    stdout: outputOf(process.stdout, "stdout"),
    stderr: outputOf(process.stderr, "stderr"),
    env: process.env,
    readStdin,
    loadValidator: () => Promise.resolve(findPackage((require) => require("gltf-validator") as Validator)),
    loadMeshopt,
  };
}
