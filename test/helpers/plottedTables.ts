/** The tables of the drafts, and the values that a plot shows. */
import { readFileSync } from "node:fs";
import type { Timeline } from "../../playground/page/plots/timeline.js";
import { ReadClips, ReadControllers, type ResolvedClipSettings } from "../../src/pure.js";

/** One printed table of the drafts. */
export interface TimestampTable {
  readonly source: string;
  readonly extension: "KHR_animation_clip" | "KHR_animation_controller";
  readonly settings: Readonly<Record<string, unknown>>;
  readonly totalTime: readonly number[];
  readonly printed: readonly number[];
  readonly overtime?: "discard";
  readonly rounded?: boolean;
}

export const TABLES = JSON.parse(readFileSync(new URL("../data/timestamp-tables.json", import.meta.url), "utf8")) as TimestampTable[];

export function settingsOf({ extension, settings }: TimestampTable): ResolvedClipSettings {
  const member = extension === "KHR_animation_clip" ? "clips" : "controllers";
  const read = extension === "KHR_animation_clip" ? ReadClips : ReadControllers;
  return read({ animations: [{}], extensions: { [extension]: { [member]: [settings] } } }).definitions[0]!.settings;
}

/** Where the line of a plot is at a total time; at the end of a loop, its first value there, which is the bound. */
export function plotted({ totalTimes, timestamps }: Pick<Timeline, "totalTimes" | "timestamps">, totalTime: number): number {
  const after = totalTimes.findIndex((time) => time >= totalTime);
  const [t0, t1] = [totalTimes[after - 1] ?? totalTime, totalTimes[after]!];
  const [from, to] = [timestamps[after - 1] ?? timestamps[after]!, timestamps[after]!];
  return t1 > t0 ? from + ((to - from) * (totalTime - t0)) / (t1 - t0) : to;
}

/** What a table prints, of a timestamp that is plotted: two tables are in whole seconds, rounded to where it comes from. */
export function print({ rounded }: TimestampTable, timestamps: readonly number[]): number[] {
  return timestamps.map((timestamp, i) => {
    const falls = timestamp < (timestamps[i - 1] ?? Infinity);
    return !rounded ? timestamp : falls ? Math.ceil(timestamp) : Math.floor(timestamp);
  });
}

/** Four tables lose the second in which the loop restarts; plots do not (docs/behavior.md): the loop lasts end - start. */
export function expectedOf({ overtime, printed, totalTime }: TimestampTable, { start, end }: ResolvedClipSettings): readonly number[] {
  return overtime === "discard" ? totalTime.map((t) => start + (t === 0 ? 0 : ((t - 1) % (end - start)) + 1)) : printed;
}
