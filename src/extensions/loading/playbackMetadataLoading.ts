import type { GLTFLoader } from "@babylonjs/loaders/glTF/2.0/index.js";
import { urlOf } from "../../host/index.js";
import { type MetadataDialect, type MetadataReading, type MetadataRequest, readMetadata } from "../../metadata/loading.js";
import { argumentError, show } from "../../util/index.js";
import { type ClipSidecar, DEFAULT_MAX_CLIPS } from "../options.js";

/** The playback metadata of one file. */
export interface LoadedMetadata extends MetadataReading {
  /** Gives the loaded animations their events, unless the file states events of them itself. */
  setEvents(): void;
}

/** Reads the playback metadata of one file. */
export async function loadMetadata(loader: GLTFLoader, dialects: readonly MetadataDialect[]): Promise<LoadedMetadata> {
  const { names, sidecar, maxClips = DEFAULT_MAX_CLIPS } = loader.parent.extensionOptions.KHR_animation_clip ?? {};
  const failures: string[] = [];
  const request: MetadataRequest = {
    ...(sidecar && (await readSidecar(() => sidecar(urlOf(loader)), failures))),
    ...Object.fromEntries(dialects.map((dialect) => [dialect, {}])),
    ...(names && { names: typeof names === "object" ? { rules: names } : {} }),
  };
  const reading = await readMetadata(loader.gltf, request, maxClips);
  const { addEvents } = reading.events.size > 0 ? await import("./eventLoading.js") : {};
  return { ...reading, warnings: [...failures, ...reading.warnings], setEvents: () => addEvents?.(loader, reading.events) };
}

/** @param failures receives a message if the sidecar cannot be used */
async function readSidecar(read: () => ClipSidecar | null | Promise<ClipSidecar | null>, failures: string[]): Promise<MetadataRequest> {
  try {
    const sidecar = await read();
    if (sidecar === null) {
      return {};
    }
    const { format, text, fps } = sidecar;
    if (format !== "godot" && format !== "unity") {
      throw argumentError("format", "must be godot or unity", format, "string");
    }
    if (typeof text !== "string") {
      throw argumentError("text", "must be the text of the file beside the model", text, "string");
    }
    if (!(fps === undefined ? format === "godot" : fps > 0 && fps < Infinity)) {
      throw argumentError("fps", "must be the frames per second of the sidecar, > 0", fps, "number");
    }
    return { [format]: { sidecar: text, fps } };
  } catch (error) {
    failures.push(`sidecar: ${error instanceof Error ? error.message : show(error)}`);
    return {};
  }
}
