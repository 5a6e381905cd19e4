import type { ClipAnimationGroup } from "../../../src/pure.js";
import type { ClipDocument } from "../document/clipDocument.js";
import type { Playable } from "../playback/playable.js";
import { changedEvents, type EventEntry } from "./eventEntries.js";

/**
 * Gives the animations of the scene the events of the document, from now on. Clips share the events of their animations.
 * @param animations the whole animations of the file
 * @returns ends it
 */
export function followEvents(document: ClipDocument, animations: readonly Playable[]): () => void {
  const wholes = animations.filter(({ origin }) => origin.kind === "animation");
  wholes.forEach(({ members }) => members.forEach(listEvents));
  let shown: readonly EventEntry[] = document.openedEvents;
  const follow = (): void => {
    const before = shown;
    shown = document.events;
    for (const [animation, events] of changedEvents(before, shown)) {
      const members = wholes.find(({ origin }) => origin.animations[0] === animation)?.members ?? [];
      for (const member of members) {
        // by identity where it has them: payloads of two readings of a file are equal, not the same
        const own = before.filter((entry) => entry.animation === animation).map(({ event }) => event);
        [...member.events, ...own].forEach((event) => member.removeEvent(event));
        events.forEach((event) => member.addEvent(event));
      }
    }
  };
  follow();
  const observer = document.onChange.add(follow);
  return () => observer.remove();
}

/** Lets an animation have a list of events even if it has none: what stands in for its clips shares the events that are added later. */
function listEvents(clip: ClipAnimationGroup): void {
  if (clip.events.length === 0) {
    clip.removeEvent(clip.addEvent({ time: 0, name: "none" }));
  }
}
