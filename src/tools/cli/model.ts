import { GltfFile, type GltfJson } from "../../gltf/file/index.js";
import { type AssetError, excerpt, toAssetError } from "../../gltf/util/index.js";
import type { FileSystem, Io } from "./io.js";

/** Wrong usage of the program, or a file that cannot be read or written. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** The path that stands for stdin or stdout. */
export const PIPE = "-";

/** A glTF file that was read. */
export interface Model {
  /** The path as given by the user; `-` for stdin. */
  readonly path: string;
  /** The bytes before any change. */
  readonly bytes: Uint8Array;
  readonly file: GltfFile;
  /** Reads a resource of the model; undefined if the resource cannot be read. */
  readonly readResource: (uri: string) => Uint8Array | undefined;
}

/** @throws UsageError if the file cannot be read, or is not a glTF file */
export async function readModel(io: Io, path: string): Promise<Model> {
  const { files } = io;
  const bytes = path === PIPE ? await io.readStdin() : readFile(files, path);
  const readResource = (uri: string): Uint8Array | undefined => {
    const beside = pathBeside(files, path, uri);
    try {
      return beside === null ? undefined : files.read(beside);
    } catch {
      return undefined; // reported if its bytes are needed
    }
  };
  try {
    return { path, bytes, file: GltfFile.parse(bytes, readResource), readResource };
  } catch (error) {
    throw new UsageError(`${excerpt(path)}: ${reasonOf(bytes, toAssetError("/", error))}`);
  }
}

/** Why a file cannot be read: first, whether it is glTF at all. */
function reasonOf(bytes: Uint8Array, { pointer, message }: AssetError): string {
  const [, text = ""] = /^[\ufeff\s]*([^]*)$/.exec(new TextDecoder().decode(bytes.subarray(0, 64)))!;
  if (/^(\{|glTF)/.test(text)) {
    return pointer.startsWith("/asset") ? `is not glTF 2.0: ${message}` : message;
  }
  const found = text === "" ? "nothing" : excerpt(text, 20);
  return `is not glTF: a .glb begins with glTF, a .gltf with { (got ${found})`;
}

/** @throws UsageError with the system's reason */
export function readFile(files: FileSystem, path: string): Uint8Array {
  return access(path, "read", () => files.read(path));
}

/** The path with links resolved; null if the file does not exist. */
function realPath(files: FileSystem, path: string): string | null {
  return access(path, "read", () => files.realPath(path));
}

const READ_ERRORS: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  EISDIR: "is a folder, and must be a file; for several files, state each, as in models/*.glb",
};

function access<T>(path: string, action: "read" | "written", run: () => T): T {
  try {
    return run();
  } catch (error) {
    const { code = String(error) } = error as NodeJS.ErrnoException;
    const known = action === "read" ? READ_ERRORS[code] : undefined;
    throw new UsageError(`${excerpt(path)}: ${known ?? `cannot be ${action} (${code})`}`);
  }
}

/** Whether a URI has a scheme or is absolute, for example a web address or a Windows path with a drive. */
function isElsewhere(uri: string): boolean {
  return /^([a-z][a-z\d+.-]*:|[/\\])/i.test(uri);
}

/** The path of a resource; null if the URI does not refer to a file relative to the model. */
function pathBeside({ path }: FileSystem, model: string, uri: string): string | null {
  if (isElsewhere(uri)) {
    return null;
  }
  let name = uri;
  try {
    name = decodeURIComponent(uri);
  } catch {
    // the name itself contains a percent sign
  }
  return path.join(model === PIPE ? "." : path.dirname(model), name);
}

/** The destination of a changed model. */
export interface Target {
  readonly output?: string | undefined;
  readonly inPlace?: boolean | undefined;
}

/**
 * Determines the path of a changed model, before any work is done.
 * @param inputs paths of all input files, the model first
 * @throws UsageError if the target is missing or wrong, or is an input file
 */
export function targetOf(io: Io, inputs: readonly string[], { file }: Model, { output, inPlace }: Target): string {
  const { isBinary } = file;
  const [input] = inputs as [string];
  if (inPlace ? output !== undefined || input === PIPE : !output) {
    throw new UsageError("state either --output <file> (- for stdout) or --in-place, which needs a file as input");
  }
  const target = inPlace ? input : output!;
  const wrongSuffix = isBinary ? /\.gltf$/i : /\.(glb|vrm)$/i;
  if (wrongSuffix.test(target)) {
    throw new UsageError(`${excerpt(target)}: must be a ${isBinary ? ".glb" : ".gltf"}, like the input; the format is not converted`);
  }
  if (target === PIPE && isBinary && io.stdout.isTTY) {
    throw new UsageError("-: must not be a terminal, since the file is binary");
  }
  if (target !== PIPE) {
    expectFree(io.files, target, inPlace ? [] : inputs, file.json);
  }
  return target;
}

/** @throws UsageError if the target's folder is missing, or the target would replace an input, a resource of the model, or a device */
function expectFree(
  files: FileSystem,
  target: string,
  inputs: readonly string[],
  json: GltfJson,
  advice = "use --in-place to overwrite it",
): void {
  const syntax = files.path;
  if (realPath(files, syntax.dirname(target)) === null) {
    throw new UsageError(`${excerpt(target)}: must be in a folder that exists`);
  }
  const real = realPath(files, target);
  if (access(target, "read", () => files.isSpecial(target))) {
    throw new UsageError(`${excerpt(target)}: must be a file, not a pipe or a device; - stands for stdout`);
  }
  if (real !== null && inputs.some((path) => path !== PIPE && realPath(files, path) === real)) {
    throw new UsageError(`${excerpt(target)}: is an input; ${advice}`);
  }
  const resources = urisOf(json).map((uri) => pathBeside(files, target, uri));
  if (resources.some((path) => path !== null && syntax.resolve(path) === syntax.resolve(target))) {
    throw new UsageError(`${excerpt(target)}: must not have the name of a file that the model refers to`);
  }
}

/** The URIs of a model's resource files. */
function urisOf({ buffers = [], images = [] }: GltfJson): readonly string[] {
  const uris = [...buffers, ...(images as GltfJson[])].map(({ uri }) => uri);
  return uris.filter((uri) => typeof uri === "string" && !/^[a-z][a-z\d+.-]+:/i.test(uri)) as string[];
}

/**
 * Writes a model completely or not at all. If the target is in another folder, the model's resources are copied as well.
 * @returns messages about resources that were not copied: URI and reason
 * @throws UsageError if a file cannot be written, or another file would be replaced
 */
export function writeModel({ files, stdout }: Io, { path: input, file }: Model, target: string): readonly string[] {
  const parts = file.toParts();
  if (target === PIPE) {
    parts.forEach((part) => stdout.write(part));
    return [];
  }
  const folderOf = (path: string): string | null => realPath(files, path === PIPE ? "." : files.path.dirname(path));
  const isCopied = folderOf(target) !== folderOf(input);
  const copies = isCopied ? copiesOf(files, target, file) : { contents: [], left: [] };
  writeAll(files, target, [...copies.contents, [realPath(files, target) ?? target, parts]]);
  return copies.left;
}

/**
 * Writes a text completely or not at all.
 * @param input the path of the model, which is not overwritten
 * @throws UsageError if the file cannot be written
 */
export function writeText(io: Io, target: string, text: string, input: string): void {
  if (target === PIPE) {
    io.stdout.write(text);
  } else {
    expectFree(io.files, target, [input], {}, "use another name");
    writeAll(io.files, target, [[realPath(io.files, target) ?? target, [new TextEncoder().encode(text)]]]);
  }
}

type Contents = readonly (readonly [path: string, parts: readonly Uint8Array[]])[];

interface Copies {
  readonly contents: Contents;
  /** Messages about resources that are not copied: URI and reason. */
  readonly left: readonly string[];
}

/** @throws UsageError if a file with other data has the name of a resource */
function copiesOf(files: FileSystem, target: string, file: GltfFile): Copies {
  const contents = new Map<string, readonly [Uint8Array]>();
  const left: string[] = [];
  const resources = file.readResources();
  for (const uri of urisOf(file.json)) {
    const path = pathBeside(files, target, uri);
    const bytes = Object.hasOwn(resources, uri) ? resources[uri] : undefined;
    if (path === null || !bytes) {
      left.push(`${excerpt(uri)}: cannot be read beside the model, and is not copied`);
    } else if (isOutside(files, target, path)) {
      left.push(`${excerpt(uri)}: is outside of the model's folder, and is not copied`);
    } else if (realPath(files, path) === null) {
      contents.set(path, [bytes]);
    } else if (Buffer.compare(readFile(files, path), bytes) !== 0) {
      throw new UsageError(`${excerpt(path)}: exists with other data, and would be replaced by a file of the model`);
    }
  }
  return { contents: [...contents], left };
}

function isOutside({ path }: FileSystem, model: string, resource: string): boolean {
  return path.relative(path.dirname(model), resource).startsWith(`..${path.sep}`);
}

/** Writes all files under temporary names beside the targets, then renames the files in order. */
function writeAll(files: FileSystem, target: string, contents: Contents): void {
  const written: string[] = [];
  try {
    access(target, "written", () => {
      contents.slice(0, -1).forEach(([path]) => files.makeFolder(files.path.dirname(path)));
      contents.forEach(([path, parts]) => written.push(files.writeBeside(path, parts)));
      contents.forEach(([path], i) => files.rename(written[i]!, path));
    });
  } catch (error) {
    written.forEach((path) => files.remove(path));
    throw error;
  }
}
