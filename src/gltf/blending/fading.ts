/** The arithmetic of cross-fades, shared by clips and crowds. A cycle is one way from the first bound of a clip to the second. */

/** The progress of a fade, 0..1. A fade of 0 seconds is complete at once. */
export function fadeProgress(elapsed: number, seconds: number): number {
  return seconds === 0 ? 1 : Math.min(elapsed / seconds, 1);
}

/** A value between two others: weights and frequencies change linearly during a fade. */
export function lerp(before: number, after: number, progress: number): number {
  return before + (after - before) * progress;
}

/** The frequency of a clip at its own speed, in cycles per second; 0 for a clip without length. */
export function cycleFrequency(speed: number, duration: number): number {
  return duration > 0 ? Math.abs(speed) / duration : 0;
}

/**
 * The phase of a clip: the share of the cycle that it has played, 0..1; 0 or 1 for a clip without length.
 * @param seconds from the start of the range to the timestamp
 * @param direction negative if the timestamp decreases
 */
export function cyclePhase(seconds: number, duration: number, direction: number): number {
  const share = duration > 0 ? Math.min(seconds / duration, 1) : 0;
  return direction < 0 ? 1 - share : share;
}

/** The seconds from the start of the range to the timestamp at a phase: the inverse of {@link cyclePhase}. */
export function secondsAtPhase(phase: number, duration: number, direction: number): number {
  return (direction < 0 ? 1 - phase : phase) * duration;
}
