/** Runs the command line with files, stdin, stdout and stderr in memory. */
import { posix, type PlatformPath } from "node:path";
import type { FileSystem, Io, Validator } from "../../../src/tools/cli/io.js";
import { run } from "../../../src/tools/cli/run.js";
import type { MeshoptDecoder } from "../../../src/tools.js";

export interface Given {
  readonly files?: Readonly<Record<string, Uint8Array | string>>;
  readonly stdin?: Uint8Array;
  readonly isTTY?: boolean;
  readonly env?: Readonly<Record<string, string>>;
  readonly validator?: Validator | null;
  readonly meshopt?: MeshoptDecoder | null;
  /** How many bytes can be written before the disk is full. */
  readonly room?: number;
  /** The path syntax. Default that of Linux and macOS. */
  readonly path?: PlatformPath;
}

export interface Result {
  readonly code: number;
  readonly stdout: string;
  readonly bytes: Uint8Array;
  readonly stderr: string;
  /** All files by their paths, after the command. */
  readonly files: ReadonlyMap<string, Uint8Array>;
}

function failure(code: string): Error {
  return Object.assign(new Error(code), { code });
}

function memoryFiles(files: Map<string, Uint8Array>, { room = Infinity, path: syntax = posix }: Given): FileSystem {
  const normalize = (path: string): string => syntax.normalize(path);
  const at = (path: string): Uint8Array => {
    const bytes = files.get(normalize(path));
    if (!bytes) {
      throw failure("ENOENT");
    }
    return bytes;
  };
  const folders = (): ReadonlySet<string> => new Set([".", ...[...files.keys()].map((path) => syntax.dirname(path))]);
  let count = 0;
  let written = 0;
  return {
    path: syntax,
    read: at,
    writeBeside: (path, parts) => {
      written += parts.reduce((sum, { length }) => sum + length, 0);
      if (written > room) {
        throw failure("ENOSPC");
      }
      const beside = syntax.join(syntax.dirname(path), `.${count++}.tmp`);
      files.set(beside, new Uint8Array(Buffer.concat(parts)));
      return beside;
    },
    rename: (from, to) => {
      files.set(normalize(to), at(from));
      files.delete(normalize(from));
    },
    remove: (path) => void files.delete(normalize(path)),
    makeFolder: () => undefined,
    realPath: (path) => {
      const normal = normalize(path);
      return files.has(normal) || folders().has(normal) ? normal : null;
    },
    isSpecial: () => false,
  };
}

/** Runs a command on files in memory. */
export async function runInMemory(argv: readonly string[], given: Given = {}): Promise<Result> {
  const { stdin = new Uint8Array(), isTTY = false, env = {}, validator = null, meshopt = null, path: syntax = posix } = given;
  const texts = Object.entries(given.files ?? {});
  const files = new Map(
    texts.map(([path, data]) => [syntax.normalize(path), typeof data === "string" ? new TextEncoder().encode(data) : data]),
  );
  const [stdout, stderr]: [Uint8Array[], Uint8Array[]] = [[], []];
  const outputTo = (chunks: Uint8Array[]): Io["stdout"] => ({
    isTTY,
    write: (data) => void chunks.push(typeof data === "string" ? new TextEncoder().encode(data) : data),
  });
  const io: Io = {
    files: memoryFiles(files, given),
    stdout: outputTo(stdout),
    stderr: outputTo(stderr),
    env,
    readStdin: () => Promise.resolve(stdin),
    loadValidator: () => Promise.resolve(validator),
    loadMeshopt: () => Promise.resolve(meshopt),
  };
  const code = await run(argv, io, "1.2.3");
  const bytes = Buffer.concat(stdout);
  return { code, bytes, stdout: bytes.toString(), stderr: Buffer.concat(stderr).toString(), files };
}
