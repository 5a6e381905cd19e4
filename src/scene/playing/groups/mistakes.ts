/** Warnings about arguments that nothing forbids, but that were probably not meant. Each is logged once. */
import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import { logWarningOnce, warnOfUnknownMembers } from "../../host/index.js";
import {
  type ClipSettings,
  describeExcess,
  type ResolvedClipSettings,
  SETTING_NAMES,
  SETTING_REPLACEMENTS,
} from "../../../gltf/timing/index.js";
import { excerpt, type MemberNames, type Replacements, rounded, show } from "../../../gltf/util/index.js";
import type { ClipOptions } from "../players/clipPlayer.js";

/** The members of the options of a clip. */
export const CLIP_OPTION_NAMES: MemberNames<ClipOptions> = {
  overtime: true,
  clock: true,
  evaluationMode: true,
  weight: true,
  playOrder: true,
  layer: true,
};

const asOptions = Object.fromEntries(Object.keys(CLIP_OPTION_NAMES).map((name) => [name, `the options, which have ${name}`]));
const asSettings = Object.fromEntries(Object.keys(SETTING_NAMES).map((name) => [name, `the settings, which have ${name}`]));
const REPLACEMENTS: Replacements = { ...SETTING_REPLACEMENTS, ...asOptions };

/** Warns of settings that clips do not have. */
export function warnOfUnknownSettings(settings: ClipSettings): void {
  warnOfUnknownMembers("clip", "settings", settings, SETTING_NAMES, REPLACEMENTS);
}

/** Warns of options that clips do not have. */
export function warnOfUnknownOptions(options: ClipOptions): void {
  warnOfUnknownMembers("clip", "options", options, OPTION_NAMES, asSettings);
}

const OPTION_NAMES = { ...CLIP_OPTION_NAMES, settings: true } as const;

/**
 * Warns of a range that reaches beyond the last key: often it was meant in frames.
 * @param name of the clip
 * @param last the time of the last key in seconds
 */
export function warnOfExcess(name: string, range: Pick<ResolvedClipSettings, "start" | "end">, last: number): void {
  const excess = describeExcess(name, range, last);
  if (excess !== null) {
    logWarningOnce(`${excess}; times are in seconds`);
  }
}

/** Warns of an argument `loop` that is an object, such as settings: in place of `play({ speed: 2 })`, the settings are to be set. */
export function warnOfLoop(caller: string, loop: unknown): void {
  if (typeof loop === "object" && loop !== null) {
    logWarningOnce(
      `${caller}: loop: must be true or false (got ${show(loop)}); settings are set by clip.settings = { ...clip.settings, speed: 2 }`,
      "loop",
    );
  }
}

/** Warns of the start of a group that was disposed, unless its scene was, too. */
export function warnOfDisposed(group: AnimationGroup): void {
  if (!group.getScene().isDisposed) {
    logWarningOnce(`${excerpt(group.name)}: is disposed, and does not play`);
  }
}

/** The seconds from which on a time was probably meant as something else: as milliseconds, or as frames a second. */
const LONG = 10;

/** Warns of a time between two poses, or of a fade, that is much longer than is usual: once for each function. */
export function warnOfLongTime(caller: string, argument: string, seconds: number, hint: string): void {
  if (seconds >= LONG && seconds < Infinity) {
    logWarningOnce(`${caller}: ${argument}: is in seconds (got ${seconds}); ${hint}`, `${caller} ${argument}`);
  }
}

/** Warns of an interval that was probably meant as a number of poses a second. */
export function warnOfInterval(caller: string, argument: string, interval: unknown): void {
  if (typeof interval === "number") {
    warnOfLongTime(caller, argument, interval, `${interval} times a second are ${rounded(1 / interval)}`);
  }
}
