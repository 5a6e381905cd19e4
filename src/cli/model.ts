import { basename, dirname, join, relative } from "node:path";
import { GltfFile, type GltfJson } from "../file/index.js";
import { excerpt } from "../messages/show.js";
import { toAssetError } from "../schema/index.js";
import type { FileSystem, Io } from "./io.js";

/** Wrong use of the program, or a file that cannot be read or written. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** Stands for stdin or stdout in place of a path. */
export const PIPE = "-";

/** A glTF file that was read. */
export interface Model {
  /** As the user has it; `-` for stdin. */
  readonly path: string;
  /** Before any change. */
  readonly bytes: Uint8Array;
  readonly file: GltfFile;
  /** A file that the model refers to, beside it; undefined where there is none. */
  readonly readResource: (uri: string) => Uint8Array | undefined;
}

/** @throws UsageError where there is no such file, or it is no glTF */
export async function readModel(io: Io, path: string): Promise<Model> {
  const bytes = path === PIPE ? await io.readStdin() : readFile(io.files, path);
  const readResource = (uri: string): Uint8Array | undefined => {
    const beside = pathBeside(path, uri);
    try {
      return beside === null ? undefined : io.files.read(beside);
    } catch {
      return undefined; // who needs it says what is missing
    }
  };
  try {
    return { path, bytes, file: GltfFile.parse(bytes, readResource), readResource };
  } catch (error) {
    throw new UsageError(`${excerpt(path)}: ${toAssetError("/", error).message}`);
  }
}

/** @throws UsageError with the reason of the system */
export function readFile(files: FileSystem, path: string): Uint8Array {
  try {
    return files.read(path);
  } catch (error) {
    const { code = String(error) } = error as NodeJS.ErrnoException;
    throw new UsageError(`${excerpt(path)}: ${code === "ENOENT" ? "there is no such file" : `cannot be read (${code})`}`);
  }
}

/** The path of a resource; null for what is not a file beside the model, such as an address of the web. */
function pathBeside(model: string, uri: string): string | null {
  if (/^([a-z][a-z\d+.-]*:|[/\\])/i.test(uri)) {
    return null;
  }
  let name = uri;
  try {
    name = decodeURIComponent(uri);
  } catch {
    // a name with a plain percent sign
  }
  return join(model === PIPE ? "." : dirname(model), name);
}

/** Where a changed model goes. */
export interface Target {
  readonly output?: string | undefined;
  readonly inPlace?: boolean | undefined;
}

/**
 * Finds out where a changed model goes, before anything is done.
 * @param inputs the paths of all files that are read
 * @throws UsageError where the output is missing, or an input
 */
export function targetOf(io: Io, inputs: readonly string[], { file: { isBinary } }: Model, { output, inPlace }: Target): string {
  const [input] = inputs as [string];
  if (inPlace ? output !== undefined || input === PIPE : output === undefined) {
    throw new UsageError("state either --output <file> (- for stdout), or --in-place, which takes a file as its input");
  }
  const target = inPlace ? input : output!;
  const suffix = isBinary ? /\.gltf$/i : /\.(glb|vrm)$/i;
  if (suffix.test(target)) {
    throw new UsageError(`${excerpt(target)}: must be a ${isBinary ? ".glb" : ".gltf"}, as the input is; the format is not changed`);
  }
  if (target === PIPE && isBinary && io.stdout.isTTY) {
    throw new UsageError("-: must not be a terminal, since the file is binary");
  }
  if (target !== PIPE && io.files.realPath(dirname(target)) === null) {
    throw new UsageError(`${excerpt(target)}: must lie in a folder that exists`);
  }
  const real = target === PIPE ? null : io.files.realPath(target);
  if (!inPlace && real !== null && inputs.some((path) => path !== PIPE && io.files.realPath(path) === real)) {
    throw new UsageError(`${excerpt(target)}: is an input; --in-place writes to it`);
  }
  return target;
}

/**
 * Writes a model as a whole or not at all: with the files that it refers to where these lie in another folder.
 * @returns resources that were not copied, each with the reason
 * @throws UsageError where a file cannot be written, or other data would be lost
 */
export function writeModel(io: Io, { path: input, file }: Model, target: string): readonly string[] {
  const name = target === PIPE ? "model" : basename(target);
  const { [name]: bytes, ...resources } = file.toFiles(name);
  if (target === PIPE) {
    io.stdout.write(bytes!);
    return [];
  }
  const folder = dirname(target);
  const isElsewhere = io.files.realPath(folder) !== io.files.realPath(input === PIPE ? "." : dirname(input));
  const copies = isElsewhere ? copiesOf(io.files, target, Object.entries(resources)) : { files: new Map<string, Uint8Array>(), left: [] };
  const missing = isElsewhere ? missingResources(file.json, resources) : [];
  writeWhole(io.files, [...copies.files, [io.files.realPath(target) ?? target, bytes!]]);
  return [...missing, ...copies.left];
}

interface Copies {
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly left: readonly string[];
}

/** @throws UsageError where another file has the name of a resource */
function copiesOf(files: FileSystem, target: string, resources: readonly (readonly [string, Uint8Array])[]): Copies {
  const copies = new Map<string, Uint8Array>();
  const left: string[] = [];
  for (const [uri, bytes] of resources) {
    const path = pathBeside(target, uri)!;
    if (relative(dirname(target), path).startsWith("..")) {
      left.push(`${excerpt(uri)}: lies outside of the model's folder, and is not copied`);
    } else if (files.realPath(path) === null) {
      copies.set(path, bytes);
    } else if (Buffer.compare(readFile(files, path), bytes) !== 0) {
      throw new UsageError(`${excerpt(path)}: exists with other data, and would be replaced by a file of the model`);
    }
  }
  return { files: copies, left };
}

function missingResources({ buffers = [], images = [] }: GltfJson, found: Readonly<Record<string, Uint8Array>>): readonly string[] {
  return [...buffers, ...(images as GltfJson[])].flatMap(({ uri }) =>
    typeof uri === "string" && !/^[a-z][a-z\d+.-]*:/i.test(uri) && !Object.hasOwn(found, uri)
      ? [`${excerpt(uri)}: is not beside the model, and is not copied`]
      : [],
  );
}

/** Writes all files beside their places first, and renames them then, the last one last. */
function writeWhole(files: FileSystem, contents: readonly (readonly [string, Uint8Array])[]): void {
  const written: string[] = [];
  try {
    const renames = contents.map(([path, bytes], i) => {
      if (i < contents.length - 1) {
        files.makeFolder(dirname(path));
      }
      const beside = `${path}.${process.pid}.tmp`;
      written.push(beside);
      files.write(beside, bytes);
      return [beside, path] as const;
    });
    renames.forEach(([from, to]) => files.rename(from, to));
  } catch (error) {
    written.forEach((path) => files.remove(path));
    const { code = String(error) } = error as NodeJS.ErrnoException;
    throw new UsageError(`${excerpt(contents.at(-1)![0])}: cannot be written (${code})`);
  }
}
