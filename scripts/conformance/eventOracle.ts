/** An event in ticks. */
export interface TickEvent {
  readonly name: string;
  readonly time: bigint;
}

/** Settings of a clip in ticks. The speed is a number of quarters. */
export interface TickSettings {
  readonly start: bigint;
  readonly end: bigint;
  readonly offset: bigint;
  readonly quarters: bigint;
  readonly repetitions: bigint;
  readonly reverse: boolean;
}

/** An event in a period of the unfolded way: the way that the timestamp would take if it went on beyond its bounds. */
interface Mark {
  readonly at: bigint;
  /** Whether the clip must go beyond it: a loop passes its other bound only when it crosses a bound. */
  readonly isBeyond: boolean;
  readonly text: string;
}

/**
 * The events of a clip in exact integers. The way of the timestamp is unfolded to a line, on which the events repeat with each period; a step
 * passes the events between two points of the line.
 */
export class EventOracle {
  private readonly _marks: readonly Mark[];
  private readonly _period: bigint;
  private readonly _last: bigint;
  private _present: bigint;
  private _next = 0;
  private _cycle = 0n;
  private _pending: readonly string[];

  constructor(
    private readonly _settings: TickSettings,
    events: readonly TickEvent[],
  ) {
    const { start, end, offset, quarters, repetitions, reverse } = _settings;
    const length = 4n * (end - start);
    const first = quarters < 0n ? -1 : 1;
    const wayTo = (time: bigint): bigint => 4n * (first === 1 ? time - start : end - time);
    const sorted = [...events].sort((a, b) => Number(a.time - b.time));
    const ordered = (first === 1 ? sorted : sorted.reverse()).filter(({ time }) => time >= start && time <= end);
    const there = ordered.map(({ name, time }) => ({ at: wayTo(time), isBeyond: false, text: `${name} ${first}` }));
    if (reverse) {
      const inside = ordered.filter(({ time }) => time > start && time < end).reverse();
      const back = inside.map(({ name, time }) => ({ at: 2n * length - wayTo(time), isBeyond: false, text: `${name} ${-first}` }));
      // the clip turns at the end of the period, on the way back
      const turn = there
        .filter(({ at }) => at === 0n)
        .map(({ text }) => ({ at: 2n * length, isBeyond: false, text: text.replace(/-?1$/, `${-first}`) }));
      this._marks = [...there.filter(({ at }) => at > 0n), ...back, ...turn.reverse()];
      this._period = 2n * length;
    } else {
      const resumed = there.filter(({ at }) => at === 0n).map(({ at, text }) => ({ at: at + length, isBeyond: true, text }));
      this._marks = [...there.filter(({ at }) => at > 0n), ...resumed];
      this._period = length;
    }
    this._present = 4n * (first === 1 ? offset : end - start - offset);
    this._last = repetitions < 0n ? -1n : repetitions * length;
    this._pending = there.filter(({ at }) => at === this._present).map(({ text }) => text);
    while (this._next < this._marks.length && this._marks[this._next]!.at <= this._present && !this._marks[this._next]!.isBeyond) {
      this._next++;
    }
  }

  /** The events of a step, each as its name and direction. */
  advance(ticks: bigint): string[] {
    const { quarters } = this._settings;
    const passed = [...this._pending];
    this._pending = [];
    const reached = this._present + (quarters < 0n ? -quarters : quarters) * ticks;
    this._present = this._last >= 0n && reached > this._last ? this._last : reached;
    while (this._marks.length > 0) {
      if (this._next === this._marks.length) {
        this._next = 0;
        this._cycle += this._period;
      }
      const { at, isBeyond, text } = this._marks[this._next]!;
      const place = this._cycle + at;
      if (place > this._present || (isBeyond && place === this._present)) {
        break;
      }
      passed.push(text);
      this._next++;
    }
    return passed;
  }
}
