import { type ClipColumns, HELD, RUNNING, STARTING } from "./clipColumns.js";
import { findClipSettingsProblem, type ResolvedClipSettings } from "./settings.js";

/** What is saved of a clip in columns, in this order: all but what each step counts anew. */
const SAVED = [
  ...(["states", "pending", "finished", "reverses"] as const),
  ...(["headings", "originHeadings"] as const),
  ...(["starts", "ends", "offsets", "speeds", "repetitions"] as const),
  ...(["leads", "rates", "originTimestamps", "originRepetitions", "elapsed", "lost", "timestamps", "completedRepetitions"] as const),
] as const;

/** How many numbers {@link saveColumns} gives. */
export const SAVED_COLUMNS = SAVED.length;

/** The numbers of a clip in columns, for {@link restoreColumns}. `end` may be infinite. */
export function saveColumns(columns: ClipColumns, i: number): number[] {
  return SAVED.map((name) => columns[name][i]!);
}

/** @param saved the result of {@link saveColumns}, which begins at an index */
export function restoreColumns(columns: ClipColumns, i: number, saved: ArrayLike<number>, at = 0): void {
  for (let k = 0; k < SAVED_COLUMNS; k++) {
    columns[SAVED[k]!][i] = saved[at + k]!;
  }
}

/** Whether a list has the numbers of a clip from an index on. */
export function areSavedColumns(saved: readonly unknown[], at = 0): saved is readonly number[] {
  const numbers = saved.slice(at, at + SAVED_COLUMNS) as number[];
  const [state, pending, finished, reverse, heading, originHeading] = numbers;
  return (
    numbers.length === SAVED_COLUMNS &&
    numbers.every((number, k) => Number.isFinite(number) || SAVED[k] === "ends") &&
    [HELD, STARTING, RUNNING].includes(state!) &&
    [pending, finished, reverse].every((flag) => flag === 0 || flag === 1) &&
    [heading, originHeading].every((each) => Math.abs(each!) === 1) &&
    findClipSettingsProblem(settingsAmong(numbers)) === null
  );
}

/** The settings among the numbers of a clip, which begin at an index. */
export function settingsAmong(saved: readonly number[], at = 0): ResolvedClipSettings {
  const [reverse, , , start, end, offset, speed, repetitions] = saved.slice(at + SAVED.indexOf("reverses")) as [number, ...number[]];
  return { start: start!, end: end!, offset: offset!, speed: speed!, repetitions: repetitions!, reverse: reverse === 1 };
}
