import type { Observable } from "@babylonjs/core/Misc/observable.js";
import { logError } from "./log.js";

/**
 * Runs code of the application, such as observers, and logs its errors, so that an error neither ends the render loop nor leaves a clip
 * half changed.
 * @param caller for the message
 */
export function runSafely(caller: string, run: () => void): void {
  try {
    run();
  } catch (error) {
    logError(caller, error);
  }
}

/** Notifies observers, and logs their errors. Allocates nothing itself. */
export function notify<T>(caller: string, observable: Observable<T>, event: T): void {
  try {
    observable.notifyObservers(event);
  } catch (error) {
    logError(`${caller}: an observer threw`, error);
  }
}
