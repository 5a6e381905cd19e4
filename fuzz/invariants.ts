/** What must hold, whatever a file states and an application does. Each function throws where it does not. */
import { Matrix, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { Observable } from "@babylonjs/core/Misc/observable.js";
import type { GltfFile } from "../src/gltf/file/index.js";
import { isEqual } from "../src/gltf/file/index.js";
import { AssetError } from "../src/gltf/util/index.js";
import { restorePrototypes } from "../test/helpers/prototypes.js";

/** An invariant that does not hold. */
export class BrokenInvariant extends Error {
  override readonly name = "BrokenInvariant";
}

export function expect(holds: boolean, message: () => string): asserts holds {
  if (!holds) {
    throw new BrokenInvariant(message());
  }
}

// ---- time and memory ----------------------------------------------------------------------------------------------------------------

/** Seconds of processor time for one case. */
const MAX_SECONDS = 5;
/** Bytes that one case may keep or leave as garbage, and further ones for each byte of its file. */
const MAX_BYTES = 256 * 2 ** 20;
const MAX_BYTES_PER_BYTE = 200;

function bytesInUse(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** Runs a case: it takes a bounded time and amount of memory, and touches no prototype. */
export async function expectBounded(fileBytes: number, run: () => void | Promise<void>): Promise<void> {
  const bytes = bytesInUse();
  const begin = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(begin);
  const seconds = (user + system) / 1e6;
  const grown = bytesInUse() - bytes;
  expect(seconds <= MAX_SECONDS, () => `must take ${MAX_SECONDS} s of processor time at most (got ${seconds})`);
  const max = MAX_BYTES + MAX_BYTES_PER_BYTE * fileBytes;
  expect(grown <= max, () => `must take ${max} bytes of memory at most (got ${grown})`);
  expectPrototypesUntouched();
  expectConstantsUntouched();
}

export function expectPrototypesUntouched(): void {
  const touched = restorePrototypes();
  expect(touched.length === 0, () => `must not touch prototypes (got ${touched.join()})`);
}

/** Constants that all code shares, and that must not be written to. */
export function expectConstantsUntouched(): void {
  const constants = { zero: Vector3.ZeroReadOnly, one: Vector3.OneReadOnly, identity: Matrix.IdentityReadOnly, up: Vector3.UpReadOnly };
  const components = JSON.stringify(Object.values(constants).map((each) => Array.from(each.asArray())));
  expect(components === CONSTANTS, () => `must not change Babylon's constants (got ${components})`);
}

const CONSTANTS = JSON.stringify([
  [0, 0, 0],
  [1, 1, 1],
  [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1],
  [0, 1, 0],
]);

// ---- errors and messages ------------------------------------------------------------------------------------------------------------

const MAX_MESSAGE = 500;

/** Errors of files are ours, with a place and a rule. Others are thrown again. */
export function expectAssetError(error: unknown): void {
  if (!(error instanceof AssetError)) {
    throw error;
  }
  expectMessages([error.message]);
}

/** Messages are short, in one line, and none reports a bug. */
export function expectMessages(messages: readonly string[]): void {
  for (const message of messages) {
    expect(!message.includes("unexpected error"), () => message);
    const isPlain = message.length <= MAX_MESSAGE && !/[\u0000-\u001f\u202a-\u202e]/.test(message);
    expect(isPlain, () => `must be a short message without control characters (got ${JSON.stringify(message).slice(0, 2 * MAX_MESSAGE)})`);
  }
}

/** The arguments of a call may be refused with a RangeError or TypeError. Other errors are thrown again. */
export function expectArgumentError(error: unknown): void {
  if (!(error instanceof RangeError || error instanceof TypeError) || !/^[\w./]+: /.test(error.message)) {
    throw error;
  }
  expectMessages([error.message]);
}

// ---- files --------------------------------------------------------------------------------------------------------------------------

/** A file that was written is read as the same. */
export function expectSameWhenRead(file: GltfFile, parse: (bytes: Uint8Array) => GltfFile): void {
  const [written] = Object.values(file.toFiles("")).slice(-1);
  const json: unknown = JSON.parse(JSON.stringify(file.json));
  expect(isEqual(parse(written!).json, json), () => "must be read as it was written");
}

// ---- scenes -------------------------------------------------------------------------------------------------------------------------

/** A number that is not finite, where there was a finite one or none before. */
export function expectNoNewNaN(before: ReadonlyMap<string, unknown>, after: ReadonlyMap<string, unknown>): void {
  for (const [path, value] of after) {
    const isWrong = typeof value === "number" && !Number.isFinite(value);
    const wasFinite = Number.isFinite(before.get(path) ?? 0);
    expect(!(isWrong && wasFinite), () => `${path}: must be finite (got ${String(value)}, before ${String(before.get(path))})`);
  }
}

const LISTS = [
  ...["animationGroups", "animatables", "transformNodes", "meshes", "cameras", "lights", "materials", "skeletons", "morphTargetManagers"],
] as const;

/** How many objects and observers a scene has. */
export function countsOf(scene: Scene): ReadonlyMap<string, number> {
  const members = scene as unknown as Record<string, unknown>;
  const counts = new Map<string, number>(LISTS.map((name) => [name, (members[name] as readonly unknown[]).length]));
  for (const [name, value] of Object.entries(members)) {
    if (value instanceof Observable) {
      counts.set(name, value.observers.length);
    }
  }
  return counts;
}

/** The names of what there is more of than before. */
function grownOf(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): string[] {
  return [...after].flatMap(([name, count]) => (count > (before.get(name) ?? 0) ? [`${name} ${before.get(name) ?? 0} -> ${count}`] : []));
}

export function isMore(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): boolean {
  return grownOf(before, after).length > 0;
}

/** Nothing is left that was not there. */
export function expectNoMore(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): void {
  const grown = grownOf(before, after);
  expect(grown.length === 0, () => `must be no more than before (got ${grown.join()})`);
}
