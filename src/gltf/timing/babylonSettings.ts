/** Settings as Babylon's members of an animation group ask for them. */
import type { ResolvedClipSettings } from "./settings.js";

/** The arguments of Babylon's `start`, in seconds instead of frames. */
export interface StartArguments {
  readonly loop: boolean | undefined;
  readonly speedRatio: number | undefined;
  readonly from: number | undefined;
  readonly to: number | undefined;
}

/** The times of the first and the last key, in seconds. */
export interface KeySpan {
  readonly first: number;
  readonly last: number;
}

/**
 * The settings of one start with Babylon's arguments; null without arguments. As in Babylon, a bound outside of the keys becomes the first or the
 * last key, and a clip without an end loops or finishes at the last key if `loop` is given.
 */
export function settingsForStart(
  settings: ResolvedClipSettings,
  { loop, speedRatio, from, to }: StartArguments,
  keys: KeySpan,
): ResolvedClipSettings | null {
  if (loop === undefined && speedRatio === undefined && from === undefined && to === undefined) {
    return null;
  }
  const { start, speed } = settings;
  const end = settings.end === Infinity ? Math.max(keys.last, start) : settings.end;
  const repetitions = loop === undefined ? settings.repetitions : loop ? -1 : 1;
  if (from === undefined && to === undefined) {
    const needsEnd = loop !== undefined || (speedRatio ?? 0) < 0; // backwards, it has to begin somewhere
    return withSpeed({ ...settings, repetitions, end: needsEnd ? end : settings.end }, speedRatio ?? speed);
  }
  const isWithin = (time: number): boolean => time >= keys.first && time <= keys.last;
  const first = from === undefined ? start : isWithin(from) ? from : keys.first;
  const last = to === undefined ? end : isWithin(to) ? to : keys.last;
  const range = { ...settings, repetitions, start: Math.min(first, last), end: Math.max(first, last), offset: 0, speed: 1 };
  const direction = first > last ? -1 : 1;
  return withSpeed(withSpeed(range, direction), direction * (speedRatio ?? speed));
}

/** Endless, or finishing with the pass under way at the latest. */
export function looping(loop: boolean): (settings: ResolvedClipSettings) => ResolvedClipSettings {
  return (settings) => ({ ...settings, repetitions: loop ? -1 : settings.repetitions === -1 ? 1 : settings.repetitions });
}

/** Another speed; where its sign differs, the clip begins at the opposite end, if there is one. */
export function withSpeed(settings: ResolvedClipSettings, speed: number): ResolvedClipSettings {
  const length = settings.end - settings.start;
  const turns = speed * settings.speed < 0 && length !== Infinity;
  return { ...settings, speed, offset: turns ? length - settings.offset : settings.offset };
}
