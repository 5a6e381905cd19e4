import { Logger } from "@babylonjs/core/Misc/logger.js";
import type { Observable } from "@babylonjs/core/Misc/observable.js";
import { excerpt, stackOf } from "../util/index.js";

/** The prefix of all logged messages. */
const PREFIX = "babylon-gltf-animation: ";

/** Logs a warning. */
export function logWarning(message: string): void {
  Logger.Warn(PREFIX + message);
}

/** Logs a message with the stack of an error. */
export function logWithStack(message: string, error: unknown): void {
  Logger.Error(`${PREFIX}${message}\n${stackOf(error)}`);
}

/** Logs an error with its stack, where throwing would break a frame or a call of the application. */
export function logError(place: string, error: unknown): void {
  logWithStack(`${excerpt(place)}: ${excerpt(String(error))}`, error);
}

/**
 * Runs code of the application, such as observers, and logs its errors, so that an error neither ends the render loop nor leaves a clip
 * half changed.
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
