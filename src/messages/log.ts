import { Logger } from "@babylonjs/core/Misc/logger.js";
import { excerpt, stackOf } from "./show.js";

/** Logs an error with its stack, where throwing it would break the frame or a call of the application. */
export function logError(place: string, error: unknown): void {
  Logger.Error(`${excerpt(place)}: ${excerpt(String(error))}\n${stackOf(error)}`);
}
