/** Settings as Babylon's members of an animation group ask for them. */
import type { ResolvedClipSettings } from "./settings.js";

/** The arguments of Babylon's `start`, in seconds instead of frames. */
export interface StartArguments {
  readonly loop: boolean | undefined;
  readonly speedRatio: number | undefined;
  readonly from: number | undefined;
  readonly to: number | undefined;
}

/**
 * Settings for one start with arguments; null without any.
 * @param lastKey seconds, for settings without an end
 */
export function settingsForStart(
  settings: ResolvedClipSettings,
  { loop, speedRatio, from, to }: StartArguments,
  lastKey: number,
): ResolvedClipSettings | null {
  if (loop === undefined && speedRatio === undefined && from === undefined && to === undefined) {
    return null;
  }
  const { start, speed } = settings;
  const end = settings.end === Infinity ? lastKey : settings.end;
  const repetitions = loop === undefined ? settings.repetitions : loop ? -1 : 1;
  if (from === undefined && to === undefined) {
    const isEndless = speedRatio === undefined || speedRatio >= 0; // backwards, it has to begin somewhere
    return withSpeed({ ...settings, repetitions, end: isEndless ? settings.end : end }, speedRatio ?? speed);
  }
  const [first, last] = [from ?? start, to ?? end];
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
