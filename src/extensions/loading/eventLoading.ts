import type { GLTFLoader } from "@babylonjs/loaders/glTF/2.0/index.js";
import { groupOf } from "../../host/index.js";
import { setTimedEvents } from "../../playback/index.js";
import { EVENTS_EXTENSION, ReadEvents } from "../../schema/index.js";
import type { TimedEvent } from "../../timing/index.js";
import { excerpt, getOrMake } from "../../util/index.js";
import { LoadReport } from "../loadReport.js";

/**
 * Gives the loaded animations of a file their events.
 * @throws AssetError if the asset requires the extension and its JSON is invalid
 */
export function loadEvents(loader: GLTFLoader): void {
  const report = new LoadReport(loader, EVENTS_EXTENSION);
  const { definitions, errors } = ReadEvents(loader.gltf);
  errors.forEach((error) => report.leaveOut(error));
  const byAnimation = new Map<number, TimedEvent[]>();
  for (const { place, animation, event, other } of definitions) {
    getOrMake(byAnimation, animation, (): TimedEvent[] => []).push(event);
    const [unknown] = place.includes("/extras/") ? [] : Object.keys(other);
    if (unknown !== undefined) {
      report.warn(`${place}/${excerpt(unknown)}: is no member of an event, and is ignored`);
    }
  }
  byAnimation.forEach((events, animation) => {
    const group = groupOf(loader.gltf.animations![animation]);
    if (group) {
      setTimedEvents(group.targetedAnimations, events);
    }
  });
  report.close();
}
