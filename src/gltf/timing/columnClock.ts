import { ClipClock } from "./clock.js";
import type { Heading } from "./crossing.js";
import { type ClipSettings, resolveClipSettings } from "./settings.js";
import { copyPosition, initialPosition, type Position } from "./timestamp.js";
import { type ClipColumns, STARTING } from "./clipColumns.js";

/** A clip among columns as a clock: it seeks and changes speed by the same rules. */
export class ColumnClock extends ClipClock {
  private _index = 0;

  constructor(private readonly _columns: ClipColumns) {
    super();
  }

  /** Goes to a clip. All other members belong to the clip at this index. */
  at(index: number): this {
    const c = this._columns;
    this._index = index;
    this._settings = {
      start: c.starts[index]!,
      end: c.ends[index]!,
      offset: c.offsets[index]!,
      speed: c.speeds[index]!,
      repetitions: c.repetitions[index]!,
      reverse: c.reverses[index] === 1,
    };
    this._origin.timestamp = c.originTimestamps[index]!;
    this._origin.heading = c.originHeadings[index] as Heading;
    this._origin.completedRepetitions = c.originRepetitions[index]!;
    this._origin.elapsed = c.elapsed[index]!;
    this._origin.lost = c.lost[index]!;
    this._position.timestamp = c.timestamps[index]!;
    this._position.heading = c.headings[index] as Heading;
    this._position.completedRepetitions = c.completedRepetitions[index]!;
    this._position.isFinished = this._origin.isFinished = c.finished[index] === 1;
    return this;
  }

  /**
   * Starts the clip with other settings. The next step shows the beginning.
   * @throws TypeError or RangeError if the settings are invalid
   */
  begin(settings: ClipSettings): this {
    this._settings = resolveClipSettings(settings);
    this.moveTo(initialPosition(this._settings));
    const c = this._columns;
    c.states[this._index] = STARTING;
    c.pending[this._index] = 1;
    c.leads[this._index] = 0;
    c.rates[this._index] = 1;
    return this;
  }

  /** Continues from any position. */
  moveTo(position: Readonly<Position>): void {
    copyPosition(position, this._origin);
    copyPosition(position, this._position);
    this._origin.elapsed = 0;
    this._origin.lost = 0;
  }

  /** Writes the clip back to its columns. */
  store(): void {
    this._columns.set(this._index, this._settings, this._origin, this._position);
  }
}
