import type { Animation } from "@babylonjs/core/Animations/animation.js";
import type { Animatable } from "@babylonjs/core/Animations/animatable.core.js";
import { loopsOf, type Playback } from "../host/index.js";
import { boundKeysOf, type KeyRange } from "../keys/index.js";
import { clamp } from "../../gltf/timing/index.js";
import type { ClipProgress } from "./evaluator.js";

/** The progress of a clip, without that of its animatables. */
export type ClipTime = Pick<ClipProgress, "activeSettings" | "passes" | "direction">;

/**
 * The range of a clip, in frames of an animation.
 * @param lastFrame the end of a clip that has none
 */
export function rangeOf({ activeSettings: { start, end } }: ClipTime, { framePerSecond }: Animation, lastFrame: number): [number, number] {
  return [start * framePerSecond, end === Infinity ? lastFrame : end * framePerSecond];
}

/**
 * The state in which Babylon would show a timestamp of a clip's animation.
 * @param syncRoot the animatable that the clip follows
 * @param isJump whether the timestamp was sought
 */
export function playbackAt(
  time: ClipTime,
  animation: Animation,
  timestamp: number,
  syncRoot: Animatable | null,
  isJump: boolean,
): Playback {
  const { activeSettings: settings } = time;
  const { framePerSecond: fps } = animation;
  const keys = boundKeysOf(animation);
  const [low, high] = [Math.min(keys[0]!.frame, 0), keys[keys.length - 1]!.frame]; // Babylon adds a key at frame 0
  const [first, last] = [settings.start * fps, settings.end * fps];
  const from = first >= low && first <= high ? first : low;
  const to = last >= low && last <= high ? last : high;
  const frame = clamp(timestamp * fps, low, high);
  const passes = syncRoot && !settings.reverse ? loopsOf(syncRoot) : time.passes;
  return { frame, from, to, progress: frame - from + passes * (to - from), isJump };
}

/** The milliseconds of playing that lead to a state of an animation. */
export function elapsedUntil(
  { activeSettings, direction }: ClipTime,
  { framePerSecond }: Animation,
  { from, to, progress }: Playback,
): number {
  const frames = direction < 0 && !activeSettings.reverse ? progress - (to - from) : progress;
  return Math.abs((1000 * frames) / (framePerSecond * activeSettings.speed)) || 0;
}

/** A double plus this share of itself is the next double. */
const ULP = 1.2e-16;

/** The frame of a timestamp, clamped to the range of the keys. A key is reached at its own time, although 61.5 / 60 * 60 is below 61.5. */
export function frameAt(timestamp: number, { framePerSecond }: Animation, { first, last }: KeyRange): number {
  const frame = timestamp * framePerSecond;
  const next = frame + Math.abs(frame) * ULP;
  return clamp(next / framePerSecond <= timestamp ? next : frame, first, last);
}
