import { type MemberNames, type Replacements, show } from "../util/index.js";
/**
 * How a clip plays. All times are in seconds, all members are optional, and playing never changes them.
 *
 * Names and meanings follow KHR_animation_clip (Properties); KHR_animation_controller has older names for the same.
 * @example { start: 2, end: 3.2, repetitions: 4, reverse: true } // twice forth and back between 2 s and 3.2 s
 * @experimental follows draft specifications
 */
export interface ClipSettings {
  /** Lower bound of the timestamp in seconds, finite. Default 0. */
  readonly start?: number | undefined;
  /** Upper bound of the timestamp in seconds, at least `start`. Default Infinity: the clip has no end and never loops. */
  readonly end?: number | undefined;
  /** First timestamp, in seconds after `start`, whatever the sign of `speed`. Clamped to 0..(end - start). Default 0. */
  readonly offset?: number | undefined;
  /** Seconds of timestamp per second of total time, finite. Negative plays backwards, 0 holds. Default 1. */
  readonly speed?: number | undefined;
  /** Number of bounds the clip crosses before it finishes, an integer. -1 is endless, 0 never plays. Default -1. */
  readonly repetitions?: number | undefined;
  /** Whether the clip turns at a bound (ping-pong) instead of continuing from the other bound (loop). Default false. */
  readonly reverse?: boolean | undefined;
}

/** Settings with all defaults filled in and `offset` clamped to 0..(end - start); an excess by rounding is kept. */
export interface ResolvedClipSettings {
  readonly start: number;
  readonly end: number;
  readonly offset: number;
  readonly speed: number;
  readonly repetitions: number;
  readonly reverse: boolean;
}

/** The members of settings. */
export const SETTING_NAMES: MemberNames<ClipSettings> = {
  start: true,
  end: true,
  offset: true,
  speed: true,
  repetitions: true,
  reverse: true,
};

/** The same as a list. */
export const SETTINGS = /*#__PURE__*/ Object.keys(SETTING_NAMES) as readonly (keyof ClipSettings)[];

/** Names that other programs have for the members of settings. */
export const SETTING_REPLACEMENTS: Replacements = {
  loop: "repetitions: -1 for endless, 1 for once",
  loopAnimation: "repetitions: -1 for endless, 1 for once",
  repeat: "repetitions: -1 for endless, 1 for once",
  pingPong: "reverse",
  yoyo: "reverse",
  from: "start, in seconds",
  to: "end, in seconds",
  duration: "end, in seconds",
  speedRatio: "speed",
  timeScale: "speed",
  isAdditive: "isAdditive of the clip",
};

/** A rule that settings break. */
export interface ClipSettingsProblem {
  readonly member: keyof ClipSettings;
  /** The rule and the value, as in `must be >= start (got 1 < 2)`. */
  readonly message: string;
}

const DEFAULTS: ResolvedClipSettings = { start: 0, end: Infinity, offset: 0, speed: 1, repetitions: -1, reverse: false };

/**
 * Relative difference below which two times or distances are equal. Steps of 1/60 s that add up to exactly a bound must not cross it because
 * their sum is one unit in the last place too large.
 */
export const ROUNDING = 2 ** -50;

const FINITE = ["start", "offset", "speed"] as const;

function withDefaults(settings: ClipSettings): ResolvedClipSettings {
  return {
    start: settings.start ?? DEFAULTS.start,
    end: settings.end ?? DEFAULTS.end,
    offset: settings.offset ?? DEFAULTS.offset,
    speed: settings.speed ?? DEFAULTS.speed,
    repetitions: settings.repetitions ?? DEFAULTS.repetitions,
    reverse: settings.reverse ?? DEFAULTS.reverse,
  };
}

/**
 * Finds the first rule that settings break.
 * @returns null if the settings are valid
 */
export function findClipSettingsProblem(settings: ClipSettings): ClipSettingsProblem | null {
  const resolved = withDefaults(settings);
  const { start, end, repetitions, reverse } = resolved;
  for (const member of FINITE) {
    if (!Number.isFinite(resolved[member])) {
      return { member, message: `must be a finite number (got ${show(resolved[member])})` };
    }
  }
  if (typeof end !== "number" || Number.isNaN(end)) {
    return { member: "end", message: `must be a number (got ${show(end)})` };
  }
  if (end < start) {
    return { member: "end", message: `must be >= start (got ${end} < ${start})` };
  }
  if (!Number.isInteger(repetitions) || repetitions < -1) {
    return { member: "repetitions", message: `must be an integer >= -1 (got ${show(repetitions)})` };
  }
  if (typeof reverse !== "boolean") {
    return { member: "reverse", message: `must be true or false (got ${show(reverse)})` };
  }
  return null;
}

/**
 * Fills in the defaults and clamps the offset.
 * @throws TypeError or RangeError if the settings are invalid; the message gives the member, the rule and the value
 */
export function resolveClipSettings(settings: ClipSettings): ResolvedClipSettings {
  if (typeof settings !== "object" || (settings as unknown) === null) {
    throw new TypeError(`settings: must be an object (got ${show(settings)})`);
  }
  const problem = findClipSettingsProblem(settings);
  if (problem) {
    const { member, message } = problem;
    const isOfType = typeof settings[member] === typeof DEFAULTS[member];
    throw new (isOfType ? RangeError : TypeError)(`settings.${member}: ${message}`);
  }
  const { start, end, offset, speed, repetitions, reverse } = withDefaults(settings);
  // adding 0 turns -0 into 0; no spread, because V8 may read members of spread objects slowly
  const [first, last] = [start + 0, end + 0];
  return { start: first, end: last, offset: clampOffset(offset, first, last), speed: speed + 0, repetitions, reverse };
}

/**
 * Clamps an offset to a clip. An offset to the end that exceeds the length only by rounding is kept: 0.34 + 0.35 = 0.69, but
 * 0.69 - 0.34 < 0.35.
 */
function clampOffset(offset: number, start: number, end: number): number {
  const length = end - start;
  const rounding = ROUNDING * Math.max(Math.abs(start), Math.abs(end));
  return offset > length && offset - length <= rounding ? offset : clamp(offset, 0, length);
}

export function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}
