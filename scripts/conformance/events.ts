/** Generated cases of timed events (KHR_animation_events): what a clip passes in each of some steps. */
import { createRandom } from "../../test/helpers/random.js";
import { EventOracle } from "./eventOracle.js";

/** Ticks in a second: a power of two, so that all numbers are exact. */
const TICKS = 64;
const CASES = 200;
const NAMES = ["a", "b", "c", "d", "e"];

/** One clip in each item. `passed` has a list for the start, and one for each step. */
export function makeEvents(): { cases: unknown[] } {
  const random = createRandom(2080);
  const whole = (below: number): number => Math.floor(random() * below);
  const cases = Array.from({ length: CASES }, (_, i) => {
    const start = whole(64);
    const length = 32 + whole(96); // long enough that no step passes a thousand events
    const offset = [0, length, whole(length)][whole(3)]!;
    const quarters = [4, 4, 2, 9, -4, -6][whole(6)]!;
    const settings = {
      start,
      end: start + length,
      offset,
      quarters,
      repetitions: whole(2) === 0 ? -1 : 1 + whole(6),
      reverse: whole(2) === 0,
    };
    const events = NAMES.slice(0, 1 + whole(5)).map((name, e) => ({
      name,
      time: start + (e === 0 ? 0 : e === 1 ? length : whole(length + 8) - 4),
    }));
    const steps = Array.from({ length: 12 }, () => (whole(4) === 0 ? whole(2000) : whole(40)));
    const big = (value: number): bigint => BigInt(value);
    const oracle = new EventOracle(
      {
        ...{ start: big(settings.start), end: big(settings.end), offset: big(offset), quarters: big(quarters) },
        ...{ repetitions: big(settings.repetitions), reverse: settings.reverse },
      },
      events.map(({ name, time }) => ({ name, time: big(time) })),
    );
    return {
      comment: `case ${i}`,
      start: start / TICKS,
      end: settings.end / TICKS,
      offset: offset / TICKS,
      speed: quarters / 4,
      repetitions: settings.repetitions,
      reverse: settings.reverse,
      events: events.map(({ name, time }) => ({ time: time / TICKS, name })),
      steps: steps.map((ticks) => ticks / TICKS),
      passed: [0, ...steps].map((ticks) => oracle.advance(big(ticks))),
    };
  });
  return { cases };
}
