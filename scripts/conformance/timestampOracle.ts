/**
 * The timestamp of a clip in exact arithmetic: the text of KHR_animation_clip, crossing by crossing, on integers. Knows nothing of the
 * package. Slow: it takes as many steps as the clip crosses bounds.
 */

/** The settings of KHR_animation_clip; without an end, the clip never loops. */
export interface Settings {
  readonly start: number;
  readonly end: number | null;
  readonly offset: number;
  readonly speed: number;
  readonly repetitions: number;
  readonly reverse: boolean;
}

export interface Outcome {
  readonly timestamp: number;
  readonly completedRepetitions: number;
  readonly isFinished: boolean;
}

/** Numbers are integers in units of 10^-16, so that products of numbers with half as many decimals are exact. */
const DECIMALS = 16;

/** @throws RangeError if a number has too many decimals to be multiplied exactly */
function exact(value: number): bigint {
  const [, sign = "", whole = "", fraction = ""] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(String(value)) ?? [];
  if (whole === "" || fraction.length > DECIMALS / 2) {
    throw new RangeError(`must have at most ${DECIMALS / 2} decimals (got ${value})`);
  }
  return BigInt(`${sign}${whole}${fraction.padEnd(DECIMALS, "0")}`);
}

function toNumber(value: bigint): number {
  const digits = String(value < 0n ? -value : value).padStart(DECIMALS + 1, "0");
  return Number(`${value < 0n ? "-" : ""}${digits.slice(0, -DECIMALS)}.${digits.slice(-DECIMALS)}`);
}

/** @param totalTime seconds since the clip began, >= 0 */
export function timestampAt(settings: Settings, totalTime: number): Outcome {
  const walk = new Walk(settings);
  walk.travel(totalTime, false);
  return walk.outcome;
}

/** The timestamps after 0, 1, 2, ... steps of one second. A loop loses the time left over when it restarts, as in the drafts' Examples 1 and 3. */
export function timestampsInSteps(settings: Settings, steps: number): number[] {
  const walk = new Walk(settings);
  return Array.from({ length: steps + 1 }, (_, step) => {
    walk.travel(step > 0 ? 1 : 0, true);
    return walk.outcome.timestamp;
  });
}

class Walk {
  private readonly _start: bigint;
  private readonly _end: bigint | null;
  private _timestamp: bigint;
  private _isRising: boolean;
  private _completed = 0;
  private _isFinished: boolean;

  constructor(private readonly _settings: Settings) {
    const { start, end, offset, speed, repetitions } = _settings;
    this._start = exact(start);
    this._end = end === null ? null : exact(end);
    this._timestamp = this._start + exact(offset);
    this._isRising = speed > 0;
    this._isFinished = repetitions === 0;
  }

  get outcome(): Outcome {
    return { timestamp: toNumber(this._timestamp), completedRepetitions: this._completed, isFinished: this._isFinished };
  }

  /** At exactly a bound, the timestamp is the bound: only what goes beyond crosses it. */
  travel(seconds: number, losesOvertime: boolean): void {
    const { speed, repetitions, reverse } = this._settings;
    let distance = (exact(Math.abs(speed)) * exact(seconds)) / 10n ** BigInt(DECIMALS);
    if (this._start === this._end && repetitions === -1) {
      return; // it would cross bounds for ever
    }
    while (!this._isFinished && distance > 0n) {
      const toBound = this._distanceToBound();
      if (toBound === null || distance <= toBound) {
        this._timestamp += this._isRising ? distance : -distance;
        return;
      }
      distance = losesOvertime && !reverse ? 0n : distance - toBound;
      this._cross();
    }
  }

  private _distanceToBound(): bigint | null {
    if (!this._isRising) {
      return this._timestamp - this._start;
    }
    return this._end === null ? null : this._end - this._timestamp;
  }

  private _cross(): void {
    const { repetitions, reverse } = this._settings;
    this._completed++;
    this._timestamp = this._isRising ? this._end! : this._start;
    // a loop without an end cannot continue from it
    this._isFinished = this._completed === repetitions || (this._end === null && !reverse);
    if (this._isFinished) {
      return;
    }
    if (reverse) {
      this._isRising = !this._isRising;
    } else {
      this._timestamp = this._isRising ? this._start : this._end!;
    }
  }
}
