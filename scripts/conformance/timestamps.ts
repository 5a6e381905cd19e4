/** The data about timestamps: the drafts' tables, and generated cases. */
import { readFileSync } from "node:fs";
import { createRandom } from "../../test/helpers/random.js";
import { timestampAt, timestampsInSteps, type Settings } from "./timestampOracle.js";

/** One printed table of the drafts. */
interface PrintedTable {
  readonly source: string;
  readonly extension: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly totalTime: readonly number[];
  readonly printed: readonly number[];
}

/** Reads the settings of either draft. */
export function settingsOf(json: Readonly<Record<string, unknown>>): Settings {
  const find = <T>(byDefault: T, ...names: string[]): T =>
    (names.map((name) => json[name]).find((value) => value !== undefined) as T) ?? byDefault;
  const bounds = [find(0, "start"), find<number | null>(null, "end")] as const;
  // Example 6 of controllers has them the other way round
  const [start, end] = bounds[1] !== null && bounds[1] < bounds[0] ? [bounds[1], bounds[0]] : bounds;
  return {
    start,
    end,
    offset: json["timestamp"] === undefined ? find(0, "offset") : (json["timestamp"] as number) - start,
    speed: find(1, "speed", "direction"),
    repetitions: find(-1, "repetitions", "counter"),
    reverse: find(false, "reverse", "bounce"),
  };
}

/** The drafts print halves as whole seconds: rounded towards where the timestamp came from. */
function print(timestamps: readonly number[]): number[] {
  return timestamps.map((timestamp, i) => (timestamp < (timestamps[i - 1] ?? timestamp) ? Math.ceil(timestamp) : Math.floor(timestamp)));
}

/**
 * The tables of both drafts as printed, and with overtime carried, in full precision.
 * @throws Error if a printed table contradicts the text
 */
export function makeTables(): unknown {
  const file = new URL("../../test/data/timestamp-tables.json", import.meta.url);
  return (JSON.parse(readFileSync(file, "utf8")) as PrintedTable[]).map(({ source, extension, settings, totalTime, printed }) => {
    const read = settingsOf(settings);
    const timestamps = totalTime.map((seconds) => timestampAt(read, seconds).timestamp);
    const equalsPrinted = (values: readonly number[]): boolean => print(values).join() === printed.join();
    const losesOvertime = !equalsPrinted(timestamps);
    if (losesOvertime && !equalsPrinted(timestampsInSteps(read, totalTime.length - 1))) {
      throw new Error(`${source}: the table contradicts the text`);
    }
    return { source, extension, settings, totalTime, printed, losesOvertime, timestamps };
  });
}

const COLUMNS = [
  ...["start", "end", "offset", "speed", "repetitions", "reverse", "totalTime"],
  ...["timestamp", "completedRepetitions", "isFinished"],
] as const;

type Row = readonly (number | boolean | null)[];

/** Numbers that look random. */
class Draw {
  private readonly _next = createRandom(20261122);

  integer(min: number, max: number): number {
    return min + Math.floor(this._next() * (max - min + 1));
  }

  of<T>(...items: readonly T[]): T {
    return items[this.integer(0, items.length - 1)]!;
  }
}

function toRow(settings: Settings, totalTime: number): Row {
  const { start, end, offset, speed, repetitions, reverse } = settings;
  const { timestamp, completedRepetitions, isFinished } = timestampAt(settings, totalTime);
  return [start, end, offset, speed, repetitions, reverse, totalTime, timestamp, completedRepetitions, isFinished];
}

/** @param unit all times are multiples of it */
function drawSettings(draw: Draw, unit: number, speedUnit: number): Settings {
  const multiple = (min: number, max: number, of: number): number => Number((draw.integer(min, max) * of).toFixed(6));
  const start = draw.of(0, 0, multiple(-4 / unit, 8 / unit, unit));
  const length = draw.of(null, 0, ...Array.from({ length: 10 }, () => multiple(1, 4 / unit, unit)));
  const steps = Math.round((length ?? 4) / unit);
  return {
    start,
    end: length === null ? null : Number((start + length).toFixed(6)),
    offset: Number((draw.of(0, steps, draw.integer(0, steps)) * unit).toFixed(6)),
    speed: draw.of(1, 1, -1, multiple(-4 / speedUnit, 4 / speedUnit, speedUnit)),
    repetitions: draw.of(-1, -1, 0, 1, 2, 3, 4, 7),
    reverse: draw.of(true, false),
  };
}

/** A total time at which a clip is exactly at a bound. */
function timeAtBound(draw: Draw, { start, end, offset, speed }: Settings): number | null {
  if (end === null || Math.abs(speed) !== 1) {
    return null;
  }
  const length = end - start;
  return (speed > 0 ? length - offset : offset) + draw.integer(0, 6) * length;
}

/** Numbers that are exact in binary single precision, with any arithmetic: bounds are reached exactly. */
function makeExact(draw: Draw, count: number): Row[] {
  return Array.from({ length: count }, () => {
    const settings = drawSettings(draw, 1 / 16, 1 / 4);
    const anyTime = draw.integer(0, 48 * 64) / 64;
    const totalTime = draw.of(0, 1, 2) === 0 ? (timeAtBound(draw, settings) ?? anyTime) : anyTime;
    return toRow(settings, totalTime);
  });
}

/** Whether nothing is crossed shortly before or after a time, so that rounding makes no difference. */
function isClear(settings: Settings, totalTime: number): boolean {
  const around = [totalTime - 0.001, totalTime + 0.001].map((time) => timestampAt(settings, Number(Math.max(time, 0).toFixed(6))));
  return around[0]!.completedRepetitions === around[1]!.completedRepetitions && around[0]!.isFinished === around[1]!.isFinished;
}

/** Decimal numbers, which binary arithmetic rounds, and times that are not near a bound. */
function makeDecimal(draw: Draw, count: number): Row[] {
  const rows: Row[] = [];
  while (rows.length < count) {
    const settings = drawSettings(draw, 0.01, 0.01);
    const totalTime = draw.integer(1, draw.of(10_000, 1_000_000)) / 1000;
    if (isClear(settings, totalTime)) {
      rows.push(toRow(settings, totalTime));
    }
  }
  return rows;
}

/** 2,000 cases. */
export function makeCases(): { columns: readonly string[]; exact: Row[]; decimal: Row[] } {
  const draw = new Draw();
  return { columns: COLUMNS, exact: makeExact(draw, 1500), decimal: makeDecimal(draw, 500) };
}
