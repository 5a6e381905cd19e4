import type { GltfJson, GltfSampler } from "../file/index.js";
import { createFinding, excerpt, type Finding, followTokens, itemsOf, rounded } from "../util/index.js";

/** The largest difference of two offsets that are the same, relative to the longer one. */
const SHARE = 0.01;
/** The length, in meters, below which a joint is where its parent is. */
const NOTHING = 1e-5;
/** The difference, relative to 1 or to the value, of two translations that exporters write for a joint that stays. */
const ROUNDING = 1e-5;
/** The least ratio of the offsets of two skeletons in different units: no body is so much larger than another. */
const OTHER_UNIT = 5;

type Offset = readonly number[];

/** The offsets of a joint from its parent at rest: in the source, and in the target. */
export interface OffsetPair {
  readonly own: Offset;
  readonly other: Offset;
}

/** The offset of a node of a file from its parent at rest. */
export function offsetOf(json: GltfJson, node: number): Offset {
  const stated = itemsOf(json.nodes)[node];
  const matrix = followTokens(stated, ["matrix"]);
  const offset = Array.isArray(matrix) ? matrix.slice(12, 15) : followTokens(stated, ["translation"]);
  const isOffset = Array.isArray(offset) && offset.length === 3 && offset.every((each) => typeof each === "number");
  return isOffset ? offset : [0, 0, 0];
}

/** The nodes whose translations the animations of a file change: not those that keep one. */
export function movedNodesOf(json: GltfJson, valuesOf: (accessor: number) => ArrayLike<number>): ReadonlySet<number> {
  return new Set(
    itemsOf(json.animations).flatMap(({ channels, samplers }) =>
      itemsOf(channels).flatMap(({ sampler, target }) => {
        const stated = target?.path === "translation" && target.node !== undefined ? itemsOf(samplers)[sampler] : undefined;
        return stated && areMoving(valuesOf(stated.output), stated) ? [target.node!] : [];
      }),
    ),
  );
}

/** Whether translations differ from the first one by more than rounding. */
function areMoving(values: ArrayLike<number>, { interpolation }: GltfSampler): boolean {
  const [stride, begin, end] = interpolation === "CUBICSPLINE" ? [9, 3, 6] : [3, 0, 3];
  for (let i = 0; i < values.length; i++) {
    const [part, first] = [i % stride, values[i % stride]!];
    if (part >= begin && part < end && Math.abs(values[i]! - first) > ROUNDING * Math.max(1, Math.abs(first))) {
      return true;
    }
  }
  return false;
}

/**
 * Finds out whether animations were made for another skeleton: the same skeleton has the same offsets in every pose, whatever the rotations
 * are. The place of a joint that the animations move, such as the hips, depends on the pose in which the file was saved: it counts only if the
 * offsets of other joints say nothing.
 * @param pairs the offsets by nodes of the source
 * @param moved see {@link movedNodesOf}
 * @param owner of the target's skeleton
 * @param hint what mends it
 */
export function findOtherSkeleton(
  json: GltfJson,
  pairs: ReadonlyMap<number, OffsetPair>,
  moved: ReadonlySet<number>,
  owner: string,
  hint: string,
): readonly Finding[] {
  const compared = [...pairs].map(([node, pair]) => ({ node, ...pair, result: compare(pair) }));
  const others = compared.filter(({ result }) => result === "other");
  const fixed = compared.filter(({ node, result }) => result !== null && !moved.has(node));
  if (others.length === 0 || (fixed.length > 0 && fixed.every(({ result }) => result !== "other"))) {
    return [];
  }
  const example = excerpt(String(itemsOf(json.nodes)[others[0]!.node]!.name));
  const ratio = ratioOf(others);
  const unit = ratio === null ? "" : `, ${rounded(ratio)} times as far from their parents, as in another unit`;
  const message = `must be made for the skeleton of ${owner}: ${others.length} of ${pairs.size} joints rest elsewhere (${example} is the first)${unit}; ${hint}`;
  return [createFinding("OTHER_REST_POSE", "/animations", message)];
}

/** @returns null if the joint is where its parent is */
function compare({ own, other }: OffsetPair): "same" | "other" | null {
  const longer = Math.max(Math.hypot(...own), Math.hypot(...other));
  return longer <= NOTHING ? null : differ(own, other, longer) ? "other" : "same";
}

function differ(own: Offset, other: Offset, longer: number): boolean {
  return Math.hypot(...own.map((each, i) => each - other[i]!)) > SHARE * longer;
}

/** How many times as long all offsets of the source are, if it is one ratio, and as large as that of two units; otherwise null. */
function ratioOf(pairs: readonly OffsetPair[]): number | null {
  const [first] = pairs;
  const ratio = Math.hypot(...first!.own) / Math.hypot(...first!.other);
  const isUnit = Number.isFinite(ratio) && ratio > 0 && (ratio >= OTHER_UNIT || ratio <= 1 / OTHER_UNIT);
  const isOne = pairs.every(({ own, other }) => {
    const scaled = other.map((each) => each * ratio);
    return !differ(own, scaled, Math.max(Math.hypot(...own), Math.hypot(...scaled)));
  });
  return isUnit && isOne ? ratio : null;
}
