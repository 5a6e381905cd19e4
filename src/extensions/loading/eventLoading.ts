import type { GLTFLoader } from "@babylonjs/loaders/glTF/2.0/index.js";
import { groupOf } from "../../host/index.js";
import { setTimedEvents } from "../../playback/index.js";
import { EVENTS_EXTENSION, groupEvents, ReadEvents } from "../../schema/index.js";
import { LoadReport } from "../loadReport.js";

/**
 * Gives the loaded animations of a file their events.
 * @throws AssetError if the asset requires the extension and its JSON is invalid
 */
export function loadEvents(loader: GLTFLoader): void {
  const report = new LoadReport(loader, EVENTS_EXTENSION);
  const reading = ReadEvents(loader.gltf);
  const { events: byAnimation, warnings } = groupEvents(reading);
  reading.errors.forEach((error) => report.leaveOut(error));
  warnings.forEach((warning) => report.warn(warning));
  byAnimation.forEach((events, animation) => {
    const group = groupOf(loader.gltf.animations![animation]);
    if (group) {
      setTimedEvents(group.targetedAnimations, events);
    }
  });
  report.close();
}
