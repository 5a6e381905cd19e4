import { createFinding, type Finding, getOrMake } from "../../gltf/util/index.js";
import { EVENT_TOLERANCE } from "../../gltf/timing/index.js";
import { EVENT_MEMBERS, ReadEvents } from "../../gltf/schema/index.js";
import { rangeOf, type Source } from "../asset.js";
import { noteUnknown } from "./unknownMembers.js";

/** Checks the rules of KHR_animation_events, and looks for events that the author probably did not intend. */
export function checkEvents(source: Source): readonly Finding[] {
  const { definitions, findings } = ReadEvents(source.json);
  const ends = new Map<number, number>();
  const endOf = (animation: number): number => getOrMake(ends, animation, () => rangeOf(source, [animation])?.[1] ?? Infinity);
  return [
    ...findings,
    ...definitions.flatMap(({ pointer, animation, event: { time }, other }): readonly Finding[] => {
      const end = endOf(animation);
      const message = `is not within the keys of the animation, 0..${end} (got ${time})`;
      const isOutside = time < 0 || time > end + EVENT_TOLERANCE;
      const unknown = pointer.includes("/extras/") ? [] : Object.keys(other);
      return [
        ...(isOutside ? [createFinding("EVENT_BEYOND_KEYS", `${pointer}/time`, message)] : []),
        ...noteUnknown("EVENT_MEMBER_UNKNOWN", pointer, "an event", unknown, EVENT_MEMBERS),
      ];
    }),
  ];
}
