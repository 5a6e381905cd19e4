import { isBetween, type ResolvedClipSettings, timestampOfEvent } from "../../gltf/timing/index.js";
import type { EventDefinition, EventInput } from "../../gltf/schema/index.js";
import type { Segment } from "./segments.js";
import { timeOf } from "./retime.js";

/**
 * Retimes events to the playback of a clip: an event for each time that the clip passes it. Where a player that repeats the baked animation
 * continues without a jump, the end has no events, because the beginning has the same.
 * @param segments the segments of the clip in order, at least one
 */
export function retimeEvents(
  events: readonly EventDefinition[],
  settings: ResolvedClipSettings,
  segments: readonly Segment[],
): readonly EventInput[] {
  const [first, last] = [segments[0]!, segments[segments.length - 1]!];
  const isSeamless = settings.repetitions === -1 && segments.length > 1 && last.toTimestamp === first.fromTimestamp;
  return segments.flatMap((segment, i) => {
    const { fromTimestamp: from, toTimestamp: to } = segment;
    const isInclusive = i === 0 || segments[i - 1]!.toTimestamp !== from;
    return events.flatMap(({ event, other }): readonly EventInput[] => {
      const timestamp = timestampOfEvent(event.time, settings.start, settings.end);
      const isSeam = isSeamless && segment === last && timestamp === to;
      return isBetween(timestamp, from, to, isInclusive) && !isSeam ? [{ ...event, other, time: timeOf(segment, timestamp) }] : [];
    });
  });
}
