import { growAll } from "../util/index.js";
import { addTimeAt, moveAt } from "./closedForm.js";
import type { ResolvedClipSettings } from "./settings.js";
import type { Origin, Position } from "./timestamp.js";

/** The clip does not advance. */
export const HELD = 0;
/** The clip shows its beginning in the next step, and runs from then on. */
export const STARTING = 1;
export const RUNNING = 2;

/**
 * The settings and states of many clips, in columns: index i of each array belongs to clip i. {@link ClipColumns.advance} computes what
 * {@link ClipClock.advance} computes, for all clips in one pass. All times are seconds.
 */
export class ClipColumns {
  /** {@link HELD}, {@link STARTING} or {@link RUNNING}. */
  states = new Uint8Array(0);
  /** 1 after a start or seek, until the next step: events at the timestamp are still to be passed. */
  pending = new Uint8Array(0);
  /** By how many seconds a start is late: its first step shows the clip there. */
  leads = new Float64Array(0);

  // the settings
  starts = new Float64Array(0);
  ends = new Float64Array(0);
  offsets = new Float64Array(0);
  speeds = new Float64Array(0);
  repetitions = new Float64Array(0);
  reverses = new Uint8Array(0);

  // the position at the beginning, or at the last seek or change, and the seconds since then with their rounding error
  originTimestamps = new Float64Array(0);
  originHeadings = new Int8Array(0);
  originRepetitions = new Float64Array(0);
  elapsed = new Float64Array(0);
  lost = new Float64Array(0);
  /** Multiply the elapsed time. */
  rates = new Float64Array(0);

  // the present position
  timestamps = new Float64Array(0);
  headings = new Int8Array(0);
  completedRepetitions = new Float64Array(0);
  /** 1 where all repetitions are used up. */
  finished = new Uint8Array(0);
  /** How many bounds each clip crossed in the last step. */
  crossings = new Float64Array(0);

  constructor(capacity: number) {
    // those of 0 clips list the names of the columns
    if (capacity > 0) {
      this.resize(capacity);
    }
  }

  resize(capacity: number): void {
    growAll(this, capacity);
  }

  /** Copies the clip of other columns. */
  copyFrom(other: ClipColumns, from: number, to: number): void {
    for (const name of COLUMNS) {
      this[name][to] = other[name][from]!;
    }
  }

  /** Sets all columns of a clip to 0. */
  clear(i: number): void {
    for (const name of COLUMNS) {
      this[name][i] = 0;
    }
  }

  /**
   * Advances clips.
   * @param end one more than the index of the last clip
   * @param delta seconds since the previous frame
   * @param earliest as in {@link ClipClock.advance}
   * @param first the index of the first clip
   */
  advance(end: number, delta: number, earliest = 0, first = 0): void {
    const { states, pending, leads, finished, crossings, elapsed, rates } = this;
    for (let i = first; i < end; i++) {
      crossings[i] = 0;
      if (states[i] === RUNNING && finished[i] === 0) {
        pending[i] = 0;
        addTimeAt(this, i, delta, earliest);
        this._move(i);
      } else if (states[i] === STARTING) {
        states[i] = RUNNING;
        pending[i] = 0;
        if (leads[i]! > 0) {
          elapsed[i] = leads[i]! * rates[i]!;
          this._move(i);
        }
      }
    }
  }

  /** Takes over the settings, the origin and the position of a clock. */
  set(
    i: number,
    { start, end, offset, speed, repetitions, reverse }: ResolvedClipSettings,
    from: Readonly<Origin>,
    now: Readonly<Position>,
  ): void {
    this.starts[i] = start;
    this.ends[i] = end;
    this.offsets[i] = offset;
    this.speeds[i] = speed;
    this.repetitions[i] = repetitions;
    this.reverses[i] = reverse ? 1 : 0;
    this.originTimestamps[i] = from.timestamp;
    this.originHeadings[i] = from.heading;
    this.originRepetitions[i] = from.completedRepetitions;
    this.elapsed[i] = from.elapsed;
    this.lost[i] = from.lost;
    this.timestamps[i] = now.timestamp;
    this.headings[i] = now.heading;
    this.completedRepetitions[i] = now.completedRepetitions;
    this.finished[i] = now.isFinished ? 1 : 0;
  }

  /**
   * Advances a clip, unless it crosses a bound in the step: then, nothing changes.
   * @param delta seconds
   * @returns whether the clip has advanced
   */
  advanceWithin(i: number, delta: number): boolean {
    const { elapsed, lost, timestamps, headings, completedRepetitions, finished } = this;
    const elapsedBefore = elapsed[i]!;
    const lostBefore = lost[i]!;
    const timestamp = timestamps[i]!;
    const heading = headings[i]!;
    const completed = completedRepetitions[i]!;
    this.elapse(i, delta);
    moveAt(this, i, false);
    if (finished[i] === 0 && completedRepetitions[i] === completed) {
      return true;
    }
    elapsed[i] = elapsedBefore;
    lost[i] = lostBefore;
    timestamps[i] = timestamp;
    headings[i] = heading;
    completedRepetitions[i] = completed;
    finished[i] = 0;
    return false;
  }

  /** Advances a clip that never finishes, also across bounds. */
  advanceAcross(i: number, delta: number): void {
    this.elapse(i, delta);
    this._move(i);
  }

  /** Adds up the time of a clip that is not shown. */
  elapse(i: number, delta: number): void {
    addTimeAt(this, i, delta, -Infinity);
  }

  private _move(i: number): void {
    const { completedRepetitions } = this;
    const completed = completedRepetitions[i]!;
    moveAt(this, i, false);
    this.crossings[i] = Math.max(completedRepetitions[i]! - completed, 0);
  }
}

type Column = Uint8Array | Int8Array | Float64Array;
type ColumnName = { [Name in keyof ClipColumns]: ClipColumns[Name] extends Column ? Name : never }[keyof ClipColumns];

const COLUMNS = /* @__PURE__ */ Object.keys(/* @__PURE__ */ new ClipColumns(0)) as ColumnName[];
