import { type GltfChannel, type GltfFile, type GltfJson, type GltfSampler, isEqual } from "../../gltf/file/index.js";
import { readProperty, readTrack } from "../../gltf/matching/index.js";
import { findKey, type Track } from "../../gltf/sampling/index.js";
import { attempt, createFinding, type Finding, type FindingCode, getOrMake, itemsOf, membersOf, objectsOf } from "../../gltf/util/index.js";
import { withFloats } from "../engines/playedAsset.js";
import { portableTrack } from "../engines/portableTrack.js";
import { pruneSamplers } from "./leaveOutPointers.js";

/** A channel by JSON pointer to weights of a node or a mesh. */
interface Pointed {
  /** The index of the channel. */
  readonly index: number;
  readonly isMesh: boolean;
  /** The index of the node or mesh. */
  readonly owner: number;
  /** The index of the weight; null for all weights. */
  readonly element: number | null;
  readonly track: Track;
}

/** Where the keys of a weight come from: a component of a track, or a value that does not change. */
type Source = { readonly track: Track; readonly component: number } | number;

const POINTER = /^\/(nodes|meshes)\/(\d+)\/weights(?:\/(\d+))?$/;

/**
 * Makes one channel of core glTF for each node whose weights are animated by JSON pointer one by one, or at its mesh. Weights that are not animated stay as they are, and those of a mesh
 * concern the nodes that state none of their own (glTF 2.0, 3.7.2.2). Channels that do not fit stay.
 * @param tolerance the largest error of a weight, if the weights of a node have keys of different kinds: keys of one kind stay exact
 * @param code of the finding where a curve cannot be within the tolerance
 * @returns the number of channels by JSON pointer that are in others now
 */
export function mergeWeights(file: GltfFile, animation: number, tolerance: number, code: FindingCode, findings: Finding[]): number {
  const { json } = file;
  const written = json.animations![animation]!;
  const channels = itemsOf(written.channels);
  const pointed = channels.flatMap((channel, index) => readPointed(file, animation, channel, index) ?? []);
  const targets = objectsOf(channels).map(({ target }) => membersOf(target));
  const core = new Set(targets.flatMap(({ node, path }) => (path === "weights" ? [node] : [])));
  const nodes = objectsOf(json.nodes);
  const samplers = new Map<string, number>();
  const merged = new Set<number>();
  const added: GltfChannel[] = [];
  for (const [node, { mesh, weights }] of nodes.entries()) {
    const rest = restOf(json, node);
    const own = pointed.filter(({ isMesh, owner }) => (isMesh ? owner === mesh && weights === undefined : owner === node));
    // what is said of the node counts more than what is said of its mesh
    const fitting = own
      .filter(({ element, track: { size } }) => (element === null ? size === rest.length : size === 1 && element < rest.length))
      .sort((a, b) => Number(b.isMesh) - Number(a.isMesh));
    if (core.has(node) || fitting.length === 0) {
      continue;
    }
    const sources: Source[] = [...rest];
    for (const { element, track } of fitting) {
      sources.splice(element ?? 0, track.size, ...Array.from({ length: track.size }, (_, component) => ({ track, component })));
    }
    const key = `${fitting.map(({ index }) => index).join()} ${rest.join()}`;
    const sampler = getOrMake(samplers, key, () => {
      const { track, isWithin } = trackOf(sources, tolerance);
      if (!isWithin) {
        const message = `has a curve of weights that bends too fast for the tolerance ${tolerance}, with keys 0.1 ms apart, or 65,536 of them between two`;
        findings.push(createFinding(code, `/animations/${animation}/channels/${fitting[0]!.index}`, message));
      }
      return written.samplers.push(append(file, track)) - 1;
    });
    fitting.forEach(({ index }) => merged.add(index));
    added.push({ sampler, target: { node, path: "weights" } });
  }
  if (added.length > 0) {
    written.channels = [...channels.filter((_, index) => !merged.has(index)), ...added];
    pruneSamplers(written);
  }
  return merged.size;
}

/** @returns null for a channel of something else, or with a fault, which others report */
function readPointed(file: GltfFile, animation: number, channel: GltfChannel, index: number): Pointed | null {
  const at = `/animations/${animation}/channels/${index}`;
  const read = (): Pointed | null => {
    const property = channel.target.path === "pointer" ? readProperty(file.json, at, channel) : null;
    const [, collection, owner, element] = POINTER.exec(property?.pointer ?? "") ?? [];
    if (!property || collection === undefined) {
      return null;
    }
    const track = withFloats(file, readTrack(file, animation, channel.sampler, property));
    const which = element === undefined ? null : Number(element);
    return track.times.length > 0 ? { index, isMesh: collection === "meshes", owner: Number(owner), element: which, track } : null;
  };
  return attempt(at, read, () => undefined);
}

/** The weights of a node at rest, one for each morph target of its mesh. */
function restOf(json: GltfJson, node: number): readonly number[] {
  const { mesh: index, weights } = objectsOf(json.nodes)[node]!;
  const mesh = membersOf(itemsOf(json["meshes"])[index as number]);
  const stated = itemsOf(weights ?? mesh["weights"]) as readonly number[];
  return itemsOf(objectsOf(mesh["primitives"])[0]?.["targets"]).map((_, target) => stated[target] ?? 0);
}

/** The keys of several weights side by side: as they are if all have the same times and interpolation; else at the times of all of them, and as lines if some jump or bend. */
function trackOf(sources: readonly Source[], tolerance: number): { readonly track: Track; readonly isWithin: boolean } {
  const stated = [...new Set(sources.flatMap((source) => (typeof source === "number" ? [] : [source.track])))];
  const [{ times: first, interpolation: kind }] = stated as [Track];
  const isAlike = stated.every(({ times, interpolation }) => interpolation === kind && isEqual([...times], [...first]));
  const isStep = stated.every(({ interpolation }) => interpolation === "STEP");
  const style = { steps: true, splines: true, arcs: false, length: null, tolerance: 0.9 * tolerance };
  const portable = stated.map((track) => (isAlike || isStep ? { track, isWithin: true } : portableTrack(track, style)));
  const written = new Map(stated.map((track, i) => [track, portable[i]!.track]));
  const times = isAlike ? first : Float32Array.from(new Set(portable.flatMap(({ track }) => [...track.times]))).sort();
  const interpolation = portable[0]!.track.interpolation;
  const parts = interpolation === "CUBICSPLINE" ? 3 : 1;
  /** In a row of tangents, or of values. */
  const numberAt = (source: Source, row: number): number => {
    if (typeof source === "number") {
      return parts === 3 && row % 3 !== 1 ? 0 : source;
    }
    const track = written.get(source.track)!;
    return isAlike ? track.values[row * track.size + source.component]! : valueAt(track, times[row]!, source.component);
  };
  const rows = Array.from({ length: times.length * parts }, (_, row) => sources.map((source) => numberAt(source, row)));
  const values = Float64Array.from(rows.flat());
  const track: Track = { times, values, size: sources.length, interpolation, isRotation: false };
  return { track, isWithin: portable.every(({ isWithin }) => isWithin) };
}

/** A component of a track of LINEAR or STEP at a time, held outside of its keys. */
function valueAt({ times, values, size, interpolation }: Track, time: number, component: number): number {
  const key = findKey(times, time, 0);
  const [from, to] = [Math.max(key, 0), Math.min(key + 1, times.length - 1)];
  const [a, b] = [values[from * size + component]!, values[to * size + component]!];
  return interpolation === "STEP" || times[to]! <= times[from]! ? a : a + ((time - times[from]!) / (times[to]! - times[from]!)) * (b - a);
}

function append(file: GltfFile, { times, values, interpolation }: Track): GltfSampler {
  const input = file.append(Float32Array.from(times), "SCALAR", { bounds: true });
  return { input, output: file.append(Float32Array.from(values), "SCALAR"), interpolation };
}
