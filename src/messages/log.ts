import { Logger } from "@babylonjs/core/Misc/logger.js";
import { excerpt, stackOf } from "./show.js";

/** Logs an error that must not leave the frame, or the call, in which it is thrown. */
export function logError(place: string, error: unknown): void {
  Logger.Error(`${excerpt(place)}: ${excerpt(String(error))}\n${stackOf(error)}`);
}
