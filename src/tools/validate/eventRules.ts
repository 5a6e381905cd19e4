import { EVENT_TOLERANCE } from "../../timing/index.js";
import { EVENT_MEMBERS, ReadEvents } from "../../schema/index.js";
import { rangeOf, type Source } from "../asset.js";
import { issueOfError, issuesOfUnknown, type ValidationIssue } from "./issue.js";

/** Checks the rules of KHR_animation_events, and looks for events that the author probably did not intend. */
export function checkEvents(source: Source): readonly ValidationIssue[] {
  const { definitions, errors } = ReadEvents(source.json);
  const ends = new Map<number, number>();
  const endOf = (animation: number): number => {
    const end = ends.get(animation) ?? rangeOf(source, [animation])?.[1] ?? Infinity;
    ends.set(animation, end);
    return end;
  };
  return [
    ...errors.map((error) => issueOfError("EVENT_INVALID", error)),
    ...definitions.flatMap(({ place, animation, event: { time }, other }): readonly ValidationIssue[] => {
      const end = endOf(animation);
      const message = `is not within the keys of the animation, 0..${end} (got ${time})`;
      const isOutside = time < 0 || time > end + EVENT_TOLERANCE;
      const unknown = place.includes("/extras/") ? [] : Object.keys(other);
      return [
        ...(isOutside ? [{ code: "EVENT_BEYOND_KEYS", message, severity: 1, pointer: `${place}/time` } as const] : []),
        ...issuesOfUnknown("EVENT_MEMBER_UNKNOWN", [place, "an event"], unknown, EVENT_MEMBERS),
      ];
    }),
  ];
}
