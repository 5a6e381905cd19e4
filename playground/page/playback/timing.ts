/** Milliseconds of a turn: browsers round the time to a tenth of a millisecond, some to a whole one. */
const TURN_MILLISECONDS = 8;
/** Milliseconds until the browser has optimized the code. */
const WARM_UP_MILLISECONDS = 60;

/** A task that is timed turn by turn, in each turn as often as the clock of the browser needs. */
export class TimedTask {
  private _runs = 1;

  constructor(private readonly _run: () => void) {}

  /**
   * Runs until the code is optimized, and finds how many runs make a turn.
   * @throws the reason of the signal, once it is aborted
   */
  async warmUp(signal: AbortSignal): Promise<void> {
    let total = 0;
    while (total < WARM_UP_MILLISECONDS) {
      const time = this.measure() * this._runs;
      total += Math.max(time, 0.1);
      if (time < TURN_MILLISECONDS) {
        this._runs *= 2;
      }
      await pause(signal);
    }
  }

  /** @returns milliseconds per run */
  measure(): number {
    const began = performance.now();
    for (let i = 0; i < this._runs; i++) {
      this._run();
    }
    return (performance.now() - began) / this._runs;
  }
}

/**
 * Lets the page draw.
 * @throws the reason of the signal, once it is aborted
 */
export async function pause(signal: AbortSignal): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve));
  signal.throwIfAborted();
}

/** @param values at least one; of an even number, the greater one in the middle counts */
export function medianOf(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1]!;
}
