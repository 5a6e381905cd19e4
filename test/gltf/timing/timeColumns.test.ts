/** Clips and groups that go on by themselves, in columns: to the last bit as their clocks, up to the next bound, and beyond it where they never end. */
import { expect, it } from "@jest/globals";
import { ClipClock } from "../../../src/gltf/timing/clock.js";
import { GroupClock, playbackOfStart } from "../../../src/gltf/timing/groupClock.js";
import { TimeColumns } from "../../../src/gltf/timing/timeColumns.js";
import { createRandom } from "../../helpers/random.js";

const random = createRandom(23);
const pick = <T>(...values: readonly T[]): T => values[Math.floor(random() * values.length)]!;
const ROWS = 500;
const STEPS = [0, 0.016, 0.016, 0.016, 1 / 60, 0.3, -0.016];

/** What a clock and its row say after each of 300 random steps, and how often the row left the step to the clock. */
function compare(clocks: readonly (ClipClock | GroupClock)[]): { differences: object[]; left: number } {
  const columns = new TimeColumns();
  columns.resize(ROWS);
  const differences: object[] = [];
  let left = 0;
  clocks.forEach((clock) => clock.advance(0));
  const rows = clocks.map((clock, row) => (clock.isSteady ? clock.storeIn(columns, row) : null));
  for (let step = 0; step < 300; step++) {
    const delta = pick(...STEPS);
    clocks.forEach((clock, row) => {
      const isClip = clock instanceof ClipClock; // a group may wrap to a later frame, which is no loop to Babylon
      const before = clock.completedRepetitions;
      const { crossings } = isClip ? clock.advance(delta, -Infinity) : clock.advance(delta);
      const times = rows[row];
      const staysWithin = times?.advanceWithin(row, delta) ?? false;
      if (times && (staysWithin || clock.isEndless)) {
        if (!staysWithin) {
          times.advanceAcross(row, delta);
          left++;
        }
        const hasCrossed = crossings > 0 || (isClip && clock.completedRepetitions !== before);
        if (times.timestamps[row] !== clock.timestamp || (staysWithin && hasCrossed)) {
          differences.push({ row, step, delta, got: times.timestamps[row], expected: clock.timestamp, crossings });
        }
        const again = clock.peek(times.elapsed[row]!, times.lost[row]!);
        if (again.timestamp !== clock.timestamp || again.completedRepetitions !== clock.completedRepetitions) {
          differences.push({ row, step, again: again.timestamp, expected: clock.timestamp });
        }
      } else if (times) {
        left++;
        rows[row] = clock.isSteady ? clock.storeIn(columns, row) : null;
      }
    });
  }
  return { differences: differences.slice(0, 3), left };
}

it("clips of 500 random settings are where their clocks are, until they cross a bound", () => {
  const clocks = Array.from({ length: ROWS }, () => {
    const [start, length] = [pick(0, random() * 10), pick(random() * 4, 2, 0.1, Infinity)];
    const settings = { start, end: start + length, offset: pick(0, Math.min(length, random())), speed: pick(1, -1, 0, random() * 3) };
    const overtime = pick("carry", "discard");
    return new ClipClock({ ...settings, repetitions: pick(-1, -1, 1, 3), reverse: random() < 0.4 }, { overtime });
  });
  const { differences, left } = compare(clocks);
  expect(differences).toEqual([]);
  expect(left).toBeGreaterThan(1000);
});

it("groups of 500 random starts are at the frames of their clocks, until they loop or end", () => {
  const clocks = Array.from({ length: ROWS }, () => {
    const keys = { first: pick(0, 10), last: pick(60, 61.5, 240), framePerSecond: pick(60, 30, 24) };
    const [from, to] = [pick(keys.first, random() * 60), pick(keys.last, random() * 60)];
    return new GroupClock(playbackOfStart({ from, to, loop: random() < 0.7, speedRatio: pick(1, -1, 0, random() * 3) }), keys);
  });
  const { differences, left } = compare(clocks);
  expect(differences).toEqual([]);
  expect(left).toBeGreaterThan(1000);
});
