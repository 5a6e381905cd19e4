import { GltfFile, type GltfJson } from "../file/index.js";

/** The JSON of an asset, or a file with the data that it refers to. */
export type AssetOrFile = GltfFile | GltfJson;

/** An asset's JSON, and the file where there is one. */
export interface Source {
  readonly json: GltfJson;
  readonly file: GltfFile | null;
}

export function sourceOf(asset: AssetOrFile): Source {
  return asset instanceof GltfFile ? { json: asset.json, file: asset } : { json: asset, file: null };
}

/**
 * The times of a sampler's first and last key in seconds: of a file as they are, otherwise as the accessor states them.
 * @returns null where they cannot be known
 */
export function timesOf({ json, file }: Source, animation: number, sampler: unknown): readonly [number, number] | null {
  const input = json.animations?.[animation]?.samplers?.[sampler as number]?.input;
  const accessor = json.accessors?.[input as number];
  if (file && input !== undefined) {
    try {
      const times = file.readAccessor(input);
      return times.length > 0 ? [times[0]!, times[times.length - 1]!] : null;
    } catch {
      return null; // the validator of glTF itself tells of accessors
    }
  }
  const [min, max] = [accessor?.min?.[0], accessor?.max?.[0]];
  return typeof min === "number" && typeof max === "number" ? [min, max] : null;
}

/**
 * The times of the first and last key of animations together, in seconds.
 * @returns null where there are none, or they cannot be known
 */
export function rangeOf(source: Source, animations: readonly number[]): readonly [number, number] | null {
  let range: readonly [number, number] | null = null;
  for (const animation of animations) {
    const samplers: unknown = source.json.animations?.[animation]?.samplers;
    for (let i = 0; i < (Array.isArray(samplers) ? samplers.length : 0); i++) {
      const times = timesOf(source, animation, i);
      range = times && range ? [Math.min(times[0], range[0]), Math.max(times[1], range[1])] : (times ?? range);
    }
  }
  return range;
}
