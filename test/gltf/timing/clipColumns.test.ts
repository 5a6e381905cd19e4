/** Clips in columns: the same as `TimestampAt` and `ClipClock`, for many clips at once. */
import { describe, expect, it } from "@jest/globals";
import { ClipClock } from "../../../src/gltf/timing/clock.js";
import { ColumnClock } from "../../../src/gltf/timing/columnClock.js";
import type { ClipSettings } from "../../../src/gltf/timing/settings.js";
import { TimestampAt } from "../../../src/gltf/timing/timestamp.js";
import { ClipColumns, HELD, RUNNING } from "../../../src/gltf/timing/clipColumns.js";
import { createRandom } from "../../helpers/random.js";

const random = createRandom(7);

function pick<T>(...values: readonly T[]): T {
  return values[Math.floor(random() * values.length)]!;
}

/** Settings of every kind: without length, without end, backwards, held, finished from the start. */
function randomSettings(): ClipSettings {
  const start = pick(0, 0, random() * 10, -random());
  const length = pick(random() * 4, random() * 4, 2, 0, Infinity);
  return {
    start,
    end: start + length,
    offset: pick(0, random() * 4, length === Infinity ? 1 : length),
    speed: pick(1, 1, -1, 0, random() * 3, -random() * 3),
    repetitions: pick(-1, -1, 0, 1, 2, Math.floor(random() * 9), 2 ** 31),
    reverse: random() < 0.5,
  };
}

function beginAll(columns: ClipColumns, all: readonly ClipSettings[]): void {
  const clock = new ColumnClock(columns);
  all.forEach((settings, i) => clock.at(i).begin(settings).store());
  columns.advance(all.length, 1); // shows the beginning
}

function directionAt(columns: ClipColumns, i: number): number {
  return columns.speeds[i] === 0 ? 0 : columns.headings[i]!;
}

describe("clips in columns", () => {
  it("are where TimestampAt says, for 300,000 random settings", () => {
    const columns = new ClipColumns(1000);
    const clock = new ColumnClock(columns);
    const wrong: object[] = [];
    for (let batch = 0; batch < 300; batch++) {
      const all = Array.from({ length: 1000 }, randomSettings);
      all.forEach((settings, i) => clock.at(i).begin(settings).store());
      columns.advance(1000, 5);
      const time = pick(0, random() * 2, random() * 100, random() * 1e6);
      columns.advance(1000, time);
      all.forEach((settings, i) => {
        const { timestamp, direction, completedRepetitions, isFinished } = TimestampAt(settings, time);
        if (
          columns.timestamps[i] !== timestamp ||
          directionAt(columns, i) !== direction ||
          columns.completedRepetitions[i] !== completedRepetitions ||
          columns.crossings[i] !== completedRepetitions ||
          columns.finished[i] !== Number(isFinished)
        ) {
          wrong.push({ settings, time });
        }
      });
    }
    expect(wrong.slice(0, 5)).toEqual([]);
  });

  it("cross the bounds that clocks cross, frame by frame, also at other rates", () => {
    const all = Array.from({ length: 500 }, randomSettings);
    const columns = new ClipColumns(500);
    beginAll(columns, all);
    const clocks = all.map((settings) => new ClipClock(settings));
    const rates = all.map(() => pick(1, 1, 0.5, random() * 2));
    columns.rates.set(rates);
    const wrong: object[] = [];
    for (let frame = 0; frame < 300; frame++) {
      const delta = pick(1 / 60, random() / 10, random() * 5, 0);
      columns.advance(500, delta);
      clocks.forEach((clock, i) => {
        const { crossings } = clock.advance(delta * rates[i]!);
        const { timestamp, completedRepetitions, isFinished } = clock;
        if (
          columns.timestamps[i] !== timestamp ||
          columns.completedRepetitions[i] !== completedRepetitions ||
          columns.crossings[i] !== crossings ||
          columns.finished[i] !== Number(isFinished)
        ) {
          wrong.push({ settings: all[i], frame });
        }
      });
    }
    expect(wrong.slice(0, 5)).toEqual([]);
  });

  it("seek, change speed and restart as clocks do", () => {
    const all = Array.from({ length: 200 }, randomSettings);
    const columns = new ClipColumns(200);
    beginAll(columns, all);
    const column = new ColumnClock(columns);
    const clocks = all.map((settings) => new ClipClock(settings));
    for (let round = 0; round < 40; round++) {
      clocks.forEach((clock, i) => {
        const [timestamp, speed] = [random() * 8, pick(-1, 0.5, 2)];
        const action = pick<(each: ClipClock) => void>(
          () => undefined,
          (each) => (each.timestamp = timestamp),
          (each) => (each.speed = speed),
          (each) => each.reset(),
        );
        action(clock);
        column.at(i);
        action(column);
        column.store();
      });
      const delta = random() * 3;
      columns.advance(200, delta);
      clocks.forEach((clock, i) => {
        clock.advance(delta);
        const { timestamp, direction, isFinished } = clock;
        expect([i, columns.timestamps[i], directionAt(columns, i), columns.finished[i]]).toEqual([
          i,
          timestamp,
          direction,
          Number(isFinished),
        ]);
      });
    }
  });

  it("stay as they are, in every column, where a clock visits them and changes nothing", () => {
    const all = Array.from({ length: 100 }, randomSettings);
    const columns = new ClipColumns(100);
    beginAll(columns, all);
    for (let frame = 0; frame < 100; frame++) {
      columns.advance(100, random() / 10);
    }
    const clock = new ColumnClock(columns);
    all.forEach((_, i) => {
      clock.at(i).timestamp = random() * 8;
      clock.store();
    });
    for (let frame = 0; frame < 100; frame++) {
      columns.advance(100, random() / 10);
    }
    expect([columns.lost, columns.originRepetitions].map((column) => column.some((value) => value !== 0))).toEqual([true, true]);
    const before = structuredClone(Object.assign({}, columns));
    all.forEach((_, i) => clock.at(i).store());
    expect(Object.assign({}, columns)).toEqual(before);
  });

  it.each<[string, (clock: ColumnClock) => void]>([
    ["restarted", (clock) => void clock.begin({})],
    ["sought", (clock) => (clock.timestamp = 0)],
  ])("drop the remainder of steps that were too short to be seen where they are %s", (_, goBack) => {
    const columns = new ClipColumns(1);
    beginAll(columns, [{}]);
    columns.advance(1, 1e6);
    columns.advance(1, 1e-12);
    const clock = new ColumnClock(columns).at(0);
    goBack(clock);
    clock.store();
    columns.states[0] = RUNNING;
    columns.advance(1, 1);
    expect(columns.timestamps[0]).toBe(1);
  });

  it("show their beginning for one step, and hold where they are held", () => {
    const columns = new ClipColumns(2);
    const clock = new ColumnClock(columns);
    clock.at(0).begin({ end: 4, offset: 1 }).store();
    clock.at(1).begin({ end: 4, offset: 1 }).store();
    columns.advance(2, 0.5);
    expect([...columns.timestamps]).toEqual([1, 1]);
    expect(columns.states[0]).toBe(RUNNING);
    columns.states[1] = HELD;
    columns.advance(2, 0.5);
    columns.advance(2, 0.5);
    expect([...columns.timestamps]).toEqual([2, 1]);
  });

  it("keep their states when the columns grow", () => {
    const columns = new ClipColumns(1);
    beginAll(columns, [{ end: 4, repetitions: 3, reverse: true }]);
    columns.advance(1, 5);
    columns.resize(8);
    columns.advance(8, 1);
    expect(columns.timestamps).toHaveLength(8);
    expect([columns.timestamps[0], columns.headings[0], columns.completedRepetitions[0]]).toEqual([2, -1, 1]);
  });

  it("go back with time, at most to the beginning", () => {
    const columns = new ClipColumns(1);
    beginAll(columns, [{ end: 4, offset: 1 }]);
    const timestamps = [2, -1, -3, 1].map((delta) => {
      columns.advance(1, delta);
      return columns.timestamps[0];
    });
    expect(timestamps).toEqual([3, 2, 1, 2]);
  });

  it("advance as many as asked, from the first on", () => {
    const columns = new ClipColumns(3);
    beginAll(columns, [{ end: 4 }, { end: 4 }, { end: 4 }]);
    columns.advance(2, 1);
    expect([...columns.timestamps]).toEqual([1, 1, 0]);
  });

  it("run on in the columns that they are copied to, and leave nothing where they are cleared", () => {
    const [columns, others] = [new ClipColumns(2), new ClipColumns(2)];
    beginAll(columns, [{ end: 4 }, { start: 1, end: 5, offset: 3, speed: 2, repetitions: 5, reverse: true }]);
    columns.advance(2, 1.5);
    others.copyFrom(columns, 1, 0);
    columns.clear(1);
    columns.advance(2, 1);
    others.advance(1, 1);
    // 5 after 0.5 s, 3 after 1.5 s, 1 after 2.5 s
    expect([others.timestamps[0], others.headings[0], others.completedRepetitions[0]]).toEqual([1, -1, 1]);
    expect([...columns.timestamps]).toEqual([2.5, 0]);
    expect([...columns.states]).toEqual([RUNNING, HELD]);
    expect([...columns.ends]).toEqual([4, 0]);
  });
});
