import { grow } from "../util/index.js";
import type { Heading } from "./crossing.js";
import { resolveClipSettings, type ResolvedClipSettings } from "./settings.js";
import { initialOrigin, initialPosition, move, type Origin, type Position } from "./timestamp.js";

/** The clip does not advance. */
export const HELD = 0;
/** The clip shows its beginning in the next step, and runs from then on. */
export const STARTING = 1;
export const RUNNING = 2;

const TYPES = {
  ...{ states: Uint8Array, pending: Uint8Array, starts: Float64Array, ends: Float64Array, offsets: Float64Array, speeds: Float64Array },
  ...{ repetitions: Float64Array, reverses: Uint8Array },
  ...{ originTimestamps: Float64Array, originHeadings: Int8Array, originRepetitions: Float64Array },
  ...{ elapsed: Float64Array, lost: Float64Array, rates: Float64Array },
  ...{ timestamps: Float64Array, headings: Int8Array, completedRepetitions: Float64Array, finished: Uint8Array, crossings: Float64Array },
} as const;
type ColumnName = keyof typeof TYPES;
const COLUMNS = Object.entries(TYPES) as [ColumnName, new (length: number) => Column][];

/**
 * The settings and states of many clips, in columns: index i of each array belongs to clip i. {@link ClipColumns.advance} computes what
 * {@link ClipClock.advance} computes, for all clips in one pass. All times are seconds.
 */
export class ClipColumns {
  /** {@link HELD}, {@link STARTING} or {@link RUNNING}. */
  states!: Uint8Array;
  /** 1 after a start or seek, until the next step: events at the timestamp are still to be passed. */
  pending!: Uint8Array;

  // the settings
  starts!: Float64Array;
  ends!: Float64Array;
  offsets!: Float64Array;
  speeds!: Float64Array;
  repetitions!: Float64Array;
  reverses!: Uint8Array;

  // the position at the beginning, or at the last seek or change, and the seconds since then with their rounding error
  originTimestamps!: Float64Array;
  originHeadings!: Int8Array;
  originRepetitions!: Float64Array;
  elapsed!: Float64Array;
  lost!: Float64Array;
  /** Multiply the elapsed time. */
  rates!: Float64Array;

  // the present position
  timestamps!: Float64Array;
  headings!: Int8Array;
  completedRepetitions!: Float64Array;
  /** 1 where all repetitions are used up. */
  finished!: Uint8Array;
  /** How many bounds each clip crossed in the last step. */
  crossings!: Float64Array;

  constructor(capacity: number) {
    this.resize(capacity);
  }

  /** Replaces all arrays by longer ones. */
  resize(capacity: number): void {
    const columns = this as Record<ColumnName, Column>;
    for (const [name, type] of COLUMNS) {
      columns[name] = grow<Column>(columns[name], capacity, type);
    }
  }

  /** Copies the clip of other columns. */
  copyFrom(other: ClipColumns, from: number, to: number): void {
    for (const [name] of COLUMNS) {
      this[name][to] = other[name][from]!;
    }
  }

  /** Sets all columns of a clip to 0. */
  clear(i: number): void {
    for (const [name] of COLUMNS) {
      this[name][i] = 0;
    }
  }

  /**
   * Advances all clips. Allocates nothing.
   * @param count how many clips, from the first on
   * @param delta seconds since the previous frame
   * @param earliest as in {@link ClipClock.advance}
   */
  advance(count: number, delta: number, earliest = 0): void {
    const { states, pending, finished, crossings, elapsed, lost, rates } = this;
    const lowest = Math.max(earliest, -Number.MAX_VALUE);
    for (let i = 0; i < count; i++) {
      crossings[i] = 0;
      if (states[i] === RUNNING && finished[i] === 0) {
        pending[i] = 0;
        // as `ClipClock` sums time
        const before = elapsed[i]!;
        const addend = (delta * rates[i]! || 0) - lost[i]!;
        const sum = Math.min(Math.max(before + addend, lowest), Number.MAX_VALUE);
        lost[i] = sum === earliest || Math.abs(sum) === Number.MAX_VALUE ? 0 : sum - before - addend;
        elapsed[i] = sum;
        this._move(i);
      } else if (states[i] === STARTING) {
        states[i] = RUNNING;
        pending[i] = 0;
      }
    }
  }

  private _move(i: number): void {
    settings.start = this.starts[i]!;
    settings.end = this.ends[i]!;
    settings.speed = this.speeds[i]!;
    settings.repetitions = this.repetitions[i]!;
    settings.reverse = this.reverses[i] === 1;
    origin.timestamp = this.originTimestamps[i]!;
    origin.heading = this.originHeadings[i] as Heading;
    origin.completedRepetitions = this.originRepetitions[i]!;
    origin.elapsed = this.elapsed[i]!;
    move(settings, origin, false, position);
    this.timestamps[i] = position.timestamp;
    this.headings[i] = position.heading;
    this.finished[i] = position.isFinished ? 1 : 0;
    this.crossings[i] = Math.max(position.completedRepetitions - this.completedRepetitions[i]!, 0);
    this.completedRepetitions[i] = position.completedRepetitions;
  }
}

type Column = Uint8Array | Int8Array | Float64Array;

/** Scratch objects, made as those of a clock, so that V8 sees one shape. */
const settings = resolveClipSettings({ start: 0.5, end: 1.5, speed: 0.5 }) as {
  -readonly [Key in keyof ResolvedClipSettings]: ResolvedClipSettings[Key];
};
const origin: Origin = initialOrigin(settings); // never finished: finished clips do not move
const position: Position = initialPosition(settings);
