import type { Playable } from "../playback/playable.js";

/** What plays of a model, and where. */
export type PlayingState = Pick<Playable, "isPosing" | "isPlaying" | "timestamp" | "weight">;

export function readStates(playables: readonly Playable[]): PlayingState[] {
  return playables.map(({ isPosing, isPlaying, timestamp, weight }) => ({ isPosing, isPlaying, timestamp, weight }));
}

/**
 * Lets the playables of another copy of the model go on in the same states.
 * @param chosen the index of the selected one, which is the last one to pose the model
 */
export function restoreStates(playables: readonly Playable[], states: readonly PlayingState[], chosen: number): void {
  const order = [...states.keys()].sort((a, b) => Number(a === chosen) - Number(b === chosen));
  order.forEach((i) => restore(playables[i]!, states[i]!));
}

function restore(playable: Playable, { isPosing, isPlaying, timestamp, weight }: PlayingState): void {
  playable.weight = weight;
  if (isPosing) {
    playable.seek(timestamp);
  }
  if (isPlaying) {
    playable.play();
  }
}
