import type { GLTFLoader } from "@babylonjs/loaders/glTF/2.0/index.js";
import { urlOf } from "../../host/index.js";
import { type MetadataDialect, type MetadataReading, readMetadata } from "../../../gltf/metadata/loading.js";
import { DEFAULT_MAX_CLIPS } from "../options.js";

/** The playback metadata of one file. */
export interface LoadedMetadata extends MetadataReading {
  /** Gives the loaded animations their events, unless the file states events of them itself. */
  setEvents(): void;
}

/** Reads the playback metadata of one file. */
export async function loadMetadata(loader: GLTFLoader, metadata: readonly MetadataDialect[]): Promise<LoadedMetadata> {
  const { maxClips = DEFAULT_MAX_CLIPS, ...options } = loader.parent.extensionOptions.KHR_animation_clip ?? {};
  const reading = await readMetadata(loader.gltf, urlOf(loader), { ...options, metadata }, maxClips);
  const { addEvents } = reading.events.size > 0 ? await import("./eventLoading.js") : {};
  return { ...reading, setEvents: () => addEvents?.(loader, reading.events) };
}
