import type { GltfFile, GltfJson, GltfSampler } from "../../gltf/file/index.js";
import { STAYS, type WeightsPart } from "../../gltf/matching/index.js";
import { type Track, TrackSet } from "../../gltf/sampling/index.js";
import { followTokens } from "../../gltf/util/index.js";

/** The weights of one channel, and its sampler. */
export interface StatedWeights {
  readonly part: WeightsPart;
  readonly sampler: GltfSampler;
}

/** The weights that a node has at rest (glTF 2.0, 3.7.2.2). */
export function restWeightsOf(json: GltfJson, node: number, count: number): Float32Array {
  const own = followTokens(json, ["nodes", String(node), "weights"]);
  const mesh = String(followTokens(json, ["nodes", String(node), "mesh"]));
  const stated = Array.isArray(own) ? own : followTokens(json, ["meshes", mesh, "weights"]);
  return Float32Array.from({ length: count }, (_, i) => Number((stated as readonly unknown[] | undefined)?.[i] ?? 0));
}

/** Whether the keys of a sampler can be written beside those of another: splines only at the same times. */
export function canJoin(sampler: GltfSampler, { input, interpolation }: GltfSampler): boolean {
  const { interpolation: own = "LINEAR" } = sampler;
  return own === (interpolation ?? "LINEAR") && (own !== "CUBICSPLINE" || sampler.input === input);
}

/**
 * Arranges weights in the order of a mesh's morph targets. Morph targets without a channel keep their weight at rest.
 * @param stated whose samplers {@link canJoin}
 * @param rest the weights at rest, by morph target
 * @returns the times, null for those of the first sampler, and the values; those of normalized integers as floats
 */
export function arrangeWeights(
  source: GltfFile,
  stated: readonly [StatedWeights, ...StatedWeights[]],
  rest: Float32Array,
): { readonly times: Float32Array | null; readonly values: Float32Array } {
  const [{ sampler: first }] = stated;
  const tracks = stated.map(({ part, sampler }) => trackOf(source, part, sampler));
  const isSpline = first.interpolation === "CUBICSPLINE";
  const areJoined = stated.some(({ sampler }) => sampler.input !== first.input);
  const times = areJoined ? joinTimes(tracks) : tracks[0]!.times;
  const count = rest.length;
  const values = new Float32Array(times.length * count * (isSpline ? 3 : 1));
  for (let at = 0; at < values.length; at += count) {
    if (!isSpline || (at / count) % 3 === 1) {
      values.set(rest, at); // and tangents of 0
    }
  }
  const put = ({ part: { weights } }: StatedWeights, from: ArrayLike<number>, offset: number, row: number): void =>
    weights.forEach((weight, i) => {
      if (weight !== STAYS) {
        values[row * count + i] = from[offset + weight]!;
      }
    });
  stated.forEach((each, t) => {
    const { size } = each.part;
    const set = areJoined ? new TrackSet([{ track: tracks[t]!, offset: 0 }]) : null;
    const sampled = new Float64Array(size);
    for (let row = 0; row < values.length / count; row++) {
      set?.sampleInto(times[row]!, sampled);
      put(each, set ? sampled : tracks[t]!.values, set ? 0 : row * size, row);
    }
  });
  return { times: areJoined ? (times as Float32Array) : null, values };
}

function trackOf(source: GltfFile, { size }: WeightsPart, { input, output, interpolation = "LINEAR" }: GltfSampler): Track {
  const [times, values] = [source.readAccessor(input), source.readAccessor(output)];
  return { times, values, size, interpolation: interpolation as Track["interpolation"], isRotation: false };
}

/** The times of all tracks, in order. */
function joinTimes(tracks: readonly Track[]): Float32Array {
  return Float32Array.from([...new Set(tracks.flatMap(({ times }) => [...times]))].sort((a, b) => a - b));
}
