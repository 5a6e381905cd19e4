import { readFileSync } from "node:fs";
import { describe, expect, it } from "@jest/globals";
import { ReadClips, ReadControllers, type ClipReading } from "../../../src/gltf/schema/index.js";
import { ClipClock, TimestampAt, type ClipTime, type OvertimePolicy, type ResolvedClipSettings } from "../../../src/gltf/timing/index.js";

/** One printed table of the drafts. */
interface TimestampTable {
  readonly source: string;
  readonly extension: "KHR_animation_clip" | "KHR_animation_controller";
  readonly settings: Readonly<Record<string, unknown>>;
  readonly totalTime: readonly number[];
  readonly printed: readonly number[];
  readonly note: string;
  /** The policy under which the table holds. */
  readonly overtime?: OvertimePolicy;
  /** Whether it is printed in whole seconds. */
  readonly rounded?: boolean;
}

const tables = JSON.parse(readFileSync(new URL("../../data/timestamp-tables.json", import.meta.url), "utf8")) as TimestampTable[];

/** Reads the settings as an asset states them, so that the drafts' names are tested with their numbers. */
function read({ extension, settings }: TimestampTable): ClipReading {
  return extension === "KHR_animation_clip"
    ? ReadClips({ animations: [{}], extensions: { [extension]: { clips: [settings] } } })
    : ReadControllers({ animations: [{}], extensions: { [extension]: { controllers: [settings] } } });
}

function settingsOf(table: TimestampTable): ResolvedClipSettings {
  const { definitions, findings } = read(table);
  expect(findings).toEqual([]);
  expect(definitions).toHaveLength(1);
  return definitions[0]!.settings;
}

function policiesOf({ overtime, note }: TimestampTable): readonly OvertimePolicy[] {
  if (overtime) {
    return [overtime];
  }
  return note.includes("Exact under both overtime policies") ? ["carry", "discard"] : ["carry"];
}

type Play = (settings: ResolvedClipSettings, totalTime: readonly number[], overtime: OvertimePolicy) => ClipTime[];

const askClosedForm: Play = (settings, totalTime, overtime) => totalTime.map((seconds) => TimestampAt(settings, seconds, { overtime }));

const stepClock: Play = (settings, totalTime, overtime) => {
  const clock = new ClipClock(settings, { overtime });
  return totalTime.map((seconds, i) => {
    clock.advance(seconds - (totalTime[i - 1] ?? 0));
    const { timestamp, direction, completedRepetitions, isFinished } = clock;
    return { timestamp, direction, completedRepetitions, isFinished };
  });
};

const ways: readonly [string, Play][] = [
  ["TimestampAt", askClosedForm],
  ["ClipClock in steps of 1 s", stepClock],
];

function timestamps(times: readonly ClipTime[]): number[] {
  return times.map(({ timestamp }) => timestamp);
}

/** Towards where the timestamp came from, as the drafts print halves. */
function roundToPrint({ timestamp, direction }: ClipTime): number {
  return direction < 0 ? Math.ceil(timestamp) : Math.floor(timestamp);
}

describe("the tables of the drafts", () => {
  it("are twelve, six of each draft, each with a cell for every second from 0 to 20", () => {
    expect(tables.map(({ extension }) => extension).sort()).toEqual([
      ...Array<string>(6).fill("KHR_animation_clip"),
      ...Array<string>(6).fill("KHR_animation_controller"),
    ]);
    for (const { totalTime, printed } of tables) {
      expect(totalTime).toEqual(Array.from({ length: 21 }, (_, second) => second));
      expect(printed).toHaveLength(21);
    }
  });

  for (const table of tables) {
    describe(table.source, () => {
      it("is read without a warning", () => {
        expect(read(table).findings).toEqual([]);
      });

      for (const [way, play] of ways) {
        for (const overtime of policiesOf(table)) {
          it(`${way}, overtime "${overtime}"`, () => {
            const times = play(settingsOf(table), table.totalTime, overtime);
            expect(table.rounded ? times.map(roundToPrint) : timestamps(times)).toEqual(table.printed);
          });
        }
      }
    });
  }
});

describe("the tables printed in whole seconds have halves in between", () => {
  // Speed -0.5 from 4 down to 0, and, as each of the two repetitions is a crossing, up to 4 where it stays.
  const exact = [4, 3.5, 3, 2.5, 2, 1.5, 1, 0.5, 0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4, 4, 4, 4];
  const rounded = tables.filter((table) => table.rounded);

  it("are two", () => {
    expect(rounded.map(({ source }) => source)).toEqual(["KHR_animation_clip.md Example 6", "KHR_animation_controller.md Example 6"]);
  });

  for (const table of rounded) {
    for (const [way, play] of ways) {
      for (const overtime of ["carry", "discard"] as const) {
        it(`${table.source}: ${way}, overtime "${overtime}"`, () => {
          expect(timestamps(play(settingsOf(table), table.totalTime, overtime))).toEqual(exact);
        });
      }
    }
  }
});

describe("the tables that lose their overtime have the period end - start where it is carried", () => {
  for (const table of tables.filter(({ overtime }) => overtime === "discard")) {
    for (const [way, play] of ways) {
      it(`${table.source}: ${way}`, () => {
        const settings = settingsOf(table);
        const length = settings.end - settings.start;
        // At a whole multiple of the length the bound is reached, not crossed.
        const expected = table.totalTime.map((t) => settings.start + (t === 0 ? 0 : ((t - 1) % length) + 1));
        expect(timestamps(play(settings, table.totalTime, "carry"))).toEqual(expected);
      });
    }
  }
});
