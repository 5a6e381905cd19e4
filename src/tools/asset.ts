import { GltfFile, type GltfJson } from "../gltf/file/index.js";
import { attempt, getOrMake, itemsOf } from "../gltf/util/index.js";

/** The JSON of an asset, or a file with JSON and data. */
export type GltfSource = GltfFile | GltfJson;

/** The JSON of an asset, and the file if the asset was given as a file. */
export interface Source {
  readonly json: GltfJson;
  readonly file: GltfFile | null;
  /** Key times by accessor: clips and channels often share accessors. Null for an accessor that cannot be read. */
  readonly times: Map<number, Float32Array | null>;
}

export function sourceOf(asset: GltfSource): Source {
  const isFile = asset instanceof GltfFile;
  return { json: isFile ? asset.json : asset, file: isFile ? asset : null, times: new Map() };
}

/**
 * Reads the key times in an accessor, in seconds.
 * @returns null without a file, or if the accessor is invalid, which the core validator reports
 */
export function readTimes({ file, times }: Source, accessor: number): Float32Array | null {
  const read = (): Float32Array | null =>
    attempt(
      "",
      () => file!.readAccessor(accessor),
      () => undefined,
    );
  return file && getOrMake(times, accessor, read);
}

/**
 * The times of a sampler's first and last key, in seconds. If the keys cannot be read (JSON without a file, or compressed data), the times
 * are `min` and `max` of the accessor.
 * @returns null if the times are unknown
 */
export function timesOf(source: Source, animation: number, sampler: unknown): readonly [number, number] | null {
  const { json } = source;
  const input = json.animations?.[animation]?.samplers?.[sampler as number]?.input;
  const times = input === undefined ? null : readTimes(source, input);
  if (times) {
    return times.length > 0 ? [times[0]!, times[times.length - 1]!] : null;
  }
  const accessor = json.accessors?.[input as number];
  const [min, max] = [accessor?.min?.[0], accessor?.max?.[0]];
  return typeof min === "number" && typeof max === "number" ? [min, max] : null;
}

/**
 * The times of the first and the last key of several animations, in seconds.
 * @returns null if the animations have no keys, or the key times are unknown
 */
export function rangeOf(source: Source, animations: readonly number[]): readonly [number, number] | null {
  let range: readonly [number, number] | null = null;
  for (const animation of animations) {
    for (const i of itemsOf(source.json.animations?.[animation]?.samplers).keys()) {
      const times = timesOf(source, animation, i);
      range = times && range ? [Math.min(times[0], range[0]), Math.max(times[1], range[1])] : (times ?? range);
    }
  }
  return range;
}
