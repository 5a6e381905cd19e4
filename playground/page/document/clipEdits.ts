import type { ResolvedClipSettings } from "../../../src/pure.js";

/** A range of an animation, in seconds; `start` < `end`. */
export interface TimeRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Moves the bounds of a clip. The offset is kept where it fits. A clip that begins at its end continues to do so: such clips usually play backwards.
 * @param bounds `start` <= `end`
 */
export function withBounds(settings: ResolvedClipSettings, bounds: Partial<TimeRange>): ResolvedClipSettings {
  const { start, end, offset } = { ...settings, ...bounds };
  const wasAtEnd = offset > 0 && Math.fround(offset) === Math.fround(settings.end - settings.start);
  const length = end - start;
  const kept = wasAtEnd && length !== Infinity ? length : Math.min(offset, length);
  return { ...settings, start, end, offset: Math.max(kept, 0) };
}

/**
 * Cuts a clip in two. The part with the first timestamp keeps that beginning; the second part begins where the clip enters it.
 * @param at a timestamp in seconds
 * @returns null unless the timestamp lies between the bounds
 */
export function cutSettings(settings: ResolvedClipSettings, at: number): readonly [ResolvedClipSettings, ResolvedClipSettings] | null {
  const { start, end, offset, speed } = settings;
  if (!(at > start && at < end)) {
    return null;
  }
  const [first, second] = [at - start, end - at];
  const entry = (length: number): number => (speed < 0 && length !== Infinity ? length : 0);
  return [
    { ...settings, end: at, offset: offset < first ? offset : entry(first) },
    { ...settings, start: at, offset: offset > first ? Math.min(offset - first, second) : entry(second) },
  ];
}

/** Why settings play less than one would expect, and how to mend them. */
export interface SettingsHint {
  readonly text: string;
  readonly mend: string;
  readonly mended: ResolvedClipSettings;
}

/**
 * Finds settings that are valid but play nothing, or less than one would expect.
 * @param lastKey seconds; the end of a clip that has none
 */
export function hintOf(settings: ResolvedClipSettings, lastKey: number): SettingsHint | null {
  const { start, end, offset, speed, repetitions } = settings;
  if (repetitions === 0) {
    return { text: "0 repetitions never play.", mend: "Play endlessly", mended: { ...settings, repetitions: -1 } };
  }
  if (end === start) {
    const later = Math.max(lastKey, start + 1);
    return { text: "A clip without length holds one pose.", mend: "Extend to the last key", mended: { ...settings, end: later } };
  }
  if (speed === 0) {
    return { text: "Speed 0 holds one pose.", mend: "Set speed to 1", mended: { ...settings, speed: 1 } };
  }
  if (speed < 0 && offset === 0) {
    const last = end === Infinity ? Math.max(lastKey, start) : end;
    const text =
      repetitions === 1 ? "Backwards from the start: over at once, nothing plays." : "Backwards from the start: the first pass is skipped.";
    return { text, mend: "Begin at the end", mended: { ...settings, end: last, offset: last - start } };
  }
  return null;
}

/** The wanted name, or the name with the first free number appended if another clip has it. */
export function uniqueName(wanted: string, taken: Iterable<string>): string {
  const names = new Set(taken);
  if (!names.has(wanted)) {
    return wanted;
  }
  const base = wanted.replace(/ \d+$/, "");
  let number = 2;
  while (names.has(`${base} ${number}`)) {
    number++;
  }
  return `${base} ${number}`;
}

/** Moves an item of a list. @param to its index in the new list, clamped */
export function moved<T>(list: readonly T[], from: number, to: number): readonly T[] {
  const rest = list.filter((_, i) => i !== from);
  rest.splice(Math.min(Math.max(to, 0), rest.length), 0, list[from]!);
  return rest;
}
