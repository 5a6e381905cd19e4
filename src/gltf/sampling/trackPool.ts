import { grow } from "../util/index.js";
import { EACH, HEAD, samplePlan, type TrackSet } from "./trackSet.js";
import type { Numbers, Track } from "./track.js";

/** The numbers of many small track sets, side by side in one array: what samples read one after the other lies together. */
export class TrackPool {
  private readonly _pools: [Float64Array] = [new Float64Array(0)];
  private _numberCount = 0;
  /** The plans of the sets; before each, its length. */
  private _plans = new Int32Array(0);
  private _planCount = 0;
  private readonly _known = new Map<TrackSet, number>();

  /** @returns where the set is, for {@link TrackPool.sampleAt}; -1 for a set that is not packed */
  add(set: TrackSet): number {
    const known = this._known.get(set);
    const { packed } = set;
    if (known !== undefined || !packed) {
      return known ?? -1;
    }
    const at = this._planCount;
    this._planCount += packed.plan.length + 1;
    if (this._planCount > this._plans.length) {
      this._plans = grow(this._plans, 2 * this._planCount, Int32Array);
    }
    this._plans[at] = packed.plan.length;
    this._plans.set(packed.plan, at + 1);
    this._shift(at + 1, this._addNumbers(packed.numbers));
    this._known.set(set, at);
    return at;
  }

  /**
   * As {@link TrackSet.sampleAt}.
   * @param set from {@link TrackPool.add}
   * @param cursorAt the index of the first cursor of the set
   */
  sampleAt(set: number, moments: Numbers, at: number, values: Numbers, cursors: Int32Array, cursorAt: number): void {
    const { _plans: plans } = this;
    samplePlan(plans, set + 1, set + 1 + plans[set]!, this._pools, NO_EASES, moments, at, values, cursors, cursorAt);
  }

  /** Removes all sets. */
  clear(): void {
    this._numberCount = this._planCount = 0;
    this._known.clear();
  }

  /** @returns the index of the first of the numbers */
  private _addNumbers(numbers: Numbers): number {
    const first = this._numberCount;
    this._numberCount += numbers.length;
    if (this._numberCount > this._pools[0].length) {
      this._pools[0] = grow(this._pools[0], 2 * this._numberCount, Float64Array);
    }
    this._pools[0].set(numbers, first);
    return first;
  }

  /** Adds to the indices of the numbers in a plan. */
  private _shift(from: number, by: number): void {
    const { _plans: plans } = this;
    for (let step = from; step < this._planCount;) {
      plans[step + 1]! += by;
      const end = step + HEAD + plans[step + 3]! * EACH;
      for (step += HEAD; step < end; step += EACH) {
        plans[step + 2]! += by;
      }
    }
  }
}

const NO_EASES: readonly NonNullable<Track["ease"]>[] = [];
