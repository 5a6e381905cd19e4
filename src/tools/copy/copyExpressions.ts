import type { GltfChannel, GltfFile, GltfJson, GltfSampler } from "../../gltf/file/index.js";
import {
  type DeclaredExpression,
  ExpressionWeights,
  type MorphBind,
  namedExpressions,
  readAnimatedExpressions,
  readDeclaredExpressions,
} from "../../gltf/humanoid/index.js";
import {
  ExpressionMatcher,
  morphCountOf,
  morphNamesOf,
  movesMorphs,
  readTrack,
  type RenameNodes,
  withoutMesh,
} from "../../gltf/matching/index.js";
import { leastGap, TrackSet } from "../../gltf/sampling/index.js";
import { type Finding, followTokens, getOrMake, itemsOf } from "../../gltf/util/index.js";
import { restWeightsOf } from "./arrangeWeights.js";

/** The error of a weight between two keys that stays. */
const TOLERANCE = 1e-3;
/** How often the time between two keys is halved, at most. */
const MAX_HALVINGS = 12;

/** The weights of a node's morph targets over time. */
export interface WrittenWeights {
  readonly node: number;
  readonly sampler: GltfSampler;
}

/** A node whose morph targets expressions move. */
interface Moved {
  readonly rest: Float32Array;
  readonly binds: { readonly expression: number; readonly index: number; readonly weight: number }[];
}

/**
 * Writes the expressions that a `.vrma` animates as weights of the morph targets of a face: by what a VRM declares, with its rules for binary and
 * overriding expressions, or else by the names of the morph targets.
 */
export class ExpressionCopier {
  private readonly _declared: readonly DeclaredExpression[];
  private readonly _matcher: ExpressionMatcher;

  private constructor(
    private readonly _target: GltfFile,
    private readonly _source: GltfFile,
    animated: ReturnType<typeof readAnimatedExpressions>,
    rename: RenameNodes | undefined,
  ) {
    this._declared = expressionsOf(_target.json);
    this._matcher = new ExpressionMatcher(animated, this._declared, rename);
  }

  /** @returns null if the source animates no expressions, or the target is a `.vrma`, which has nodes for them */
  static of(target: GltfFile, source: GltfFile, rename: RenameNodes | undefined): ExpressionCopier | null {
    const animated = readAnimatedExpressions(source.json);
    const isAnimation = followTokens(target.json, ["extensions", "VRMC_vrm_animation"]) !== undefined;
    return isAnimation || (animated.nodes.size === 0 && animated.lookAt < 0)
      ? null
      : new ExpressionCopier(target, source, animated, rename);
  }

  /** The indices of the target's expressions that a channel moves, and that move morph targets; null for a channel of something else. */
  match(channel: GltfChannel): readonly number[] | null {
    return this._matcher.match(channel)?.filter((i) => movesMorphs(this._declared[i]!)) ?? null;
  }

  findMissing(): readonly Finding[] {
    return this._matcher.findMissing("the target");
  }

  /** The track of the weight that a channel moves: the first of three components. @throws AssetError if the channel cannot be read */
  read(animation: number, { sampler }: GltfChannel): ExpressionTrack {
    return readTrack(this._source, animation, sampler, { type: "VEC3", isRotation: false });
  }

  /**
   * Writes the weights.
   * @param tracks the tracks of expressions, by index of the expression
   */
  write(tracks: ReadonlyMap<number, ExpressionTrack>): readonly WrittenWeights[] {
    const moved = this._movedBy([...tracks.keys()]);
    if (moved.size === 0) {
      return [];
    }
    const all = [...new Set(tracks.values())];
    const isStep = all.every(({ interpolation }) => interpolation === "STEP");
    const sets = Array.from(tracks, ([expression, track]) => ({ expression, set: new TrackSet([{ track, offset: 0 }]) }));
    const weights = new ExpressionWeights(this._declared);
    const sampled = new Float64Array(3);
    const rows = new Map<number, readonly Float64Array[]>();
    const rowAt = (time: number): readonly Float64Array[] =>
      getOrMake(rows, time, () => {
        for (const { expression, set } of sets) {
          set.sampleInto(time, sampled);
          weights.stated[expression] = sampled[0]!;
        }
        weights.show();
        return Array.from(moved.values(), (each) => weightsOf(each, weights.shown));
      });
    const keys = timesOf(all, isStep);
    const times = isStep ? keys : keys.flatMap((time, i) => (i === 0 ? [time] : refine(keys[i - 1]!, time, rowAt, MAX_HALVINGS)));
    const input = this._target.append(Float32Array.from(times), "SCALAR", { bounds: true });
    return Array.from(moved.keys(), (node, i) => {
      const values = Float32Array.from(times.flatMap((time) => [...rowAt(time)[i]!]));
      const sampler = { input, output: this._target.append(values, "SCALAR"), interpolation: isStep ? "STEP" : "LINEAR" };
      return { node, sampler };
    });
  }

  /** The nodes whose morph targets some expressions move. */
  private _movedBy(expressions: readonly number[]): ReadonlyMap<number, Moved> {
    const { json } = this._target;
    const moved = new Map<number, Moved>();
    for (const expression of expressions) {
      for (const { node, index, weight } of this._declared[expression]!.binds) {
        const rest = (): Float32Array => restWeightsOf(json, node, morphCountOf(json, node));
        getOrMake(moved, node, (): Moved => ({ rest: rest(), binds: [] })).binds.push({ expression, index, weight });
      }
    }
    return moved;
  }
}

/** The weight of an expression over time. */
export type ExpressionTrack = ReturnType<typeof readTrack>;

/** The expressions that a face declares; of one that declares none, each name of a morph target is one. */
function expressionsOf(json: GltfJson): readonly DeclaredExpression[] {
  const declared = readDeclaredExpressions(json);
  if (declared.length > 0) {
    return declared.map(({ binds, ...more }) => ({ ...more, binds: binds.filter(({ node, index }) => index < morphCountOf(json, node)) }));
  }
  const byName = new Map<string, MorphBind[]>();
  itemsOf(json.nodes).forEach((each, node) =>
    morphNamesOf(json, each?.mesh)?.forEach((name, index) => {
      getOrMake(byName, withoutMesh(name), (): MorphBind[] => []).push({ node, index, weight: 1 });
    }),
  );
  return namedExpressions(byName);
}

/** The weights of a node's morph targets: the sums over expressions; other morph targets rest. */
function weightsOf({ rest, binds }: Moved, shown: Float64Array): Float64Array {
  const weights = Float64Array.from(rest);
  binds.forEach(({ index }) => (weights[index] = 0));
  binds.forEach(({ index, expression, weight }) => (weights[index]! += shown[expression]! * weight));
  return weights;
}

/** The times of all keys, in order; where a track jumps beside others that do not, also the time before. */
function timesOf(tracks: readonly ExpressionTrack[], areStep: boolean): readonly number[] {
  const gap = leastGap(Math.max(...tracks.map(({ times }) => times.at(-1)!)));
  const times = tracks.flatMap(({ times: keys, interpolation }) =>
    interpolation === "STEP" && !areStep
      ? [keys[0]!, ...[...keys.subarray(1)].flatMap((time) => [Math.fround(time - gap), time])]
      : [...keys],
  );
  return [...new Set(times)].sort((a, b) => a - b);
}

/** The times after `from`, up to and including `to`, between which weights are lines. */
function refine(from: number, to: number, rowAt: (time: number) => readonly Float64Array[], halvings: number): readonly number[] {
  const [a, b] = [rowAt(from), rowAt(to)];
  const isNear = (share: number): boolean =>
    rowAt(from + share * (to - from)).every((weights, node) =>
      weights.every((weight, i) => Math.abs(a[node]![i]! + share * (b[node]![i]! - a[node]![i]!) - weight) <= TOLERANCE),
    );
  if (halvings === 0 || to - from < 4 * leastGap(to) || [0.25, 0.5, 0.75].every(isNear)) {
    return [to];
  }
  const middle = Math.fround((from + to) / 2);
  return [...refine(from, middle, rowAt, halvings - 1), ...refine(middle, to, rowAt, halvings - 1)];
}
