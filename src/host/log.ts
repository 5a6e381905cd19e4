import { Logger } from "@babylonjs/core/Misc/logger.js";
import type { Observable } from "@babylonjs/core/Misc/observable.js";
import { excerpt, stackOf } from "../util/index.js";

/** Logs an error with its stack, where throwing it would break the frame or a call of the application. */
export function logError(place: string, error: unknown): void {
  Logger.Error(`${excerpt(place)}: ${excerpt(String(error))}\n${stackOf(error)}`);
}

/**
 * Runs code of the application, such as observers, and logs its errors: they neither end the render loop nor leave a clip half changed.
 * @param place the caller, for the message
 */
export function runSafely(place: string, run: () => void): void {
  try {
    run();
  } catch (error) {
    logError(place, error);
  }
}

/** Notifies observers, and logs their errors. Allocates nothing itself. */
export function notify<T>(place: string, observable: Observable<T>, event: T): void {
  try {
    observable.notifyObservers(event);
  } catch (error) {
    logError(`${place}: an observer threw`, error);
  }
}
