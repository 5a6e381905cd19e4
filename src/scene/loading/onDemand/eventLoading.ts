import type { TargetedAnimation } from "@babylonjs/core/Animations/animationGroup.js";
import type { GLTFLoader, IGLTF } from "@babylonjs/loaders/glTF/2.0/index.js";
import { groupOf } from "../../host/index.js";
import { setTimedEvents, timedEventListsOf } from "../../playing/index.js";
import { type ClipAsset, EVENTS_EXTENSION, groupEvents, ReadEvents } from "../../../gltf/schema/index.js";
import type { TimedEvent } from "../../../gltf/timing/index.js";
import { itemsOf } from "../../../gltf/util/index.js";
import { LoadReport } from "../loadReport.js";
import { REPORT_OPTION_NAMES } from "../options.js";

/**
 * Gives the loaded animations of a file their events.
 * @throws AssetError if the asset requires the extension and its JSON is invalid
 */
export function loadEvents(loader: GLTFLoader): void {
  const report = new LoadReport(loader, EVENTS_EXTENSION, REPORT_OPTION_NAMES);
  const reading = ReadEvents(loader.isExtensionUsed(EVENTS_EXTENSION) ? loader.gltf : onlyExtrasOf(loader.gltf));
  const { events, findings } = groupEvents(reading);
  [...reading.findings, ...findings].forEach((finding) => report.add(finding));
  setEvents(loader, events, () => true);
  report.close();
}

/** The part of an asset that counts where the extension is not declared. */
function onlyExtrasOf({ animations }: IGLTF): ClipAsset {
  return { animations: itemsOf(animations).map((animation) => ({ extras: (Object(animation) as { extras?: unknown }).extras })) };
}

/** Gives the loaded animations of a file events of other tools, unless the file states events of them itself. */
export function addEvents(loader: GLTFLoader, byAnimation: EventsByAnimation): void {
  setEvents(loader, byAnimation, (channels) => timedEventListsOf(channels).length === 0);
}

/** Timed events by index of the animation. */
type EventsByAnimation = ReadonlyMap<number, readonly TimedEvent[]>;

type Channels = readonly TargetedAnimation[];

function setEvents(loader: GLTFLoader, byAnimation: EventsByAnimation, isWanted: (channels: Channels) => boolean): void {
  byAnimation.forEach((events, animation) => {
    const channels = groupOf(loader.gltf.animations?.[animation])?.targetedAnimations;
    if (channels && isWanted(channels)) {
      setTimedEvents(channels, events);
    }
  });
}
